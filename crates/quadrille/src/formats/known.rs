//! Known facts about the plans of a level.

use std::fmt;

use crate::search::Cost;

/// The known length of a level's plans.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "kind", content = "moves", rename_all = "lowercase")
)]
pub enum Known {
    /// The cost of the cheapest plan: the number of moves if every move costs 1.
    Optimal(Cost),
    /// The cost of the best known plan.
    Best(Cost),
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
