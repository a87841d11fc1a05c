//! What is asked of levels to be made.

use std::ops::RangeInclusive;

use super::{Difficulty, Random, Workshop};
use crate::games::Game;
use crate::grid::Size;
use crate::noun;
use crate::search::Cost;

/// What is asked of the levels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The sizes of their boards: each candidate has one of them. The game's usual size when there is none.
    pub sizes: Vec<Size>,
    /// How many pieces they have (blocks, numbers, colours: [`Scope::piece`](super::Scope::piece)).
    pub pieces: Option<RangeInclusive<usize>>,
    /// How many of the pieces have no goal and only stop others, in games that have such pieces
    /// ([`Scope::stoppers`](super::Scope::stoppers)).
    pub stoppers: usize,
    /// The length of their shortest plans.
    pub moves: Option<RangeInclusive<Cost>>,
    /// How hard they are.
    pub difficulty: Option<Difficulty>,
    /// Whether they have one shortest plan only, but for the order of moves that do not depend on each other.
    pub unique: bool,
    /// Another seed gives other levels, the same seed the same.
    pub seed: u64,
    /// Positions that a single search may expand. Like all of the spec, it decides which levels are found.
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

/// What is asked of one candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The size of its board.
    pub size: Size,
    /// How many pieces it may have.
    pub pieces: RangeInclusive<usize>,
    /// How many of them have no goal.
    pub stoppers: usize,
    /// How long its shortest plan may be.
    pub moves: RangeInclusive<Cost>,
}

/// Why no level can meet a spec.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidSpec {
    /// What is wrong.
    pub message: String,
    /// A way out.
    pub help: String,
}

impl std::fmt::Display for InvalidSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}; {}", self.message, self.help)
    }
}

impl std::error::Error for InvalidSpec {}

impl Spec {
    /// Says what of a spec makes no sense for a game.
    pub fn check(&self, game: &dyn Game) -> Result<(), InvalidSpec> {
        let scope = game.scope();
        let fault = |message: String, help: String| Err(InvalidSpec { message, help });
        let small = |size: &&Size| size.rows().min(size.cols()) < scope.least_side;
        if let Some(size) = self.sizes.iter().find(small) {
            let least = scope.least_side;
            return fault(
                format!("{size} is too small for {}", game.id()),
                format!("a side has {least} to {} cells", Size::MAX_SIDE),
            );
        }
        if let Some(moves) = &self.moves
            && (moves.is_empty() || *moves.end() == 0)
        {
            return fault(
                format!("no level has {} to {} moves", moves.start(), moves.end()),
                "write the fewest and the most moves, as in 8..12".to_string(),
            );
        }
        if self.stoppers > 0 && !scope.stoppers {
            return fault(
                format!("{} has no stoppers", game.id()),
                "leave them out, or choose a game that has them".to_string(),
            );
        }
        if self.stoppers >= scope.most_pieces {
            return fault(
                format!("no level has {} stoppers", self.stoppers),
                format!("a level of {} has up to {}", game.id(), scope.most_pieces - 1),
            );
        }
        let Some(pieces) = &self.pieces else { return Ok(()) };
        if *pieces.end() <= self.stoppers && self.stoppers > 0 {
            let pieces_of = noun::plural(scope.piece);
            return fault(
                format!("{} of {} {pieces_of} cannot be stoppers", self.stoppers, pieces.end()),
                format!("at least one has a goal: ask for more {pieces_of} or fewer stoppers"),
            );
        }
        if pieces.is_empty() || *pieces.end() == 0 || *pieces.start() > scope.most_pieces {
            let (pieces_of, most) = (noun::plural(scope.piece), scope.most_pieces);
            return fault(
                format!("no level has {} to {} {pieces_of}", pieces.start(), pieces.end()),
                format!("a level of {} has 1 to {most} {pieces_of}, as in 2..4", game.id()),
            );
        }
        Ok(())
    }

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
