//! Searches that follow each other as a problem turns out to be hard.
//!
//! 1. Breadth-first search. A problem of a few hundred positions is solved before the tables of a
//!    heuristic are built.
//! 2. A* with the heuristic, if that is admissible, with finders beside it if it takes long.
//!
//! Where no finders run, A* pauses after some positions for a greedy search and then starts again,
//! so that a hard problem has a plan when a limit stops it. That costs little compared with the
//! last stage. On a puzzle of sliding blocks this was two to five times faster than the anytime
//! search, which has to reopen positions that greedy search reached by long paths.

use std::time::Duration;

#[cfg(not(target_arch = "wasm32"))]
use super::threads::has_finders;
use super::{Make, Portfolio};
use crate::algorithm::{ASTAR, GREEDY, Task, UNIFORM_COST, best_first, bfs};
use crate::control::Meter;
use crate::event::Observer;
use crate::heuristic::Claims;
use crate::{
    Control, Limits, Outcome, Pruning, Report, Stage, Stats, Stop,
    space::{Heuristic, Space},
};

/// Positions that each of the early stages may expand.
const BREADTH_FIRST_NODES: u64 = 1_000;
const ASTAR_NODES: u64 = 20_000;
const GREEDY_NODES: u64 = 200_000;

/// Finders need threads.
#[cfg(target_arch = "wasm32")]
fn has_finders(_control: &Control) -> bool {
    false
}

pub(super) fn best<P: Space + ?Sized>(
    space: &P,
    portfolio: Portfolio<Make<'_, '_, P>>,
    meter: &mut Meter<'_>,
    observer: Observer<'_, P::Move>,
) -> Report<P::Move, P::State> {
    let mut relay = Relay { control: meter.control(), stats: Stats::default(), lower_bound: 0 };
    // An observer sees one search, with one numbering of its positions.
    let is_alone = observer.is_none();
    // Layers of moves are layers of costs only where all moves cost the same.
    let is_layered = space.has_unit_costs();
    let progress = &meter.control().progress;
    if is_alone && is_layered {
        progress.enter(Stage::ShortPlans);
        let report = relay.run(BREADTH_FIRST_NODES, |meter| bfs(task(space, &(), meter, None)));
        if !relay.goes_on_after(&report) {
            return relay.end(report, None);
        }
    }
    progress.enter(Stage::Proof);
    let first = (portfolio.heuristic)(0);
    let first = first.as_deref();
    let is_of_use = |claims: Claims| claims.is_admissible() && claims != Claims::ZERO;
    let Some(heuristic) = first.filter(|heuristic| is_of_use(heuristic.claims())) else {
        let proof = |meter: &mut Meter<'_>| {
            if is_layered {
                bfs(task(space, &(), meter, observer))
            } else {
                best_first(task(space, &(), meter, observer), UNIFORM_COST)
            }
        };
        let report = relay.run(u64::MAX, |meter| {
            portfolio.prove_with(space, first, meter, |states| states, proof)
        });
        return relay.end(report, None);
    };
    let search = |policy| {
        move |meter: &mut Meter<'_>| best_first(task(space, heuristic, meter, None), policy)
    };
    let mut plan = None;
    // Where finders run, they look for the plan.
    if is_alone && !has_finders(meter.control()) {
        let report = relay.run(ASTAR_NODES, search(ASTAR));
        if !relay.goes_on_after(&report) {
            return relay.end(report, None);
        }
        let report = relay.run(GREEDY_NODES, search(GREEDY));
        if matches!(report.outcome, Outcome::Unsolvable) {
            return relay.end(report, None);
        }
        plan = Some(report);
    }
    let known = plan.as_ref().and_then(Report::plan);
    let proof = |meter: &mut Meter<'_>| {
        if let Some((moves, cost)) = known {
            meter.plan_found(cost, || (moves.to_vec(), cost));
        }
        best_first(task(space, heuristic, meter, observer), ASTAR)
    };
    let report = relay
        .run(u64::MAX, |meter| portfolio.prove_with(space, first, meter, |states| states, proof));
    relay.end(report, plan)
}

/// A search with all prunings.
fn task<'a, 'm, 'o: 'a, P: Space + ?Sized>(
    space: &'a P,
    heuristic: &'a dyn Heuristic<P::State, P::Move>,
    meter: &'a mut Meter<'m>,
    observer: Observer<'o, P::Move>,
) -> Task<'a, 'm, P> {
    let observer = observer.map(|observer| observer as _);
    Task { space, heuristic, pruning: Pruning::ALL, meter, observer }
}

/// Runs searches one after the other within one set of limits.
struct Relay<'c> {
    control: &'c Control,
    stats: Stats,
    lower_bound: u32,
}

impl Relay<'_> {
    /// Runs a search that may expand `nodes` positions, within the rest of the limits.
    fn run<M, S>(
        &mut self,
        nodes: u64,
        search: impl FnOnce(&mut Meter<'_>) -> Report<M, S>,
    ) -> Report<M, S> {
        let control = self.control_for(nodes);
        let report = search(&mut control.start());
        self.stats.merge_sequential(&report.stats);
        self.lower_bound = self.lower_bound.max(report.lower_bound);
        report
    }

    /// The limits of a search that may expand `nodes` positions.
    fn control_for(&self, nodes: u64) -> Control {
        let limits = self.control.limits;
        let left = limits.max_nodes.map(|limit| limit.saturating_sub(self.stats.expanded));
        let elapsed = Duration::from_secs_f64(self.stats.seconds);
        Control {
            limits: Limits {
                max_nodes: if nodes == u64::MAX {
                    left
                } else {
                    Some(left.map_or(nodes, |left| left.min(nodes)))
                },
                max_time: limits.max_time.map(|time| time.saturating_sub(elapsed)),
                max_memory: limits.max_memory,
            },
            ..self.control.clone()
        }
    }

    /// True if a search ended only because of its own quota, and more positions may be expanded.
    fn goes_on_after<M, S>(&self, report: &Report<M, S>) -> bool {
        report.stop == Some(Stop::Nodes)
            && self.control.limits.max_nodes.is_none_or(|limit| self.stats.expanded < limit)
    }

    /// The report of the last search, with the plan of an earlier one if it has none, and the total
    /// effort.
    fn end<M, S>(self, last: Report<M, S>, earlier: Option<Report<M, S>>) -> Report<M, S> {
        let lower_bound = self.lower_bound;
        let cost = last.plan().map(|(_, cost)| cost);
        let (outcome, states) = match earlier {
            Some(Report { outcome: Outcome::Solved { plan, cost: known, .. }, states, .. })
                if !matches!(last.outcome, Outcome::Unsolvable)
                    && cost.is_none_or(|cost| known < cost) =>
            {
                (Outcome::Solved { plan, cost: known, optimal: known <= lower_bound }, states)
            }
            _ => (last.outcome, last.states),
        };
        let optimal = matches!(outcome, Outcome::Solved { optimal: true, .. });
        let stop = last.stop.filter(|_| !optimal);
        Report { outcome, states, lower_bound, stop, stats: self.stats }
    }
}
