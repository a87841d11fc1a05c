//! The tables of the course projects with our figures beside theirs:
//! `cargo bench -p quadrille-lab --bench course_tables` prints them as Markdown. Levels that are
//! not part of the repository are read from `../shared/levels`; without them their tables are
//! skipped with a message. The matching game is measured on random boards. Arguments choose parts:
//! `published`, `levels`, `squares`, `tiles`.

#![allow(missing_docs)]

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use quadrille::games;
use quadrille::grid::{Grid, Size};
use quadrille::levels::{Level, read};
use quadrille::record::Record;
use quadrille::search::{Control, Limits};
use quadrille_base::quantities;
use quadrille_lab::report::{Measure, PUBLISHED, PublishedTable, Total};
use quadrille_lab::{fingerprint, measure};

const LIMITS: Limits =
    Limits { max_nodes: None, max_time: Some(Duration::from_secs(10)), max_memory: Some(4 << 30) };

fn solve(level: &Level, method: &str) -> Record {
    let method = method.parse().expect("a method");
    measure(level, &method, &Control::with_limits(LIMITS))
}

fn shared(name: &str) -> Vec<Level> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/levels").join(name);
    let Ok(text) = fs::read_to_string(&path) else {
        println!("\nskipped: there is no {}", path.display());
        return Vec::new();
    };
    let document = read(&text, None);
    let entries = document.entries.into_iter();
    entries
        .filter_map(|entry| Some(Level { name: Some(entry.label), ..entry.level.ok()? }))
        .collect()
}

/// A time in three digits.
fn seconds(time: f64) -> String {
    match time {
        t if t < 1e-3 => format!("{:.3} ms", t * 1e3),
        t if t < 1.0 => format!("{:.2} ms", t * 1e3),
        t => format!("{t:.2} s"),
    }
}

fn quantity(record: &Record, measure: Measure) -> String {
    let is_stopped = record.stop.map(|stop| format!("✗ {stop}"));
    match (measure, record.cost) {
        (_, None) => is_stopped.unwrap_or_else(|| "none".to_string()),
        (Measure::Time, _) => seconds(record.stats.seconds),
        (Measure::Moves, Some(cost)) => cost.to_string(),
        _ => quantities::commas(record.stats.expanded),
    }
}

fn row(cells: impl IntoIterator<Item = String>) {
    println!("| {} |", cells.into_iter().collect::<Vec<_>>().join(" | "));
}

fn header(names: impl IntoIterator<Item = String>) {
    let names: Vec<String> = names.into_iter().collect();
    let rule = names.iter().map(|_| "---".to_string()).collect::<Vec<_>>();
    row(names);
    row(rule);
}

/// A published table with our figure behind each of theirs.
fn published(table: &PublishedTable, levels: &[Level]) {
    println!("\n### {}: {}\n", table.game, table.title);
    let columns = table.theirs.iter().zip(&table.methods);
    let names = columns.flat_map(|(theirs, ours)| [theirs.clone(), format!("`{ours}`")]);
    header(["level".to_string()].into_iter().chain(names));
    for cells in &table.rows {
        let print = &PUBLISHED.levels[&table.game][&cells[0]];
        let Some(level) = levels.iter().find(|level| fingerprint(level) == *print) else {
            continue;
        };
        let pairs = cells[1..].iter().zip(&table.methods).flat_map(|(theirs, method)| {
            [theirs.clone(), quantity(&solve(level, method), table.measure)]
        });
        row([cells[0].clone()].into_iter().chain(pairs.collect::<Vec<_>>()));
    }
}

/// Moves, expanded positions and time of these methods on each level.
fn own(levels: &[Level], methods: &[&str]) {
    println!();
    header(["level".to_string()].into_iter().chain(methods.iter().map(|m| format!("`{m}`"))));
    for level in levels {
        let cells = methods.iter().map(|method| {
            let record = solve(level, method);
            let [moves, expanded, time] = [Measure::Moves, Measure::Expanded, Measure::Time]
                .map(|measure| quantity(&record, measure));
            if record.cost.is_some() { format!("{moves} / {expanded} / {time}") } else { moves }
        });
        row([level.name.clone().unwrap_or_default()].into_iter().chain(cells));
    }
}

/// Random boards of four colours with four pieces each, the same in every run.
fn random_squares(count: u64) -> Vec<Level> {
    let game = games::by_id("squares").expect("the game exists");
    let size = Size::new(4, 4).expect("a small board");
    (0..count)
        .map(|seed| {
            let mut cells: Vec<u16> = (0..16).map(|cell| 1 + cell / 4).collect();
            let mut random = seed;
            for last in (1..16).rev() {
                random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                cells.swap(last, (random >> 33) as usize % (last + 1));
            }
            Level::new(game, Grid::from_cells(size, cells).expect("16 cells"))
        })
        .collect()
}

