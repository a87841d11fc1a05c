//! The number of levels solved, and solved with a proof, within a time limit:
//! `PUZZLESCRIPT_GAMES=FOLDER cargo bench -p quadrille-puzzlescript --bench coverage -- 10`.
//!
//! The number is the limit for each level: seconds of processor time (elapsed time where `/proc`
//! does not tell it), with the search on one core, or on as many as `PUZZLESCRIPT_CORES` says.
//! Games with random rules or real time, and those that cannot be won, are left out.
//! `PUZZLESCRIPT_LEVELS=2` takes the first two boards of each game, `PUZZLESCRIPT_ONLY=WORD` the
//! files whose names contain a word, and `PUZZLESCRIPT_PLANS=1` prints plans. Where the folder, or
//! the one above it, has a file `optima.csv` (game, level counted from 0 with messages, moves),
//! plans are compared with it.

use std::collections::HashMap;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs};

use quadrille::Method;
use quadrille::search::toolkit::Clock;
use quadrille::search::{Control, Limits, Outcome};
use quadrille_puzzlescript::{LevelEntry, Source};

fn optima(folder: &Path) -> HashMap<(String, usize), String> {
    let files = [folder.join("optima.csv"), folder.join("../optima.csv")];
    let text = files.iter().find_map(|file| fs::read_to_string(file).ok()).unwrap_or_default();
    let row = |line: &str| {
        let mut fields = line.split(',');
        let key = (fields.next()?.to_string(), fields.next()?.parse().ok()?);
        Some((key, fields.next()?.to_string()))
    };
    text.lines().filter_map(row).collect()
}

/// The processor time of this program, in all threads.
fn processor_time() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11).take(2);
    let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
    Some(Duration::from_millis(ticks * 10))
}

fn main() {
    let Some(folder) = env::var_os("PUZZLESCRIPT_GAMES").map(PathBuf::from) else {
        println!("PUZZLESCRIPT_GAMES names no folder with games");
        return;
    };
    let seconds = env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(10);
    let only = env::var("PUZZLESCRIPT_ONLY").unwrap_or_default();
    let cores = env::var("PUZZLESCRIPT_CORES").ok().and_then(|it| it.parse().ok()).unwrap_or(1);
    let prints_plans = env::var_os("PUZZLESCRIPT_PLANS").is_some();
    let most: Option<usize> = env::var("PUZZLESCRIPT_LEVELS").ok().and_then(|it| it.parse().ok());
    let known = optima(&folder);
    let epoch = Instant::now();
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    let (mut levels, mut solved, mut proved, mut wrong) = (0, 0, 0, 0);
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let source = Source::read(&text);
        let Some(game) = source.game.filter(|_| name.contains(&only)) else { continue };
        let program = game.program();
        if program.is_random() || program.settings.realtime.is_some() || !program.can_win() {
            println!("{name}: random, in real time, or without a way to win");
            continue;
        }
        let places = game.program().levels.iter().zip(0..);
        let places: Vec<usize> = places
            .filter_map(|(level, at)| matches!(level, LevelEntry::Board(..)).then_some(at))
            .collect();
        for level in source.levels.iter().take(most.unwrap_or(usize::MAX)) {
            let number: usize =
                level.name.as_deref().and_then(|name| name.parse().ok()).unwrap_or(1);
            let limits =
                Limits { max_time: Some(Duration::from_secs(seconds)), ..Limits::default() };
            let clock = Clock::new(move || processor_time().unwrap_or_else(|| epoch.elapsed()));
            let began = clock.now();
            let cores = NonZero::new(cores);
            let control = Control { clock, cores, ..Control::with_limits(limits) };
            let report = level.game.solve(&level.grid, &Method::default(), &control, None);
            let time = (control.clock.now() - began).as_secs_f64();
            levels += 1;
            let known = known.get(&(name.clone(), places[number - 1])).map_or("", String::as_str);
            let plan = match &report {
                Ok(report) if prints_plans => report.plan().map(|(plan, _)| plan.to_vec()),
                _ => None,
            };
            let plan = plan.map_or_else(String::new, |plan| {
                let keys = plan.iter().map(|&mv| level.game.notation().write(mv));
                format!(", plan {}", keys.collect::<String>())
            });
            let words = match report {
                Err(error) => format!("failed: {error}"),
                Ok(report) => {
                    let nodes = report.stats.expanded;
                    let (words, found) = match report.outcome {
                        Outcome::Solved { cost, optimal, .. } => {
                            solved += 1;
                            proved += usize::from(optimal);
                            let proof = if optimal { "proved" } else { "found" };
                            let found = if optimal { cost.to_string() } else { String::new() };
                            (format!("{cost} {proof}, bound {}", report.lower_bound), found)
                        }
                        Outcome::Unsolvable => {
                            solved += 1;
                            proved += 1;
                            ("unsolvable".to_string(), "unsolvable".to_string())
                        }
                        Outcome::Unknown => {
                            (format!("unknown, bound {}", report.lower_bound), String::new())
                        }
                    };
                    let differs = !known.is_empty() && !found.is_empty() && known != found;
                    wrong += usize::from(differs);
                    let wrong = if differs { format!(" WRONG: {known}") } else { String::new() };
                    format!("{words}, {nodes} expanded{wrong}")
                }
            };
            println!("{name} {number}: {words}, {time:.2} s{plan}");
        }
    }
    println!("{levels} levels, {solved} solved, {proved} proved, {wrong} wrong");
}
