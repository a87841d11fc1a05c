//! Uniform-cost search (Dijkstra): the position that is cheapest to reach first.

use super::best_first::{Policy, Ranking, best_first};
use super::{Meter, Observer, Pruning, Report};
use crate::heuristics::Formula;
use crate::puzzle::Puzzle;

/// Finds a cheapest plan, or proves that there is none.
pub fn ucs<P: Puzzle, O: Observer>(
    puzzle: &P,
    pruning: Pruning,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Report {
    let policy = Policy { rankings: &[Ranking { path: 1.0, estimate: 0.0 }], first_plan: false };
    best_first(puzzle, &Formula::<P::Heuristic>::ZERO, policy, pruning, meter, observer)
}
