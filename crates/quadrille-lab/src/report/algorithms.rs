//! The algorithms on the levels of a game.

use quadrille_base::quantities::counted;

use crate::charts::{self, Axis, Cross, Curve, Frame, Panel, Reading, ScatterPoint, Unit};
use quadrille_base::statistics::{Spread, median, sign_test};

use super::matrix::{Matrix, Result, Summary};
use super::measure::{Measure, compared, some};
use super::{Cell, Section, Table, section};

/// The sections about the methods: the important ones first, the others as details.
pub(super) fn sections(matrix: &Matrix, pair: Option<&(String, String)>) -> Vec<Section> {
    let methods = matrix.algorithms();
    let mut sections = vec![coverage(matrix, &methods), per_level(matrix, Measure::Expanded)];
    for measure in [matrix.memory(), Measure::Moves, Measure::Time] {
        sections.push(per_level(matrix, measure).into_detail());
    }
    if let Some((across, up)) = pair.and_then(|(a, b)| Some((matrix.method(a)?, matrix.method(b)?)))
    {
        for measure in [Measure::Time, Measure::Expanded] {
            sections.push(against(matrix, across, up, measure));
        }
    }
    sections
}

fn coverage(matrix: &Matrix, methods: &[usize]) -> Section {
    let mut all: Vec<(usize, Summary)> =
        matrix.all().into_iter().map(|method| (method, matrix.summary(method))).collect();
    rank(&mut all);
    // Curves of all heuristics would overlap; the table has them.
    let ranked: Vec<(usize, Summary)> =
        all.iter().copied().filter(|(method, _)| methods.contains(method)).collect();
    let limit = methods
        .iter()
        .flat_map(|&m| matrix.column(m))
        .filter_map(|(_, r)| r.limit_seconds)
        .reduce(f64::max);
    let curves: Vec<Curve> = ranked
        .iter()
        .map(|&(method, summary)| Curve {
            label: matrix.methods[method].name.clone(),
            series: matrix.series(method),
            efforts: matrix
                .column(method)
                .filter(|(_, r)| r.answered())
                .map(|(_, r)| r.seconds)
                .collect(),
            total: summary.levels,
        })
        .collect();
    let frame = Frame::new(
        format!("{}: levels answered within a time", matrix.game),
        "One curve per algorithm. Higher and further left is better; the label says how many in all.",
    );
    let chart =
        charts::curves(&frame, &Axis::log("time for a level", Unit::Seconds), limit, &curves);
    let columns = [
        "method",
        "answered",
        "proved",
        "least time",
        "lower quartile",
        "median time",
        "mean time",
        "upper quartile",
        "most time",
        "PAR10",
        "median processor time",
    ];
    let rows = all.iter().map(|&(method, summary)| {
        let time = |value: fn(&Spread) -> f64| {
            Cell::maybe(summary.time.as_ref().map(value), Unit::Seconds)
        };
        vec![
            Cell::Text(matrix.methods[method].name.clone()),
            Cell::Of(summary.answered, summary.levels),
            Cell::Of(summary.proved, summary.levels),
            time(|spread| spread.least),
            time(|spread| spread.lower),
            time(|spread| spread.median),
            time(|spread| spread.mean),
            time(|spread| spread.upper),
            time(|spread| spread.most),
            Cell::maybe(summary.par, Unit::Seconds),
            Cell::maybe(summary.cpu, Unit::Seconds),
        ]
    });
    let rows = rows.collect();
    let finding = match ranked.as_slice() {
        [] | [_] => "There is one method only.".to_string(),
        [(_, most), .., (_, least)] => {
            let named = |summary: &Summary| {
                let same = ranked.iter().filter(|(_, other)| other.answered == summary.answered);
                same.map(|(method, _)| matrix.methods[*method].name.clone()).collect::<Vec<_>>()
            };
            let (first, last) = (named(most), named(least));
            if most.answered == least.answered {
                format!(
                    "All algorithms answer {} of {}.",
                    most.answered,
                    counted(most.levels as u64, "level")
                )
            } else {
                format!(
                    "{} {} the most, {} of {}{}; {} {} last with {}.",
                    some(&first),
                    if first.len() == 1 { "answers" } else { "answer" },
                    most.answered,
                    counted(most.levels as u64, "level"),
                    if first.len() == 1 { "" } else { " each" },
                    some(&last),
                    if last.len() == 1 { "comes" } else { "come" },
                    least.answered,
                )
            }
        }
    };
    section(
        matrix,
        "coverage",
        format!("Coverage, {}", matrix.game),
        finding,
        &columns,
        rows,
        chart,
    )
}

