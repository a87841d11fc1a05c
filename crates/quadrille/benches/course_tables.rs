//! The tables of the course projects, made again: `cargo bench --bench course_tables` prints them as Markdown, the figures of the
//! projects beside ours. Three of the four need the sample levels beside the repository (`../shared/levels`): without them these are
//! skipped, and the bench says so; the table of squares is made of random boards.

#![allow(missing_docs)]

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use quadrille::Method;
use quadrille::games;
use quadrille::grid::{Grid, Size};
use quadrille::levels::{Level, read};
use quadrille::search::{Control, Limits, Outcome, Report};

const LIMITS: Limits =
    Limits { max_nodes: None, max_time: Some(Duration::from_secs(10)), max_memory: Some(4 << 30) };

fn solve(level: &Level, algorithm: &str, heuristic: Option<&str>) -> Report {
    let request = Method {
        algorithm: quadrille::registry::algorithm(algorithm).expect("a name of an algorithm"),
        heuristic: heuristic.map(|name| name.parse().expect("a heuristic")),
        ..Method::default()
    };
    let control = Control::with_limits(LIMITS);
    level.game.solve(&level.grid, &request, &control, None).expect("a good level")
}

fn shared(name: &str) -> Vec<Level> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/levels").join(name);
    let Ok(text) = fs::read_to_string(&path) else {
        println!("skipped: there is no {}", path.display());
        return Vec::new();
    };
    let document = read(&text, None);
    document
        .entries
        .iter()
        .filter_map(|entry| {
            let level = entry.level.as_ref().ok()?.clone();
            Some(Level { name: Some(entry.label.clone()), ..level })
        })
        .collect()
}

fn name(level: &Level) -> &str {
    level.name.as_deref().unwrap_or_default()
}

/// A time in three digits.
fn seconds(time: f64) -> String {
    match time {
        t if t < 1e-3 => format!("{:.3} ms", t * 1e3),
        t if t < 1.0 => format!("{:.2} ms", t * 1e3),
        t => format!("{t:.2} s"),
    }
}

/// Moves, positions and time of a report.
fn told(report: &Report) -> String {
    let moves = match &report.outcome {
        Outcome::Solved { cost, .. } => cost.to_string(),
        Outcome::Unsolvable => "none".to_string(),
        Outcome::Unknown => {
            format!("– ({})", report.stop.map_or_else(String::new, |stop| stop.to_string()))
        }
    };
    format!("{moves} / {} / {}", report.stats.expanded, seconds(report.stats.seconds))
}

fn row(cells: impl IntoIterator<Item = String>) {
    println!("| {} |", cells.into_iter().collect::<Vec<_>>().join(" | "));
}

fn header(names: &[&str]) {
    row(names.iter().map(|name| name.to_string()));
    row(names.iter().map(|_| "---".to_string()));
}

fn folding_blocks() {
    println!("\n### Folding Blocks: plays / expanded / time\n");
    let theirs = [4, 6, 6, 5, 12, 11, 13, 10, 17, 13, 16];
    let methods: [(&str, &str, Option<&str>); 6] = [
        ("breadth-first", "bfs", None),
        ("depth-first", "dfs", None),
        ("greedy h2", "greedy", Some("h2")),
        ("A* h4", "astar", Some("h4")),
        ("own (h5)", "ordered(path=0)", Some("h5")),
        ("best", "best", None),
    ];
    let mut names = vec!["level", "their plays"];
    names.extend(methods.iter().map(|(name, ..)| *name));
    header(&names);
    let levels = shared("fold-many.txt");
    for (index, plays) in theirs.iter().enumerate() {
        let wanted = format!("seed-{:02}", index + 1);
        let Some(level) = levels.iter().find(|level| name(level) == wanted) else { continue };
        let ours = methods
            .iter()
            .map(|(_, algorithm, heuristic)| told(&solve(level, algorithm, *heuristic)));
        row([wanted.clone(), plays.to_string()].into_iter().chain(ours));
    }
}

fn zhed() {
    println!("\n### ZHED: moves / expanded / time of greedy search, and of the solver\n");
    header(&["level", "h1", "h2", "h3", "h4", "h5", "best"]);
    let mut levels = shared("zhed-seed.txt");
    levels.extend(shared("zhed-app.txt").into_iter().take(20));
    levels.sort_by_key(|level| name(level).parse::<u32>().unwrap_or(u32::MAX));
    for level in &levels {
        let greedy = ["h1", "h2", "h3", "h4", "h5"].map(|h| told(&solve(level, "greedy", Some(h))));
        let best = told(&solve(level, "best", None));
        row([name(level).to_string()].into_iter().chain(greedy).chain([best]));
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
    header(&["method", "least", "mean", "most", "mean moves", "boards solved"]);
    row(["theirs", "0.0 s", "0.74 s", "13.0 s", "", ""].map(str::to_string));
    let levels = random_squares(300);
    let methods = [("greedy", Some("score")), ("bfs", None), ("astar", None), ("best", None)];
    for (algorithm, heuristic) in methods {
        let reports: Vec<Report> =
            levels.iter().map(|level| solve(level, algorithm, heuristic)).collect();
        let times = || reports.iter().map(|report| report.stats.seconds);
        let plans: Vec<f64> = reports
            .iter()
            .filter_map(|report| report.plan())
            .map(|(_, cost)| f64::from(cost))
            .collect();
        row([
            format!("{algorithm} {}", heuristic.unwrap_or_default()),
            seconds(times().fold(f64::INFINITY, f64::min)),
            seconds(times().sum::<f64>() / levels.len() as f64),
            seconds(times().fold(0.0, f64::max)),
            format!("{:.2}", plans.iter().sum::<f64>() / plans.len() as f64),
            format!("{} of {}", plans.len(), levels.len()),
        ]);
    }
}

fn match_the_tiles() {
    println!("\n### Match-the-Tiles: how often A* finds a shortest plan\n");
    header(&["heuristic", "optimal", "expanded", "theirs"]);
    let levels = shared("tiles-many.txt");
    let optima: Vec<Option<u32>> = levels
        .iter()
        .map(|level| solve(level, "best", None).plan().map(|(_, cost)| cost))
        .collect();
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
        let mut expanded = 0;
        let mut optimal = 0;
        for (level, optimum) in levels.iter().zip(&optima) {
            let report = solve(level, "astar", Some(&heuristic));
            expanded += report.stats.expanded;
            optimal +=
                usize::from(optimum.is_some() && report.plan().map(|(_, cost)| cost) == *optimum);
        }
        let theirs = match heuristic.as_str() {
            "euclidean(min,min)" => "100 %",
            "euclidean(mean,mean)" => "78.57 %",
            "collinear" => "95.24 %",
            _ => "",
        };
        let share = 100.0 * optimal as f64 / solvable.max(1) as f64;
        row([heuristic, format!("{share:.2} %"), expanded.to_string(), theirs.to_string()]);
    }
    println!("\n{} levels, {solvable} of them solvable.", levels.len());
}

fn main() {
    // `cargo test` runs benchmarks once to see that they build; the tables take minutes.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    folding_blocks();
    zhed();
    matching();
    match_the_tiles();
}
