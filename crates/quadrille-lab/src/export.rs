//! Results as tables for other tools: CSV and JSON Lines, and Parquet where it is built in.
//!
//! There is one list of columns ([`COLUMNS`]), and every format is made from it.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::Trial;

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Text.
    Text,
    /// Whole numbers of 64 bits.
    Whole,
    /// Floating-point numbers of 64 bits.
    Real,
    /// True or false.
    Truth,
}

/// A field of a trial.
#[derive(Clone, PartialEq, Debug)]
pub enum Value<'r> {
    /// Text.
    Text(Cow<'r, str>),
    /// A whole number.
    Whole(i64),
    /// A floating-point number.
    Real(f64),
    /// True or false.
    Truth(bool),
}

/// A column of the exported table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Whether every row has a value.
    pub required: bool,
    /// What it means.
    pub about: &'static str,
    /// The value of a trial.
    pub value: for<'r> fn(&'r Trial) -> Option<Value<'r>>,
}

macro_rules! column {
    ($name:literal, $kind:ident, required, $about:literal, $value:expr) => {
        Column { name: $name, kind: Kind::$kind, required: true, about: $about, value: $value }
    };
    ($name:literal, $kind:ident, optional, $about:literal, $value:expr) => {
        Column { name: $name, kind: Kind::$kind, required: false, about: $about, value: $value }
    };
}

fn text(text: &str) -> Option<Value<'_>> {
    Some(Value::Text(text.into()))
}

fn whole<'r>(count: u64) -> Option<Value<'r>> {
    Some(Value::Whole(i64::try_from(count).unwrap_or(i64::MAX)))
}