/// Most answers first, then the least PAR10.
fn rank(methods: &mut [(usize, Summary)]) {
    let par = |summary: &Summary| summary.par.unwrap_or(f64::INFINITY);
    methods.sort_by(|(_, a), (_, b)| b.answered.cmp(&a.answered).then(par(a).total_cmp(&par(b))));
}

/// The most panels of a chart: five rows of three. With more methods there is one panel per
/// algorithm, and the charts of the heuristics have the rest.
const MOST_PANELS: usize = 15;

/// A table of levels by methods, with a chart of one panel per method.
fn per_level(matrix: &Matrix, measure: Measure) -> Section {
    let methods = matrix.all();
    let shown = if methods.len() <= MOST_PANELS { methods.clone() } else { matrix.algorithms() };
    let chart =
        panels_of(matrix, &shown, (measure, ""), |method| matrix.methods[method].name.clone());
    // Table and finding are about the methods in the chart.
    let table = level_table(matrix, &shown, measure, |m| matrix.methods[m].name.clone());
    let mut finding = compared(matrix, &shown, measure, |m| matrix.methods[m].name.clone());
    if measure == Measure::Moves {
        finding += " A number after ≥ is a lower bound: no plan was found.";
    }
    let title = format!("{} per level, {}", capital(measure.name()), matrix.game);
    let name = format!("levels-{}", measure.word());
    Section { table, ..section(matrix, &name, title, finding, &[], Vec::new(), chart) }
}

/// One panel per method, one mark per level.
pub(super) fn panels_of(
    matrix: &Matrix,
    methods: &[usize],
    (measure, of): (Measure, &str),
    label: impl Fn(usize) -> String,
) -> String {
    let unit = measure.unit();
    let panels: Vec<Panel> = methods
        .iter()
        .map(|&method| {
            let readings: Vec<Reading> = (0..matrix.levels.len())
                .map(|level| {
                    matrix.get(level, method).map_or(Reading::None, |r| measure.reading(r))
                })
                .collect();
            let values: Vec<f64> = readings
                .iter()
                .filter_map(|reading| match reading {
                    Reading::Value(value) => Some(*value),
                    _ => None,
                })
                .collect();
            let stopped = readings.iter().filter(|r| matches!(r, Reading::Stopped(_))).count();
            let middle = median(&values);
            let is_answered = matrix.column(method).any(|(_, result)| result.answered());
            let middle = match middle {
                Some(middle) => format!("median {}", unit.write(middle)),
                None if is_answered => "not counted".to_string(),
                None => "no answer".to_string(),
            };
            let note = if stopped > 0 { format!("{middle}; {stopped} stopped") } else { middle };
            Panel { label: label(method), note, readings }
        })
        .collect();
    let frame = Frame::new(
        format!("{}: {} per level{of}", matrix.game, measure.name()),
        match measure {
            Measure::Moves => {
                "Moves of the plans. A cross is a trial without a plan, at the bound that it had proved."
            }
            _ => "One panel each, all on the same axes. A cross stands where a trial was stopped.",
        },
    );
    charts::panels(&frame, &measure.axis(), &matrix.level_names(), &panels)
}

