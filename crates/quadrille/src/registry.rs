//! What exists, by name: games, algorithms and heuristics, each with its one-line truth.

pub use crate::search::{
    ALGORITHMS, Algorithm, AlgorithmInfo, Call, Optimality, OptionInfo, OptionKind, SpecError,
    Value, Weight, Word, nearest,
};

use crate::games;
use crate::heuristics::HeuristicInfo;

/// The identifiers of all games, for messages.
pub fn game_ids() -> String {
    games::all().iter().map(|game| game.id()).collect::<Vec<_>>().join(", ")
}

/// Every heuristic there is, with the identifier of the game that it belongs to.
pub fn heuristics() -> impl Iterator<Item = (&'static str, &'static HeuristicInfo)> {
    games::ALL
        .iter()
        .flat_map(|game| game.heuristics().iter().map(move |heuristic| (game.id(), heuristic)))
}
