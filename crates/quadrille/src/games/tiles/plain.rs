//! The rules of tiles on a plain grid, cell by cell.

use quadrille_base::quantities::counted;

use super::MAX_BLOCKS;
use super::cell::{Cell, Colour};
use crate::diagnostic::Diagnostic;
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

/// Whether every goal carries a block of its colour.
pub(super) fn is_solved(board: &Grid<Cell>) -> bool {
    goals(board).all(|(at, colour)| board[at].block() == Some(colour))
}

/// The board after all blocks have slid: the foremost first, each until something stops it.
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

/// The board after a move.
pub(super) fn play(board: &Grid<Cell>, mv: Move) -> Result<Grid<Cell>, String> {
    let Move::All(direction) = mv else {
        return Err("in tiles a move is a direction alone".to_string());
    };
    let after = slide(board, direction);
    if after == *board { Err(format!("no block can go {direction}")) } else { Ok(after) }
}

/// What is wrong with a board; nothing when it is a level.
pub(super) fn problems(board: &Grid<Cell>) -> Vec<Diagnostic> {
    let size = board.size();
    if size.rows() < 2 || size.cols() < 2 {
        return vec![Diagnostic::of_board(
            format!("the board is {size}, tiles needs at least 2x2"),
            "add rows or columns",
        )];
    }
    let all: Vec<_> = blocks(board).collect();
    if goals(board).next().is_none() {
        return vec![match all.first() {
            Some(&(_, colour)) => Diagnostic::of_board(
                "there is no goal on the board",
                format!("add a goal of a block's colour, such as {}", colour.goal_letter()),
            ),
            None => Diagnostic::of_board(
                "there is no block on the board",
                "add a block and a goal of its colour",
            ),
        }];
    }
    if let Some((at, _)) = all.get(MAX_BLOCKS) {
        return vec![Diagnostic::at_cell(
            size.index(*at),
            format!("the board has {} blocks, the limit is {MAX_BLOCKS}", all.len()),
            "remove some",
        )];
    }
    Colour::all()
        .filter_map(|colour| {
            let mine = |(at, other): (_, Colour)| (other == colour).then_some(at);
            let blocks = blocks(board).filter_map(mine).count();
            let goals: Vec<_> = goals(board).filter_map(mine).collect();
            let &last = goals.last().filter(|_| blocks < goals.len())?;
            let message = format!(
                "colour {} has {} and {}",
                colour.goal_letter(),
                counted(blocks as u64, "block"),
                counted(goals.len() as u64, "goal")
            );
            let help = "add a block of the colour or remove a goal";
            Some(Diagnostic::at_cell(size.index(last), message, help))
        })
        .collect()
}
