//! Values of heuristics for a board, with their parts.

use std::fmt;

use super::LAST;

/// A heuristic, or a part of one, with its value.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Valued {
    /// The heuristic as typed, or the subject of the part: `r at 0,1`.
    pub name: String,
    /// The value; infinite if there is no plan, and 1e9 if a formula puts the position last.
    #[cfg_attr(feature = "serde", serde(serialize_with = "finite"))]
    pub value: f64,
    /// The cell that the part is about, as an index in reading order.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub cell: Option<usize>,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub parts: Vec<Valued>,
}

/// JSON has no infinity.
#[cfg(feature = "serde")]
fn finite<S: serde::Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serde::Serialize::serialize(&value.is_finite().then_some(value), serializer)
}

impl Valued {
    pub fn part(name: impl Into<String>, value: f64, cell: Option<usize>) -> Valued {
        Valued { name: name.into(), value, cell, parts: Vec::new() }
    }
}

impl fmt::Display for Valued {
    /// `collinear: 2 (r at 0,1: 1, b at 2,0: 2)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, Number(self.value))?;
        for (index, part) in self.parts.iter().enumerate() {
            write!(f, "{}{part}", if index == 0 { " (" } else { ", " })?;
        }
        if self.parts.is_empty() { Ok(()) } else { f.write_str(")") }
    }
}

/// A value with up to three decimal places.
struct Number(f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_infinite() {
            return f.write_str("dead end");
        }
        if self.0 >= LAST {
            return f.write_str("last");
        }
        let text = format!("{:.3}", self.0);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}
