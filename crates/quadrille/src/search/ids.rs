//! Iterative deepening: depth-first to depth 1, then 2, and so on.

use super::deepening::deepening;
use super::{Meter, Observer, Pruning, Report};
use crate::heuristics::Formula;
use crate::puzzle::Puzzle;

/// Finds a cheapest plan, or proves that there is none, with a table of at most so many MiB.
pub fn ids<P: Puzzle, O: Observer>(
    puzzle: &P,
    table_mebibytes: u32,
    pruning: Pruning,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Report {
    let blind = Formula::<P::Heuristic>::ZERO;
    deepening(puzzle, &blind, table_mebibytes, pruning, meter, observer)
}