/// Levels by methods, with the least, the mean and the most of each column over the levels for
/// which all of them have a value: columns of different levels cannot be compared. Of many methods
/// only these figures, each over its own levels, with their number.
pub(super) fn level_table(
    matrix: &Matrix,
    methods: &[usize],
    measure: Measure,
    label: impl Fn(usize) -> String,
) -> Table {
    let unit = measure.unit();
    let mut columns = vec!["level".to_string()];
    if measure == Measure::Moves {
        columns.push("optimum".to_string());
    }
    columns.extend(methods.iter().map(|&method| label(method)));
    let mut rows: Vec<Vec<Cell>> = (0..matrix.levels.len())
        .map(|level| {
            let row = &matrix.levels[level];
            let mut cells = vec![Cell::Text(row.name.clone())];
            if measure == Measure::Moves {
                cells.push(Cell::maybe(row.optimum.map(f64::from), unit));
            }
            let results = methods.iter().map(|&method| matrix.get(level, method));
            cells.extend(results.map(|result| measure.cell(result)));
            cells
        })
        .collect();
    let value = |row: &[Cell], column: usize| match row[column] {
        Cell::Number(value, _) => Some(value),
        _ => None,
    };
    let first = columns.len() - methods.len();
    let is_measured = |column: &usize| rows.iter().any(|row| value(row, *column).is_some());
    let measured: Vec<usize> = (first..columns.len()).filter(is_measured).collect();
    let is_common = |row: &&Vec<Cell>| measured.iter().all(|&at| value(row, at).is_some());
    let common: Vec<&Vec<Cell>> = match methods.len() > MOST_PANELS {
        true => rows.iter().collect(),
        false => rows.iter().filter(is_common).collect(),
    };
    let values_of =
        |column: usize| common.iter().filter_map(|row| value(row, column)).collect::<Vec<_>>();
    let spreads: Vec<(usize, Option<Spread>)> = (1..columns.len())
        .map(|column| (values_of(column).len(), Spread::of(&values_of(column))))
        .collect();
    let over = match common.len() == rows.len() || methods.len() > MOST_PANELS {
        true => String::new(),
        false => format!(", {}", counted(common.len() as u64, "level")),
    };
    type Aggregate = (&'static str, fn(&Spread) -> f64);
    let figures: [Aggregate; 4] = [
        ("least", |spread| spread.least),
        ("mean", |spread| spread.mean),
        ("median", |spread| spread.median),
        ("most", |spread| spread.most),
    ];
    if methods.len() > MOST_PANELS {
        let names = ["method", "levels"].into_iter().chain(figures.map(|(name, _)| name));
        let row = |(name, (levels, spread)): (&String, &(usize, Option<Spread>))| {
            let value = |figure: fn(&Spread) -> f64| spread.as_ref().map(figure);
            let cells = figures.map(|(_, figure)| Cell::maybe(value(figure), unit));
            let levels = Cell::Number(*levels as f64, Unit::Levels);
            [Cell::Text(name.clone()), levels].into_iter().chain(cells).collect()
        };
        let rows = columns.iter().skip(1).zip(&spreads).map(row).collect();
        return Table { columns: names.map(str::to_string).collect(), rows };
    }
    for (name, figure) in figures {
        let mut cells = vec![Cell::Text(format!("{name}{over}"))];
        let values = spreads.iter().map(|(_, spread)| spread.as_ref().map(figure));
        cells.extend(values.map(|value| Cell::maybe(value, unit)));
        rows.push(cells);
    }
    Table { columns, rows }
}

pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

fn against(matrix: &Matrix, across: usize, up: usize, measure: Measure) -> Section {
    let names = [&matrix.methods[across].name, &matrix.methods[up].name];
    let mut points = Vec::new();
    let mut rows = Vec::new();
    let mut ratios = Vec::new();
    let (mut wins, mut losses, mut ties) = (0, 0, 0);
    for level in 0..matrix.levels.len() {
        let (Some(a), Some(b)) = (matrix.get(level, across), matrix.get(level, up)) else {
            continue;
        };
        let value = |result: &Result| match measure.reading(result) {
            Reading::Value(value) => Some(value),
            _ => None,
        };
        let (x, y) = (value(a), value(b));
        match (x, y) {
            (Some(x), Some(y)) => {
                ratios.push(x.max(1e-9) / y.max(1e-9));
                wins += usize::from(y < x);
                losses += usize::from(x < y);
                ties += usize::from(x == y);
            }
            (x, y) => {
                wins += usize::from(y.is_some());
                losses += usize::from(x.is_some());
            }
        }
        let label = matrix.levels[level].name.clone();
        let cell = |value: Option<f64>| match value {
            Some(value) => Cell::Number(value, measure.unit()),
            None => Cell::Text("no answer".to_string()),
        };
        rows.push(vec![Cell::Text(label.clone()), cell(x), cell(y)]);
        points.push(ScatterPoint { label, group: 0, x, y });
    }
    let cross = Cross {
        across: names[0].clone(),
        up: names[1].clone(),
        axis: measure.axis(),
        groups: vec![matrix.game.clone()],
    };
    let frame = Frame::new(
        format!("{}: {} of two methods, level by level", matrix.game, measure.name()),
        "One point per level. Below the diagonal the method of the vertical axis takes less.",
    );
    let chart = charts::scatter(&frame, &cross, &points);
    let chance = sign_test(wins, losses);
    let chance = if chance < 0.001 { "< 0.001".to_string() } else { format!("= {chance:.3}") };
    let ratio = median(&ratios).map_or(String::new(), |ratio| {
        if ratio >= 1.0 {
            format!(
                "; where both answered, {} takes {ratio:.1} times as much in the median",
                names[0]
            )
        } else {
            format!(
                "; where both answered, {} takes {:.1} times as much in the median",
                names[1],
                1.0 / ratio
            )
        }
    });
    let what = if measure == Measure::Time { "is faster" } else { "expands less" };
    let finding = format!(
        "{} {what} on {wins} and {} on {losses} of {}{} (sign test p {chance}){ratio}.",
        names[1],
        names[0],
        counted(points.len() as u64, "level"),
        if ties > 0 { format!(", {ties} ties") } else { String::new() }
    );
    let title = format!("{} against {}, {}, {}", names[1], names[0], measure.name(), matrix.game);
    let name = format!("scatter-{}", measure.word());
    section(matrix, &name, title, finding, &["level", names[0], names[1]], rows, chart)
}
