//! A trial: one method on one level in an experiment, as it lies in the results and leaves them.

use quadrille::record::Record;
use quadrille::search::Cost;
use serde::Serialize;

/// A finished trial: its record with its level, its limits and what it was made on.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Trial {
    /// Its number in the schedule of the plan.
    pub task: u64,
    /// The experiment of the plan.
    pub experiment: String,
    /// The game of the level.
    pub game: String,
    /// The name of the level.
    pub level: String,
    /// Where the level comes from.
    pub source: String,
    /// The hash of the level's board.
    pub fingerprint: String,
    /// Which of the repeats, from 0.
    pub repeat: u32,
    /// The moves of the shortest plan, when the level says or any trial proved it.
    pub optimum: Option<Cost>,
    /// What came of it.
    #[serde(flatten)]
    pub record: Record,
    /// The limit of time in seconds.
    pub limit_seconds: Option<f64>,
    /// The limit of expanded positions.
    pub limit_nodes: Option<u64>,
    /// The limit of memory in bytes.
    pub limit_bytes: Option<u64>,
    /// The version of Quadrille.
    pub version: String,
    /// The machine.
    pub machine: String,
    /// How many trials ran side by side.
    pub jobs: u32,
    /// When it was done, in seconds since 1970.
    pub finished: u64,
}
