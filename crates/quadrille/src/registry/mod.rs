//! What exists, by name: games, algorithms and heuristics, each with its one-line truth.

mod algorithms;
mod spec;

pub use algorithms::{ALGORITHMS, AlgorithmInfo, algorithm};
pub(crate) use spec::Scanner;
pub use spec::{Call, OptionInfo, OptionKind, SpecError, Value, Word, nearest};

use crate::games;
use crate::heuristics::HeuristicInfo;

/// Returns the names of the built-in games, for messages.
pub fn game_ids() -> String {
    games::Games::default().names()
}

/// Every heuristic there is, with the identifier of the game that it belongs to.
pub fn heuristics() -> impl Iterator<Item = (&'static str, &'static HeuristicInfo)> {
    games::ALL
        .iter()
        .flat_map(|game| game.heuristics().iter().map(move |heuristic| (game.id(), heuristic)))
}
