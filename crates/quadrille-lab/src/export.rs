//! Results as tables for other tools: CSV, JSON Lines and Parquet.
//!
//! All formats use one list of columns ([`COLUMNS`]).

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::LazyLock;

use quadrille::search::Stats;

pub use crate::table::{Column, Kind, Value};

use crate::Trial;
use crate::fields::{stat_names, stat_values};
use crate::table::{self, text, whole};

macro_rules! column {
    ($name:literal, $kind:ident, required, $about:literal, $value:expr) => {
        Column::<Trial>::new($name, Kind::$kind, true, $about, $value)
    };
    ($name:literal, $kind:ident, optional, $about:literal, $value:expr) => {
        Column::<Trial>::new($name, Kind::$kind, false, $about, $value)
    };
}

/// The meaning of each statistic.
const STATISTICS: &[(&str, &str)] = &[
    ("expanded", "positions expanded; none: not counted"),
    ("generated", "positions generated; none: not counted"),
    ("duplicates", "generated positions that were known"),
    ("reopened", "known positions to which a cheaper way was found"),
    ("dead_ends", "positions dropped as unsolvable"),
    ("peak_open", "most positions that waited at a time"),
    ("peak_bytes", "most bytes in the tables of the search at a time; none: no tables"),
    ("depth", "deepest layer or last bound"),
    ("seconds", "wall-clock time"),
    ("first_plan_seconds", "when the first plan was there"),
];

/// The column of a statistic, for any statistic.
fn statistic(name: &'static str) -> Column<Trial> {
    // An external solver may not report counts, and its tables are unknown.
    let may_be_unknown = matches!(name, "expanded" | "generated" | "peak_bytes");
    let is_always_there = !stat_values(&Stats::default())[name].is_null();
    let kind = if name.ends_with("seconds") { Kind::Real } else { Kind::Whole };
    let about =
        STATISTICS.iter().find(|(other, _)| *other == name).map_or(name, |(_, about)| about);
    Column::new(name, kind, is_always_there && !may_be_unknown, about, move |r: &Trial| {
        let is_missing = match name {
            "expanded" => r.record.counts().is_none(),
            "generated" => r.record.generated().is_none(),
            "peak_bytes" => r.record.stats.peak_bytes == 0,
            _ => false,
        };
        if is_missing {
            return None;
        }
        match stat_values(&r.record.stats).remove(name)? {
            serde_json::Value::Number(number) => Some(match number.as_i64() {
                Some(count) if kind == Kind::Whole => Value::Whole(count),
                _ => Value::Real(number.as_f64()?),
            }),
            _ => None,
        }
    })
}

/// The columns of all results.
pub static COLUMNS: LazyLock<Vec<Column<Trial>>> = LazyLock::new(all);

fn all() -> Vec<Column<Trial>> {
    let mut columns = before_statistics();
    columns.extend(stat_names().iter().map(|name| statistic(name)));
    columns.extend(after_statistics());
    columns
}

/// The columns of all results, and one for each attribute of external solvers in these trials.
pub fn columns(trials: &[Trial]) -> Vec<Column<Trial>> {
    let mut columns = all();
    let names = trials.iter().flat_map(|trial| trial.record.attributes.keys());
    let names: BTreeSet<&String> = names.collect();
    columns.extend(names.into_iter().map(|name| {
        let about = "attribute of an external solver";
        let key = name.clone();
        Column::new(name.clone(), Kind::Real, false, about, move |r: &Trial| {
            r.record.attributes.get(&key).copied().map(Value::Real)
        })
    }));
    columns
}

