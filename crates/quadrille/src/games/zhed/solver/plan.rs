//! Builds a plan from a model: the moves in a valid order, without those that turn out to be
//! needless.

use super::super::rules::Zhed;
use super::claims::Claims;
use super::encoding::Encoding;
use crate::grid::Words;
use crate::moves::Move;
use crate::search::space::Space;

/// Reads the plan of the engine's last model. `None` if it does not replay, which would be a fault
/// of the encoding.
pub(super) fn from_model(
    puzzle: &Zhed<4>,
    claims: &Claims,
    encoding: &Encoding,
) -> Option<Vec<Move>> {
    let engine = &encoding.engine;
    let rays = encoding.rays.iter().zip(&claims.rays);
    let mut waiting: Vec<_> = rays.filter(|(lits, _)| engine.holds(lits.goes)).collect();
    let mut filled = Words::<4>::EMPTY;
    let mut plan = Vec::new();
    // A move is ready if all cells that it relies on are filled; the order has no cycle, so one
    // always is.
    while !waiting.is_empty() {
        let ready = waiting.iter().position(|(lits, ray)| {
            lits.relies.iter().zip(&ray.cells).all(|(relies, &cell)| {
                relies.is_none_or(|lit| !engine.holds(lit)) || filled.contains(usize::from(cell))
            })
        })?;
        let (lits, ray) = waiting.remove(ready);
        for (claim, &cell) in lits.claims.iter().zip(&ray.cells) {
            if claim.is_some_and(|lit| engine.holds(lit)) {
                filled.insert(usize::from(cell));
            }
        }
        plan.push(Move::Cell(claims.numbers[ray.number].at, ray.direction));
    }
    solves(puzzle, &plan).then(|| thin(puzzle, plan))
}

/// The plan of a board that one move solves, found without constraints.
pub(super) fn of_one_move(puzzle: &Zhed<4>) -> Option<Vec<Move>> {
    let mut next = puzzle.following(&puzzle.start()).into_iter();
    next.find(|(_, state)| puzzle.is_goal(state)).map(|(mv, _)| vec![mv])
}

/// True if the moves leave a goal filled.
fn solves(puzzle: &Zhed<4>, plan: &[Move]) -> bool {
    let end = plan.iter().try_fold(puzzle.start(), |state, &mv| puzzle.after(&state, mv));
    end.is_some_and(|state| puzzle.is_goal(&state))
}

/// Removes every move without which the rest still fills a goal.
fn thin(puzzle: &Zhed<4>, mut plan: Vec<Move>) -> Vec<Move> {
    let mut at = plan.len();
    while at > 0 {
        at -= 1;
        let mv = plan.remove(at);
        if !solves(puzzle, &plan) {
            plan.insert(at, mv);
        }
    }
    plan
}
