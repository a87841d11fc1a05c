//! The speed of the searches, as ratios within one run: against the `pathfinding` crate on the same
//! packed states, against each other, and with and without an observer.
//!
//! `cargo bench -p quadrille` prints a table, `cargo bench -p quadrille --bench search -- long`
//! only the rows whose names contain `long`. Every figure is the best of several alternating runs,
//! so other load affects all alike. It fails if `pathfinding` is faster anywhere.

#![allow(missing_docs)]

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use quadrille::Method;
use quadrille::games::tiles::Tiles;
use quadrille::grid::Words;
use quadrille::heuristics::Heuristic;
use quadrille::levels;
use quadrille::puzzle::{self, Formula, Puzzle};
use quadrille::search::{Algorithm, Control, Limits, Outcome, Report, Search};

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

/// True if rows of this name were asked for.
fn is_wanted(name: &str) -> bool {
    let mut wanted = std::env::args().skip(1).filter(|word| !word.starts_with('-')).peekable();
    wanted.peek().is_none() || wanted.any(|part| name.contains(&part))
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

fn line(name: &str, other: &str, times: &[f64]) {
    println!(
        "{name:34} {:8.1} ms   {other:34} {:8.1} ms   {:5.2} times as fast",
        times[0] * 1e3,
        times[1] * 1e3,
        times[1] / times[0]
    );
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
    line(&both, &single, &[times[0], 2.0 * times[1]]);
}

/// The time of `best` over all levels of a pack that it proves quickly.
fn pack(name: &str, text: &str) {
    if !is_wanted(name) {
        return;
    }
    let document = levels::read(text, None);
    let control = Control::with_limits(Limits { max_nodes: Some(100_000), ..Limits::default() });
    let levels: Vec<_> = document.levels().collect();
    let all = || {
        let solved = levels.iter().filter(|level| {
            let report = level.game.solve(&level.grid, &Method::default(), &control, None);
            report.is_ok_and(|report| report.is_optimal())
        });
        solved.count()
    };
    let times = race(&[("best", &all)]);
    let (time, count) = (times[0] * 1e3, levels.len());
    println!("best, {count:4} levels of {name:15} {time:8.1} ms");
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
    let mut is_slower = false;
    let mut compare =
        |name: &str, run: &dyn Fn() -> usize, other: &str, peer: &dyn Fn() -> usize| {
            if is_wanted(name) {
                let times = race(&[(name, run), (other, peer)]);
                line(name, other, &times);
                is_slower |= other.starts_with("pathfinding") && times[1] < times[0];
            }
        };
    let bfs = || cost(&bench.bfs());
    compare("bfs", &bfs, "pathfinding::bfs", &|| bench.others_bfs());
    compare("parallel(2) with zero", &|| cost(&bench.parallel(&Formula::ZERO)), "bfs", &bfs);
    twice("bfs", &bfs);
    for (bench, name) in [(&bench, "astar"), (&long, "astar, long")] {
        let astar = || cost(&bench.astar());
        compare(name, &astar, "pathfinding::astar, same estimate", &|| bench.others_astar());
        let parallel = || cost(&bench.parallel(&bench.relaxed));
        compare(&format!("parallel(2), {name}"), &parallel, name, &astar);
        twice(name, &astar);
    }
    compare("bfs, noise", &bfs, "the same again", &bfs);
    let watched = || cost(&bench.bfs_watched());
    compare("bfs, observer", &bfs, "bfs with an observer that counts", &watched);
    pack("tiles", include_str!("../../../levels/tiles.txt"));
    pack("fold", include_str!("../../../levels/fold.txt"));
    pack("sokoban", include_str!("../../../levels/sokoban.txt"));
    if is_slower {
        eprintln!("pathfinding is faster");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
