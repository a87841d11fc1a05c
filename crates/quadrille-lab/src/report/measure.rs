//! Measures of trials, and how to compare them fairly.

use quadrille_base::quantities::counted;

use super::Cell;
use crate::charts::{Axis, Reading, Unit};
use quadrille::record::Verdict;
use quadrille_base::statistics::median;
use serde::Deserialize;

use super::matrix::{Matrix, Result};

/// A quantity measured in a trial.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    #[serde(rename = "seconds")]
    Time,
    Expanded,
    Moves,
    /// Resident memory of the process.
    Memory,
    /// Bytes in the tables of the search.
    Tables,
}

impl Measure {
    pub(super) fn unit(self) -> Unit {
        match self {
            Measure::Time => Unit::Seconds,
            Measure::Expanded => Unit::Count,
            Measure::Moves => Unit::Moves,
            Measure::Memory | Measure::Tables => Unit::Bytes,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Measure::Time => "time",
            Measure::Expanded => "expanded positions",
            Measure::Moves => "moves",
            Measure::Memory => "resident memory",
            Measure::Tables => "memory of tables",
        }
    }

    /// The name in links.
    pub(super) fn word(self) -> &'static str {
        match self {
            Measure::Time => "time",
            Measure::Expanded => "expanded",
            Measure::Moves => "moves",
            Measure::Memory => "memory",
            Measure::Tables => "tables",
        }
    }

    pub(super) fn axis(self) -> Axis {
        match self {
            Measure::Moves => Axis::linear(self.name(), self.unit()),
            _ => Axis::log(self.name(), self.unit()),
        }
    }

    /// The measured value. Only plans have moves; a trial without an answer has reached its lower
    /// bound.
    pub(super) fn reading(self, result: &Result) -> Reading {
        let answered = result.answered();
        let value = match self {
            // Imported rows can be without a time.
            Measure::Time => Some(result.seconds).filter(|&seconds| seconds > 0.0),
            Measure::Expanded => result.expanded,
            Measure::Memory => result.resident,
            Measure::Tables => result.tables,
            Measure::Moves if answered => result.cost.map(f64::from),
            Measure::Moves => result.lower_bound.map(f64::from),
        };
        match value {
            None => Reading::None,
            Some(value) if answered => Reading::Value(value),
            Some(value) => Reading::Stopped(value),
        }
    }

    /// The measured value for a table: a stopped trial has a lower bound of moves.
    pub(super) fn cell(self, result: Option<&Result>) -> Cell {
        let Some(result) = result else { return Cell::None };
        match self.reading(result) {
            Reading::Value(value) => Cell::Number(value, self.unit()),
            Reading::Stopped(value) if self == Measure::Moves => Cell::AtLeast(value, self.unit()),
            Reading::Stopped(value) => Cell::Stopped(value, self.unit()),
            Reading::None if self == Measure::Moves && result.is_unsolvable() => {
                Cell::Text("none".to_string())
            }
            Reading::None if self == Measure::Moves && result.outcome == Verdict::Claimed => {
                Cell::Text("none, claimed".to_string())
            }
            Reading::None => Cell::None,
        }
    }
}

/// Memory that small searches reserve without need; a smaller difference between methods means
/// nothing.
const RESERVED: f64 = 512.0 * 1024.0;

/// The names, or their number if there are many.
pub(super) fn some(names: &[String]) -> String {
    if names.len() > 4 { format!("{} methods", names.len()) } else { listed(names) }
}

pub(super) fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// A sentence with the methods of the least and the largest median on the levels that all of them
/// answered. Medians over different levels would favour methods that answer only the easy ones.
pub(super) fn compared(
    matrix: &Matrix,
    methods: &[usize],
    measure: Measure,
    label: impl Fn(usize) -> String,
) -> String {
    let common = matrix.common(methods);
    let unit = measure.unit();
    let mut medians: Vec<(usize, f64)> = Vec::new();
    for &method in methods {
        let values: Vec<f64> = common
            .iter()
            .filter_map(|&level| match measure.reading(matrix.get(level, method)?) {
                Reading::Value(value) => Some(value),
                _ => None,
            })
            .collect();
        let least = if measure == Measure::Tables { RESERVED } else { 0.0 };
        medians.extend(median(&values).map(|median| (method, median.max(least))));
    }
    let is_memory = matches!(measure, Measure::Memory | Measure::Tables);
    let tolerance = if is_memory { RESERVED } else { 0.0 };
    medians.sort_by(|a, b| a.1.total_cmp(&b.1));
    let levels = format!("{} of {}", common.len(), counted(matrix.levels.len() as u64, "level"));
    match medians.as_slice() {
        [first, .., last] if is_memory && last.1 - first.1 <= tolerance => format!(
            "On the {levels} that all answered the medians differ by {} at most, which is reserved before a search begins: \
             these levels do not distinguish the methods.",
            unit.write(RESERVED)
        ),
        [first, .., last] if first.1 == last.1 => {
            let median = unit.write(first.1);
            format!("On the {levels} that all answered the medians are the same: {median}.")
        }
        [first, .., last] => {
            let (least, most) = (unit.write(first.1), unit.write(last.1));
            let is_reserved = measure == Measure::Tables && first.1 <= RESERVED;
            let least = if is_reserved { format!("at most {least}") } else { least };
            let tied = |value: f64| {
                let same = medians.iter().filter(|(_, other)| (other - value).abs() <= tolerance);
                some(&same.map(|(method, _)| label(*method)).collect::<Vec<_>>())
            };
            format!(
                "On the {levels} that all answered the median is least for {} ({least}) and largest for {} ({most}).",
                tied(first.1),
                tied(last.1)
            )
        }
        [only] => {
            format!(
                "The median of {} on the {levels} it answered is {}.",
                label(only.0),
                unit.write(only.1)
            )
        }
        [] => "No level was answered by all methods; see the coverage.".to_string(),
    }
}
