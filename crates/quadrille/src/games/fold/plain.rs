//! The rules of fold on a plain grid, cell by cell.

use std::collections::BTreeSet;

use super::Game;
use super::cell::Cell;
use crate::definition::Definition as _;
use crate::diagnostic::{Diagnostic, message};
use crate::grid::{Coord, Direction, Grid};
use crate::moves::{MAX_PIECE, Move, piece_glyph};

/// The identities of the pieces on the board, in increasing order.
pub(super) fn pieces(board: &Grid<Cell>) -> BTreeSet<u8> {
    board.cells().iter().filter_map(|cell| cell.piece()).collect()
}

pub(super) fn is_solved(board: &Grid<Cell>) -> bool {
    !board.cells().contains(&Cell::Empty)
}

/// The cells of the mirror image of a piece, or the reason why it does not fit.
fn image(board: &Grid<Cell>, identity: u8, direction: Direction) -> Result<Vec<Coord>, Diagnostic> {
    let name = || piece_glyph(identity).map_or_else(|| identity.to_string(), String::from);
    let cells: Vec<Coord> = board.coords_where(|cell| cell == Cell::Piece(identity)).collect();
    let rows = || cells.iter().map(|at| i32::from(at.row));
    let cols = || cells.iter().map(|at| i32::from(at.col));
    let (Some(top), Some(bottom), Some(left), Some(right)) =
        (rows().min(), rows().max(), cols().min(), cols().max())
    else {
        return Err(message::no_such_piece(name()));
    };
    cells
        .iter()
        .map(|at| {
            let (row, col) = (i32::from(at.row), i32::from(at.col));
            let (row, col) = match direction {
                Direction::Up => (2 * top - 1 - row, col),
                Direction::Down => (2 * bottom + 1 - row, col),
                Direction::Left => (row, 2 * left - 1 - col),
                Direction::Right => (row, 2 * right + 1 - col),
            };
            let leaves = || message::fold_off_board(name());
            let row = u8::try_from(row).map_err(|_| leaves())?;
            let col = u8::try_from(col).map_err(|_| leaves())?;
            let to = Coord { row, col };
            match board.get(to) {
                Some(Cell::Empty) => Ok(to),
                Some(Cell::Hole) => {
                    Err(message::fold_on_hole(name(), to).at_cell(board.size().index(to)))
                }
                Some(Cell::Piece(_)) => {
                    Err(message::fold_on_piece(name(), to).at_cell(board.size().index(to)))
                }
                None => Err(leaves()),
            }
        })
        .collect()
}

pub(super) fn moves(board: &Grid<Cell>) -> Vec<Move> {
    pieces(board)
        .into_iter()
        .flat_map(|piece| Direction::ALL.map(|direction| (piece, direction)))
        .filter(|&(piece, direction)| image(board, piece, direction).is_ok())
        .map(|(piece, direction)| Move::Piece(piece, direction))
        .collect()
}

pub(super) fn play(board: &Grid<Cell>, mv: Move) -> Result<Grid<Cell>, Diagnostic> {
    let Move::Piece(identity, direction) = mv else {
        return Err(message::piece_move_expected(Game::ID));
    };
    let mut after = board.clone();
    for at in image(board, identity, direction)? {
        after[at] = Cell::Piece(identity);
    }
    Ok(after)
}

/// The reasons why a board is not a level; empty if it is one.
pub(super) fn problems(board: &Grid<Cell>) -> Vec<Diagnostic> {
    if pieces(board).is_empty() {
        return vec![message::no_piece()];
    }
    let beyond = board.iter().find(|(_, cell)| {
        cell.piece().is_some_and(|identity| !(1..=MAX_PIECE).contains(&identity))
    });
    beyond
        .map(|(at, _)| message::bad_identity(MAX_PIECE).at_cell(board.size().index(at)))
        .into_iter()
        .collect()
}
