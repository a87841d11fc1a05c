//! What is known about the plans of a level.

use std::fmt;

use crate::search::Cost;

/// What is known about the length of a level's plans.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "kind", content = "moves", rename_all = "lowercase")
)]
pub enum Known {
    /// The cheapest plan costs this much: so many moves, where every move costs 1.
    Optimal(Cost),
    /// The best plan that is known costs this much.
    Best(Cost),
    /// There is no plan.
    Unsolvable,
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Known::Optimal(moves) => write!(f, "optimal {moves}"),
            Known::Best(moves) => write!(f, "best known {moves}"),
            Known::Unsolvable => f.write_str("unsolvable"),
        }
    }
}
