//! Greedy search: best first by the estimate alone, to the first plan.

use super::best_first::{Policy, Ranking, best_first};
use super::{Meter, Observer, Pruning, Report};
use crate::heuristics::Heuristic;
use crate::puzzle::Puzzle;

/// Finds a plan, usually soon and seldom a short one, or proves that there is none.
pub fn greedy<P: Puzzle, H: Heuristic<P>, O: Observer>(
    puzzle: &P,
    heuristic: &H,
    pruning: Pruning,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Report {
    let policy = Policy { rankings: &[Ranking { path: 0.0, estimate: 1.0 }], first_plan: true };
    best_first(puzzle, heuristic, policy, pruning, meter, observer)
}
