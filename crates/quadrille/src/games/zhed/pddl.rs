//! ZHED in PDDL.

use super::cell::Cell;
use crate::definition::{Pddl, PddlAction, Problem, pddl_cell as cell};
use crate::grid::{Direction, Grid};
use crate::moves::Move;

/// A walk has its number's cell and its direction as objects.
fn move_of(action: &[&str]) -> Option<Move> {
    let action = PddlAction(action);
    let chosen = action.is(&["choose"]).then(|| action.cell(1).zip(action.direction(2)));
    chosen.flatten().map(|(at, way)| Move::Cell(at, way))
}

pub(super) fn pddl(board: &Grid<Cell>) -> Pddl {
    let mut problem = Problem::new("quadrille-zhed", true);
    let size = board.size();
    let amount = |value: u8| format!("n{value}");
    let highest = board.cells().iter().filter_map(|cell| cell.number()).max().unwrap_or(0);
    problem.objects(size.coords().map(cell), "cell");
    problem.objects(Direction::ALL.map(|way| way.to_string()), "direction");
    problem.objects((0..=highest).map(amount), "amount");
    problem.fact(&["idle"]);
    problem.fact(&["spent", &amount(0)]);
    for value in 1..=highest {
        problem.fact(&["fewer", &amount(value - 1), &amount(value)]);
    }
    for at in size.coords() {
        let here = cell(at);
        for way in Direction::ALL {
            match size.step(at, way) {
                Some(to) => problem.fact(&["next", &here, &cell(to), &way.to_string()]),
                None => problem.fact(&["border", &here, &way.to_string()]),
            }
        }
        problem.fact(&[if board[at].is_free() { "free" } else { "filled" }, &here]);
        match board[at] {
            Cell::Number(value) => problem.fact(&["number", &here, &amount(value)]),
            Cell::Goal | Cell::Reached => problem.fact(&["goal", &here]),
            Cell::Empty | Cell::Filled => {}
        }
    }
    problem.goal(&["solved"]);
    problem.finish(include_str!("domain.pddl"), move_of)
}
