//! The rules of squares on a plain grid, cell by cell.

use super::Game;
use super::cell::Cell;
use crate::definition::{Cell as _, Definition as _};
use crate::diagnostic::{Diagnostic, message};
use crate::grid::{Coord, Direction, Grid};
use crate::moves::Move;

/// True if the board is empty.
pub(super) fn is_solved(board: &Grid<Cell>) -> bool {
    board.cells().iter().all(|&cell| cell == Cell::Blank)
}

fn swapped(board: &Grid<Cell>, one: Coord, other: Coord) -> Grid<Cell> {
    let mut after = board.clone();
    (after[one], after[other]) = (board[other], board[one]);
    after
}

/// True if the cell has a side neighbour of its own colour.
fn has_match(board: &Grid<Cell>, at: Coord) -> bool {
    Direction::ALL
        .into_iter()
        .filter_map(|direction| board.size().step(at, direction))
        .any(|next| board[next] == board[at])
}

/// The top left corner of the first square of one colour, in reading order.
fn first_square(board: &Grid<Cell>) -> Option<[Coord; 4]> {
    let size = board.size();
    size.coords().find_map(|at| {
        let right = size.step(at, Direction::Right)?;
        let below = size.step(at, Direction::Down)?;
        let across = size.step(below, Direction::Right)?;
        let same = |other: Coord| board[other] == board[at];
        (board[at] != Cell::Blank && same(right) && same(below) && same(across))
            .then_some([at, right, below, across])
    })
}

/// True if the board has a square of one colour.
pub(super) fn has_square(board: &Grid<Cell>) -> bool {
    first_square(board).is_some()
}

/// Moves all pieces of a line towards its start.
fn packed(line: impl Iterator<Item = Cell>) -> impl Iterator<Item = Cell> {
    line.filter(|&cell| cell != Cell::Blank).chain(std::iter::repeat(Cell::Blank))
}

/// Moves all pieces up in their columns.
fn close_columns(board: &mut Grid<Cell>) {
    let size = board.size();
    for col in 0..size.cols() {
        let line: Vec<Cell> = (0..size.rows()).map(|row| board[coord(row, col)]).collect();
        for (row, cell) in packed(line.into_iter()).take(size.rows()).enumerate() {
            board[coord(row, col)] = cell;
        }
    }
}

/// Moves all pieces left in their rows.
fn close_rows(board: &mut Grid<Cell>) {
    let size = board.size();
    for row in 0..size.rows() {
        let line: Vec<Cell> = (0..size.cols()).map(|col| board[coord(row, col)]).collect();
        for (col, cell) in packed(line.into_iter()).take(size.cols()).enumerate() {
            board[coord(row, col)] = cell;
        }
    }
}

fn coord(row: usize, col: usize) -> Coord {
    Coord { row: row as u8, col: col as u8 }
}

/// Clears squares one after the other until none is left, and calls `show` with each board.
fn settle(mut board: Grid<Cell>, mut show: impl FnMut(&Grid<Cell>)) -> Grid<Cell> {
    while let Some(square) = first_square(&board) {
        for at in square {
            board[at] = Cell::Blank;
        }
        show(&board);
        close_columns(&mut board);
        show(&board);
        close_rows(&mut board);
        show(&board);
    }
    board
}

/// All legal moves: a piece and the direction of the neighbour that it is swapped with.
pub(super) fn moves(board: &Grid<Cell>) -> Vec<Move> {
    let moves = board
        .size()
        .coords()
        .flat_map(|at| Direction::ALL.map(|direction| Move::Cell(at, direction)));
    moves.filter(|&mv| play(board, mv).is_ok()).collect()
}

pub(super) fn play(board: &Grid<Cell>, mv: Move) -> Result<Grid<Cell>, Diagnostic> {
    Ok(settle(swap(board, mv)?, |_| {}))
}

/// The board after the swap, and after each square that vanishes.
pub(super) fn stages(board: &Grid<Cell>, mv: Move) -> Result<Vec<Grid<Cell>>, Diagnostic> {
    let mut stages = vec![swap(board, mv)?];
    settle(stages[0].clone(), |board| stages.push(board.clone()));
    Ok(stages)
}

/// The board after the swap of a move.
fn swap(board: &Grid<Cell>, mv: Move) -> Result<Grid<Cell>, Diagnostic> {
    let Move::Cell(at, direction) = mv else {
        return Err(message::cell_move_expected(Game::ID));
    };
    let Some(piece) = board.get(at) else {
        return Err(message::off_board(at, board.size()));
    };
    let index = |at: Coord| board.size().index(at);
    if piece == Cell::Blank {
        return Err(message::no_piece_at(at).at_cell(index(at)));
    }
    let Some(other) = board.size().step(at, direction) else {
        return Err(message::border_beside(at, direction).at_cell(index(at)));
    };
    if board[other] == Cell::Blank {
        return Err(message::nothing_to_swap(other).at_cell(index(other)));
    }
    let after = swapped(board, at, other);
    if !has_match(&after, at) && !has_match(&after, other) {
        return Err(message::swap_without_match().at_cell(index(other)));
    }
    Ok(after)
}

/// The reasons why a board is not a level; empty if it is one.
pub(super) fn problems(board: &Grid<Cell>) -> Vec<Diagnostic> {
    let size = board.size();
    if size.rows() < 2 || size.cols() < 2 {
        return vec![message::board_too_small(size, "squares")];
    }
    (0..Cell::COLOURS)
        .map(Cell::Piece)
        .filter_map(|piece| {
            let places: Vec<_> = board.coords_where(|cell| cell == piece).collect();
            let last = places.last().filter(|_| places.len() % 4 != 0)?;
            let fewer = places.len() % 4;
            let problem = message::not_by_fours(piece.glyph(), places.len(), 4 - fewer, fewer);
            Some(problem.at_cell(size.index(*last)))
        })
        .collect()
}