/// The columns, in their order.
pub static COLUMNS: &[Column] = &[
    column!("task", Whole, required, "number of the trial in the plan, from 0", |r| whole(r.task)),
    column!("experiment", Text, required, "experiment of the plan", |r| text(&r.experiment)),
    column!("game", Text, required, "game of the level", |r| text(&r.game)),
    column!("level", Text, required, "name of the level", |r| text(&r.level)),
    column!("source", Text, required, "where the level comes from", |r| text(&r.source)),
    column!("fingerprint", Text, required, "hash of the level's board, the same everywhere", |r| {
        text(&r.fingerprint)
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
    column!("outcome", Text, required, "solved, unsolvable (proved) or unknown", |r| text(
        r.record.outcome.name()
    )),
    column!(
        "stop",
        Text,
        optional,
        "what ended it without its proof: time, nodes, memory, depth or width",
        |r| text(r.record.stop?.name())
    ),
    column!("error", Text, optional, "what went wrong where there is no result", |r| text(
        &r.record.error.as_ref()?.message
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
        r.record.above(r.optimum)?.into()
    )),
    column!(
        "lower_bound",
        Whole,
        optional,
        "no plan is shorter; none where there is no plan at all",
        |r| whole(r.record.lower_bound?.into())
    ),
    column!("expanded", Whole, required, "positions expanded", |r| whole(r.record.stats.expanded)),
    column!("generated", Whole, required, "positions generated", |r| whole(
        r.record.stats.generated
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
    column!("version", Text, required, "version of Quadrille", |r| text(&r.version)),
    column!("machine", Text, required, "system, processor and cores", |r| text(&r.machine)),
    column!("jobs", Whole, required, "how many trials ran side by side", |r| whole(r.jobs.into())),
    column!("finished", Whole, required, "when it was done, in seconds since 1970", |r| whole(
        r.finished
    )),
];

/// Writes CSV (RFC 4180) with a header. What has no value is empty.
pub fn csv(trials: &[Trial], out: &mut impl Write) -> io::Result<()> {
    let names: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
    writeln!(out, "{}", names.join(","))?;
    for trial in trials {
        for (index, column) in COLUMNS.iter().enumerate() {
            if index > 0 {
                out.write_all(b",")?;
            }
            match (column.value)(trial) {
                None => {}
                Some(Value::Text(text)) => out.write_all(csv_field(&text).as_bytes())?,
                Some(Value::Whole(number)) => write!(out, "{number}")?,
                Some(Value::Real(number)) => write!(out, "{number}")?,
                Some(Value::Truth(truth)) => write!(out, "{truth}")?,
            }
        }
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// A text as a field of CSV.
pub(crate) fn csv_field(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_string()
    }
}

/// Writes one JSON object a line. What has no value is `null`.
pub fn json_lines(trials: &[Trial], out: &mut impl Write) -> io::Result<()> {
    for trial in trials {
        serde_json::to_writer(&mut *out, &Line(trial))?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// A trial as an object with the columns in their order.
struct Line<'r>(&'r Trial);

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(COLUMNS.len()))?;
        for column in COLUMNS {
            match (column.value)(self.0) {
                None => object.serialize_entry(column.name, &())?,
                Some(Value::Text(text)) => object.serialize_entry(column.name, &text)?,
                Some(Value::Whole(number)) => object.serialize_entry(column.name, &number)?,
                Some(Value::Real(number)) => object.serialize_entry(column.name, &number)?,
                Some(Value::Truth(truth)) => object.serialize_entry(column.name, &truth)?,
            }
        }
        object.end()
    }
}

/// Writes Parquet: one row group, compressed with Snappy, columns as in [`COLUMNS`].
#[cfg(feature = "parquet")]
pub fn parquet(trials: &[Trial], out: &mut (impl Write + Send)) -> io::Result<()> {
    columnar::write(trials, out).map_err(io::Error::other)
}

#[cfg(feature = "parquet")]
mod columnar {
    use std::io::Write;
    use std::sync::Arc;

    use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as Physical};
    use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
    use parquet::errors::Result;
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
    use parquet::schema::types::Type;

    use super::{COLUMNS, Column, Kind, Value};
    use crate::Trial;

    fn schema() -> Result<Arc<Type>> {
        let fields = COLUMNS.iter().map(|column| {
            let physical = match column.kind {
                Kind::Text => Physical::BYTE_ARRAY,
                Kind::Whole => Physical::INT64,
                Kind::Real => Physical::DOUBLE,
                Kind::Truth => Physical::BOOLEAN,
            };
            let repetition =
                if column.required { Repetition::REQUIRED } else { Repetition::OPTIONAL };
            let mut field =
                Type::primitive_type_builder(column.name, physical).with_repetition(repetition);
            if column.kind == Kind::Text {
                field = field
                    .with_converted_type(ConvertedType::UTF8)
                    .with_logical_type(Some(LogicalType::String));
            }
            field.build().map(Arc::new)
        });
        let fields = fields.collect::<Result<Vec<_>>>()?;
        Ok(Arc::new(Type::group_type_builder("trials").with_fields(fields).build()?))
    }

    pub(super) fn write(trials: &[Trial], out: &mut (impl Write + Send)) -> Result<()> {
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let mut file = SerializedFileWriter::new(out, schema()?, Arc::new(properties))?;
        let mut group = file.next_row_group()?;
        for column in COLUMNS {
            let Some(mut writer) = group.next_column()? else { break };
            match column.kind {
                Kind::Text => {
                    fill::<ByteArrayType>(&mut writer, column, trials, |value| match value {
                        Value::Text(text) => Some(ByteArray::from(&*text)),
                        _ => None,
                    })?
                }
                Kind::Whole => {
                    fill::<Int64Type>(&mut writer, column, trials, |value| match value {
                        Value::Whole(number) => Some(number),
                        _ => None,
                    })?
                }
                Kind::Real => {
                    fill::<DoubleType>(&mut writer, column, trials, |value| match value {
                        Value::Real(number) => Some(number),
                        _ => None,
                    })?
                }
                Kind::Truth => {
                    fill::<BoolType>(&mut writer, column, trials, |value| match value {
                        Value::Truth(truth) => Some(truth),
                        _ => None,
                    })?
                }
            }
            writer.close()?;
        }
        group.close()?;
        file.close().map(|_| ())
    }

    /// Writes a column: the values that are there, and of an optional column where they are.
    fn fill<T: DataType>(
        writer: &mut SerializedColumnWriter<'_>,
        column: &Column,
        trials: &[Trial],
        read: impl Fn(Value<'_>) -> Option<T::T>,
    ) -> Result<()> {
        let values: Vec<Option<T::T>> =
            trials.iter().map(|trial| (column.value)(trial).and_then(&read)).collect();
        let there: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
        let values: Vec<T::T> = values.into_iter().flatten().collect();
        let there = (!column.required).then_some(there.as_slice());
        writer.typed::<T>().write_batch(&values, there, None)?;
        Ok(())
    }
}
