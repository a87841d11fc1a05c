//! What exists: games, algorithms and heuristics, each with its one-line truth.

mod algorithm;
mod spec;

pub use algorithm::{ALGORITHMS, Algorithm, AlgorithmInfo, Optimality};
pub(crate) use spec::Scanner;
pub use spec::{Call, OptionInfo, OptionKind, SpecError, Value, Weight, Word};

use crate::games;
use crate::heuristics::HeuristicInfo;

/// The identifiers of all games, for messages.
pub fn game_ids() -> String {
    games::ALL.iter().map(|game| game.id()).collect::<Vec<_>>().join(", ")
}

/// The names that come near to one that does not exist, nearest first, three at most.
///
/// ```
/// let names = ["seed-01", "seed-02", "expert"];
/// assert_eq!(quadrille::registry::nearest("expret", names.into_iter()), ["expert"]);
/// ```
pub fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let mut near: Vec<(usize, &str)> = names
        .map(|other| {
            (strsim::damerau_levenshtein(&name.to_lowercase(), &other.to_lowercase()), other)
        })
        .filter(|&(distance, other)| {
            distance <= 1 + name.chars().count().max(other.chars().count()) / 3
        })
        .collect();
    near.sort();
    near.into_iter().take(3).map(|(_, other)| other).collect()
}

/// Every heuristic there is, with the identifier of the game that it belongs to.
pub fn heuristics() -> impl Iterator<Item = (&'static str, &'static HeuristicInfo)> {
    games::ALL
        .iter()
        .flat_map(|game| game.heuristics().iter().map(move |heuristic| (game.id(), heuristic)))
}
