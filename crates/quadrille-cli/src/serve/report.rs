//! The live figures of a search as JSON, and why there is no end.

use std::time::Duration;

use quadrille::games::SolveError;
use quadrille::search::Progress;
use serde::Serialize;

use super::failure::Failure;

/// What a search has done so far.
#[derive(Serialize)]
pub struct ProgressRow {
    expanded: u64,
    generated: u64,
    bytes: u64,
    lower_bound: u32,
    best: Option<u32>,
    seconds: f64,
}

impl ProgressRow {
    /// The figures of now.
    pub fn new(progress: &Progress, running: Duration) -> ProgressRow {
        ProgressRow {
            expanded: progress.expanded(),
            generated: progress.generated(),
            bytes: progress.bytes(),
            lower_bound: progress.lower_bound(),
            best: progress.best(),
            seconds: running.as_secs_f64(),
        }
    }
}

/// Why there is no report.
pub fn failure(error: &SolveError) -> Failure {
    match error {
        SolveError::Unfit(_) => Failure::bad_request("bad-level", error.to_string()),
        SolveError::Heuristic(_) => Failure::bad_request("bad-heuristic", error.to_string()),
        SolveError::Refused(_) => Failure::bug(),
    }
}
