//! The speed of the searches, as ratios within one run: against the `pathfinding` crate on the same
//! packed states and on closures, against each other, with and without an observer; and the times
//! of `best` on packs of levels.
//!
//! `cargo bench -p quadrille --bench search` prints a table with the goal of each ratio,
//! `cargo bench -p quadrille --bench search -- long` only the rows whose names contain `long`. Every
//! figure is the best of several alternating runs, so other load affects all alike. It fails if a
//! ratio with a goal is below 1. The levels of the apps and the two largest of ZHED, which take
//! minutes, are measured if the folder `QUADRILLE_LEVELS` has them.

#![allow(missing_docs)]

#[path = "../../quadrille-search/benches/closures/mod.rs"]
mod closures;

use std::hint::black_box;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use closures::{is_wanted, row};

use quadrille::Method;
use quadrille::games::tiles::Tiles;
use quadrille::grid::Words;
use quadrille::heuristics::Heuristic;
use quadrille::levels;
use quadrille::puzzle::{self, Formula, Puzzle};
use quadrille::search::{Algorithm, Control, Limits, Outcome, Report, Search, Stats};

/// A board of 8x8 cells with 14 walls and 6 different blocks; 1.4 million positions are nearer than
/// its solution. A* expands few of them.
const LEVEL: &str = "level bench\n\
             a A . . . # # .\n\
             . # . . . . . .\n\
             cB . # # . # . .\n\
             C . . . . # b .\n\
             F . . . # . . #\n\
             D # . . . . . .\n\
             # e . # . f . .\n\
             d E # . . # . .\n\
             ";

/// Another one, of which A* also expands over a million.
const LONG: &str = "level long\n\
             . # # . . c . b\n\
             . . . . # A . .\n\
             . . # . . # . .\n\
             . . . . . # . .\n\
             # . d e # B . #\n\
             . a . . . # D .\n\
             C . . . . . # f\n\
             # . . . # F # E\n\
             ";

const ROUNDS: usize = 11;

fn puzzle(level: &str) -> Tiles<1> {
    let document = levels::read(level, None);
    let level = document.levels().next().expect("the level of the bench is good");
    Tiles::new(&level.grid).expect("six blocks fit into a word")
}

/// A puzzle as the searches receive it from games: through the object-safe interface.
struct Bench<'p> {
    puzzle: &'p dyn Puzzle<State = Words<1>>,
    relaxed: Formula<'p, Words<1>>,
}

