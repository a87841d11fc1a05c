//! From the name of an algorithm to its search.

use super::{Meter, Observer, Pruning, Report};
use super::{anytime, astar, beam, bfs, dfs, greedy, idastar, ids, ordered, parallel, ucs, wastar};
use crate::heuristics::Heuristic;
use crate::puzzle::Puzzle;
use crate::registry::Algorithm;

/// Runs an algorithm. `best` is up to the games; on a bare puzzle it is A* when the heuristic is admissible, and
/// breadth-first search otherwise.
pub fn solve<P: Puzzle, H: Heuristic<P>, O: Observer>(
    puzzle: &P,
    algorithm: Algorithm,
    heuristic: &H,
    pruning: Pruning,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Report {
    match algorithm {
        Algorithm::Best if heuristic.claims().is_admissible() => {
            astar(puzzle, heuristic, pruning, meter, observer)
        }
        Algorithm::Best | Algorithm::Bfs => bfs(puzzle, pruning, meter, observer),
        Algorithm::Ucs => ucs(puzzle, pruning, meter, observer),
        Algorithm::Greedy => greedy(puzzle, heuristic, pruning, meter, observer),
        Algorithm::Astar => astar(puzzle, heuristic, pruning, meter, observer),
        Algorithm::Wastar { weight } => wastar(puzzle, heuristic, weight, pruning, meter, observer),
        Algorithm::Ordered { path, estimate } => {
            ordered(puzzle, heuristic, (path, estimate), pruning, meter, observer)
        }
        Algorithm::Anytime { weight } => {
            anytime(puzzle, heuristic, weight, pruning, meter, observer)
        }
        Algorithm::Dfs { depth } => dfs(puzzle, depth, pruning, meter, observer),
        Algorithm::Ids { table } => ids(puzzle, table, pruning, meter, observer),
        Algorithm::Idastar { table } => idastar(puzzle, heuristic, table, pruning, meter, observer),
        Algorithm::Beam { width } => beam(puzzle, heuristic, width, pruning, meter, observer),
        Algorithm::Parallel { threads } => {
            parallel(puzzle, heuristic, threads, pruning, meter, observer)
        }
    }
}
