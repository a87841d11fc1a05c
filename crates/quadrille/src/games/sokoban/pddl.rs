//! Sokoban in PDDL.

use super::cell::{BOX, Cell, GOAL, PLAYER, WALL};
use crate::definition::{Pddl, PddlAction, Problem, pddl_cell as cell};
use crate::grid::{Direction, Grid};
use crate::moves::Move;

/// The direction is the last object of a step.
fn move_of(action: &[&str]) -> Option<Move> {
    let step = PddlAction(action);
    let is_step = step.is(&["walk", "push"]);
    is_step.then(|| step.direction(action.len() - 1)).flatten().map(Move::All)
}

pub(super) fn pddl(board: &Grid<Cell>) -> Pddl {
    let mut problem = Problem::new("quadrille-sokoban", false);
    let floor = || board.coords_where(|cell| !cell.has(WALL));
    problem.objects(floor().map(cell), "cell");
    problem.objects(Direction::ALL.map(|way| way.to_string()), "direction");
    for at in floor() {
        let here = cell(at);
        for way in Direction::ALL {
            let next = board.size().step(at, way).filter(|&to| !board[to].has(WALL));
            if let Some(to) = next {
                problem.fact(&["next", &here, &cell(to), &way.to_string()]);
            }
        }
        problem.fact(&[if board[at].has(BOX) { "box" } else { "clear" }, &here]);
        if board[at].has(PLAYER) {
            problem.fact(&["player", &here]);
        }
        if board[at].has(GOAL) {
            problem.goal(&["box", &here]);
        }
    }
    problem.finish(include_str!("domain.pddl"), move_of)
}
