//! The algorithms on the levels of a game.

use crate::charts::{self, Axis, Cross, Curve, Frame, Panel, Reading, ScatterPoint, Unit};
use crate::quantities::plural;
use crate::statistics::{Spread, median, sign_test};

use super::board::{Board, Result, Summary};
use super::distribution::distribution;
use super::measure::{Measure, compared};
use super::{Cell, Section, section};

/// The sections about the algorithms.
pub(super) fn sections(board: &Board, pair: Option<&(String, String)>) -> Vec<Section> {
    let methods = board.algorithms();
    let mut sections = vec![coverage(board, &methods)];
    for measure in [Measure::Time, Measure::Expanded, Measure::Moves] {
        sections.push(per_level(board, &methods, measure));
    }
    sections.push(distribution(board, &methods));
    if let Some((across, up)) = pair_of(board, pair) {
        for measure in [Measure::Time, Measure::Expanded] {
            sections.push(against(board, across, up, measure));
        }
    }
    sections
}

fn coverage(board: &Board, methods: &[usize]) -> Section {
    let mut ranked: Vec<(usize, Summary)> =
        methods.iter().map(|&method| (method, board.summary(method))).collect();
    rank(&mut ranked);
    let limit = methods
        .iter()
        .flat_map(|&m| board.column(m))
        .filter_map(|(_, r)| r.limit_seconds)
        .reduce(f64::max);
    let curves: Vec<Curve> = ranked
        .iter()
        .map(|&(method, summary)| Curve {
            label: board.methods[method].name.clone(),
            series: method,
            efforts: board
                .column(method)
                .filter(|(_, r)| r.answered())
                .map(|(_, r)| r.seconds)
                .collect(),
            total: summary.levels,
        })
        .collect();
    let frame = Frame::new(
        format!("{}: levels answered within a time", board.game),
        "One curve an algorithm. Higher and further left is better; the label says how many in all.",
    );
    let chart =
        charts::curves(&frame, &Axis::log("time for a level", Unit::Seconds), limit, &curves);
    let columns = [
        "method",
        "answered",
        "proved",
        "lower quartile",
        "median time",
        "upper quartile",
        "PAR10",
    ];
    let rows = ranked.iter().map(|&(method, summary)| {
        let time = |value: fn(&Spread) -> f64| {
            Cell::maybe(summary.time.as_ref().map(value), Unit::Seconds)
        };
        vec![
            Cell::Text(board.methods[method].name.clone()),
            Cell::Of(summary.answered, summary.levels),
            Cell::Of(summary.proved, summary.levels),
            time(|spread| spread.lower),
            time(|spread| spread.median),
            time(|spread| spread.upper),
            Cell::maybe(summary.par, Unit::Seconds),
        ]
    });
    let rows = rows.collect();
    let finding = match ranked.as_slice() {
        [(first, most), .., (last, least)] => format!(
            "{} leads with {} of {} answered and a PAR10 of {}; {} comes last with {} and {}.",
            board.methods[*first].name,
            most.answered,
            plural(most.levels as u64, "level"),
            Cell::maybe(most.par, Unit::Seconds).shown(),
            board.methods[*last].name,
            least.answered,
            Cell::maybe(least.par, Unit::Seconds).shown()
        ),
        _ => "There is one method only.".to_string(),
    };
    section(board, "coverage", format!("Coverage, {}", board.game), finding, &columns, rows, chart)
}

/// Most answers first, then the least PAR10.
pub(super) fn rank(methods: &mut [(usize, Summary)]) {
    let par = |summary: &Summary| summary.par.unwrap_or(f64::INFINITY);
    methods.sort_by(|(_, a), (_, b)| b.answered.cmp(&a.answered).then(par(a).total_cmp(&par(b))));
}

