//! The counts of every search on levels: `counts MOST FILE…` prints a line for each method on the
//! first levels of each file. Two builds with the same searches print the same lines.

use quadrille::Method;
use quadrille::levels;
use quadrille::search::{Control, Limits};

const METHODS: &[&str] = &[
    "best",
    "bfs",
    "dfs",
    "dfs(20)",
    "ids",
    "ids(0)",
    "ucs",
    "greedy",
    "astar",
    "wastar",
    "wastar(1.5)",
    "idastar",
    "idastar(0)",
    "beam",
    "beam(50)",
    "ordered",
    "ordered(0.5,2)",
    "anytime",
];

fn main() {
    let most = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(usize::MAX);
    for path in std::env::args().skip(2) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let document = levels::read(&text, None);
        for (number, level) in document.levels().take(most).enumerate() {
            let mut heuristics = vec![level.game.default_heuristic()];
            heuristics.extend(level.game.heuristics().iter().map(|info| info.name).take(3));
            heuristics.dedup();
            for method in METHODS {
                for heuristic in &heuristics {
                    let request = Method {
                        algorithm: quadrille::registry::algorithm(method).expect("an algorithm"),
                        heuristic: Some(heuristic.parse().expect("a heuristic")),
                        ..Method::default()
                    };
                    if !request.algorithm.uses_heuristic() && *heuristic != heuristics[0] {
                        continue;
                    }
                    let limits = Limits { max_nodes: Some(20_000), ..Limits::default() };
                    let report = level.game.solve(
                        &level.grid,
                        &request,
                        &Control::with_limits(limits),
                        None,
                    );
                    let report = report.expect("a report");
                    let s = report.stats;
                    println!(
                        "{path}#{number} {method} {heuristic}: {:?} lower {} {:?} expanded {} generated {} duplicates {} reopened {} dead {} open {} depth {}",
                        report.outcome,
                        report.lower_bound,
                        report.stop,
                        s.expanded,
                        s.generated,
                        s.duplicates,
                        s.reopened,
                        s.dead_ends,
                        s.peak_open,
                        s.depth
                    );
                }
            }
        }
    }
}
