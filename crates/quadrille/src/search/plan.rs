//! From positions back to moves.

use super::Pruning;
use crate::moves::Move;
use crate::puzzle::{Cost, Puzzle};

/// The moves that lead along a line of positions, the start first. Searches keep positions and parents, not moves: the
/// few that a plan needs are found again by expanding the positions along it.
///
/// Returns `None` when two neighbours on the line are not joined by a move.
pub fn plan_between<P: Puzzle>(
    puzzle: &P,
    line: &[P::State],
    pruning: Pruning,
) -> Option<Vec<Move>> {
    let name = |state| if pruning.canonical { puzzle.canonical(state) } else { state };
    line.windows(2)
        .map(|pair| {
            let mut cheapest: Option<Move> = None;
            puzzle.successors(&pair[0], |mv, next| {
                if name(next) == pair[1]
                    && cheapest.is_none_or(|known| puzzle.cost(mv) < puzzle.cost(known))
                {
                    cheapest = Some(mv);
                }
            });
            cheapest
        })
        .collect()
}

/// What the moves of a plan cost together.
pub fn plan_cost<P: Puzzle>(puzzle: &P, plan: &[Move]) -> Cost {
    plan.iter().map(|&mv| puzzle.cost(mv)).sum()
}