impl<'p> Bench<'p> {
    fn new(puzzle: &'p Tiles<1>) -> Bench<'p> {
        let relaxed = "relaxed".parse().expect("the name of a heuristic");
        Bench { puzzle, relaxed: puzzle::formula(puzzle, &relaxed).expect("it exists") }
    }

    fn run(&self, algorithm: Algorithm, heuristic: &Formula<'_, Words<1>>) -> Report {
        Search::new(self.puzzle).algorithm(algorithm).heuristic(heuristic).run().without_states()
    }

    fn bfs(&self) -> Report {
        self.run(Algorithm::Bfs, &Formula::ZERO)
    }

    fn bfs_watched(&self) -> Report {
        let mut count = 0_u64;
        let search = Search::new(self.puzzle).algorithm(Algorithm::Bfs).heuristic(&Formula::ZERO);
        search.observe(|_| count += 1).run().without_states()
    }

    fn astar(&self) -> Report {
        self.run(Algorithm::Astar, &self.relaxed)
    }

    fn parallel(&self, heuristic: &Formula<'_, Words<1>>) -> Report {
        self.run(Algorithm::Parallel { threads: 2 }, heuristic)
    }

    fn following(&self, state: &Words<1>) -> Vec<Words<1>> {
        self.puzzle.following(state).into_iter().map(|(_, next)| next).collect()
    }

    fn others_bfs(&self) -> usize {
        let plan = pathfinding::prelude::bfs(
            &self.puzzle.start(),
            |state| self.following(state),
            |state| self.puzzle.is_goal(state),
        );
        plan.map_or(0, |plan| plan.len() - 1)
    }

    fn others_astar(&self) -> usize {
        let plan = pathfinding::prelude::astar(
            &self.puzzle.start(),
            |state| self.following(state).into_iter().map(|next| (next, 1_u32)),
            |state| self.relaxed.estimate(state, None).min(1e6) as u32,
            |state| self.puzzle.is_goal(state),
        );
        plan.map_or(0, |(_, cost)| cost as usize)
    }
}

fn cost(report: &Report) -> usize {
    match &report.outcome {
        Outcome::Solved { cost, optimal: true, .. } => *cost as usize,
        other => panic!("{other:?}"),
    }
}

/// The best time of each of several alternating runs.
fn race(runs: &[(&str, &dyn Fn() -> usize)]) -> Vec<f64> {
    let mut best = vec![f64::INFINITY; runs.len()];
    let mut answer = None;
    for _ in 0..ROUNDS {
        for (place, (name, run)) in runs.iter().enumerate() {
            let started = Instant::now();
            let cost = black_box(run());
            best[place] = best[place].min(started.elapsed().as_secs_f64());
            assert_eq!(*answer.get_or_insert(cost), cost, "{name} finds another cost");
        }
    }
    best
}

/// The maximum gain of two cores on this machine now: two independent searches at the same time.
fn twice(name: &str, search: &(dyn Fn() -> usize + Sync)) {
    if !is_wanted(&format!("two of {name}")) {
        return;
    }
    let both = || {
        std::thread::scope(|scope| {
            let other = scope.spawn(search);
            search().min(other.join().expect("the search ends"))
        })
    };
    let times = race(&[("two at once", &both), (name, &search)]);
    let (both, single) = (format!("two of {name} at once"), format!("two of {name}, one by one"));
    row(&both, &single, [times[0], 2.0 * times[1]], None);
}

/// The time of `best` over all levels of a pack that it proves quickly, and the goal for it.
fn pack(name: &str, text: &str, goal_ms: Option<f64>) {
    if !is_wanted(name) {
        return;
    }
    let document = levels::read(text, None);
    let control = Control::with_limits(Limits { max_nodes: Some(100_000), ..Limits::default() });
    let levels: Vec<_> = document.levels().collect();
    let seconds = || -> f64 {
        let reports = levels.iter().map(|level| {
            let report = level.game.solve(&level.grid, &Method::default(), &control, None);
            report.map_or(0.0, |report| report.stats.seconds)
        });
        reports.sum()
    };
    let best = (0..ROUNDS).map(|_| seconds()).fold(f64::INFINITY, f64::min);
    let goal = goal_ms.map_or(String::new(), |goal| format!("   goal {goal:.1} ms"));
    println!("best, {:4} levels of {name:15} {:8.2} ms{goal}", levels.len(), best * 1e3);
}

/// The time and memory of `best` for the proof of a level.
fn proof(name: &str, text: &str, goal: &str) {
    let label = format!("best, zhed {name}");
    if !is_wanted(&label) {
        return;
    }
    let document = levels::read(text, None);
    let Some(level) = document.levels().find(|level| level.name.as_deref() == Some(name)) else {
        return;
    };
    let limits = Limits { max_time: Some(Duration::from_secs(120)), ..Limits::default() };
    let control = Control::with_limits(limits);
    if let Ok(report) = level.game.solve(&level.grid, &Method::default(), &control, None) {
        let Stats { seconds, peak_bytes, .. } = report.stats;
        let result = if report.is_optimal() { "proved in" } else { "not proved in" };
        let mebibytes = peak_bytes >> 20;
        println!("{label:25} {result} {seconds:.1} s, {mebibytes} MiB   goal {goal}");
    }
}

fn main() -> ExitCode {
    let (one, other) = (puzzle(LEVEL), puzzle(LONG));
    let (bench, long) = (Bench::new(&one), Bench::new(&other));
    println!(
        "bfs expands {} positions, astar with relaxed {}; on the long level {}",
        bench.bfs().stats.expanded,
        bench.astar().stats.expanded,
        long.astar().stats.expanded
    );
    type Run<'r> = &'r dyn Fn() -> usize;
    let compare = |name: &str, goal: Option<f64>, run: Run<'_>, other: &str, peer: Run<'_>| {
        if is_wanted(name) {
            let times = race(&[(name, run), (other, peer)]);
            row(name, other, [times[0], times[1]], goal);
        }
    };
    let bfs = || cost(&bench.bfs());
    compare("bfs", Some(5.5), &bfs, "pathfinding::bfs", &|| bench.others_bfs());
    let parallel = || cost(&bench.parallel(&Formula::ZERO));
    compare("parallel(2) with zero", Some(1.7), &parallel, "bfs", &bfs);
    twice("bfs", &bfs);
    for (bench, name, goal) in [(&bench, "astar", 5.0), (&long, "astar, long", 6.0)] {
        let astar = || cost(&bench.astar());
        let peer = "pathfinding::astar, same estimate";
        compare(name, Some(goal), &astar, peer, &|| bench.others_astar());
        let parallel = || cost(&bench.parallel(&bench.relaxed));
        compare(&format!("parallel(2), {name}"), Some(1.7), &parallel, name, &astar);
        twice(name, &astar);
    }
    closures::rows();
    compare("bfs, noise", None, &bfs, "the same again", &bfs);
    let watched = || cost(&bench.bfs_watched());
    compare("bfs, observer", None, &bfs, "bfs with an observer that counts", &watched);
    pack("tiles", include_str!("../../../levels/tiles.txt"), None);
    pack("fold", include_str!("../../../levels/fold.txt"), None);
    pack("sokoban", include_str!("../../../levels/sokoban.txt"), None);
    if let Some(folder) = std::env::var_os("QUADRILLE_LEVELS").map(PathBuf::from) {
        let text = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap_or_default();
        pack("tiles-many", &text("tiles-many.txt"), Some(2.0));
        pack("fold-many", &text("fold-many.txt"), Some(1.2));
        let zhed = text("zhed-app.txt");
        proof("100", &zhed, "2 s, 64 MiB");
        proof("99", &zhed, "60 s");
    }
    closures::verdict()
}
