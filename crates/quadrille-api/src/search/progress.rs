//! The figures of a running search.

use std::time::Duration;

use quadrille::search::Progress;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Figures {
    expanded: u64,
    generated: u64,
    bytes: u64,
    lower_bound: u32,
    best: Option<u32>,
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
            seconds: running.as_secs_f64(),
        }
    }
}
