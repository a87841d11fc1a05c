//! The interface between games and searches.
//!
//! A game turns a level into a [`Puzzle`]: a state space with the heuristics of the game. Constant
//! data (walls, goals, line tables) is in the puzzle; the state is small, usually a few
//! [`Words`](crate::grid::Words).

mod formula;
mod play;
mod valued;

pub use formula::Formula;
pub use play::Play;
pub(crate) use valued::{NoValue, valued};

use std::fmt::Debug;
#[cfg(not(target_family = "wasm"))]
use std::ops::ControlFlow;

use crate::diagnostic::Diagnostic;
use crate::grid::Grid;
use crate::heuristics::{Estimate, Expression, Valued, Vocabulary};
use crate::moves::Move;
use crate::registry::Value;
use crate::search::{Cancel, space::Space, toolkit::Packed};

/// A function that is called with one position after the other until it returns `Break`.
#[cfg(not(target_family = "wasm"))]
pub type Visitor<'a, S> = &'a mut dyn FnMut(S) -> ControlFlow<()>;

/// A level as a search problem. Every move costs at least 1.
pub trait Puzzle: Space<Move = Move> {
    /// The names of its game that formulas may use: `Game.vocabulary()`.
    fn vocabulary(&self) -> Vocabulary;

    /// The position as a board of the plain rules: a grid of cell codes.
    ///
    /// Searches work on canonical forms. In the board of such a form, interchangeable things may
    /// have been swapped: the blocks of tiles without a goal, whole colours of squares.
    fn board(&self, state: &Self::State) -> Grid<u16>;

    /// Visits every board with the same pieces in other places as a state: blocks anywhere on the
    /// floor, colours on any of the cells that hold a piece. Boards with the same canonical form
    /// may be visited once or more. `None` if the game does not define these boards.
    #[cfg(not(target_family = "wasm"))]
    fn arrangements(&self, _visit: Visitor<'_, Self::State>) -> Option<ControlFlow<()>> {
        None
    }

    /// The heuristic with this name, given its options in order. `None` if there is no such
    /// heuristic. A game with a list of heuristics returns
    /// [`heuristics::build`](crate::heuristics::build).
    fn heuristic(&self, _name: &str, _options: &[Value]) -> Option<Estimate<'_, Self::State>> {
        None
    }

    /// The parts of a heuristic's value for a state, for display: such as the values of single
    /// pieces. A game with a list of heuristics returns
    /// [`heuristics::parts`](crate::heuristics::parts).
    fn parts(
        &self,
        _name: &str,
        _options: &[Value],
        _state: &Self::State,
        _by: Option<&Move>,
    ) -> Vec<Valued> {
        Vec::new()
    }
}

/// The formula of an expression over the heuristics of a puzzle.
pub fn formula<'p, P: Puzzle + ?Sized>(
    puzzle: &'p P,
    expression: &Expression,
) -> Result<Formula<'p, P::State>, Diagnostic> {
    Formula::new(puzzle, expression, Cancel::default())
}

/// A computation over a puzzle with any state type: boards of different sizes have states of
/// different widths.
pub trait Visit {
    /// The result.
    type Output;

    /// Runs with the puzzle.
    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Self::Output;
}