fn before_statistics() -> Vec<Column<Trial>> {
    vec![
        column!("task", Whole, required, "number of the trial in the plan, from 0", |r| whole(
            r.task
        )),
        column!("experiment", Text, required, "experiment of the plan", |r| text(&r.experiment)),
        column!("game", Text, required, "game of the level", |r| text(&r.game)),
        column!("level", Text, required, "name of the level", |r| text(&r.level)),
        column!("source", Text, required, "where the level comes from", |r| text(&r.source)),
        column!(
            "fingerprint",
            Text,
            required,
            "hash of the level's board, the same everywhere",
            |r| { text(&r.fingerprint) }
        ),
        column!("code", Text, required, "share code of the level's board", |r| text(&r.code)),
        column!("rows", Whole, required, "rows of the board", |r| whole(r.rows.into())),
        column!("cols", Whole, required, "columns of the board", |r| whole(r.cols.into())),
        column!("difficulty", Whole, optional, "score of the level, if its file has one", |r| {
            whole(r.difficulty?.into())
        }),
        column!(
            "made_by",
            Text,
            optional,
            "command that made the level, if its file has it",
            |r| { text(r.made_by.as_ref()?) }
        ),
        column!("method", Text, required, "algorithm and heuristic as one text", |r| text(
            &r.record.method
        )),
        column!("algorithm", Text, required, "algorithm with its options", |r| text(
            &r.record.algorithm
        )),
        column!("heuristic", Text, optional, "heuristic; none if the algorithm uses none", |r| {
            text(r.record.heuristic.as_deref()?)
        }),
        column!("repeat", Whole, required, "index of the repeat, from 0", |r| whole(
            r.repeat.into()
        )),
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
            "limit that ended it: time, nodes, memory, depth or width",
            |r| text(r.record.stop?.name())
        ),
        column!("error", Text, optional, "error, if there is no result", |r| Some(Value::Text(
            r.record.error.as_ref()?.message().into()
        ))),
        column!("plan", Text, optional, "moves of the plan with blanks between them", |r| Some(
            Value::Text(r.record.plan.as_ref()?.join(" ").into())
        )),
        column!("optimal", Truth, required, "true if the plan is proved shortest", |r| Some(
            Value::Truth(r.record.optimal)
        )),
        column!("cost", Whole, optional, "moves of the plan; none without a plan", |r| whole(
            r.record.cost?.into()
        )),
        column!(
            "optimum",
            Whole,
            optional,
            "moves of the shortest plan, from the file or proved by any trial",
            |r| whole(r.optimum?.into())
        ),
        column!("above_optimum", Whole, optional, "cost less optimum", |r| whole(
            r.above_optimum()?.into()
        )),
        column!(
            "lower_bound",
            Whole,
            optional,
            "no plan is shorter; none if there is no plan",
            |r| whole(r.record.lower_bound?.into())
        ),
    ]
}

fn after_statistics() -> Vec<Column<Trial>> {
    vec![
        column!("cpu_seconds", Real, optional, "processor time, if measured", |r| r
            .record
            .cpu_seconds
            .map(Value::Real)),
        column!(
            "peak_rss",
            Whole,
            optional,
            "most resident memory of its process and its children, if measured",
            |r| whole(r.record.peak_rss?)
        ),
        column!("limit_seconds", Real, optional, "limit of time; none: no limit", |r| r
            .limit_seconds
            .map(Value::Real)),
        column!(
            "limit_nodes",
            Whole,
            optional,
            "limit of expanded positions; none: no limit",
            |r| { whole(r.limit_nodes?) }
        ),
        column!("limit_bytes", Whole, optional, "limit of memory in bytes; none: no limit", |r| {
            whole(r.limit_bytes?)
        }),
        column!(
            "version",
            Text,
            required,
            "version of Quadrille, with commit and build",
            |r| text(&r.version)
        ),
        column!("machine", Text, required, "system, processor and cores", |r| text(&r.machine)),
        column!("jobs", Whole, required, "number of trials run in parallel", |r| whole(
            r.jobs.into()
        )),
        column!("finished", Whole, required, "end of the trial, in seconds since 1970", |r| whole(
            r.finished
        )),
    ]
}

/// Writes CSV (RFC 4180) with a header. Missing values are empty.
pub fn csv(trials: &[Trial], out: &mut impl Write) -> io::Result<()> {
    table::csv(&columns(trials), trials, out)
}

/// Writes one JSON object per line. Missing values are `null`.
pub fn json_lines(trials: &[Trial], out: &mut impl Write) -> io::Result<()> {
    table::json_lines(&columns(trials), trials, out)
}

pub fn parquet(trials: &[Trial], out: &mut impl Write) -> io::Result<()> {
    table::parquet(&columns(trials), trials, out)
}
