//! Best-first search by any ordering, to the first plan.
//!
//! The key is any weighing of the cost so far and a heuristic, which may be about the last move as well as about the
//! position. With Folding Blocks' `h5` and both weights 1 it is that project's own search: the largest final size of the
//! moved piece plus the filled cells less the cost, largest first. With a weight of the path below 0, deeper positions
//! come first: the ZHED project's A* gives every move a cost of -30.

use super::best_first::{Policy, Ranking, best_first};
use super::{Meter, Observer, Pruning, Report};
use crate::heuristics::Heuristic;
use crate::puzzle::Puzzle;
use crate::registry::Weight;

/// Finds a plan, or proves that there is none. Expanded positions are not taken up again.
pub fn ordered<P: Puzzle, H: Heuristic<P>, O: Observer>(
    puzzle: &P,
    heuristic: &H,
    (path, estimate): (Weight, Weight),
    pruning: Pruning,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Report {
    let rankings = [Ranking { path: path.value(), estimate: estimate.value() }];
    let policy = Policy { rankings: &rankings, first_plan: true };
    best_first(puzzle, heuristic, policy, pruning, meter, observer)
}
