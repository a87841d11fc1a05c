//! The solver of games that have none of their own: searches that take over from each other as a level turns out to be hard.
//!
//! 1. Breadth-first search. A level of a few hundred positions is solved before the tables of a heuristic are even built.
//! 2. A* with the game's admissible heuristic. Most levels end here.
//! 3. Greedy search, for some plan: a hard level should not be left without one when a limit is reached.
//! 4. A* once more, to the end.
//!
//! What the early stages take is small beside the last one. On Match-the-Tiles this was two to five times faster than
//! the anytime search, which has to take positions up again that greed came to by long ways.

use std::time::Duration;

use super::{Control, Limit, Limits, Meter, Observer, Outcome, Pruning, Report, Stats, Stop};
use super::{astar, bfs, greedy};
use crate::heuristics::{Claims, Heuristic};
use crate::puzzle::Puzzle;

/// Positions that each of the early stages may expand.
const BREADTH_FIRST: u64 = 1_000;
const FIRST_ASTAR: u64 = 20_000;
const GREEDY: u64 = 200_000;

/// Finds a cheapest plan, or proves that there is none. The heuristic, if the game has one, is made only when it is
/// needed; one that is not admissible is not used.
pub fn best<P: Puzzle, H: Heuristic<P>, O: Observer>(
    puzzle: &P,
    heuristic: impl FnOnce() -> Option<H>,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Report {
    let pruning = Pruning::default();
    let mut relay = Relay { control: meter.control(), stats: Stats::default(), lower_bound: 0 };
    // Whoever watches sees one search, with one numbering of its positions.
    let is_alone = !O::LISTENS;
    if is_alone {
        let report = relay.run(BREADTH_FIRST, |meter| bfs(puzzle, pruning, meter, observer));
        if !relay.goes_on_after(&report) {
            return relay.end(report, None);
        }
    }
    let is_of_use = |claims: Claims| claims.is_admissible() && claims != Claims::ZERO;
    let Some(heuristic) = heuristic().filter(|heuristic| is_of_use(heuristic.claims())) else {
        let report = relay.run(u64::MAX, |meter| bfs(puzzle, pruning, meter, observer));
        return relay.end(report, None);
    };
    let mut plan = None;
    if is_alone {
        let search = |meter: &mut Meter<'_>| astar(puzzle, &heuristic, pruning, meter, observer);
        let report = relay.run(FIRST_ASTAR, search);
        if !relay.goes_on_after(&report) {
            return relay.end(report, None);
        }
        let search = |meter: &mut Meter<'_>| greedy(puzzle, &heuristic, pruning, meter, observer);
        let report = relay.run(GREEDY, search);
        if report.outcome == Outcome::Unsolvable {
            return relay.end(report, None);
        }
        plan = Some(report);
    }
    let search = |meter: &mut Meter<'_>| astar(puzzle, &heuristic, pruning, meter, observer);
    let report = relay.run(u64::MAX, search);
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
    fn run(&mut self, nodes: u64, search: impl FnOnce(&mut Meter<'_>) -> Report) -> Report {
        let limits = self.control.limits;
        let left = limits.nodes.map(|limit| limit.saturating_sub(self.stats.expanded));
        let elapsed = Duration::from_secs_f64(self.stats.seconds);
        let control = Control {
            limits: Limits {
                nodes: if nodes == u64::MAX {
                    left
                } else {
                    Some(left.map_or(nodes, |left| left.min(nodes)))
                },
                time: limits.time.map(|time| time.saturating_sub(elapsed)),
                memory: limits.memory,
            },
            ..self.control.clone()
        };
        let report = search(&mut control.start());
        self.stats = together(&self.stats, &report.stats);
        self.lower_bound = self.lower_bound.max(report.lower_bound);
        report
    }

    /// Whether a search only ran out of the positions that it was given, and more may be expanded.
    fn goes_on_after(&self, report: &Report) -> bool {
        report.stop == Some(Stop::Limit(Limit::Nodes))
            && self.control.limits.nodes.is_none_or(|limit| self.stats.expanded < limit)
    }

    /// The report of the last search, with the plan of an earlier one when it has none, and what all took.
    fn end(self, last: Report, earlier: Option<Report>) -> Report {
        let lower_bound = self.lower_bound;
        let outcome = match (last.outcome, earlier.map(|report| report.outcome)) {
            (Outcome::Unknown, Some(Outcome::Solved { plan, cost, .. })) => {
                Outcome::Solved { plan, cost, optimal: cost == lower_bound }
            }
            (outcome, _) => outcome,
        };
        let optimal = matches!(outcome, Outcome::Solved { optimal: true, .. });
        Report { outcome, lower_bound, stop: last.stop.filter(|_| !optimal), stats: self.stats }
    }
}

/// What two searches took, one after the other.
fn together(first: &Stats, second: &Stats) -> Stats {
    let first_plan = second.first_plan_seconds.map(|time| first.seconds + time);
    Stats {
        expanded: first.expanded + second.expanded,
        generated: first.generated + second.generated,
        duplicates: first.duplicates + second.duplicates,
        reopened: first.reopened + second.reopened,
        dead_ends: first.dead_ends + second.dead_ends,
        peak_open: first.peak_open.max(second.peak_open),
        peak_bytes: first.peak_bytes.max(second.peak_bytes),
        depth: first.depth.max(second.depth),
        seconds: first.seconds + second.seconds,
        first_plan_seconds: first.first_plan_seconds.or(first_plan),
    }
}
