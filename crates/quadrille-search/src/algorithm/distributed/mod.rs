//! A* on several cores, each position owned by one of them (hash-distributed A*: Kishimoto,
//! Fukunaga and Botea 2009).
//!
//! The hash of a position selects the worker that owns it. A worker keeps a table and an open list
//! of its own positions, expands them, and sends successors to their owners in batches. No table is
//! shared, so none is locked.
//!
//! Workers go through the keys in step: all positions whose cost plus estimate is at most the
//! current key are expanded, including those that arrive meanwhile, before the next key begins.
//! Within a key no worker waits. With an admissible heuristic no plan is cheaper than the current
//! key, so the first solution within it ends the search. The cost and the proof are those of the
//! serial search; the choice among several cheapest plans, and the number of positions expanded in
//! the last key, depend on timing.
//!
//! Estimates are rounded up to whole numbers, as in [`deepening`](crate::deepening). The calling
//! thread is the first worker and the only one that reads the clock.
//!
//! The global number of a position is its number at its owner times the number of workers, plus the
//! number of its owner.

mod share;
mod shared;
mod worker;

use super::deepening::whole_factor;
use crate::control::Meter;
use crate::control::{self, Conclusion};
use crate::space::canonical;
use crate::table::{Link, Nodes, hash, owner};
use crate::{
    Pruning, Report, Stats,
    space::{Heuristic, Space, Successors},
};
use share::{Keys, Layers, Share};
use shared::{Apart, Shared};
use worker::Worker;

const MAX_WORKERS: usize = 256;

/// Finds a plan, or proves that there is none, with `threads` threads. With an admissible heuristic
/// the plan is a cheapest one. Returns `None` if the system cannot start the threads.
pub(crate) fn distributed<P: Space + ?Sized, H: Heuristic<P::State, P::Move> + ?Sized>(
    space: &P,
    heuristic: &H,
    workers: usize,
    pruning: Pruning,
    meter: &mut Meter<'_>,
) -> Option<Report<P::Move, P::State>> {
    let workers = workers.clamp(1, MAX_WORKERS);
    let factor = whole_factor(heuristic);
    let team = Team { space, pruning, workers, factor };
    let deadline = meter.deadline();
    let heap_bytes = space.heap_bytes();
    if space.has_unit_costs() && heuristic.claims().admissible == 0.0 {
        team.search(meter, |budget| {
            let nodes = Nodes::one_of(workers, budget, deadline.clone());
            Layers::new(space, nodes.with_heap_bytes(heap_bytes))
        })
    } else {
        team.search(meter, |budget| {
            let nodes = Nodes::one_of(workers, budget, deadline.clone());
            Keys::new(space, heuristic, nodes.with_heap_bytes(heap_bytes), budget)
        })
    }
}

/// The common input of the workers.
struct Team<'p, P: ?Sized> {
    space: &'p P,
    pruning: Pruning,
    workers: usize,
    factor: f64,
}

impl<P: Space + ?Sized> Team<'_, P> {
    /// Searches with one share per worker; `share` makes one, given its memory budget.
    fn search<X: Share<P>>(
        &self,
        meter: &mut Meter<'_>,
        share: impl Fn(usize) -> X,
    ) -> Option<Report<P::Move, P::State>> {
        let &Team { space, pruning, workers, factor } = self;
        let start = canonical(space, pruning, space.start());
        if space.is_goal(&start) {
            return Some(Conclusion::at_start(space.start()).report(meter));
        }
        let shared = Shared::new(workers, meter.control().limits.max_nodes);
        let batches = worker::batch_bytes::<P::State, X::Terms>(worker::most_batches(workers));
        let budget = (meter.memory_budget() / workers).saturating_sub(batches);
        let worker = |number| Worker {
            space,
            pruning,
            number,
            shared: &shared,
            factor,
            share: share(budget),
            outboxes: (0..workers).map(|_| Apart(worker::empty_batch())).collect(),
            next: Successors::new(),
            arrived: worker::empty_batch(),
            looked_up: worker::empty_batch(),
            spare: Vec::new(),
            round: 0,
            quota: 0,
            lower_bound: u32::from(space.has_unit_costs()),
            stats: Stats::default(),
        };
        let mut all: Vec<Worker<'_, P, X>> = (0..workers as u32).map(worker).collect();
        if let Err(stop) = all[owner(hash(&start), workers)].share.begin(start) {
            shared.halt(stop);
        }
        if !run(&mut all, meter) {
            return None;
        }
        if let Some(panic) = shared.panic() {
            std::panic::resume_unwind(panic);
        }
        let mut stats = Stats::default();
        for worker in &all {
            let peak_bytes = worker.bytes() as u64;
            stats.merge_concurrent(&Stats { peak_bytes, ..worker.stats });
        }
        let plan = shared.best().map(|solution| {
            let mut line = Vec::new();
            let (mut worker, mut node) = (solution.worker as usize, solution.node);
            loop {
                let nodes = all[worker].share.nodes();
                line.push(nodes.state(node).clone());
                let Some(parent) = nodes.link(node).parent().node() else { break };
                (worker, node) = (parent as usize % workers, parent / workers as u32);
            }
            line.reverse();
            control::plan(space, pruning, line)
        });
        let lower_bound = all[0].lower_bound;
        Some(Conclusion { plan, lower_bound, stop: shared.stop(), stats }.report(meter))
    }
}

/// Runs the first worker here and each other one on a thread of its own. Returns false without
/// running any when there are not enough threads: workers wait for each other at barriers.
fn run<P: Space + ?Sized, X: Share<P>>(
    workers: &mut [Worker<'_, P, X>],
    meter: &mut Meter<'_>,
) -> bool {
    std::thread::scope(|scope| {
        let mut all = workers.iter_mut();
        let first = all.next();
        let mut signals = Vec::new();
        for worker in all {
            let (signal, go) = std::sync::mpsc::channel::<()>();
            // Boxed, so that threads are compiled once and not for every space.
            let run: Box<dyn FnOnce() + Send> = Box::new(move || {
                if go.recv().is_ok() {
                    worker.run(None);
                }
            });
            if std::thread::Builder::new().spawn_scoped(scope, run).is_err() {
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
