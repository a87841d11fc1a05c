//! A trial: one method on one level in an experiment, as it is stored and exported.

use quadrille::record::Record;
use quadrille::search::Cost;
use serde::{Deserialize, Serialize};

use quadrille_base::hash::fnv1a;

/// A finished trial: its record with its level, its limits and its environment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// Its index in the schedule of the plan.
    pub task: u64,
    pub experiment: String,
    pub game: String,
    pub level: String,
    pub source: String,
    pub fingerprint: String,
    pub code: String,
    pub rows: u32,
    pub cols: u32,
    /// The difficulty for a person, if the level's file has one.
    pub difficulty: Option<u32>,
    /// The command that made the level, if its file has it.
    pub made_by: Option<String>,
    /// The index of the repeat, from 0.
    pub repeat: u32,
    /// The moves of the shortest plan, from the level's file or proved by any trial.
    pub optimum: Option<Cost>,
    #[serde(flatten)]
    pub record: Record,
    pub limit_seconds: Option<f64>,
    pub limit_nodes: Option<u64>,
    pub limit_bytes: Option<u64>,
    /// The version of Quadrille, with its commit if known.
    pub version: String,
    pub machine: String,
    /// The number of trials run in parallel.
    pub jobs: u32,
    /// The end of the trial, in seconds since 1970.
    pub finished: u64,
}

/// The key of a trial in results: experiment, fingerprint of the level, method and repeat.
pub type Key = (String, String, String, u32);

impl Trial {
    pub fn key(&self) -> Key {
        let record = &self.record;
        (self.experiment.clone(), self.fingerprint.clone(), record.method.clone(), self.repeat)
    }

    /// A hash of everything but its index and its optimum, to detect damage to its row.
    pub(crate) fn checksum(&self) -> i64 {
        let mut bare = Trial { task: 0, optimum: None, ..self.clone() };
        // Not stored: it follows from the plan.
        bare.record.tally = None;
        // Serialising plain fields cannot fail.
        fnv1a(&serde_json::to_vec(&bare).unwrap_or_default()) as i64
    }

    /// The number of moves of its plan above the optimum.
    pub fn above_optimum(&self) -> Option<Cost> {
        self.record.above(self.optimum)
    }
}
