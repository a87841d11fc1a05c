//! The time of the reports of the levels that ship: `cargo bench --bench desk`.
//!
//! It prints a table as Markdown: for each game the median and the longest report without a time
//! limit, then with a limit of a tenth of a second, and the number of those that left no question
//! open. Times are processor time on one core, the least of three runs, so that other load matters
//! little; on two cores a report takes less. `cargo bench --bench desk -- zhed` uses only that
//! game, `every` prints every level, `file=my.txt` uses the levels of a file.

#![allow(missing_docs)]

mod clock;

use std::fs;
use std::num::NonZero;
use std::time::Duration;

use quadrille::desk::{self, LevelReport};
use quadrille::levels::{self, Level};
use quadrille::search::{Control, Limits};

const TIME: Duration = Duration::from_millis(100);
const RUNS: usize = 3;

/// A report, and its time in milliseconds.
fn measured(level: &Level, max_time: Option<Duration>) -> (f64, LevelReport) {
    let run = |_| {
        let clock = clock::processor_clock();
        let limits = Limits { max_time, ..Limits::default() };
        let cores = NonZero::new(1);
        let control = Control { clock: clock.clone(), cores, ..Control::with_limits(limits) };
        let begun = clock.now();
        let report = desk::inspect(level, &control).expect("a level");
        ((clock.now() - begun).as_secs_f64() * 1e3, report)
    };
    let runs = (0..RUNS).map(run);
    runs.min_by(|one, other| one.0.total_cmp(&other.0)).expect("a run")
}

/// The median and the largest of some times.
fn summary(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    format!("{:.1} | {:.1}", times[times.len() / 2], times[times.len() - 1])
}

fn main() {
    // `cargo test` runs benchmarks once to check that they build.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let prints_every = words.iter().any(|word| word == "every");
    let file = words.iter().find_map(|word| word.strip_prefix("file="));
    let chosen = |id: &str| words.iter().any(|word| word == id);
    let games: Vec<&str> = quadrille::games::ALL.iter().map(|game| game.id()).collect();
    let has_game = games.iter().any(|id| chosen(id));
    println!("| game | levels | median | longest | median in time | longest in time | complete |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for id in games.into_iter().filter(|id| !has_game || chosen(id)) {
        let pack = format!("{}/../../levels/{id}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(file.unwrap_or(&pack)).expect("a file of levels");
        let document = levels::read(&text, None);
        let (mut whole, mut timed, mut complete) = (Vec::new(), Vec::new(), 0);
        for level in document.levels().filter(|level| level.game.id() == id) {
            let (whole_time, _) = measured(level, None);
            let (time, report) = measured(level, Some(TIME));
            if prints_every {
                let name = level.name.as_deref().unwrap_or_default();
                eprintln!("{id} {name}: {whole_time:.1} ms, {time:.1} ms, open {:?}", report.open);
            }
            whole.push(whole_time);
            timed.push(time);
            complete += usize::from(report.open.is_empty());
        }
        if !whole.is_empty() {
            let levels = whole.len();
            let (whole, timed) = (summary(whole), summary(timed));
            println!("| {id} | {levels} | {whole} | {timed} | {complete} |");
        }
    }
}
