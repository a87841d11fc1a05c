//! The limits of a search, and the reasons for which it can stop.

use std::fmt;
use std::time::Duration;

use crate::Cost;
use crate::table::OutOfMemory;

/// Bounds on the effort of a search. `None` means no bound.
///
/// Serialised with `max_time` in seconds and `max_memory` in bytes; absent bounds are left out.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Limits {
    /// The number of positions that may be expanded.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub max_nodes: Option<u64>,
    /// The time the search may take.
    #[cfg_attr(
        feature = "serde",
        serde(with = "seconds", skip_serializing_if = "Option::is_none")
    )]
    pub max_time: Option<Duration>,
    /// The number of bytes its tables may hold.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub max_memory: Option<usize>,
}

impl Limits {
    /// The highest cost of a path.
    pub const MAX_COST: Cost = (1 << 30) - 1;
}

#[cfg(feature = "serde")]
mod seconds {
    use std::time::Duration;

    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::{Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_secs_f64()).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        let seconds = Option::<f64>::deserialize(deserializer)?;
        seconds.map(Duration::try_from_secs_f64).transpose().map_err(D::Error::custom)
    }
}

/// The reason why a search ended before it had proved its answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Stop {
    /// [`Limits::max_nodes`] positions were expanded.
    Nodes,
    /// [`Limits::max_time`] was over.
    Time,
    /// [`Limits::max_memory`] was used.
    Memory,
    /// The depth bound of a depth-first search left positions unexpanded.
    Depth,
    /// The width of a beam left positions unexpanded.
    Width,
    /// A path costs more than [`Limits::MAX_COST`].
    Cost,
    /// A search that stores positions on disk ran out of space there.
    Disk,
    /// The [`Cancel`](crate::Cancel) token was cancelled.
    Cancelled,
    /// The heuristic gave an estimate that is not a number, or minus infinity.
    Heuristic,
}

impl Stop {
    /// Every reason.
    pub const ALL: [Stop; 9] = [
        Stop::Nodes,
        Stop::Time,
        Stop::Memory,
        Stop::Depth,
        Stop::Width,
        Stop::Cost,
        Stop::Disk,
        Stop::Cancelled,
        Stop::Heuristic,
    ];

    /// Its name in results: `nodes`, `time`, `memory`, `depth`, `width`, `cost`, `disk`,
    /// `cancelled` or `heuristic`.
    pub const fn name(self) -> &'static str {
        match self {
            Stop::Nodes => "nodes",
            Stop::Time => "time",
            Stop::Memory => "memory",
            Stop::Depth => "depth",
            Stop::Width => "width",
            Stop::Cost => "cost",
            Stop::Disk => "disk",
            Stop::Cancelled => "cancelled",
            Stop::Heuristic => "heuristic",
        }
    }

    /// The stop with this name.
    pub fn from_name(name: &str) -> Option<Stop> {
        Stop::ALL.into_iter().find(|stop| stop.name() == name)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Cancelled => f.write_str("cancelled"),
            Stop::Heuristic => f.write_str("invalid estimate"),
            limit => write!(f, "{} limit", limit.name()),
        }
    }
}

impl From<OutOfMemory> for Stop {
    fn from(_: OutOfMemory) -> Stop {
        Stop::Memory
    }
}
