//! How fast the searches are, as ratios within one run: against the `pathfinding` crate on the same packed states, against
//! each other, and with and without somebody watching.
//!
//! `cargo bench -p quadrille` prints a table. Every figure is the best of several runs that take turns, so that what else the
//! machine does hits all alike.

#![allow(missing_docs)]

use std::hint::black_box;
use std::time::Instant;

use quadrille::games::tiles::{self, Tiles};
use quadrille::grid::Words;
use quadrille::heuristics::{Formula, Heuristic};
use quadrille::levels;
use quadrille::puzzle::Puzzle;
use quadrille::search::{Control, Event, Outcome, Pruning, Report, astar, bfs, parallel};

/// A board of 8x8 cells with 14 walls and 6 different blocks; 1.4 million positions are nearer than its solution. A*
/// needs few of them.
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

/// Another one, of which A* needs over a million as well.
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

struct Bench {
    puzzle: Tiles<1>,
    zero: Formula<tiles::Heuristic>,
    relaxed: Formula<tiles::Heuristic>,
}

impl Bench {
    fn new(level: &str) -> Bench {
        let document = levels::read(level, None);
        let level = document.levels().next().expect("the level of the bench is good");
        let puzzle = Tiles::<1>::new(level).expect("six blocks fit into a word");
        let formula = |text: &str| {
            Formula::new(&puzzle, &text.parse().expect("a heuristic"), tiles::HEURISTICS)
                .expect("exists")
        };
        Bench { zero: formula("zero"), relaxed: formula("relaxed"), puzzle: puzzle.clone() }
    }

    fn bfs(&self) -> Report {
        bfs(&self.puzzle, Pruning::default(), &mut Control::default().start(), &mut ())
    }

    fn bfs_watched(&self) -> Report {
        let mut count = 0_u64;
        let mut watch = |_: Event| count += 1;
        let mut watcher: &mut dyn FnMut(Event) = &mut watch;
        bfs(&self.puzzle, Pruning::default(), &mut Control::default().start(), &mut watcher)
    }

    fn astar(&self) -> Report {
        let control = Control::default();
        astar(&self.puzzle, &self.relaxed, Pruning::default(), &mut control.start(), &mut ())
    }

    fn parallel(&self, heuristic: &Formula<tiles::Heuristic>) -> Report {
        let control = Control::default();
        parallel(&self.puzzle, heuristic, 2, Pruning::default(), &mut control.start(), &mut ())
    }

    fn following(&self, state: &Words<1>) -> Vec<Words<1>> {
        let mut following = Vec::with_capacity(4);
        self.puzzle.successors(state, |_, next| following.push(next));
        following
    }

    fn others_bfs(&self) -> usize {
        let plan = pathfinding::prelude::bfs(
            &self.puzzle.start(),
            |state| self.following(state),
            |state| self.puzzle.is_solved(state),
        );
        plan.map_or(0, |plan| plan.len() - 1)
    }

    fn others_astar(&self) -> usize {
        let plan = pathfinding::prelude::astar(
            &self.puzzle.start(),
            |state| self.following(state).into_iter().map(|next| (next, 1_u32)),
            |state| self.relaxed.estimate(&self.puzzle, state, None).min(1e6) as u32,
            |state| self.puzzle.is_solved(state),
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

/// The best time of each of several runs that take turns.
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

/// What two cores can give at best here and now: two searches beside each other that have nothing to do with each other.
fn twice(name: &str, search: &(dyn Fn() -> usize + Sync)) {
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

fn main() {
    let (bench, long) = (Bench::new(LEVEL), Bench::new(LONG));
    println!(
        "bfs expands {} positions, astar with relaxed {}; on the long level {}",
        bench.bfs().stats.expanded,
        bench.astar().stats.expanded,
        long.astar().stats.expanded
    );
    let own_bfs = || cost(&bench.bfs());
    let times = race(&[("bfs", &own_bfs), ("pathfinding", &|| bench.others_bfs())]);
    line("bfs", "pathfinding::bfs", &times);
    let times = race(&[("parallel", &|| cost(&bench.parallel(&bench.zero))), ("bfs", &own_bfs)]);
    line("parallel(2) with zero", "bfs", &times);
    twice("bfs", &own_bfs);
    for (bench, name) in [(&bench, "astar"), (&long, "astar, long")] {
        let own = || cost(&bench.astar());
        let times = race(&[(name, &own), ("pathfinding", &|| bench.others_astar())]);
        line(name, "pathfinding::astar, same estimate", &times);
        let parallel = || cost(&bench.parallel(&bench.relaxed));
        let times = race(&[("parallel", &parallel), (name, &own)]);
        line("parallel(2) with relaxed", name, &times);
        twice(name, &own);
    }
    let times = race(&[("bfs", &own_bfs), ("bfs again", &own_bfs)]);
    line("bfs", "the same again (noise)", &times);
    let times = race(&[("bfs", &own_bfs), ("watched", &|| cost(&bench.bfs_watched()))]);
    line("bfs", "bfs with a watcher that counts", &times);
}
