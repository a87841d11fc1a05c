//! The making of levels as the world outside sees it, for any game.

use std::ops::RangeInclusive;

use super::climb::{self, Climbed};
use super::{Attempt, Made, Rating, Scope, Symmetry, Unrated, Wish, attempt, rating};
use crate::games::{Cell, Definition};
use crate::grid::{Grid, Size};
use crate::search::Control;

/// Making and rating levels, which every game can do. Boards are grids of cell codes.
pub trait Make {
    /// What can be asked of levels of the game.
    fn scope(&self) -> Scope;

    /// How many pieces a level of this size has when nobody says.
    fn usual_pieces(&self, size: Size) -> RangeInclusive<usize>;

    /// Makes the candidate with this number. It depends on the wish and the number alone.
    fn attempt(&self, wish: &Wish, number: u64, control: &Control) -> Attempt;

    /// Climbs from a random board to ever harder ones in so many steps. It depends on the arguments alone.
    fn climb(&self, wish: &Wish, number: u64, steps: u64, control: &Control) -> Climbed;

    /// Rates a board.
    fn rate(&self, board: &Grid<u16>, control: &Control) -> Result<Rating, Unrated>;

    /// One board to stand for all that are the same but for turning, mirroring and the names of colours.
    fn look_alike(&self, board: &Grid<u16>) -> Grid<u16>;

    /// Whether something can be taken from a level without changing its shortest plans. `None` when that could not be
    /// found out within the nodes.
    fn has_useless_things(&self, board: &Grid<u16>, nodes: u64) -> Option<bool>;
}

fn typed<D: Definition>(board: &Grid<u16>) -> Option<Grid<D::Cell>> {
    let cells: Option<Vec<_>> =
        board.cells().iter().map(|&code| D::Cell::from_code(code)).collect();
    Grid::from_cells(board.size(), cells?)
}

fn coded<D: Definition>(made: Made<Grid<D::Cell>>) -> Made {
    Made { board: made.board.map(D::Cell::code), plan: made.plan, rating: made.rating }
}

impl<D: Definition> Make for D {
    fn scope(&self) -> Scope {
        self.workshop().scope()
    }

    fn usual_pieces(&self, size: Size) -> RangeInclusive<usize> {
        self.workshop().usual_pieces(size)
    }

    fn attempt(&self, wish: &Wish, number: u64, control: &Control) -> Attempt {
        match attempt::attempt(self, wish, number, control) {
            Attempt::Made(made) => Attempt::Made(Box::new(coded::<D>(*made))),
            Attempt::Rejected(rejection, moves) => Attempt::Rejected(rejection, moves),
            Attempt::Cancelled => Attempt::Cancelled,
        }
    }

    fn climb(&self, wish: &Wish, number: u64, steps: u64, control: &Control) -> Climbed {
        let Climbed { made, rated } = climb::climb(self, wish, number, steps, control);
        Climbed { made: made.map(|made| Box::new(coded::<D>(*made))), rated }
    }

    fn rate(&self, board: &Grid<u16>, control: &Control) -> Result<Rating, Unrated> {
        rating::rate(self, &typed::<D>(board).ok_or(Unrated::Unfit)?, control)
    }

    fn look_alike(&self, board: &Grid<u16>) -> Grid<u16> {
        let Some(board) = typed::<D>(board) else { return board.clone() };
        let turned =
            Symmetry::all().map(|way| self.workshop().renamed(&way.of(&board)).map(D::Cell::code));
        turned
            .min_by(|one, other| (one.size(), one.cells()).cmp(&(other.size(), other.cells())))
            .expect("there are eight ways to turn a board")
    }

    fn has_useless_things(&self, board: &Grid<u16>, nodes: u64) -> Option<bool> {
        attempt::Bench::new(self, nodes, &Control::default()).has_useless(&typed::<D>(board)?)
    }
}
