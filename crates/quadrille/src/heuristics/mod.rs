//! Estimates of the way that is left, and how they are put together.
//!
//! Every game has a few heuristics of its own, declared beside their code in an [`HeuristicInfo`]. On the command line they
//! are combined as an [`Expression`]: `max(a,b)`, `a+b`, `2*a`. For a search an expression becomes a [`Formula`] over
//! the puzzle at hand. What is claimed of the parts decides what is claimed of the whole ([`Claims`]).

mod expression;
mod formula;
mod matching;

pub use expression::Expression;
pub use formula::Formula;
pub use matching::least_matching;

use crate::moves::Move;
use crate::puzzle::Puzzle;
use crate::registry::{OptionInfo, Value};

/// The estimate of a position from which no plan leads to a solution.
pub const DEAD_END: f64 = f64::INFINITY;

/// What is true of a heuristic whatever the level.
///
/// Both properties are factors, so that they can be worked out for sums and weights: a heuristic is *admissible* when its
/// factor is at most 1, and *consistent* likewise. No claim is a factor of infinity.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Claims {
    /// The estimate is never more than this factor times the least cost of solving the position.
    pub admissible: f64,
    /// Along every move the estimate falls by no more than this factor times the cost of the move.
    pub consistent: f64,
    /// The estimates are whole numbers from 0 on.
    pub whole: bool,
}

impl Claims {
    /// What is true of an estimate that is always 0.
    pub const ZERO: Claims = Claims { admissible: 0.0, consistent: 0.0, whole: true };

    /// Whether estimates never exceed the least cost.
    pub fn is_admissible(self) -> bool {
        self.admissible <= 1.0
    }

    /// Whether estimates never fall by more than a move costs. With such a heuristic no position is expanded twice.
    pub fn is_consistent(self) -> bool {
        self.consistent <= 1.0
    }
}

/// What a heuristic is, declared beside its code.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HeuristicInfo {
    /// Its name.
    pub name: &'static str,
    /// Its options.
    pub options: &'static [OptionInfo],
    /// What it estimates, in a line.
    pub about: &'static str,
    /// What it looks at on the board.
    pub informed_by: &'static str,
    /// Whether its estimates never exceed the least cost.
    pub admissible: bool,
    /// Whether its estimates never fall by more than a move costs.
    pub consistent: bool,
    /// Whether its estimates are whole numbers from 0 on.
    pub whole: bool,
}

/// The estimate that every game has besides its own: nothing.
pub const ZERO: HeuristicInfo = HeuristicInfo {
    name: "zero",
    options: &[],
    about: "always 0: with A* this is uniform-cost search",
    informed_by: "nothing",
    admissible: true,
    consistent: true,
    whole: true,
};

impl HeuristicInfo {
    /// What is claimed of it, as factors.
    pub fn claims(&self) -> Claims {
        let factor = |holds| if holds { 1.0 } else { f64::INFINITY };
        Claims {
            admissible: factor(self.admissible),
            consistent: factor(self.consistent),
            whole: self.whole,
        }
    }
}

/// An estimate of the cost that is left.
///
/// Smaller is better. The estimate of a solved position is never asked for: it is 0. Heuristics that only order positions
/// may give any number; those that claim to be admissible must give [`DEAD_END`] only where there is no plan.
pub trait Heuristic<P: Puzzle>: Sync {
    /// What is true of its estimates.
    fn claims(&self) -> Claims;

    /// The estimate for a position that was reached by this move, or for the start.
    ///
    /// Only what lies ahead matters to most heuristics. Some are about the move itself; others use that a shortest plan
    /// does not go on with certain moves after it (see [`Puzzle::successors_after`]), and their claims hold for searches
    /// that leave those out.
    fn estimate(&self, puzzle: &P, state: &P::State, by: Option<Move>) -> f64;
}

/// The heuristics of a game, as one type that tells them apart.
pub trait NamedHeuristic<P: Puzzle>: Heuristic<P> + Sized {
    /// The heuristic with this name, its options in their order. `None` when the name is not in the list of the game.
    fn named(puzzle: &P, name: &str, options: &[Value]) -> Option<Self>;
}

/// The heuristics of a game that has none.
#[derive(Clone, Copy, Debug)]
pub enum NoHeuristic {}

impl<P: Puzzle> Heuristic<P> for NoHeuristic {
    fn claims(&self) -> Claims {
        match *self {}
    }

    fn estimate(&self, _puzzle: &P, _state: &P::State, _by: Option<Move>) -> f64 {
        match *self {}
    }
}

impl<P: Puzzle> NamedHeuristic<P> for NoHeuristic {
    fn named(_puzzle: &P, _name: &str, _options: &[Value]) -> Option<Self> {
        None
    }
}
