//! Candidates for levels of one game: drafted, solved with proof, stripped of useless things, and
//! rated.
//!
//! A candidate depends only on its [`Spec`] and its number. For the same reason limits are limits
//! of nodes, never of time.

mod attempt;
mod climb;
mod difficulty;
mod rating;
mod spec;
mod symmetry;
mod theme;

pub use attempt::{Attempt, Made, Rejection};
pub(crate) use attempt::{attempt, drafted};
pub use climb::Climbed;
pub(crate) use climb::climb;
pub use difficulty::Difficulty;
pub use rating::{Parts, Rating, Unrated};
pub(crate) use rating::{rate, rate_by};
pub use spec::Spec;
pub use symmetry::Symmetry;
pub use theme::Theme;

use crate::definition::{Cell, Workshop};
use crate::grid::Grid;

/// One board to represent all that differ only by rotation, reflection and names.
pub(crate) fn canonical<D: Workshop>(game: &D, board: &Grid<D::Cell>) -> Grid<u16> {
    let turned =
        Symmetry::all().map(|way| game.canonical(&way.of(board)).map(<D::Cell as Cell>::code));
    turned
        .min_by(|one, other| (one.size(), one.cells()).cmp(&(other.size(), other.cells())))
        .expect("there are eight ways to turn a board")
}
