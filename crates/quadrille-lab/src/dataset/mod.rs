//! Labelled positions for learning: the exact distance to a solution, every move that keeps it, and
//! dead ends.
//!
//! Small levels are explored completely by the fast rules, and distances are counted backwards from
//! all solved positions; the boards in the dataset are played by the plain rules. In levels that
//! are too large for that, positions on and near a shortest plan are solved one by one.
//!
//! Levels that differ only by rotation, reflection and the names of colours are in the same split.
//! A position that is in one split in any such form is left out of the others.

mod label;

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use quadrille::grid::Grid;
use quadrille::levels::{Level, to_code};
use quadrille::search::{Cancel, Cost};
use quadrille_base::hash::fnv1a;
use quadrille_base::runner::{Order, Panicked, TaskEvent, Tasks};

use crate::Subject;
use crate::table::npz::Array;
use crate::table::{Column, Kind, Value, text, whole};

#[derive(Clone, Debug)]
pub struct DatasetOptions {
    pub per_level: usize,
    /// Levels with more positions than this are not explored completely.
    pub explored: usize,
    /// The seed of the selection.
    pub seed: u64,
    /// The percentages of levels for validation and for testing; the rest is for training.
    pub held_out: (u32, u32),
    /// The time limit per level.
    pub time: Duration,
    /// The time limit for all levels.
    pub total: Option<Duration>,
    /// The number of levels processed in parallel.
    pub jobs: usize,
}

/// A labelled position.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    pub level: String,
    pub source: String,
    /// `train`, `valid` or `test`.
    pub split: &'static str,
    pub game: &'static str,
    pub code: String,
    /// The codes of its cells.
    pub board: Grid<u16>,
    /// The moves to the nearest solved position; none for a dead end.
    pub distance: Option<Cost>,
    /// Every move that brings it nearer by one.
    pub best_moves: Vec<String>,
    /// The number of legal moves.
    pub moves: usize,
    /// True if it is on the shortest plan that was followed.
    pub on_plan: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Dataset {
    pub positions: Vec<Sample>,
    /// The number of positions left out because another split has them in some form.
    pub left_out: usize,
    /// Levels without a result within the limits.
    pub unknown: Vec<String>,
    /// The number of levels not started within the total time.
    pub not_begun: usize,
    pub panics: Vec<Panicked>,
}

pub static COLUMNS: LazyLock<Vec<Column<Sample>>> = LazyLock::new(|| {
    vec![
        Column::new("level", Kind::Text, true, "name of the level", |p: &Sample| text(&p.level)),
        Column::new("source", Kind::Text, true, "where the level comes from", |p: &Sample| {
            text(&p.source)
        }),
        Column::new("split", Kind::Text, true, "train, valid or test", |p: &Sample| text(p.split)),
        Column::new("game", Kind::Text, true, "game", |p: &Sample| text(p.game)),
        Column::new("code", Kind::Text, true, "the position as a share code", |p: &Sample| {
            text(&p.code)
        }),
        Column::new("rows", Kind::Whole, true, "rows of the board", |p: &Sample| {
            whole(p.board.size().rows() as u64)
        }),
        Column::new("cols", Kind::Whole, true, "columns of the board", |p: &Sample| {
            whole(p.board.size().cols() as u64)
        }),
        Column::new(
            "cells",
            Kind::Text,
            true,
            "codes of the cells in reading order, with blanks between them",
            |p: &Sample| Some(Value::Text(joined(p.board.cells()).into())),
        ),
        Column::new(
            "distance",
            Kind::Whole,
            false,
            "moves to the nearest solved position; none for a dead end",
            |p: &Sample| whole(p.distance?.into()),
        ),
        Column::new("dead_end", Kind::Truth, true, "true if no plan exists", |p: &Sample| {
            Some(Value::Truth(p.distance.is_none()))
        }),
        Column::new(
            "best_moves",
            Kind::Text,
            true,
            "every move of some shortest plan, with blanks between them",
            |p: &Sample| Some(Value::Text(p.best_moves.join(" ").into())),
        ),
        Column::new("moves", Kind::Whole, true, "legal moves", |p: &Sample| whole(p.moves as u64)),
        Column::new(
            "on_plan",
            Kind::Truth,
            true,
            "true if it is on the shortest plan that was followed",
            |p: &Sample| Some(Value::Truth(p.on_plan)),
        ),
    ]
});

fn joined(cells: &[u16]) -> String {
    cells.iter().map(u16::to_string).collect::<Vec<_>>().join(" ")
}

/// The padding of arrays where a board has no cell.
pub const NO_CELL: u16 = u16::MAX;

