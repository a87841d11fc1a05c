//! What exists: games, algorithms and heuristics, each with its one-line truth.

use std::fmt;
use std::str::FromStr;

use crate::games;

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

/// An algorithm that can be asked for by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Algorithm {
    /// Per game the fastest way to a proved answer.
    #[default]
    Best,
    /// Breadth-first search.
    Bfs,
}

/// What is true of an algorithm.
#[derive(Clone, Copy, Debug)]
pub struct AlgorithmInfo {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Whether its plans are proved shortest.
    pub optimal: bool,
}

/// Every algorithm there is.
pub static ALGORITHMS: &[AlgorithmInfo] = &[
    AlgorithmInfo {
        algorithm: Algorithm::Best,
        name: "best",
        about: "per game the fastest way to a plan that is proved shortest, or to a proof that there is none",
        optimal: true,
    },
    AlgorithmInfo {
        algorithm: Algorithm::Bfs,
        name: "bfs",
        about: "breadth-first search: all positions one move away, then two, and so on",
        optimal: true,
    },
];

impl Algorithm {
    /// What is true of it.
    pub fn info(self) -> &'static AlgorithmInfo {
        ALGORITHMS
            .iter()
            .find(|info| info.algorithm == self)
            .expect("every algorithm is in the list")
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().name)
    }
}

impl FromStr for Algorithm {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        ALGORITHMS.iter().find(|info| info.name == name).map(|info| info.algorithm).ok_or_else(
            || {
                let names: Vec<_> = ALGORITHMS.iter().map(|info| info.name).collect();
                format!("there is no algorithm '{name}'; there are {}", names.join(", "))
            },
        )
    }
}
