//! Results as tables for other tools: CSV, JSON Lines and Parquet.
//!
//! There is one list of columns ([`COLUMNS`]), and every format is made from it.

use std::io::{self, Write};

pub use crate::table::{Column, Kind, Value};

use crate::Trial;
use crate::table::{self, text, whole};

macro_rules! column {
    ($name:literal, $kind:ident, required, $about:literal, $value:expr) => {
        Column { name: $name, kind: Kind::$kind, required: true, about: $about, value: $value }
    };
    ($name:literal, $kind:ident, optional, $about:literal, $value:expr) => {
        Column { name: $name, kind: Kind::$kind, required: false, about: $about, value: $value }
    };
}

/// The columns, in their order.
pub static COLUMNS: &[Column<Trial>] = &[
    column!("task", Whole, required, "number of the trial in the plan, from 0", |r| whole(r.task)),
    column!("experiment", Text, required, "experiment of the plan", |r| text(&r.experiment)),
    column!("game", Text, required, "game of the level", |r| text(&r.game)),
    column!("level", Text, required, "name of the level", |r| text(&r.level)),
    column!("source", Text, required, "where the level comes from", |r| text(&r.source)),
    column!("fingerprint", Text, required, "hash of the level's board, the same everywhere", |r| {
        text(&r.fingerprint)
    }),
    column!("code", Text, required, "share code of the level's board", |r| text(&r.code)),
    column!("rows", Whole, required, "rows of the board", |r| whole(r.rows.into())),
    column!("cols", Whole, required, "columns of the board", |r| whole(r.cols.into())),
    column!("difficulty", Whole, optional, "score of the level, where it says", |r| whole(
        r.difficulty?.into()
    )),
    column!("made_by", Text, optional, "command that made the level, where its file says", |r| {
        text(r.made_by.as_ref()?)
    }),
    column!("method", Text, required, "algorithm and heuristic as one text", |r| text(
        &r.record.method
    )),
    column!("algorithm", Text, required, "algorithm with its options", |r| text(
        &r.record.algorithm
    )),
    column!(
        "heuristic",
        Text,
        optional,
        "heuristic; none where the algorithm asks none",
        |r| text(r.record.heuristic.as_deref()?)
    ),
    column!("repeat", Whole, required, "which of the repeats, from 0", |r| whole(r.repeat.into())),
    column!(
        "outcome",
        Text,
        required,
        "solved, unsolvable (proved), claimed (unsolvable, not proved) or unknown",
        |r| text(r.record.outcome.name())
    ),
    column!(
        "stop",
        Text,
        optional,
        "what ended it without its proof: time, nodes, memory, depth or width",
        |r| text(r.record.stop?.name())
    ),
    column!("error", Text, optional, "what went wrong where there is no result", |r| Some(
        Value::Text(r.record.error.as_ref()?.message().into())
    )),
    column!("plan", Text, optional, "moves of the plan with blanks between them", |r| Some(
        Value::Text(r.record.plan.as_ref()?.join(" ").into())
    )),
    column!("optimal", Truth, required, "whether the plan is proved shortest", |r| Some(
        Value::Truth(r.record.optimal)
    )),
    column!("cost", Whole, optional, "moves of the plan; none without a plan", |r| whole(
        r.record.cost?.into()
    )),
    column!(
        "optimum",
        Whole,
        optional,
        "moves of the shortest plan, where the level says or any trial proved it",
        |r| whole(r.optimum?.into())
    ),
    column!("above_optimum", Whole, optional, "cost less optimum", |r| whole(
        r.above_optimum()?.into()
    )),
    column!(
        "lower_bound",
        Whole,
        optional,
        "no plan is shorter; none where there is no plan at all",
        |r| whole(r.record.lower_bound?.into())
    ),
    column!("expanded", Whole, optional, "positions expanded; none: not counted", |r| whole(
        r.record.counts()?.expanded
    )),
    column!("generated", Whole, optional, "positions generated; none: not counted", |r| whole(
        r.record.counts()?.generated
    )),
    column!("duplicates", Whole, required, "generated positions that were known", |r| whole(
        r.record.stats.duplicates
    )),
    column!("reopened", Whole, required, "known positions to which a cheaper way was found", |r| {
        whole(r.record.stats.reopened)
    }),
    column!("dead_ends", Whole, required, "positions dropped as unsolvable", |r| whole(
        r.record.stats.dead_ends
    )),
    column!("peak_open", Whole, required, "most positions that waited at a time", |r| whole(
        r.record.stats.peak_open
    )),
    column!(
        "peak_bytes",
        Whole,
        required,
        "most bytes in the tables of the search at a time",
        |r| whole(r.record.stats.peak_bytes)
    ),
    column!("depth", Whole, required, "deepest layer or last bound", |r| whole(
        r.record.stats.depth.into()
    )),
    column!("seconds", Real, required, "how long it took", |r| Some(Value::Real(
        r.record.stats.seconds
    ))),
    column!("first_plan_seconds", Real, optional, "when the first plan was there", |r| r
        .record
        .stats
        .first_plan_seconds
        .map(Value::Real)),
    column!("limit_seconds", Real, optional, "limit of time; none: no limit", |r| r
        .limit_seconds
        .map(Value::Real)),
    column!("limit_nodes", Whole, optional, "limit of expanded positions; none: no limit", |r| {
        whole(r.limit_nodes?)
    }),
    column!("limit_bytes", Whole, optional, "limit of memory in bytes; none: no limit", |r| whole(
        r.limit_bytes?
    )),
    column!("version", Text, required, "version of Quadrille, with commit and build", |r| text(
        &r.version
    )),
    column!("machine", Text, required, "system, processor and cores", |r| text(&r.machine)),
    column!("jobs", Whole, required, "how many trials ran side by side", |r| whole(r.jobs.into())),
    column!("finished", Whole, required, "when it was done, in seconds since 1970", |r| whole(
        r.finished
    )),
];

/// Writes CSV (RFC 4180) with a header. What has no value is empty.
pub fn csv(trials: &[Trial], out: &mut impl Write) -> io::Result<()> {
    table::csv(COLUMNS, trials, out)
}

/// Writes one JSON object a line. What has no value is `null`.
pub fn json_lines(trials: &[Trial], out: &mut impl Write) -> io::Result<()> {
    table::json_lines(COLUMNS, trials, out)
}

/// Writes Parquet.
pub fn parquet(trials: &[Trial], out: &mut impl Write) -> io::Result<()> {
    table::parquet(COLUMNS, trials, out)
}