/// The positions as arrays: `boards` (padded with [`NO_CELL`]), `distance` (-1 for a dead end) and
/// the other columns.
pub fn arrays(positions: &[Sample]) -> Vec<Array> {
    let sizes = positions.iter().map(|position| position.board.size());
    let (rows, cols) =
        sizes.fold((0, 0), |(rows, cols), size| (size.rows().max(rows), size.cols().max(cols)));
    let mut boards = vec![NO_CELL; positions.len() * rows * cols];
    for (number, position) in positions.iter().enumerate() {
        for (row, cells) in position.board.rows().enumerate() {
            let start = (number * rows + row) * cols;
            boards[start..start + cells.len()].copy_from_slice(cells);
        }
    }
    let texts = |value: fn(&Sample) -> String| positions.iter().map(value).collect::<Vec<_>>();
    let ints = |value: fn(&Sample) -> i32| positions.iter().map(value).collect::<Vec<_>>();
    let plan: Vec<bool> = positions.iter().map(|position| position.on_plan).collect();
    vec![
        Array::shorts("boards", vec![positions.len(), rows, cols], &boards),
        Array::ints("rows", &ints(|p| p.board.size().rows() as i32)),
        Array::ints("cols", &ints(|p| p.board.size().cols() as i32)),
        Array::ints("distance", &ints(|p| p.distance.map_or(-1, |d| d as i32))),
        Array::truths("on_plan", &plan),
        Array::texts("best_moves", &texts(|p| p.best_moves.join(" "))),
        Array::texts("split", &texts(|p| p.split.to_string())),
        Array::texts("level", &texts(|p| p.level.clone())),
        Array::texts("game", &texts(|p| p.game.to_string())),
    ]
}

/// Collects positions of levels. `report` is called for each level that is done.
pub fn collect(
    subjects: &[Subject],
    options: &DatasetOptions,
    cancel: &Cancel,
    mut report: impl FnMut(usize),
) -> Dataset {
    let mut dataset = Dataset::default();
    // The split that has a position in any form.
    let mut seen: HashMap<(&'static str, Grid<u16>), &'static str> = HashMap::new();
    let end = options.total.map(|total| Instant::now() + total);
    let work = |number: usize| {
        let is_over = end.is_some_and(|end| Instant::now() >= end);
        let skipped = cancel.is_cancelled() || is_over;
        (!skipped).then(|| label::labelled(&subjects[number].level, options, end, cancel))
    };
    let name = |number: usize| format!("labelling {}", subjects[number].name);
    let tasks = Tasks { count: subjects.len(), threads: options.jobs, order: Order::Index };
    let report = |event| -> Result<(), Infallible> {
        let number = match event {
            TaskEvent::Done(number, Some(labels)) => {
                dataset.add(&subjects[number], labels, options, &mut seen);
                number
            }
            TaskEvent::Done(number, None) => {
                dataset.unknown.push(subjects[number].name.clone());
                number
            }
            TaskEvent::Panicked(number, panicked) => {
                dataset.panics.push(panicked);
                number
            }
            TaskEvent::Skipped(number) => {
                dataset.not_begun += 1;
                number
            }
            TaskEvent::Tick => return Ok(()),
        };
        report(number);
        Ok(())
    };
    let Ok(()) = tasks.run(name, work, report);
    dataset
}

impl Dataset {
    fn add(
        &mut self,
        subject: &Subject,
        labels: Vec<label::Label>,
        options: &DatasetOptions,
        seen: &mut HashMap<(&'static str, Grid<u16>), &'static str>,
    ) {
        let level = &subject.level;
        let split = split_of(level, options);
        // Without held-out splits nothing can leak.
        let can_leak = options.held_out != (0, 0);
        for label in labels {
            if can_leak {
                let form = (level.game.id(), level.game.canonical(&label.board));
                if *seen.entry(form).or_insert(split) != split {
                    self.left_out += 1;
                    continue;
                }
            }
            let notation = level.game.notation();
            self.positions.push(Sample {
                level: subject.name.clone(),
                source: subject.source.clone(),
                split,
                game: level.game.id(),
                code: to_code(&Level::new(level.game, label.board.clone())),
                board: label.board,
                distance: label.distance,
                best_moves: label.best.into_iter().map(|mv| notation.write(mv)).collect(),
                moves: label.moves,
                on_plan: label.on_plan,
            });
        }
    }
}

/// The split of a level, the same for all its symmetric forms.
fn split_of(level: &Level, options: &DatasetOptions) -> &'static str {
    let form = Level::new(level.game, level.game.canonical(&level.grid));
    let number = fnv1a(format!("{} {}", options.seed, to_code(&form)).as_bytes());
    let (valid, test) = options.held_out;
    // The low bits of this hash follow the last letters; the high bits are mixed.
    match (number >> 32) as u32 % 100 {
        share if share < test => "test",
        share if share < test + valid => "valid",
        _ => "train",
    }
}
