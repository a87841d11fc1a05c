//! One object a level a line. The names and meanings of fields change only together with `schema`.

use quadrille::search::{Limit, Outcome, Report, Stats, Stop};
use serde::Serialize;

use crate::errors::Fault;
use crate::input::Item;

/// The version of the objects.
pub const SCHEMA: u32 = 1;

/// A level that could not be read, or a file.
#[derive(Serialize)]
pub struct Broken<'a> {
    schema: u32,
    file: &'a str,
    level: Option<&'a str>,
    error: Error,
}

#[derive(Serialize)]
struct Error {
    message: String,
    line: Option<usize>,
    column: Option<usize>,
    help: Option<String>,
}

impl<'a> Broken<'a> {
    /// What is wrong with a bad item; the first thing when there are several.
    pub fn new(item: &'a Item) -> Broken<'a> {
        let fault = item.first_fault();
        Broken::with_fault(item, fault.unwrap_or_else(|| Fault::new("this is no level")))
    }

    /// An item with which something went wrong.
    pub fn with_fault(item: &'a Item, fault: Fault) -> Broken<'a> {
        let place = fault.place();
        Broken {
            schema: SCHEMA,
            file: &item.source.name,
            level: item.label.as_deref(),
            error: Error {
                line: place.map(|place| place.line),
                column: place.map(|place| place.column),
                message: fault.message,
                help: fault.help,
            },
        }
    }
}

/// The end of a search.
#[derive(Serialize)]
pub struct Solved<'a> {
    schema: u32,
    file: &'a str,
    level: Option<&'a str>,
    game: &'static str,
    algorithm: &'a str,
    heuristic: Option<&'a str>,
    outcome: &'static str,
    limit: Option<&'static str>,
    optimal: bool,
    cost: Option<u32>,
    moves: Option<Vec<String>>,
    /// Nothing to bound where it is proved that there is no plan.
    lower_bound: Option<u32>,
    stats: Counts,
}

/// The effort of a search.
#[derive(Serialize)]
pub struct Counts {
    expanded: u64,
    generated: u64,
    duplicates: u64,
    reopened: u64,
    dead_ends: u64,
    peak_open: u64,
    peak_bytes: u64,
    seconds: f64,
    first_plan_seconds: Option<f64>,
}

impl From<&Stats> for Counts {
    fn from(stats: &Stats) -> Counts {
        Counts {
            expanded: stats.expanded,
            generated: stats.generated,
            duplicates: stats.duplicates,
            reopened: stats.reopened,
            dead_ends: stats.dead_ends,
            peak_open: stats.peak_open,
            peak_bytes: stats.peak_bytes,
            seconds: stats.seconds,
            first_plan_seconds: stats.first_plan_seconds,
        }
    }
}

/// The word for what is known after a search.
pub fn outcome(report: &Report) -> &'static str {
    match (&report.outcome, report.stop) {
        (_, Some(Stop::Cancelled)) => "cancelled",
        (Outcome::Solved { .. }, _) => "solved",
        (Outcome::Unsolvable, _) => "unsolvable",
        (Outcome::Unknown, _) => "limit",
    }
}

/// The limit that a search ran into.
pub fn limit(report: &Report) -> Option<Limit> {
    match report.stop {
        Some(Stop::Limit(limit)) => Some(limit),
        _ => None,
    }
}

impl<'a> Solved<'a> {
    /// The report of a search for a good item.
    pub fn new(
        item: &'a Item,
        game: &'static dyn quadrille::games::Game,
        (algorithm, heuristic): (&'a str, Option<&'a str>),
        report: &Report,
    ) -> Solved<'a> {
        let notation = game.notation();
        let plan = report.plan();
        Solved {
            schema: SCHEMA,
            file: &item.source.name,
            level: item.label.as_deref(),
            game: game.id(),
            algorithm,
            heuristic,
            outcome: outcome(report),
            limit: limit(report).map(Limit::name),
            optimal: report.is_optimal(),
            cost: plan.map(|(_, cost)| cost),
            moves: plan.map(|(plan, _)| plan.iter().map(|&mv| notation.write(mv)).collect()),
            lower_bound: (report.outcome != Outcome::Unsolvable).then_some(report.lower_bound),
            stats: Counts::from(&report.stats),
        }
    }
}
