//! Steps per second on random walks, compared with the original under Node.
//!
//! `PUZZLESCRIPT_GAMES` names a folder of games (by default those of this crate),
//! `PUZZLESCRIPT_ORIGINAL` the folder of the original with `src/js` in it. Both play the first
//! level of each game with the same inputs, and processor time is measured, so a busy machine does
//! not matter.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;
use std::{env, fs};

use quadrille_puzzlescript::{Input, LevelEntry, Program, Step, Stepper, compile};

/// Processor seconds for each game and engine.
const SECONDS: f64 = 1.0;

fn main() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let folder = env::var_os("PUZZLESCRIPT_GAMES").map_or(own, PathBuf::from);
    let original = env::var_os("PUZZLESCRIPT_ORIGINAL").map(PathBuf::from);
    let mut games: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    games.sort();
    let mut ratios = Vec::new();
    println!("{:<28} {:>12} {:>12} {:>8}", "game", "steps/s", "original", "times");
    for path in games {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let Some(program) = compile(&text).program else { continue };
        let program = Arc::new(program);
        let Some(fast) = measure(&program) else { continue };
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let theirs = original.as_ref().and_then(|folder| measure_original(folder, &path));
        match theirs {
            Some(theirs) => {
                println!("{name:<28} {fast:>12.0} {theirs:>12.0} {:>8.1}", fast / theirs);
                ratios.push(fast / theirs);
            }
            None => println!("{name:<28} {fast:>12.0} {:>12} {:>8}", "-", "-"),
        }
    }
    ratios.sort_by(f64::total_cmp);
    if let Some(median) = ratios.get(ratios.len() / 2) {
        println!("median of {}: {median:.1} times", ratios.len());
    }
}

/// The processor time of this program in seconds; wall-clock time where that is unknown.
fn now(start: Instant) -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: Vec<f64> = fields.skip(11).take(2).filter_map(|field| field.parse().ok()).collect();
    match ticks[..] {
        [user, system] => (user + system) / 100.0,
        _ => start.elapsed().as_secs_f64(),
    }
}

fn measure(program: &Arc<Program>) -> Option<f64> {
    let mut boards = program.levels.iter();
    let board = boards.find_map(|level| match level {
        LevelEntry::Board(board, _) => Some(board),
        LevelEntry::Message(_) => None,
    })?;
    let mut stepper = Stepper::new(program, board.width, board.height);
    stepper.set(board.words(), board.words());
    stepper.begin().ok()?;
    let keys = [Input::Up, Input::Left, Input::Down, Input::Right];
    let mut state = 1_u32;
    let mut steps = 0_u64;
    let clock = Instant::now();
    let start = now(clock);
    loop {
        for _ in 0..2000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let made = stepper.step(keys[(state >> 24) as usize % 4]);
            if !matches!(made, Ok(Step::Same | Step::Changed)) {
                stepper.set(board.words(), board.words());
                stepper.begin().ok()?;
            }
        }
        steps += 2000;
        let spent = now(clock) - start;
        if spent >= SECONDS {
            return Some(steps as f64 / spent);
        }
    }
}

fn measure_original(folder: &Path, game: &Path) -> Option<f64> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/original.js");
    let output = Command::new("node")
        .arg(script)
        .arg(folder)
        .arg(game)
        .arg(SECONDS.to_string())
        .output()
        .ok()?;
    String::from_utf8_lossy(&output.stdout).trim().parse().ok()
}
