//! The rules of ZHED on a plain grid, cell by cell.

use super::Game;
use super::cell::{Cell, MAX_NUMBER};
use crate::definition::Definition as _;
use crate::diagnostic::{Diagnostic, message};
use crate::grid::{Coord, Direction, Grid};
use crate::moves::Move;

/// The unused numbers, in reading order.
pub(super) fn numbers(board: &Grid<Cell>) -> impl Iterator<Item = (Coord, u8)> {
    board.iter().filter_map(|(at, cell)| Some((at, cell.number()?)))
}

pub(super) fn is_solved(board: &Grid<Cell>) -> bool {
    board.cells().contains(&Cell::Reached)
}

/// Every unused number in every direction, even if it fills nothing.
pub(super) fn moves(board: &Grid<Cell>) -> Vec<Move> {
    numbers(board)
        .flat_map(|(at, _)| Direction::ALL.map(|direction| Move::Cell(at, direction)))
        .collect()
}

pub(super) fn play(board: &Grid<Cell>, mv: Move) -> Result<Grid<Cell>, Diagnostic> {
    let Move::Cell(from, direction) = mv else {
        return Err(message::cell_move_expected(Game::ID));
    };
    let cell = board.get(from).ok_or_else(|| message::off_board(from, board.size()))?;
    let here = board.size().index(from);
    let mut left = match cell {
        Cell::Number(number) => number,
        Cell::Filled => return Err(message::number_used(from).at_cell(here)),
        _ => return Err(message::no_number_at(from).at_cell(here)),
    };
    let mut after = board.clone();
    after[from] = Cell::Filled;
    for at in board.size().ray(from, direction) {
        if left == 0 {
            break;
        }
        match board[at] {
            Cell::Empty => after[at] = Cell::Filled,
            Cell::Goal => after[at] = Cell::Reached,
            Cell::Number(_) | Cell::Filled | Cell::Reached => continue,
        }
        left -= 1;
    }
    Ok(after)
}

/// The reasons why a board is not a level; empty if it is one.
pub(super) fn problems(board: &Grid<Cell>) -> Vec<Diagnostic> {
    let has = |cell: Cell| board.cells().contains(&cell);
    let beyond = numbers(board).find(|(_, number)| !(1..=MAX_NUMBER).contains(number));
    if let Some((at, number)) = beyond {
        return vec![message::bad_number(number, MAX_NUMBER).at_cell(board.size().index(at))];
    }
    let mut problems = Vec::new();
    if !has(Cell::Goal) && !has(Cell::Reached) {
        problems.push(message::no_goal());
    }
    // If something is filled already, all numbers may be used: the game is won or lost.
    let is_fresh = !has(Cell::Filled) && !has(Cell::Reached);
    if is_fresh && numbers(board).next().is_none() {
        problems.push(message::no_number(MAX_NUMBER));
    }
    problems
}
