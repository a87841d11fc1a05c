//! The spread of a measure over the levels, for each heuristic.

use crate::charts::{self, Axis, BoxRow, Frame, Reading, Unit};
use quadrille_base::statistics::Spread;

use super::Cell;
use super::matrix::Matrix;
use super::measure::Measure;

/// The columns of the table that [`boxes_of`] makes.
pub(super) const SPREAD_COLUMNS: [&str; 10] = [
    "method", "answered", "least", "5 %", "lower quartile", "median", "mean", "upper quartile",
    "95 %", "most",
];

/// The index of the 95th percentile.
pub(super) const HIGH: usize = 8;

/// One box per method, with a table of the same numbers.
pub(super) fn boxes_of(
    matrix: &Matrix,
    methods: &[usize],
    measure: Measure,
    title: String,
    label: impl Fn(usize) -> String,
) -> (String, Vec<Vec<Cell>>) {
    let mut rows = Vec::new();
    let mut table = Vec::new();
    for &method in methods {
        let mut values = Vec::new();
        let mut missing = 0;
        for (level, result) in matrix.column(method) {
            let name = &matrix.levels[level];
            match measure.reading(result) {
                // Moves are compared by their distance from the optimum.
                Reading::Value(value) if measure == Measure::Moves => match name.optimum {
                    Some(optimum) => values.push((name.name.clone(), value - f64::from(optimum))),
                    None => missing += 1,
                },
                Reading::Value(value) => values.push((name.name.clone(), value)),
                Reading::Stopped(_) => missing += 1,
                Reading::None => {}
            }
        }
        let numbers: Vec<f64> = values.iter().map(|value| value.1).collect();
        let spread = Spread::of(&numbers);
        let cell =
            |value: fn(&Spread) -> f64| Cell::maybe(spread.as_ref().map(value), measure.unit());
        table.push(vec![
            Cell::Text(label(method)),
            Cell::Of(values.len(), values.len() + missing),
            cell(|s| s.least),
            cell(|s| s.low),
            cell(|s| s.lower),
            cell(|s| s.median),
            cell(|s| s.mean),
            cell(|s| s.upper),
            cell(|s| s.high),
            cell(|s| s.most),
        ]);
        rows.push(BoxRow { label: label(method), series: matrix.series(method), values, missing });
    }
    let axis = match measure {
        Measure::Moves => Axis::linear("moves above the shortest plan", Unit::Moves),
        measure => measure.axis(),
    };
    let frame = Frame::new(
        title,
        "Box: the middle half, with the median; whiskers: 5th to 95th percentile; dots: the levels. Levels without an \
         answer have no dot and are counted at the right.",
    );
    (charts::boxes(&frame, &axis, &rows), table)
}
