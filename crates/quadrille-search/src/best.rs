//! Searches that take over from each other as a problem turns out to be hard.
//!
//! 1. Breadth-first search. A problem of a few hundred positions is solved before the tables of a heuristic are even built.
//! 2. A* with the heuristic, if that is admissible, with [`finders`](crate::beside) beside it when it takes long.
//!
//! Where no finders run, A* stops after some positions for a greedy search and then begins anew: a hard problem should not
//! be left without a plan when a limit is reached. What that takes is small beside the last stage. On Match-the-Tiles this was two to
//! five times faster than the anytime search, which has to reopen positions that greed came to by long ways.

use std::time::Duration;

use crate::best_first::{ASTAR, GREEDY, UNIFORM_COST, best_first};
use crate::bfs::bfs;
use crate::finders::has_finders;
use crate::{
    Claims, Control, Finder, Guides, Heuristic, Limits, Meter, Observer, Outcome, Pruning, Report,
    Space, Stats, Stop, Zero, beside,
};

/// Positions that each of the early stages may expand.
const BREADTH_FIRST_NODES: u64 = 1_000;
const ASTAR_NODES: u64 = 20_000;
const GREEDY_NODES: u64 = 200_000;

/// Finds a cheapest plan, or proves that there is none. The heuristic, if there is one, is asked for only when it is
/// needed; one that is not admissible does not lead the proof. The finders look for plans beside it, by that heuristic, which has the
/// number 0, and others that `make` makes.
pub fn best<'h, P, H>(
    space: &P,
    heuristic: impl FnOnce() -> Option<&'h H>,
    finders: Vec<Finder>,
    make: impl Fn(usize) -> Option<Box<H>> + Sync,
    meter: &mut Meter<'_>,
    observer: Observer<'_, P::Move>,
) -> Report<P::Move, P::State>
where
    P: Space + ?Sized,
    H: Heuristic<P::State, P::Move> + ?Sized + 'h,
{
    let pruning = Pruning::default();
    let mut relay = Relay { control: meter.control(), stats: Stats::default(), lower_bound: 0 };
    // Whoever watches sees one search, with one numbering of its positions.
    let is_alone = observer.is_none();
    // Layers of moves are layers of costs only where all moves cost the same.
    let is_layered = space.has_unit_costs();
    if is_alone && is_layered {
        let report = relay.run(BREADTH_FIRST_NODES, |meter| bfs(space, pruning, meter, None));
        if !relay.goes_on_after(&report) {
            return relay.end(report, None);
        }
    }
    let first = heuristic();
    let is_of_use = |claims: Claims| claims.is_admissible() && claims != Claims::ZERO;
    let guides = Guides { finders, first, make };
    let Some(heuristic) = first.filter(|heuristic| is_of_use(heuristic.claims())) else {
        let proof = |meter: &mut Meter<'_>| {
            if is_layered {
                bfs(space, pruning, meter, observer)
            } else {
                best_first(space, &Zero, UNIFORM_COST, pruning, meter, observer)
            }
        };
        let report =
            relay.run(u64::MAX, |meter| beside(space, guides, |states| states, meter, proof));
        return relay.end(report, None);
    };
    let search = |policy| {
        move |meter: &mut Meter<'_>| best_first(space, heuristic, policy, pruning, meter, None)
    };
    let mut plan = None;
    // With finders the plan is their work.
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
        best_first(space, heuristic, ASTAR, pruning, meter, observer)
    };
    let report = relay.run(u64::MAX, |meter| beside(space, guides, |states| states, meter, proof));
    relay.end(report, plan)
}

/// Searches one after the other within one set of limits.
struct Relay<'c> {
    control: &'c Control,
    /// What they took together.
    stats: Stats,
    lower_bound: u32,
}

impl Relay<'_> {
    /// Runs a search that may expand so many positions, within what is left of the limits.
    fn run<M, S>(
        &mut self,
        nodes: u64,
        search: impl FnOnce(&mut Meter<'_>) -> Report<M, S>,
    ) -> Report<M, S> {
        let limits = self.control.limits;
        let left = limits.max_nodes.map(|limit| limit.saturating_sub(self.stats.expanded));
        let elapsed = Duration::from_secs_f64(self.stats.seconds);
        let control = Control {
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
        };
        let report = search(&mut control.start());
        self.stats.merge_sequential(&report.stats);
        self.lower_bound = self.lower_bound.max(report.lower_bound);
        report
    }

    /// Whether a search only ran out of the positions that it was given, and more may be expanded.
    fn goes_on_after<M, S>(&self, report: &Report<M, S>) -> bool {
        report.stop == Some(Stop::Nodes)
            && self.control.limits.max_nodes.is_none_or(|limit| self.stats.expanded < limit)
    }

    /// The report of the last search, with the plan of an earlier one when it has none, and what all took.
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
