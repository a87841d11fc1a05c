//! The rules of tiles on a plain grid, cell by cell.

use super::cell::{Cell, Colour};
use super::{Game, MAX_BLOCKS};
use crate::definition::Definition as _;
use crate::diagnostic::{Diagnostic, message};
use crate::grid::{Coord, Direction, Grid};
use crate::moves::Move;

/// The blocks in reading order.
pub(super) fn blocks(board: &Grid<Cell>) -> impl Iterator<Item = (Coord, Colour)> {
    board.iter().filter_map(|(at, cell)| Some((at, cell.block()?)))
}

/// The goals in reading order.
pub(super) fn goals(board: &Grid<Cell>) -> impl Iterator<Item = (Coord, Colour)> {
    board.iter().filter_map(|(at, cell)| Some((at, cell.goal()?)))
}

/// True if every goal has a block of its colour.
pub(super) fn is_solved(board: &Grid<Cell>) -> bool {
    goals(board).all(|(at, colour)| board[at].block() == Some(colour))
}

/// The board after all blocks have slid: the foremost first, each until it is stopped.
fn slide(board: &Grid<Cell>, direction: Direction) -> Grid<Cell> {
    let mut after = board.clone();
    let (rows, cols) = direction.step();
    let mut order: Vec<_> = blocks(board).collect();
    order.sort_by_key(|(at, _)| -(i32::from(at.row) * rows + i32::from(at.col) * cols));
    for (from, colour) in order {
        let is_free = |at: &Coord| after[*at] != Cell::Wall && after[*at].block().is_none();
        let to = board.size().ray(from, direction).take_while(is_free).last().unwrap_or(from);
        after[from] = after[from].with_block(None);
        after[to] = after[to].with_block(Some(colour));
    }
    after
}

/// All directions in which something moves.
pub(super) fn moves(board: &Grid<Cell>) -> Vec<Move> {
    let moves = |&direction: &Direction| slide(board, direction) != *board;
    Direction::ALL.into_iter().filter(moves).map(Move::All).collect()
}

pub(super) fn play(board: &Grid<Cell>, mv: Move) -> Result<Grid<Cell>, Diagnostic> {
    let Move::All(direction) = mv else {
        return Err(message::direction_expected(Game::ID));
    };
    let after = slide(board, direction);
    if after == *board { Err(message::no_block_moves(direction)) } else { Ok(after) }
}

/// The reasons why a board is not a level; empty if it is one.
pub(super) fn problems(board: &Grid<Cell>) -> Vec<Diagnostic> {
    let size = board.size();
    if size.rows() < 2 || size.cols() < 2 {
        return vec![message::board_too_small(size, "tiles")];
    }
    let (blocks, goals): (Vec<_>, Vec<_>) = (blocks(board).collect(), goals(board).collect());
    if goals.is_empty() {
        return vec![match blocks.first() {
            Some(&(_, colour)) => message::no_goal_of_colour(colour.goal_letter()),
            None => message::no_block(),
        }];
    }
    if let Some((at, _)) = blocks.get(MAX_BLOCKS) {
        return vec![message::too_many_blocks(blocks.len(), MAX_BLOCKS).at_cell(size.index(*at))];
    }
    Colour::all()
        .filter_map(|colour| {
            let is_mine = |(_, other): &&(Coord, Colour)| *other == colour;
            let blocks = blocks.iter().filter(is_mine).count();
            let count = goals.iter().filter(is_mine).count();
            let &(last, _) = goals.iter().rfind(is_mine).filter(|_| blocks < count)?;
            let problem = message::too_few_blocks(colour.goal_letter(), blocks, count);
            Some(problem.at_cell(size.index(last)))
        })
        .collect()
}
