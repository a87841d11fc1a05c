//! What a game must know for levels of it to be made.

use std::ops::RangeInclusive;

use super::{Random, Target};
use crate::games::Cell;
use crate::grid::{Grid, Size};
use crate::search::Cost;

/// What can be asked of the levels of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    /// What the things are called that a level has more or fewer of, one of them: `block`.
    pub piece: &'static str,
    /// The shortest side of a board.
    pub least_side: usize,
    /// The size of boards when nobody says.
    pub usual_size: (usize, usize),
    /// The most pieces of any level.
    pub most_pieces: usize,
}

/// A level that is the hardest of all that were looked at together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hardest<C> {
    /// Its board.
    pub board: Grid<C>,
    /// The length of its shortest plan.
    pub moves: Cost,
    /// How many levels were looked at.
    pub rated: u64,
}

/// What only the game knows about making levels. All has a default that works for any game: boards of random cells, from which the
/// search takes what is good. A game that knows better overrides it.
pub trait Workshop<C: Cell>: Sync {
    /// What can be asked of its levels.
    fn scope(&self) -> Scope {
        Scope {
            piece: "cell",
            least_side: 2,
            usual_size: (4, 4),
            most_pieces: Size::MAX_SIDE.pow(2),
        }
    }

    /// How many pieces a level of this size has when nobody says.
    fn usual_pieces(&self, size: Size) -> RangeInclusive<usize> {
        0..=size.cells()
    }

    /// How many pieces there are on a board, as [`Scope::piece`] has it.
    fn pieces(&self, board: &Grid<C>) -> usize {
        board.cells().iter().filter(|cell| cell.code() != 0).count()
    }

    /// A random board for a target. It need not be solvable nor meet the target, but the nearer it comes the fewer
    /// are made in vain.
    fn draft(&self, target: &Target, random: &mut Random) -> Option<Grid<C>> {
        let cells: Vec<C> = kinds().collect();
        let cells = (0..target.size.cells()).map(|_| random.pick(&cells));
        Grid::from_cells(target.size, cells.collect::<Option<Vec<C>>>()?)
    }

    /// A board that differs a little, for a search that goes from board to board.
    fn vary(&self, board: &Grid<C>, _target: &Target, random: &mut Random) -> Grid<C> {
        let cells: Vec<C> = kinds().collect();
        let mut board = board.clone();
        let at = board.size().position(random.below(board.size().cells()));
        if let Some(cell) = random.pick(&cells) {
            board[at] = cell;
        }
        board
    }

    /// The same board without one of the things that might be useless: a wall, a number, a block.
    fn without_one(&self, _board: &Grid<C>) -> Vec<Grid<C>> {
        Vec::new()
    }

    /// The board with its colours and names in the order of reading: one board for all that differ in names alone.
    fn canonical(&self, board: &Grid<C>) -> Grid<C> {
        board.clone()
    }

    /// The hardest of all levels that share something with this board, where one sweep rates them all; `None` when the
    /// game has no such sweep or it would take more than `nodes` positions.
    fn hardest_relative(&self, _board: &Grid<C>, _nodes: u64) -> Option<Hardest<C>> {
        None
    }
}

/// At most this many kinds of cells are tried where a game says nothing.
const KINDS: u16 = 64;

/// The first kinds of cells that a game has.
fn kinds<C: Cell>() -> impl Iterator<Item = C> {
    (0..KINDS).filter_map(C::from_code)
}

/// The workshop of games that bring none: random cells.
#[derive(Clone, Copy, Debug)]
pub struct AnyCells;

impl<C: Cell> Workshop<C> for AnyCells {}
