//! How values are spread: of times over the algorithms, of everything over the heuristics.

use crate::charts::{self, Axis, BoxRow, Frame, Reading, Unit};
use crate::statistics::Spread;

use super::algorithms::rank;
use super::board::{Board, Summary};
use super::measure::Measure;
use super::{Cell, Section, section};

/// The distribution of the times of some methods.
pub(super) fn distribution(board: &Board, methods: &[usize]) -> Section {
    let mut ranked: Vec<(usize, Summary)> =
        methods.iter().map(|&method| (method, board.summary(method))).collect();
    rank(&mut ranked);
    let rows: Vec<usize> = ranked.iter().map(|&(method, _)| method).collect();
    let (chart, table) = boxes_of(
        board,
        &rows,
        Measure::Time,
        format!("{}: distribution of times", board.game),
        |m| board.methods[m].name.clone(),
    );
    let widest = ranked
        .iter()
        .filter_map(|&(method, summary)| {
            let time = summary.time?;
            Some((method, time.high / time.low.max(1e-9)))
        })
        .max_by(|a, b| a.1.total_cmp(&b.1));
    let finding = match (widest, ranked.first().and_then(|(m, s)| Some((m, s.time?)))) {
        (Some((wide, ratio)), Some((&first, time))) => format!(
            "{}, which answers the most, has a median of {} (middle half {} to {}); the times of {} spread the most, by a factor of \
             {ratio:.0} between the 5th and the 95th percentile.",
            board.methods[first].name,
            Unit::Seconds.write(time.median),
            Unit::Seconds.write(time.lower),
            Unit::Seconds.write(time.upper),
            board.methods[wide].name
        ),
        _ => "No method answered any level.".to_string(),
    };
    let title = format!("Distribution of times, {}", board.game);
    let columns: Vec<&str> = SPREAD_COLUMNS.to_vec();
    section(board, "distribution", title, finding, &columns, table, chart)
}

/// The columns of the table that [`boxes_of`] makes.
pub(super) const SPREAD_COLUMNS: [&str; 7] =
    ["method", "answered", "5 %", "lower quartile", "median", "upper quartile", "95 %"];

/// A box a method, with the table of the same numbers.
pub(super) fn boxes_of(
    board: &Board,
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
        for (level, result) in board.column(method) {
            let name = &board.levels[level];
            match measure.reading(result) {
                // Of moves it is those above the optimum that can be laid side by side.
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
            cell(|s| s.low),
            cell(|s| s.lower),
            cell(|s| s.median),
            cell(|s| s.upper),
            cell(|s| s.high),
        ]);
        rows.push(BoxRow { label: label(method), series: method, values, missing });
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
