//! The heuristics under each algorithm that uses one.

use quadrille::record::Verdict;
use quadrille_base::quantities::counted;

use crate::charts::{self, Frame, Part, ShareRow, Unit};

use super::algorithms::{level_table, panels_of};
use super::distribution::{HIGH, SPREAD_COLUMNS, boxes_of};
use super::matrix::Matrix;
use super::measure::{Measure, compared, listed};
use super::{Cell, Section, section};

/// The sections about the heuristics of a game.
pub(super) fn sections(matrix: &Matrix) -> Vec<Section> {
    let mut sections = Vec::new();
    for (algorithm, methods) in matrix.with_heuristics() {
        sections.push(quality(matrix, &algorithm, &methods));
        let rest = [
            levels(matrix, &algorithm, &methods, Measure::Expanded),
            levels(matrix, &algorithm, &methods, Measure::Time),
            levels(matrix, &algorithm, &methods, Measure::Moves),
            above_shortest(matrix, &algorithm, &methods),
        ];
        sections.extend(rest.into_iter().map(Section::into_detail));
    }
    sections
}

fn heuristic(matrix: &Matrix, method: usize) -> String {
    matrix.methods[method].heuristic.clone().unwrap_or_default()
}

/// A name for links, without brackets and commas.
fn slug(text: &str) -> String {
    let plain = text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
    plain.collect::<String>().trim_matches('-').to_string()
}

fn levels(matrix: &Matrix, algorithm: &str, methods: &[usize], measure: Measure) -> Section {
    let label = |method: usize| heuristic(matrix, method);
    let of = format!(", {algorithm} with each heuristic");
    let chart = panels_of(matrix, methods, (measure, &of), label);
    let table = level_table(matrix, methods, measure, label);
    let finding = compared(matrix, methods, measure, label);
    let title =
        format!("{algorithm} with each heuristic: {} per level, {}", measure.name(), matrix.game);
    let name = format!("{}-levels-{}", slug(algorithm), measure.word());
    Section { table, ..section(matrix, &name, title, finding, &[], Vec::new(), chart) }
}

/// The moves of plans above the shortest, for each heuristic.
fn above_shortest(matrix: &Matrix, algorithm: &str, methods: &[usize]) -> Section {
    let what = "moves above the shortest plan";
    let title = format!("{}: {what} of {algorithm} with each heuristic", matrix.game);
    let (chart, table) = boxes_of(matrix, methods, Measure::Moves, title, |m| heuristic(matrix, m));
    let number = |cell: &Cell| match cell {
        Cell::Number(value, _) => Some(*value),
        _ => None,
    };
    let named = methods.iter().zip(&table);
    let ranked: Vec<(String, f64)> =
        named.filter_map(|(&m, row)| Some((heuristic(matrix, m), number(&row[HIGH])?))).collect();
    let finding = match ranked.as_slice() {
        [] => "No heuristic led to an answer.".to_string(),
        ranked => too_long(ranked),
    };
    let mut columns = SPREAD_COLUMNS;
    columns[0] = "heuristic";
    let title = format!("{} with each heuristic: {what}, {}", algorithm, matrix.game);
    let name = format!("{}-{}", slug(algorithm), Measure::Moves.word());
    section(matrix, &name, title, finding, &columns, table, chart)
}

/// Names the heuristics with plans that are too long, by the 95th percentile.
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

fn quality(matrix: &Matrix, algorithm: &str, methods: &[usize]) -> Section {
    let mut bars = Vec::new();
    for &method in methods {
        let mut counts = vec![0; PARTS.len()];
        for (level, result) in matrix.column(method) {
            let optimum = matrix.levels[level].optimum;
            let part = match result.outcome {
                Verdict::Solved if result.optimal => 0,
                Verdict::Solved if result.cost == optimum && optimum.is_some() => 1,
                Verdict::Solved => 2,
                Verdict::Unsolvable => 3,
                Verdict::Claimed | Verdict::Unknown => 4,
            };
            counts[part] += 1;
        }
        bars.push(ShareRow { label: heuristic(matrix, method), counts });
    }
    let total = |bar: &ShareRow| bar.counts.iter().sum::<usize>();
    let shortest = |bar: &ShareRow| bar.counts[0] + bar.counts[1];
    let frame = Frame::new(
        format!("{}: how good the answers of {algorithm} are", matrix.game),
        "One bar per heuristic, all its levels from the best answer to none.",
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
    let title =
        format!("{algorithm} with each heuristic: share of shortest plans, {}", matrix.game);
    let name = format!("{}-quality", slug(algorithm));
    section(matrix, &name, title, finding, &columns, rows, chart)
}
