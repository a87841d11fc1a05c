//! A trial: one method on one level in an experiment, as it lies in the results and leaves them.

use quadrille::record::Record;
use quadrille::search::Cost;
use serde::{Deserialize, Serialize};

use quadrille_base::hash::fnv1a;

/// A finished trial: its record with its level, its limits and what it was made on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// Its number in the schedule of the plan.
    pub task: u64,
    pub experiment: String,
    pub game: String,
    pub level: String,
    /// Where the level comes from.
    pub source: String,
    /// The hash of the level's board.
    pub fingerprint: String,
    /// The share code of the level's board.
    pub code: String,
    /// How many rows the board has.
    pub rows: u32,
    pub cols: u32,
    /// How hard the level is for a person, where it says.
    pub difficulty: Option<u32>,
    /// The command that made the level, where its file says.
    pub made_by: Option<String>,
    /// Which of the repeats, from 0.
    pub repeat: u32,
    /// The moves of the shortest plan, when the level says or any trial proved it.
    pub optimum: Option<Cost>,
    #[serde(flatten)]
    pub record: Record,
    pub limit_seconds: Option<f64>,
    /// The limit of expanded positions.
    pub limit_nodes: Option<u64>,
    pub limit_bytes: Option<u64>,
    /// The version of Quadrille, with the commit it was built from where that is known.
    pub version: String,
    pub machine: String,
    /// How many trials ran side by side.
    pub jobs: u32,
    /// When it was done, in seconds since 1970.
    pub finished: u64,
}

/// What names a trial in results: experiment, fingerprint of the level, method and repeat.
pub type Key = (String, String, String, u32);

impl Trial {
    pub fn key(&self) -> Key {
        let record = &self.record;
        (self.experiment.clone(), self.fingerprint.clone(), record.method.clone(), self.repeat)
    }

    /// A hash of everything but its number and its optimum, by which damage to its row is found.
    pub(crate) fn checksum(&self) -> i64 {
        let mut bare = Trial { task: 0, optimum: None, ..self.clone() };
        // Not kept, since it follows from the plan.
        bare.record.tally = None;
        // Plain fields can always be written.
        fnv1a(&serde_json::to_vec(&bare).unwrap_or_default()) as i64
    }

    /// How many moves its plan has above the optimum.
    pub fn above_optimum(&self) -> Option<Cost> {
        self.record.above(self.optimum)
    }
}