fn per_level(board: &Board, methods: &[usize], measure: Measure) -> Section {
    let unit = measure.unit();
    let panels: Vec<Panel> = methods
        .iter()
        .map(|&method| {
            let readings: Vec<Reading> = (0..board.levels.len())
                .map(|level| board.get(level, method).map_or(Reading::None, |r| measure.reading(r)))
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
            let name = &board.methods[method].name;
            let middle =
                middle.map_or("no answer".to_string(), |m| format!("median {}", unit.write(m)));
            let note = if stopped > 0 { format!("{middle}; {stopped} stopped") } else { middle };
            Panel { label: name.clone(), note, readings }
        })
        .collect();
    let frame = Frame::new(
        format!("{}: {} per level", board.game, measure.name()),
        match measure {
            Measure::Moves => {
                "Moves of the plans. A cross is a trial without a plan, at the bound that it had proved."
            }
            _ => {
                "One panel an algorithm, all on the same axes. A cross stands where a trial was stopped."
            }
        },
    );
    let chart = charts::panels(&frame, &measure.axis(), &board.level_names(), &panels);
    let mut columns = vec!["level"];
    if measure == Measure::Moves {
        columns.push("optimum");
    }
    columns.extend(methods.iter().map(|&method| board.methods[method].name.as_str()));
    let rows = (0..board.levels.len())
        .map(|level| {
            let row = &board.levels[level];
            let mut cells = vec![Cell::Text(row.name.clone())];
            if measure == Measure::Moves {
                cells.push(Cell::maybe(row.optimum.map(f64::from), unit));
            }
            cells.extend(methods.iter().map(|&method| {
                match board.get(level, method).map_or(Reading::None, |r| measure.reading(r)) {
                    Reading::Value(value) => Cell::Number(value, unit),
                    Reading::Stopped(value) => Cell::Stopped(value, unit),
                    Reading::None => Cell::None,
                }
            }));
            cells
        })
        .collect();
    let finding = compared(board, methods, measure, |m| board.methods[m].name.clone());
    let title = format!("{} per level, {}", capital(measure.name()), board.game);
    let name = format!("levels-{}", measure.word());
    section(board, &name, title, finding, &columns, rows, chart)
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// The two methods that are set against each other: those asked for, or the two that did best.
fn pair_of(board: &Board, pair: Option<&(String, String)>) -> Option<(usize, usize)> {
    let number = |name: &str| board.methods.iter().position(|method| method.name == name);
    if let Some((across, up)) = pair {
        return Some((number(across)?, number(up)?));
    }
    let mut ranked: Vec<(usize, Summary)> =
        board.algorithms().into_iter().map(|method| (method, board.summary(method))).collect();
    rank(&mut ranked);
    // What proves nothing answers fast; like is set against like when there is a choice.
    let provers: Vec<(usize, Summary)> =
        ranked.iter().copied().filter(|(_, s)| s.proved == s.answered && s.answered > 0).collect();
    match if provers.len() > 1 { &provers } else { &ranked }.as_slice() {
        [first, second, ..] => Some((second.0, first.0)),
        _ => None,
    }
}

fn against(board: &Board, across: usize, up: usize, measure: Measure) -> Section {
    let names = [&board.methods[across].name, &board.methods[up].name];
    let mut points = Vec::new();
    let mut rows = Vec::new();
    let mut ratios = Vec::new();
    let (mut wins, mut losses) = (0, 0);
    for level in 0..board.levels.len() {
        let (Some(a), Some(b)) = (board.get(level, across), board.get(level, up)) else { continue };
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
            }
            (x, y) => {
                wins += usize::from(y.is_some());
                losses += usize::from(x.is_some());
            }
        }
        let label = board.levels[level].name.clone();
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
        groups: vec![board.game.clone()],
    };
    let frame = Frame::new(
        format!("{}: {} of two methods, level by level", board.game, measure.name()),
        "One point a level. Below the diagonal the method of the vertical axis takes less.",
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
        "{} {what} on {wins} and {} on {losses} of {} (sign test p {chance}){ratio}.",
        names[1],
        names[0],
        plural(points.len() as u64, "level")
    );
    let title = format!("{} against {}, {}, {}", names[1], names[0], measure.name(), board.game);
    let name = format!("scatter-{}", measure.word());
    section(board, &name, title, finding, &["level", names[0], names[1]], rows, chart)
}
