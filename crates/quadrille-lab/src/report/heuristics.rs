//! The heuristics under each algorithm that asks one.

use quadrille::record::Verdict;
use quadrille_base::quantities::counted;

use crate::charts::{self, Frame, Part, ShareRow, Unit};

use super::algorithms::{level_table, panels_of};
use super::board::Board;
use super::distribution::{HIGH, SPREAD_COLUMNS, boxes_of};
use super::measure::{Measure, compared, listed};
use super::{Cell, Section, section};

/// The sections about the heuristics of a game.
pub(super) fn sections(board: &Board) -> Vec<Section> {
    let mut sections = Vec::new();
    for (algorithm, methods) in board.with_heuristics() {
        sections.push(levels(board, &algorithm, &methods, Measure::Expanded));
        sections.push(quality(board, &algorithm, &methods));
        let rest = [
            levels(board, &algorithm, &methods, Measure::Time),
            levels(board, &algorithm, &methods, Measure::Moves),
            above_shortest(board, &algorithm, &methods),
        ];
        sections.extend(rest.into_iter().map(Section::into_detail));
    }
    sections
}

fn heuristic(board: &Board, method: usize) -> String {
    board.methods[method].heuristic.clone().unwrap_or_default()
}

/// A part of an address without brackets and commas.
fn slug(text: &str) -> String {
    let plain = text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
    plain.collect::<String>().trim_matches('-').to_string()
}

/// Each heuristic level by level.
fn levels(board: &Board, algorithm: &str, methods: &[usize], measure: Measure) -> Section {
    let label = |method: usize| heuristic(board, method);
    let of = format!(", {algorithm} with each heuristic");
    let chart = panels_of(board, methods, (measure, &of), label);
    let table = level_table(board, methods, measure, label);
    let finding = compared(board, methods, measure, label);
    let title =
        format!("{algorithm} with each heuristic: {} per level, {}", measure.name(), board.game);
    let name = format!("{}-levels-{}", slug(algorithm), measure.word());
    Section { table, ..section(board, &name, title, finding, &[], Vec::new(), chart) }
}

/// By how many moves plans are longer than the shortest, for each heuristic.
fn above_shortest(board: &Board, algorithm: &str, methods: &[usize]) -> Section {
    let what = "moves above the shortest plan";
    let title = format!("{}: {what} of {algorithm} with each heuristic", board.game);
    let (chart, table) = boxes_of(board, methods, Measure::Moves, title, |m| heuristic(board, m));
    let number = |cell: &Cell| match cell {
        Cell::Number(value, _) => Some(*value),
        _ => None,
    };
    let named = methods.iter().zip(&table);
    let ranked: Vec<(String, f64)> =
        named.filter_map(|(&m, row)| Some((heuristic(board, m), number(&row[HIGH])?))).collect();
    let finding = match ranked.as_slice() {
        [] => "No heuristic led to an answer.".to_string(),
        ranked => too_long(ranked),
    };
    let mut columns = SPREAD_COLUMNS;
    columns[0] = "heuristic";
    let title = format!("{} with each heuristic: {what}, {}", algorithm, board.game);
    let name = format!("{}-{}", slug(algorithm), Measure::Moves.word());
    section(board, &name, title, finding, &columns, table, chart)
}

/// With which heuristics plans are too long, from what each has at the 95th percentile.
fn too_long(heuristics: &[(String, f64)]) -> String {
    let never: Vec<&str> =
        heuristics.iter().filter(|(_, high)| *high == 0.0).map(|(name, _)| name.as_str()).collect();
    let worst = heuristics.iter().max_by(|a, b| a.1.total_cmp(&b.1)).filter(|worst| worst.1 > 0.0);
    let worst = worst.map_or(String::new(), |(name, high)| {
        format!(
            " {name} is the furthest above: {} at the 95th percentile.",
            Unit::Moves.write(*high)
        )
    });
    match never.as_slice() {
        [] => format!("With every heuristic some plans are too long.{worst}"),
        never if never.len() == heuristics.len() => {
            "Up to the 95th percentile of the levels all plans are shortest, whatever the heuristic.".to_string()
        }
        never => format!(
            "Up to the 95th percentile of the levels the plans are shortest with {}.{worst}",
            never.join(", ")
        ),
    }
}

/// The parts of a bar, best first.
const PARTS: [&str; 5] = [
    "proved shortest",
    "shortest, not proved",
    "longer, or not known",
    "proved unsolvable",
    "no answer",
];

fn quality(board: &Board, algorithm: &str, methods: &[usize]) -> Section {
    let mut bars = Vec::new();
    for &method in methods {
        let mut counts = vec![0; PARTS.len()];
        for (level, result) in board.column(method) {
            let optimum = board.levels[level].optimum;
            let part = match result.outcome {
                Verdict::Solved if result.optimal => 0,
                Verdict::Solved if result.cost == optimum && optimum.is_some() => 1,
                Verdict::Solved => 2,
                Verdict::Unsolvable => 3,
                Verdict::Claimed | Verdict::Unknown => 4,
            };
            counts[part] += 1;
        }
        bars.push(ShareRow { label: heuristic(board, method), counts });
    }
    let total = |bar: &ShareRow| bar.counts.iter().sum::<usize>();
    let shortest = |bar: &ShareRow| bar.counts[0] + bar.counts[1];
    let frame = Frame::new(
        format!("{}: how good the answers of {algorithm} are", board.game),
        "One bar a heuristic, all its levels from the best answer to none.",
    );
    let parts = PARTS.map(|label| Part { label: label.to_string() });
    let chart = charts::shares(&frame, &parts, &bars);
    let mut columns = vec!["heuristic"];
    columns.extend(PARTS);
    columns.push("share of shortest among plans");
    let rows = bars
        .iter()
        .map(|bar| {
            let mut row = vec![Cell::Text(bar.label.clone())];
            row.extend(bar.counts.iter().map(|&count| Cell::Number(count as f64, Unit::Levels)));
            let plans = shortest(bar) + bar.counts[2];
            row.push(match plans {
                0 => Cell::None,
                plans => {
                    Cell::Text(format!("{:.0} %", 100.0 * shortest(bar) as f64 / plans as f64))
                }
            });
            row
        })
        .collect();
    let proved = |bar: &ShareRow| bar.counts[0] + bar.counts[3];
    let longest = bars.iter().map(|bar| bar.counts[2]).max().unwrap_or(0);
    let named = |is: &dyn Fn(&ShareRow) -> bool| {
        let labels: Vec<String> =
            bars.iter().filter(|bar| is(bar)).map(|bar| bar.label.clone()).collect();
        (listed(&labels), labels.len())
    };
    let finding = match bars.iter().map(proved).max() {
        Some(most) => {
            let (names, count) = named(&|bar| proved(bar) == most);
            let levels = counted(bars.iter().map(total).max().unwrap_or(0) as u64, "level");
            let mut text = match count {
                1 => format!("{names} proves the most: {most} of {levels}"),
                _ if count == bars.len() => {
                    format!("All prove the same number, {most} of {levels}")
                }
                _ => format!("{names} tie: each proves {most} of {levels}, the most"),
            };
            if longest > 0 {
                let (names, count) = named(&|bar| bar.counts[2] == longest);
                let has = if count == 1 { "has" } else { "have" };
                text += &format!("; {names} {has} the most plans that are longer, {longest}");
            }
            text + "."
        }
        None => "There is no heuristic.".to_string(),
    };
    let title = format!("{algorithm} with each heuristic: share of shortest plans, {}", board.game);
    let name = format!("{}-quality", slug(algorithm));
    section(board, &name, title, finding, &columns, rows, chart)
}
