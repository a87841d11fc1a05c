//! The hunt for counter-examples: is a heuristic admissible, is it consistent?
//!
//! `Game::examine` examines the positions of a level. A counter-example is a board, so it is a
//! level: it is shrunk by removing rows, columns and pieces while it remains a counter-example.

pub use crate::examine::{Counterexample, Examined, Property};

use crate::game::{Game, SolveError};
use crate::generate::Spec;
use crate::grid::{Coord, Grid, Size};
use crate::heuristics::Expression;
use crate::search::Cancel;

/// The state of a hunt over many boards.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Hunt {
    pub levels: u64,
    pub positions: u64,
    /// The number of levels whose positions were all seen.
    pub exhausted: u64,
    /// The largest number of positions of such a level.
    pub largest: u64,
    /// The counter-example to each of [`Property::ALL`].
    pub found: [Option<Counterexample>; 2],
}

impl Hunt {
    pub fn is_over(&self) -> bool {
        self.found.iter().all(Option::is_some)
    }

    /// Examines up to `positions` positions of a level. Counter-examples are shrunk.
    pub fn look(
        &mut self,
        game: &dyn Game,
        board: &Grid<u16>,
        heuristic: &Expression,
        (most, cancel): (usize, &Cancel),
    ) -> Result<(), SolveError> {
        let examined = game.examine(board, heuristic, most, cancel)?;
        self.levels += 1;
        self.positions += examined.positions;
        if examined.is_exhaustive {
            self.exhausted += 1;
            self.largest = self.largest.max(examined.positions);
        }
        for (property, found) in Property::ALL.into_iter().zip(&mut self.found) {
            if let (None, Some(wrong)) = (&found, examined.against(property)) {
                *found = Some(shrink(game, heuristic, property, wrong, (most, cancel)));
            }
        }
        Ok(())
    }
}

/// The small random board with this number; sizes depend on the number. `None` if the draft is not
/// a level.
fn draft(game: &dyn Game, number: u64) -> Option<Grid<u16>> {
    let side = |number: u64| 2 + (number % 4) as usize;
    let size = Size::new(side(number), side(number / 4))?;
    let spec = Spec { sizes: vec![size], seed: number, ..Spec::default() };
    game.draft(&spec, number)
}

/// `count` small random boards, the same in every run; fewer only if the game can hardly make any.
pub fn drafts(game: &dyn Game, count: u64) -> impl Iterator<Item = Grid<u16>> + '_ {
    // Some sizes have no level of a game.
    let numbers = 0..count.saturating_mul(50);
    numbers.filter_map(move |number| draft(game, number)).take(count as usize)
}

/// Shrinks a counter-example: removes rows, columns and the contents of cells, one after the other,
/// while the property does not hold. At most `positions` positions of each board are examined.
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
    // A violation in the middle of a search must also occur with the board as the start.
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

/// The number of cells and things on a board.
fn weight(board: &Grid<u16>) -> usize {
    board.size().cells() + board.cells().iter().filter(|&&code| code != 0).count()
}

/// The board without one of its rows or columns, or with one of its cells emptied.
fn smaller_boards(board: &Grid<u16>) -> impl Iterator<Item = Grid<u16>> {
    let size = board.size();
    let without_row = |gone: usize| cut(board, |at| usize::from(at.row) != gone, (1, 0));
    let without_col = |gone: usize| cut(board, |at| usize::from(at.col) != gone, (0, 1));
    let without_cell = |at: Coord| {
        (board[at] != 0).then(|| {
            let mut board = board.clone();
            board[at] = 0;
            board
        })
    };
    let rows = (0..size.rows()).filter_map(without_row);
    let cols = (0..size.cols()).filter_map(without_col);
    let cells = size.coords().filter_map(without_cell);
    rows.chain(cols).chain(cells).collect::<Vec<_>>().into_iter()
}

fn cut(
    board: &Grid<u16>,
    stays: impl Fn(Coord) -> bool,
    (rows, cols): (usize, usize),
) -> Option<Grid<u16>> {
    let size = Size::new(board.size().rows() - rows, board.size().cols() - cols)?;
    let cells = board.iter().filter(|&(at, _)| stays(at)).map(|(_, code)| code).collect();
    Grid::from_cells(size, cells)
}
