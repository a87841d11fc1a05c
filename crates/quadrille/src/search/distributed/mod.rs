//! A* on several cores, each position owned by one of them (hash-distributed A*: Kishimoto, Fukunaga and Botea 2009).
//!
//! The hash of a position says which worker owns it. A worker keeps a table and an open list of its own positions, expands
//! them, and posts what follows to its owners, many positions to a letter. No table is shared, so none is locked.
//!
//! Workers go through the keys in step: all positions whose cost plus estimate is at most the current key are expanded,
//! including those that come in meanwhile, before the next key begins. Within a key nothing waits for anything. So when a
//! key begins, no plan can be cheaper (with an admissible heuristic), and the first solution within it ends the search. The
//! cost and the proof are therefore those of the serial search; which of several cheapest plans it is, and how many
//! positions of the last key were expanded, depends on the timing.
//!
//! Estimates are rounded up to whole numbers, as in [`deepening`](super::deepening). The calling thread is the first
//! worker, and the only one that looks at the clock.
//!
//! A position has a number among all: its number at its owner times the number of workers, plus that of its owner.

mod share;
mod shared;
mod worker;

use super::conclude::{self, Conclusion};
use super::deepening::whole_factor;
use super::{Link, Meter, Nodes, Pruning, Report, Stats};
use crate::heuristics::Heuristic;
use crate::puzzle::{Puzzle, State};
use share::{Keys, Layers, Share};
use shared::{Apart, Shared};
use worker::Worker;

/// More workers are not asked for.
const MAX_WORKERS: usize = 256;

/// Finds a plan, or proves that there is none, with so many threads. With an admissible heuristic the plan is a cheapest
/// one. Returns `None` when the system has no more threads to give.
pub(super) fn distributed<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    workers: usize,
    pruning: Pruning,
    meter: &mut Meter<'_>,
) -> Option<Report> {
    let workers = workers.clamp(1, MAX_WORKERS);
    let factor = whole_factor(heuristic);
    let team = Team { puzzle, pruning, workers, factor };
    let deadline = meter.deadline();
    if P::UNIT_COST && heuristic.claims().admissible == 0.0 {
        team.search(meter, |budget| {
            Layers::new(puzzle, Nodes::one_of(workers, budget, deadline.clone()))
        })
    } else {
        team.search(meter, |budget| {
            let nodes = Nodes::one_of(workers, budget, deadline.clone());
            Keys::new(puzzle, heuristic, nodes, budget)
        })
    }
}

/// What the workers have in common from the start.
struct Team<'p, P> {
    puzzle: &'p P,
    pruning: Pruning,
    workers: usize,
    /// Keys never exceed this factor times the cost of a plan.
    factor: f64,
}

impl<P: Puzzle> Team<'_, P> {
    /// Searches with a share of positions for each worker, made with the bytes it may hold.
    fn search<X: Share<P>>(
        &self,
        meter: &mut Meter<'_>,
        share: impl Fn(usize) -> X,
    ) -> Option<Report> {
        let &Team { puzzle, pruning, workers, factor } = self;
        let start = conclude::name(puzzle, pruning, puzzle.start());
        if puzzle.is_solved(&start) {
            let stats = Stats::default();
            let plan = Some(Vec::new());
            let conclusion = Conclusion { plan, lower_bound: 0, stop: None, stats };
            return Some(conclude::report(puzzle, conclusion, meter));
        }
        let shared = Shared::new(workers, meter.control().limits.nodes);
        let letters = worker::letter_bytes::<P::State, X::Terms>(worker::most_letters(workers));
        let budget = (meter.memory_budget() / workers).saturating_sub(letters);
        let worker = |number| Worker {
            puzzle,
            pruning,
            number,
            shared: &shared,
            factor,
            share: share(budget),
            outboxes: (0..workers).map(|_| Apart(worker::empty_letter())).collect(),
            arrived: worker::empty_letter(),
            looked_up: worker::empty_letter(),
            spare: Vec::new(),
            quota: 0,
            lower_bound: u32::from(P::UNIT_COST),
            stats: Stats::default(),
        };
        let mut all: Vec<Worker<'_, P, X>> = (0..workers as u32).map(worker).collect();
        if let Err(stop) = all[owner_of(start, workers)].share.begin(start) {
            shared.halt(stop);
        }
        if !run(&mut all, meter) {
            return None;
        }
        let mut stats = Stats::default();
        for worker in &all {
            let of = &worker.stats;
            stats.expanded += of.expanded;
            stats.generated += of.generated;
            stats.duplicates += of.duplicates;
            stats.reopened += of.reopened;
            stats.dead_ends += of.dead_ends;
            stats.peak_open += of.peak_open;
            stats.peak_bytes += worker.bytes() as u64;
            stats.depth = stats.depth.max(of.depth);
        }
        let plan = shared.best().map(|solution| {
            let mut line = Vec::new();
            let (mut worker, mut node) = (solution.worker as usize, solution.node);
            loop {
                let nodes = all[worker].share.nodes();
                line.push(nodes.state(node));
                let Some(parent) = nodes.link(node).parent().node() else { break };
                (worker, node) = (parent as usize % workers, parent / workers as u32);
            }
            line.reverse();
            conclude::plan(puzzle, pruning, &line)
        });
        let conclusion =
            Conclusion { plan, lower_bound: all[0].lower_bound, stop: shared.stop(), stats };
        Some(conclude::report(puzzle, conclusion, meter))
    }
}

/// Runs the first worker here and each other one on a thread of its own. Returns false, with nothing done, when there
/// are not enough threads: the workers wait for each other, so it takes all of them or none.
fn run<P: Puzzle, X: Share<P>>(workers: &mut [Worker<'_, P, X>], meter: &mut Meter<'_>) -> bool {
    std::thread::scope(|scope| {
        let mut all = workers.iter_mut();
        let first = all.next();
        let mut signals = Vec::new();
        for worker in all {
            let (signal, go) = std::sync::mpsc::channel::<()>();
            let thread = std::thread::Builder::new().spawn_scoped(scope, move || {
                if go.recv().is_ok() {
                    worker.run(None);
                }
            });
            if thread.is_err() {
                return false;
            }
            signals.push(signal);
        }
        for signal in &signals {
            signal.send(()).expect("the thread waits for its signal");
        }
        if let Some(first) = first {
            first.run(Some(meter));
        }
        true
    })
}

/// The tables use the upper half of the hash; owners are told apart by the lower.
#[inline]
fn owner_of<S: State>(state: S, workers: usize) -> usize {
    ((u64::from(state.mix() as u32) * workers as u64) >> 32) as usize
}
