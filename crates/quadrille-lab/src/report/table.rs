//! Tables whose cells are numbers for programs and text for people.

use serde::{Serialize, Serializer};

use crate::charts::Unit;

#[derive(Clone, Debug, Default, Serialize)]
pub struct Table {
    /// The names of the columns; the first names the rows.
    pub columns: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
}

/// The most rows and the most characters per row of a table on a printed page.
const PAGE: (usize, usize) = (45, 110);

impl Table {
    /// True if it fits a printed page.
    pub fn fits_page(&self) -> bool {
        let cells = |column: usize| {
            let rows = self.rows.iter().filter_map(move |row| row.get(column));
            rows.map(|cell| cell.shown().chars().count())
        };
        let width = |(column, name): (usize, &String)| {
            cells(column).chain([name.chars().count()]).max().unwrap_or(0) + 2
        };
        let across: usize = self.columns.iter().enumerate().map(width).sum();
        self.rows.len() <= PAGE.0 && across <= PAGE.1
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    Text(String),
    Number(f64, Unit),
    /// The value at which a trial stopped without an answer.
    Stopped(f64, Unit),
    /// A lower bound.
    AtLeast(f64, Unit),
    /// A part of a total.
    Of(usize, usize),
    None,
}

impl Cell {
    pub(super) fn maybe(value: Option<f64>, unit: Unit) -> Cell {
        value.map_or(Cell::None, |value| Cell::Number(value, unit))
    }

    pub fn shown(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Number(value, unit) => unit.write(*value),
            Cell::Stopped(value, unit) => format!("✗ {}", unit.write(*value)),
            Cell::AtLeast(value, unit) => format!("≥ {}", unit.write(*value)),
            Cell::Of(part, whole) => format!("{part} of {whole}"),
            Cell::None => "–".to_string(),
        }
    }

    pub fn raw(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Number(value, _) => value.to_string(),
            Cell::Stopped(value, _) => format!("stopped at {value}"),
            Cell::AtLeast(value, _) => format!("at least {value}"),
            Cell::Of(part, _) => part.to_string(),
            Cell::None => String::new(),
        }
    }

    /// True if the cell is aligned right.
    pub(super) fn is_number(&self) -> bool {
        !matches!(self, Cell::Text(_))
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Number(value, _) => serializer.serialize_f64(*value),
            Cell::Of(part, _) => serializer.serialize_u64(*part as u64),
            Cell::None => serializer.serialize_none(),
            Cell::Text(_) | Cell::Stopped(..) | Cell::AtLeast(..) => {
                serializer.serialize_str(&self.raw())
            }
        }
    }
}
