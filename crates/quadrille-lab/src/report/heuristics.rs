//! The heuristics under each algorithm that asks one.

use crate::Outcome;
use crate::charts::{self, Frame, Part, ShareRow, Unit};

use super::algorithms::{Measure, SPREAD_COLUMNS, boxes_of, section};
use super::board::Board;
use super::{Cell, Section};

/// The sections about the heuristics of a game.
pub(super) fn sections(board: &Board) -> Vec<Section> {
    let mut sections = Vec::new();
    for (algorithm, methods) in board.with_heuristics() {
        for measure in [Measure::Time, Measure::Expanded, Measure::Moves] {
            sections.push(spread(board, &algorithm, &methods, measure));
        }
        sections.push(quality(board, &algorithm, &methods));
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

fn spread(board: &Board, algorithm: &str, methods: &[usize], measure: Measure) -> Section {
    let what = match measure {
        Measure::Moves => "moves above the shortest plan",
        measure => measure.name(),
    };
    let title = format!("{}: {what} of {algorithm} with each heuristic", board.game);
    let (chart, table) = boxes_of(board, methods, measure, title, |m| heuristic(board, m));
    // The number in a cell of the table that was just made.
    let number = |row: &[Cell], column: usize| match row.get(column) {
        Some(Cell::Number(value, _)) => Some(*value),
        _ => None,
    };
    const MEDIAN: usize = 4;
    const HIGH: usize = 6;
    let mut ranked: Vec<(&str, usize, f64, f64)> = table
        .iter()
        .filter_map(|row| {
            let (Cell::Text(name), Cell::Of(answered, _)) = (&row[0], &row[1]) else { return None };
            Some((name.as_str(), *answered, number(row, MEDIAN)?, number(row, HIGH)?))
        })
        .collect();
    ranked.sort_by(|a, b| (a.2, a.3).partial_cmp(&(b.2, b.3)).unwrap_or(std::cmp::Ordering::Equal));
    let unit = measure.unit();
    let finding = match (ranked.as_slice(), measure) {
        ([], _) => "No heuristic led to an answer.".to_string(),
        (ranked, Measure::Moves) => {
            let never: Vec<&str> =
                ranked.iter().filter(|r| r.2 == 0.0 && r.3 == 0.0).map(|r| r.0).collect();
            let worst = ranked.iter().max_by(|a, b| a.3.total_cmp(&b.3));
            let worst = worst.filter(|worst| worst.3 > 0.0).map_or(String::new(), |worst| {
                format!(
                    " {} is the furthest above: {} at the 95th percentile.",
                    worst.0,
                    unit.write(worst.3)
                )
            });
            match never.as_slice() {
                [] => format!("With every heuristic some plans are too long.{worst}"),
                never => format!(
                    "Up to the 95th percentile of the levels the plans are shortest with {}.{worst}",
                    never.join(", ")
                ),
            }
        }
        ([first, .., last], _) => format!(
            "Over the levels that each answered, {} has the least median ({}, {} answered) and {} the largest ({}, {} answered).",
            first.0,
            unit.write(first.2),
            first.1,
            last.0,
            unit.write(last.2),
            last.1
        ),
        ([only], _) => {
            format!("Only {} led to answers, with a median of {}.", only.0, unit.write(only.2))
        }
    };
    let mut columns = SPREAD_COLUMNS;
    columns[0] = "heuristic";
    let title = format!("{} with each heuristic: {what}, {}", algorithm, board.game);
    let name = format!("{}-{}", slug(algorithm), measure.word());
    section(board, &name, title, finding, &columns, table, chart)
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
                Outcome::Solved if result.optimal => 0,
                Outcome::Solved if result.cost == optimum && optimum.is_some() => 1,
                Outcome::Solved => 2,
                Outcome::Unsolvable => 3,
                Outcome::Limit | Outcome::Cancelled | Outcome::Failed => 4,
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
    let best = bars.iter().max_by_key(|bar| (bar.counts[0] + bar.counts[3], shortest(bar)));
    let longest = bars.iter().max_by_key(|bar| bar.counts[2]).filter(|bar| bar.counts[2] > 0);
    let finding = match best {
        Some(best) => {
            let proved = best.counts[0] + best.counts[3];
            let mut text =
                format!("{} proves the most: {proved} of {} levels", best.label, total(best));
            if let Some(long) = longest {
                text += &format!(
                    "; {} has the most plans that are longer, {}",
                    long.label, long.counts[2]
                );
            }
            text + "."
        }
        None => "There is no heuristic.".to_string(),
    };
    let title = format!("{algorithm} with each heuristic: share of shortest plans, {}", board.game);
    let name = format!("{}-quality", slug(algorithm));
    section(board, &name, title, finding, &columns, rows, chart)
}
