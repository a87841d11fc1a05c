//! The figures of a search and its end, as JSON.

use std::time::Duration;

use quadrille::games::{Game, SolveError};
use quadrille::search::{Limit, Outcome, Progress, Report, Stop};
use serde::Serialize;

use super::failure::Failure;
use crate::output::json::Counts;

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

/// The end of a search.
#[derive(Serialize)]
pub struct ReportRow {
    outcome: &'static str,
    plan: Option<Vec<String>>,
    cost: Option<u32>,
    optimal: bool,
    lower_bound: Option<u32>,
    stop: Option<&'static str>,
    stats: Counts,
}

/// The word for what is known.
pub fn outcome(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Solved { .. } => "solved",
        Outcome::Unsolvable => "unsolvable",
        Outcome::Unknown => "unknown",
    }
}

/// The word for what ended a search before it had its proof.
pub fn stop(stop: Stop) -> &'static str {
    match stop {
        Stop::Limit(limit) => Limit::name(limit),
        Stop::Cancelled => "cancelled",
    }
}

impl ReportRow {
    /// The report of a search for a plan of a game.
    pub fn new(game: &dyn Game, report: &Report) -> ReportRow {
        let notation = game.notation();
        let plan = report.plan();
        ReportRow {
            outcome: outcome(&report.outcome),
            plan: plan.map(|(plan, _)| plan.iter().map(|&mv| notation.write(mv)).collect()),
            cost: plan.map(|(_, cost)| cost),
            optimal: report.is_optimal(),
            lower_bound: (report.outcome != Outcome::Unsolvable).then_some(report.lower_bound),
            stop: report.stop.map(stop),
            stats: Counts::from(&report.stats),
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