fn matching() {
    println!("\n### The matching game: time over 300 random boards of 4x4\n");
    header(["method", "least", "mean", "most", "mean moves", "boards solved"].map(str::to_string));
    let theirs = |total: Total| {
        let figures = PUBLISHED.figures.iter().filter(|figure| figure.game == "squares");
        let mut found = figures.filter(|figure| figure.measure == total);
        found.next().map_or(String::new(), |figure| figure.theirs.clone())
    };
    let [least, mean, most] = [Total::Least, Total::Mean, Total::Most].map(theirs);
    row(["theirs (s)".to_string(), least, mean, most, String::new(), String::new()]);
    let levels = random_squares(300);
    for method in ["greedy with score", "bfs", "dfs", "astar", "best"] {
        let records: Vec<Record> = levels.iter().map(|level| solve(level, method)).collect();
        let times = || records.iter().map(|record| record.stats.seconds);
        let costs: Vec<f64> = records.iter().filter_map(|r| r.cost).map(f64::from).collect();
        row([
            format!("`{method}`"),
            seconds(times().fold(f64::INFINITY, f64::min)),
            seconds(times().sum::<f64>() / levels.len() as f64),
            seconds(times().fold(0.0, f64::max)),
            format!("{:.2}", costs.iter().sum::<f64>() / costs.len() as f64),
            format!("{} of {}", costs.len(), levels.len()),
        ]);
    }
}

fn match_the_tiles() {
    println!("\n### Match-the-Tiles: how often A* finds a shortest plan\n");
    header(["heuristic", "theirs", "ours", "expanded"].map(str::to_string));
    let levels = shared("tiles-many.txt");
    let optima: Vec<_> = levels.iter().map(|level| solve(level, "best").cost).collect();
    let solvable = optima.iter().flatten().count();
    let folds = ["min", "mean", "max"];
    let mut heuristics = vec!["relaxed".to_string()];
    for distance in ["euclidean", "manhattan"] {
        for goals in folds {
            heuristics.extend(folds.map(|blocks| format!("{distance}({goals},{blocks})")));
        }
    }
    heuristics
        .extend(["collinear", "collision", "collinear+euclidean(min,min)"].map(str::to_string));
    for heuristic in heuristics {
        let method = format!("astar with {heuristic}");
        let records: Vec<Record> = levels.iter().map(|level| solve(level, &method)).collect();
        let shortest =
            records.iter().zip(&optima).filter(|(r, o)| r.cost.is_some() && r.cost == **o);
        let share = 100.0 * shortest.count() as f64 / solvable.max(1) as f64;
        let expanded: u64 = records.iter().map(|record| record.stats.expanded).sum();
        let theirs = PUBLISHED.figures.iter().find(|figure| figure.method == method);
        let theirs = theirs.map_or(String::new(), |figure| figure.theirs.clone());
        row([heuristic, theirs, format!("{share:.2}%"), quantities::commas(expanded)]);
    }
    println!("\n{} levels, {solvable} of them solvable.", levels.len());
}

fn main() {
    // `cargo test` runs benchmarks once to see that they build; the tables take minutes.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let named: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let is_wanted = |part: &str| named.is_empty() || named.iter().any(|name| name == part);
    let fold = shared("fold-many.txt");
    let mut zhed = shared("zhed-seed.txt");
    zhed.extend(shared("zhed-app.txt").into_iter().take(20));
    let number = |level: &Level| level.name.as_deref().and_then(|name| name.parse::<u32>().ok());
    zhed.sort_by_key(|level| number(level).unwrap_or(u32::MAX));
    if is_wanted("published") {
        for table in &PUBLISHED.tables {
            published(table, if table.game == "fold" { &fold } else { &zhed });
        }
    }
    if is_wanted("levels") {
        let prints = &PUBLISHED.levels["fold"];
        let is_theirs = |level: &&Level| prints.values().any(|p| *p == fingerprint(level));
        own(&fold.iter().filter(is_theirs).cloned().collect::<Vec<_>>(), &["bfs", "best"]);
        let greedy = ["h1", "h2", "h3", "h4", "h5"].map(|h| format!("greedy with {h}"));
        let methods: Vec<&str> = greedy.iter().map(String::as_str).chain(["best"]).collect();
        own(&zhed, &methods);
    }
    if is_wanted("squares") {
        matching();
    }
    if is_wanted("tiles") {
        match_the_tiles();
    }
}
