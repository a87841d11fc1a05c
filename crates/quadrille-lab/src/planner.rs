//! PDDL planners, run as methods: a command with `{domain}` and `{problem}` in it gets the paths of
//! these files, and writes its plan to the file `{plan}`, or to a usual file name.
//!
//! It runs in its own folder, since planners write files where they run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use quadrille::diagnostic::Diagnostic;
use quadrille::levels::Level;
use quadrille::search::{Control, Stats, Stop};

use crate::child::{self, Ran};
use crate::foreign::{Answer, not_started, shell};

/// The planners that a plan of the lab can name, with their commands. Both find shortest plans.
#[cfg(feature = "store")]
pub(crate) const PLANNERS: [(&str, &str); 2] = [
    (
        "fast-downward",
        // Its script, or the program of a package or a container.
        "$(command -v fast-downward.py || echo fast-downward) --plan-file {plan} {domain} {problem} \
         --search 'astar(lmcut())'",
    ),
    ("pyperplan", "pyperplan -s astar -H lmcut {domain} {problem}"),
];

/// The usual file names of plans; later, better plans have a number appended.
const PLAN_FILES: [&str; 3] = ["plan", "sas_plan", "problem.pddl.soln"];

/// True if a command is that of a planner.
pub(crate) fn is_planner(command: &str) -> bool {
    command.contains("{domain}") && command.contains("{problem}")
}

/// Runs a planner on a level. Its answer, if it gave one, is an error if its plan is not one for
/// the level.
pub(crate) fn run(
    command: &str,
    level: &Level,
    control: &Control,
) -> Result<(Ran, Option<Result<Answer, Diagnostic>>), String> {
    let pddl = level
        .game
        .pddl(&level.grid)
        .ok_or_else(|| format!("levels of {} cannot be written in PDDL", level.game.id()))?;
    let not_written =
        |error: io::Error| format!("the files of the planner cannot be written: {error}");
    let folder = Folder::new().map_err(not_written)?;
    let file = |name: &str| folder.0.join(name);
    fs::write(file("domain.pddl"), pddl.domain).map_err(not_written)?;
    fs::write(file("problem.pddl"), &pddl.problem).map_err(not_written)?;
    let quoted = |name: &str| format!("'{}'", file(name).display());
    let command = command
        .replace("{domain}", &quoted("domain.pddl"))
        .replace("{problem}", &quoted("problem.pddl"))
        .replace("{plan}", &quoted("plan"));
    let mut shell = shell(&command);
    shell.current_dir(&folder.0);
    let ran = child::run(shell, String::new(), control).map_err(not_started)?;
    let answer = match best_plan(&folder.0) {
        Some(text) => pddl.moves(&text).map(|moves| {
            let notation = level.game.notation();
            let moves: Vec<String> = moves.into_iter().map(|mv| notation.write(mv)).collect();
            if moves.is_empty() { Answer::Nothing } else { Answer::Moves(moves.join(" ")) }
        }),
        // The exit codes of Fast Downward's translator and search.
        None if matches!(ran.code, Some(10 | 11)) => Ok(Answer::Unsolvable),
        None if ran.output.to_lowercase().contains("unsolvable") => Ok(Answer::Unsolvable),
        None => return Ok((ran, None)),
    };
    Ok((ran, Some(answer)))
}

/// The last plan in the planner's folder.
fn best_plan(folder: &Path) -> Option<String> {
    let read = |name: String| fs::read_to_string(folder.join(name)).ok();
    PLAN_FILES.iter().find_map(|name| {
        let numbered = (1..).map_while(|number| read(format!("{name}.{number}"))).last();
        numbered.or_else(|| read((*name).to_string()))
    })
}

/// Reads the counts of positions that planners print: `Expanded 12 state(s).` of Fast Downward, `12
/// Nodes expanded` of pyperplan. The last of several counts.
pub(crate) fn read_counts(output: &str, stats: &mut Stats) {
    for line in output.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        for pair in words.windows(3) {
            match *pair {
                ["Expanded", count, "state(s)."] => set(&mut stats.expanded, count),
                ["Generated", count, "state(s)."] => set(&mut stats.generated, count),
                [count, "Nodes", "expanded"] => set(&mut stats.expanded, count),
                _ => {}
            }
        }
    }
}

fn set(place: &mut u64, count: &str) {
    if let Ok(count) = count.parse() {
        *place = count;
    }
}

/// The limit for a planner's exit code, by the codes of Fast Downward.
pub(crate) fn stop_of(code: Option<i32>) -> Option<Stop> {
    match code {
        Some(20 | 22) => Some(Stop::Memory),
        Some(21 | 23) => Some(Stop::Time),
        _ => None,
    }
}

/// True if an exit code means that a search ended without a plan and without a proof.
pub(crate) fn is_incomplete(code: Option<i32>) -> bool {
    code == Some(12)
}

/// A folder that is removed on drop.
struct Folder(PathBuf);

impl Folder {
    fn new() -> io::Result<Folder> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let name = format!("quadrille-planner-{}-{number}", std::process::id());
            let path = std::env::temp_dir().join(name);
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Folder(path)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that cannot be removed is left to the system.
        let _ = fs::remove_dir_all(&self.0);
    }
}
