//! The requirements for levels to be made.

use std::ops::RangeInclusive;

use quadrille_base::random::Random;

use super::Difficulty;
use crate::definition::{Target, Workshop};
use crate::grid::Size;
use crate::search::Cost;

/// The requirements for levels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The sizes of their boards: each candidate has one of them. If empty, the usual size of the
    /// game.
    pub sizes: Vec<Size>,
    /// The number of pieces (blocks, numbers, colours:
    /// [`Scope::piece`](crate::definition::Scope::piece)).
    pub pieces: Option<RangeInclusive<usize>>,
    /// The number of pieces that have no goal and only stop others, in games with such pieces
    /// ([`Scope::stoppers`](crate::definition::Scope::stoppers)).
    pub stoppers: usize,
    /// The length of their shortest plans.
    pub moves: Option<RangeInclusive<Cost>>,
    /// Their difficulty.
    pub difficulty: Option<Difficulty>,
    /// True if they must have only one shortest plan, up to the order of independent moves.
    pub unique: bool,
    /// Selects other levels; the same seed gives the same levels.
    pub seed: u64,
    /// Positions that a single search may expand. Like the rest of the spec, it determines which
    /// levels are found.
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
    /// The target of one candidate, with its stream of random numbers.
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
