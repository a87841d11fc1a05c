//! The figures of a running search.

use std::time::Duration;

use quadrille::search::{Progress, Stage};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Figures {
    expanded: u64,
    generated: u64,
    bytes: u64,
    lower_bound: u32,
    best: Option<u32>,
    /// The current part of the work of `best`: a code, and the same in plain words.
    #[serde(skip_serializing_if = "Option::is_none")]
    stage: Option<Stage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    doing: Option<&'static str>,
    seconds: f64,
}

impl Figures {
    pub(super) fn new(progress: &Progress, running: Duration) -> Figures {
        Figures {
            expanded: progress.expanded(),
            generated: progress.generated(),
            bytes: progress.bytes(),
            lower_bound: progress.lower_bound(),
            best: progress.best(),
            stage: progress.stage(),
            doing: progress.stage().map(Stage::about),
            seconds: running.as_secs_f64(),
        }
    }
}
