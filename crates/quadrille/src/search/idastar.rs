//! Iterative-deepening A* (Korf 1985): depth-first within a bound on cost plus estimate that rises.

use super::deepening::deepening;
use super::{Meter, Observer, Pruning, Report};
use crate::heuristics::Heuristic;
use crate::puzzle::Puzzle;

/// Finds a plan, or proves that there is none, with a table of at most so many MiB. With an admissible heuristic the plan
/// is a cheapest one.
pub fn idastar<P: Puzzle, H: Heuristic<P>, O: Observer>(
    puzzle: &P,
    heuristic: &H,
    table_mebibytes: u32,
    pruning: Pruning,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Report {
    deepening(puzzle, heuristic, table_mebibytes, pruning, meter, observer)
}
