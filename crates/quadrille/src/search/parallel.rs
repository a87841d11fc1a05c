//! A* on all cores, or on one where there are no threads.

use super::{Meter, Observer, Pruning, Report, astar, bfs};
use crate::heuristics::Heuristic;
use crate::puzzle::Puzzle;

/// Finds a plan, or proves that there is none, with so many threads; 0 for one a core. With an admissible heuristic the plan
/// is a cheapest one; with an estimate that is always 0 this is breadth-first search.
///
/// On one core, where the platform has no threads, and when somebody watches (who wants to see one thing after the other)
/// the serial search with the same answers takes over.
pub fn parallel<P: Puzzle, H: Heuristic<P>, O: Observer>(
    puzzle: &P,
    heuristic: &H,
    threads: u32,
    pruning: Pruning,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Report {
    #[cfg(not(target_arch = "wasm32"))]
    {
        let workers = match threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads as usize,
        };
        if workers > 1 && !O::LISTENS {
            let report =
                super::distributed::distributed(puzzle, heuristic, workers, pruning, meter);
            if let Some(report) = report {
                return report;
            }
        }
    }
    #[cfg(target_arch = "wasm32")]
    let _ = threads;
    if P::UNIT_COST && heuristic.claims().admissible == 0.0 {
        bfs(puzzle, pruning, meter, observer)
    } else {
        astar(puzzle, heuristic, pruning, meter, observer)
    }
}
