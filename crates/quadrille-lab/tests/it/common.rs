//! Small plans with the same results in every run: they have limits of positions, and time limits
//! that are never reached.

use quadrille::levels;
use quadrille_lab::{Plan, Results, Schedule, Subject};

/// Levels of two games: easy, hard for these limits, and without a solution.
const LEVELS: &str = "
game: tiles
name: first-slide
optimal: 2

r . .
. . .
. . R

game: tiles
name: stopper
optimal: 5

. # R .
. . # B
r . b .
. . # .

game: tiles
name: never

r # R
. # .

game: zhed
name: step-over
optimal: 3

. . . . . .
G . . 1 . .
. . 1 . . .
. 2 . . . .
. . . . . .

game: zhed
name: long-way

. . . . . . . .
. 1 . 2 . . 1 .
. . . . 1 . . .
. 2 . . . . 2 .
. . . 1 . . . .
. 1 . . . . . G
. . . . . . . .
";

pub(crate) fn subjects() -> Vec<Subject> {
    let document = levels::read(LEVELS, None);
    let named = document.entries.into_iter().map(|entry| Subject {
        source: "test".to_string(),
        name: entry.label,
        level: entry.level.expect("the levels are good"),
        made_by: None,
    });
    named.collect()
}

pub(crate) fn schedule(lines: &str) -> Schedule {
    let text = format!("title = 'Test'\n[[experiment]]\nname = 'all'\nlevels = ['test']\n{lines}");
    let plan = Plan::parse(&text).unwrap();
    Schedule::new(&plan, vec![vec![subjects()]]).unwrap()
}

/// A plan with trials of every outcome.
pub(crate) fn mixed(repeats: u32) -> Schedule {
    schedule(&format!(
        "methods = ['best', 'bfs', 'greedy', 'astar']\nalgorithms = ['astar']\nheuristics = ['all']\nrepeats = {repeats}\n\
         limits = {{ nodes = 300, time = '10m' }}"
    ))
}

/// Removes times, which differ in every run.
pub(crate) fn timeless(results: Results) -> Results {
    let mut results = results;
    for trial in &mut results.trials {
        trial.record.stats.seconds = 0.0;
        trial.record.stats.first_plan_seconds = None;
        trial.record.cpu_seconds = None;
        trial.finished = 0;
        trial.jobs = 0;
    }
    results
}
