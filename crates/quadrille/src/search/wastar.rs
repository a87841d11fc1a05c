//! Weighted A* (Pohl 1970): the estimate counts more than the way behind, for plans that come sooner and cost a bounded
//! factor more.

use super::best_first::{Policy, Ranking, best_first};
use super::{Meter, Observer, Pruning, Report};
use crate::heuristics::Heuristic;
use crate::puzzle::Puzzle;
use crate::registry::Weight;

/// Finds a plan, or proves that there is none. With an admissible heuristic the plan costs at most `weight` times the
/// least, and the lower bound of the report says so.
pub fn wastar<P: Puzzle, H: Heuristic<P>, O: Observer>(
    puzzle: &P,
    heuristic: &H,
    weight: Weight,
    pruning: Pruning,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Report {
    let rankings = [Ranking { path: 1.0, estimate: weight.value() }];
    let policy = Policy { rankings: &rankings, first_plan: false };
    best_first(puzzle, heuristic, policy, pruning, meter, observer)
}
