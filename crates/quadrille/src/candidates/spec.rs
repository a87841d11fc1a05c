//! What is asked of levels to be made.

use std::ops::RangeInclusive;

use quadrille_base::random::Random;

use super::Difficulty;
use crate::definition::{Target, Workshop};
use crate::grid::Size;
use crate::search::Cost;

/// What is asked of the levels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The sizes of their boards: each candidate has one of them. The game's usual size when there
    /// is none.
    pub sizes: Vec<Size>,
    /// How many pieces they have (blocks, numbers, colours:
    /// [`Scope::piece`](crate::definition::Scope::piece)).
    pub pieces: Option<RangeInclusive<usize>>,
    /// How many of the pieces have no goal and only stop others, in games that have such pieces
    /// ([`Scope::stoppers`](crate::definition::Scope::stoppers)).
    pub stoppers: usize,
    /// The length of their shortest plans.
    pub moves: Option<RangeInclusive<Cost>>,
    /// How hard they are.
    pub difficulty: Option<Difficulty>,
    /// Whether they have one shortest plan only, but for the order of moves that do not depend on
    /// each other.
    pub unique: bool,
    /// Another seed gives other levels, the same seed the same.
    pub seed: u64,
    /// Positions that a single search may expand. Like all of the spec, it decides which levels are
    /// found.
    pub nodes: u64,
}

impl Default for Spec {
    fn default() -> Self {
        Spec {
            sizes: Vec::new(),
            pieces: None,
            stoppers: 0,
            moves: None,
            difficulty: None,
            unique: false,
            seed: 0,
            nodes: 100_000,
        }
    }
}

impl Spec {
    /// What is asked of one candidate, whose stream of random numbers this is.
    pub(super) fn target(&self, game: &impl Workshop, random: &mut Random) -> Option<Target> {
        let (rows, cols) = game.scope().usual_size;
        let size = match random.pick(&self.sizes) {
            Some(size) => size,
            None => Size::new(rows, cols)?,
        };
        Some(Target {
            size,
            pieces: self.pieces.clone().unwrap_or_else(|| {
                let usual = game.usual_pieces(size);
                usual.start() + self.stoppers..=usual.end() + self.stoppers
            }),
            stoppers: self.stoppers,
            moves: self.moves.clone().unwrap_or(1..=Cost::MAX),
        })
    }
}
