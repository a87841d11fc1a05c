//! Anytime search: a first plan fast, then better ones until none can be better.
//!
//! Greedy search finds the first plan; weighted A* takes over with all positions that still wait, then A*. Every plan cuts
//! off what cannot beat it (Hansen and Zhou, "Anytime heuristic search", 2007; the falling weights are those of Likhachev,
//! Gordon and Thrun's ARA*, 2003). With a heuristic that is not admissible the estimate is not trusted to cut anything
//! off, and a last round by cost alone makes the proof.

use super::best_first::{Policy, Ranking, best_first};
use super::{Meter, Observer, Pruning, Report};
use crate::heuristics::Heuristic;
use crate::puzzle::Puzzle;
use crate::registry::Weight;

/// Finds a cheapest plan, or proves that there is none. When it is stopped, the report holds the best plan so far; each
/// better plan is told to the meter and the observer at once.
pub fn anytime<P: Puzzle, H: Heuristic<P>, O: Observer>(
    puzzle: &P,
    heuristic: &H,
    weight: Weight,
    pruning: Pruning,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Report {
    let rankings = [
        Ranking { path: 0.0, estimate: 1.0 },
        Ranking { path: 1.0, estimate: weight.value().max(1.0) },
        Ranking { path: 1.0, estimate: 1.0 },
        Ranking { path: 1.0, estimate: 0.0 },
    ];
    let rounds = if heuristic.claims().is_admissible() { 3 } else { 4 };
    let policy = Policy { rankings: &rankings[..rounds], first_plan: false };
    best_first(puzzle, heuristic, policy, pruning, meter, observer)
}
