//! From the name of an algorithm to its search.

use crate::best::best;
use crate::best_first::{
    ASTAR, GREEDY, Policy, Ranking, UNIFORM_COST, anytime_rankings, best_first,
};
use crate::{Algorithm, Finder, Heuristic, Meter, Observer, Pruning, Report, Space, Zero};
use crate::{beam::beam, bfs::bfs, deepening::deepening, dfs::dfs};

/// Runs an algorithm on a space. What each of them promises is in its [`AlgorithmInfo`](crate::AlgorithmInfo).
pub fn solve<P, H>(
    space: &P,
    algorithm: Algorithm,
    heuristic: &H,
    pruning: Pruning,
    meter: &mut Meter<'_>,
    observer: Observer<'_, P::Move>,
) -> Report<P::Move, P::State>
where
    P: Space + ?Sized,
    H: Heuristic<P::State, P::Move> + ?Sized,
{
    let rankings: Vec<Ranking>;
    let policy = match algorithm {
        Algorithm::Best => {
            let finders = Finder::standard(1);
            return best(space, || Some(heuristic), finders, |_| None, meter, observer);
        }
        Algorithm::Bfs => return bfs(space, pruning, meter, observer),
        Algorithm::Dfs { depth } => return dfs(space, depth, pruning, meter, observer),
        Algorithm::Ids { table } => {
            return deepening(space, &Zero, table, pruning, meter, observer);
        }
        Algorithm::Idastar { table } => {
            return deepening(space, heuristic, table, pruning, meter, observer);
        }
        Algorithm::Beam { width } => {
            return beam(space, heuristic, width, pruning, meter, observer);
        }
        Algorithm::Parallel { threads } => {
            return parallel(space, heuristic, threads, pruning, meter, observer);
        }
        Algorithm::Ucs => UNIFORM_COST,
        Algorithm::Greedy => GREEDY,
        Algorithm::Astar => ASTAR,
        Algorithm::Wastar { weight } => {
            rankings = vec![Ranking { path: 1.0, estimate: weight.value() }];
            Policy { rankings: &rankings, first_plan: false }
        }
        // The heuristic may be about the last move as well as about the position. With Folding Blocks' `h5` and both weights 1
        // this is that project's own search; with a weight of the path below 0, deeper positions come first, as in the ZHED
        // project's A*, which gives every move a cost of -30.
        Algorithm::Ordered { path, estimate } => {
            rankings = vec![Ranking { path: path.value(), estimate: estimate.value() }];
            Policy { rankings: &rankings, first_plan: true }
        }
        Algorithm::Anytime { weight } => {
            rankings = anytime_rankings(weight.value(), heuristic.claims().is_admissible());
            Policy { rankings: &rankings, first_plan: false }
        }
    };
    best_first(space, heuristic, policy, pruning, meter, observer)
}

/// A* with so many threads; 0 for one a core. With an estimate that is always 0 this is breadth-first search.
///
/// On one core, where the platform has no threads, and when somebody watches (who wants to see one thing after the other)
/// the serial search with the same answers takes over.
fn parallel<P, H>(
    space: &P,
    heuristic: &H,
    threads: u32,
    pruning: Pruning,
    meter: &mut Meter<'_>,
    observer: Observer<'_, P::Move>,
) -> Report<P::Move, P::State>
where
    P: Space + ?Sized,
    H: Heuristic<P::State, P::Move> + ?Sized,
{
    #[cfg(not(target_arch = "wasm32"))]
    {
        let workers = match threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads as usize,
        };
        if workers > 1 && observer.is_none() {
            let report = crate::distributed::distributed(space, heuristic, workers, pruning, meter);
            if let Some(report) = report {
                return report;
            }
        }
    }
    #[cfg(target_arch = "wasm32")]
    let _ = threads;
    if space.has_unit_costs() && heuristic.claims().admissible == 0.0 {
        bfs(space, pruning, meter, observer)
    } else {
        best_first(space, heuristic, ASTAR, pruning, meter, observer)
    }
}
