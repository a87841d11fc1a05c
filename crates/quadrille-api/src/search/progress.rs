//! The live figures of a search.

use std::time::Duration;

use quadrille::search::control::Progress;
use serde::Serialize;

/// What a search has done so far.
#[derive(Serialize)]
pub(super) struct ProgressRow {
    expanded: u64,
    generated: u64,
    bytes: u64,
    lower_bound: u32,
    best: Option<u32>,
    seconds: f64,
}

impl ProgressRow {
    /// The figures of now.
    pub(super) fn new(progress: &Progress, running: Duration) -> ProgressRow {
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
