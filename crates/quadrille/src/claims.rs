//! The hunt for a counter-example: is a heuristic admissible, is it consistent?
//!
//! [`Game::examine`] looks at the positions of a level. A counter-example is a board, and a board is a level: it is shrunk by taking
//! rows, columns and pieces away for as long as it stays one.

pub use crate::examine::{Counterexample, Examined, Property};

use crate::game::Game;
use crate::grid::{Grid, Position, Size};
use crate::heuristics::Expression;
use crate::search::Cancel;

/// The smallest board that comes of a counter-example when rows, columns and what stands on cells are taken away, one after the
/// other, for as long as the property does not hold. At most so many positions of each board are seen.
pub fn shrink(
    game: &dyn Game,
    heuristic: &Expression,
    property: Property,
    found: &Counterexample,
    (most, cancel): (usize, &Cancel),
) -> Counterexample {
    let examine = |board: &Grid<u16>| {
        let is_level = game.problems(board).is_empty() && !game.is_solved(board);
        let examined = is_level.then(|| game.examine(board, heuristic, most, cancel).ok())??;
        examined.against(property).cloned()
    };
    // What is wrong in the middle of a search must be wrong on the board by itself.
    let Some(mut best) = examine(&found.board) else { return found.clone() };
    loop {
        let smaller = smaller_boards(&best.board).find_map(|board| {
            let other = (!cancel.is_cancelled()).then(|| examine(&board))??;
            (weight(&other.board) < weight(&best.board)).then_some(other)
        });
        match smaller {
            Some(smaller) => best = smaller,
            None => return best,
        }
    }
}

/// How much there is on a board.
fn weight(board: &Grid<u16>) -> usize {
    board.size().cells() + board.cells().iter().filter(|&&code| code != 0).count()
}

/// The board without one of its rows or columns, or with nothing on one of its cells.
fn smaller_boards(board: &Grid<u16>) -> impl Iterator<Item = Grid<u16>> {
    let size = board.size();
    let without_row = |gone: usize| cut(board, |at| usize::from(at.row) != gone, (1, 0));
    let without_col = |gone: usize| cut(board, |at| usize::from(at.col) != gone, (0, 1));
    let without_cell = |at: Position| {
        (board[at] != 0).then(|| {
            let mut board = board.clone();
            board[at] = 0;
            board
        })
    };
    let rows = (0..size.rows()).filter_map(without_row);
    let cols = (0..size.cols()).filter_map(without_col);
    let cells = size.positions().filter_map(without_cell);
    rows.chain(cols).chain(cells).collect::<Vec<_>>().into_iter()
}

fn cut(
    board: &Grid<u16>,
    stays: impl Fn(Position) -> bool,
    (rows, cols): (usize, usize),
) -> Option<Grid<u16>> {
    let size = Size::new(board.size().rows() - rows, board.size().cols() - cols)?;
    let cells = board.iter().filter(|&(at, _)| stays(at)).map(|(_, code)| code).collect();
    Grid::from_cells(size, cells)
}
