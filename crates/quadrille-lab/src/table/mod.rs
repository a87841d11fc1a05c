//! Tables for other tools: a list of columns, and rows written as CSV, JSON Lines or Parquet.

pub mod npz;
mod parquet;

use std::borrow::Cow;
use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Text,
    /// Whole numbers of 64 bits.
    Whole,
    /// Floating-point numbers of 64 bits.
    Real,
    Truth,
}

/// A field of a row.
#[derive(Clone, PartialEq, Debug)]
pub enum Value<'r> {
    Text(Cow<'r, str>),
    Whole(i64),
    Real(f64),
    Truth(bool),
}

/// A column of a table with rows of type `R`.
pub struct Column<R> {
    pub name: Cow<'static, str>,
    pub kind: Kind,
    /// True if every row has a value.
    pub required: bool,
    pub about: &'static str,
    value: Getter<R>,
}

/// Returns the value of a row.
type Getter<R> = Box<dyn for<'r> Fn(&'r R) -> Option<Value<'r>> + Send + Sync>;

impl<R> Column<R> {
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        kind: Kind,
        required: bool,
        about: &'static str,
        value: impl for<'r> Fn(&'r R) -> Option<Value<'r>> + Send + Sync + 'static,
    ) -> Column<R> {
        Column { name: name.into(), kind, required, about, value: Box::new(value) }
    }

    /// The value of a row.
    pub fn value<'r>(&self, row: &'r R) -> Option<Value<'r>> {
        (self.value)(row)
    }
}

pub fn text(text: &str) -> Option<Value<'_>> {
    Some(Value::Text(text.into()))
}

pub fn whole<'r>(count: u64) -> Option<Value<'r>> {
    Some(Value::Whole(i64::try_from(count).unwrap_or(i64::MAX)))
}

/// Writes CSV (RFC 4180) with a header. Missing values are empty.
pub fn csv<R>(columns: &[Column<R>], rows: &[R], out: &mut impl Write) -> io::Result<()> {
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_ref()).collect();
    writeln!(out, "{}", names.join(","))?;
    for row in rows {
        for (index, column) in columns.iter().enumerate() {
            if index > 0 {
                out.write_all(b",")?;
            }
            match (column.value)(row) {
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

/// Quotes a text for CSV where needed.
pub(crate) fn csv_field(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_string()
    }
}

/// Writes one JSON object per line. Missing values are `null`.
pub fn json_lines<R>(columns: &[Column<R>], rows: &[R], out: &mut impl Write) -> io::Result<()> {
    for row in rows {
        serde_json::to_writer(&mut *out, &JsonObject(columns, row))?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// A row as a JSON object with the columns in order.
struct JsonObject<'r, R>(&'r [Column<R>], &'r R);

impl<R> Serialize for JsonObject<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(self.0.len()))?;
        for column in self.0 {
            match (column.value)(self.1) {
                None => object.serialize_entry(&column.name, &())?,
                Some(Value::Text(text)) => object.serialize_entry(&column.name, &text)?,
                Some(Value::Whole(number)) => object.serialize_entry(&column.name, &number)?,
                Some(Value::Real(number)) => object.serialize_entry(&column.name, &number)?,
                Some(Value::Truth(truth)) => object.serialize_entry(&column.name, &truth)?,
            }
        }
        object.end()
    }
}

/// Writes Parquet: one row group, plain and uncompressed.
pub fn parquet<R>(columns: &[Column<R>], rows: &[R], out: &mut impl Write) -> io::Result<()> {
    parquet::write(columns, rows, out)
}
