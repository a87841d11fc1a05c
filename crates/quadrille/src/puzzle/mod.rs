//! The interface between games and searches.
//!
//! A game turns a level into a [`Puzzle`]: a state space with the heuristics of the game. Constant
//! data (walls, goals, line tables) is in the puzzle; the state is small, usually a few
//! [`Words`].

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
use crate::grid::{Grid, Words};
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
    /// heuristic. [`named_heuristics!`](crate::named_heuristics) implements this and
    /// [`Puzzle::parts`] by a list.
    fn heuristic(&self, _name: &str, _options: &[Value]) -> Option<Estimate<'_, Self::State>> {
        None
    }

    /// The parts of a heuristic's value for a state, for display: such as the values of single
    /// pieces.
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

/// A level as a search problem, by the type of its states: boards of different sizes have states of
/// different widths. Searches are compiled once for each of them, in this crate.
#[derive(Clone, Copy)]
pub enum AnyPuzzle<'p> {
    Words1(&'p dyn Puzzle<State = Words<1>>),
    Words2(&'p dyn Puzzle<State = Words<2>>),
    Words4(&'p dyn Puzzle<State = Words<4>>),
    Words20(&'p dyn Puzzle<State = Words<20>>),
    /// As many words as the level needs.
    Boxed(&'p dyn Puzzle<State = Box<[u64]>>),
}

impl<'p> AnyPuzzle<'p> {
    /// A puzzle whose type of states is known.
    pub fn new<P: Puzzle<State: LevelState>>(puzzle: &'p P) -> AnyPuzzle<'p> {
        P::State::any(puzzle)
    }

    pub fn visit<V: Visit>(self, visitor: V) -> V::Output {
        match self {
            AnyPuzzle::Words1(puzzle) => visitor.visit(puzzle),
            AnyPuzzle::Words2(puzzle) => visitor.visit(puzzle),
            AnyPuzzle::Words4(puzzle) => visitor.visit(puzzle),
            AnyPuzzle::Words20(puzzle) => visitor.visit(puzzle),
            AnyPuzzle::Boxed(puzzle) => visitor.visit(puzzle),
        }
    }
}

/// The types of states that levels have: [`Words`] of 1, 2, 4 or 20 words, and `Box<[u64]>`.
pub trait LevelState: Packed + Debug {
    fn any<'p, P: Puzzle<State = Self>>(puzzle: &'p P) -> AnyPuzzle<'p>;
}

macro_rules! level_states {
    ($($state:ty => $variant:ident)*) => {$(
        impl LevelState for $state {
            fn any<'p, P: Puzzle<State = Self>>(puzzle: &'p P) -> AnyPuzzle<'p> {
                AnyPuzzle::$variant(puzzle)
            }
        }
    )*};
}

level_states! {
    Words<1> => Words1
    Words<2> => Words2
    Words<4> => Words4
    Words<20> => Words20
    Box<[u64]> => Boxed
}

/// Calls a function with the puzzle of a level, once.
pub type WithPuzzle<'a> = &'a dyn Fn(&mut dyn FnMut(AnyPuzzle<'_>));

/// A computation over a puzzle with any type of states.
pub trait Visit: Sized {
    type Output;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Self::Output;
}

/// Runs a computation with the puzzle of a level.
pub fn visit<V: Visit>(with_puzzle: WithPuzzle<'_>, visitor: V) -> V::Output {
    let (mut visitor, mut output) = (Some(visitor), None);
    with_puzzle(&mut |puzzle| output = visitor.take().map(|visitor| puzzle.visit(visitor)));
    output.expect("a game calls the function with its puzzle")
}

/// Gives a computation the method `run`, which is [`visit`] outside of functions that are generic
/// over games: called from those, `visit` would be compiled again, with all searches of the
/// computation, in each crate with games.
macro_rules! run_on_levels {
    ($visitor:ty) => {
        impl $visitor {
            pub(crate) fn run(
                self,
                level: $crate::puzzle::WithPuzzle<'_>,
            ) -> <Self as $crate::puzzle::Visit>::Output {
                $crate::puzzle::visit(level, self)
            }
        }
    };
}
pub(crate) use run_on_levels;
