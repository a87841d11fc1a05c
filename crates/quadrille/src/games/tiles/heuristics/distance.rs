//! `euclidean(goals,blocks)` and `manhattan(goals,blocks)`: distances of blocks to goals, folded
//! twice.
//!
//! Not admissible, whatever the folds: a slide of any length costs one.

use super::super::cell::{Cell, Colour};
use super::super::rules::Tiles;
use super::table::{Fold, Table};
use crate::grid::{Grid, Words};
use crate::heuristics::{Estimate, HeuristicInfo, Named};
use crate::registry::{OptionInfo, OptionKind, Value};

const FOLDS: OptionKind = OptionKind::Choice(&["min", "mean", "max"]);

const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "goals",
        about: "combines a block's distances to the goals of its colour",
        kind: FOLDS,
        default: "min",
    },
    OptionInfo {
        name: "blocks",
        about: "combines the values of the blocks",
        kind: FOLDS,
        default: "max",
    },
];

pub(in super::super) const EUCLIDEAN: HeuristicInfo = HeuristicInfo {
    options: OPTIONS,
    ..HeuristicInfo::new(
        "euclidean",
        "straight-line distance of the blocks to the goals of their colour",
        "places of blocks and goals",
    )
};

pub(super) const fn euclidean<const N: usize>() -> Named<Tiles<N>> {
    Named {
        info: EUCLIDEAN,
        build: |puzzle, options| estimate(puzzle, Metric::Euclidean, options),
        parts: |puzzle, options, state, _| {
            folded(puzzle, Metric::Euclidean, options).parts(puzzle, state)
        },
    }
}

pub(in super::super) const MANHATTAN: HeuristicInfo = HeuristicInfo {
    options: OPTIONS,
    ..HeuristicInfo::new(
        "manhattan",
        "rows plus columns from the blocks to the goals of their colour",
        "places of blocks and goals",
    )
};

pub(super) const fn manhattan<const N: usize>() -> Named<Tiles<N>> {
    Named {
        info: MANHATTAN,
        build: |puzzle, options| estimate(puzzle, Metric::Manhattan, options),
        parts: |puzzle, options, state, _| {
            folded(puzzle, Metric::Manhattan, options).parts(puzzle, state)
        },
    }
}

/// The indices of the folds over a single value: over the goals of a colour, and over the blocks.
pub(in super::super) fn idle_folds(board: &Grid<Cell>) -> Vec<usize> {
    let (mut goals, mut blocks) = (Vec::new(), Vec::new());
    for cell in board.cells() {
        if let Cell::Floor { goal, block } = cell {
            goals.extend(*goal);
            blocks.extend(*block);
        }
    }
    let has_one = |block: &Colour| goals.iter().filter(|goal| *goal == block).count() == 1;
    let is_idle = [blocks.iter().all(has_one), blocks.len() == 1];
    (0..is_idle.len()).filter(|&place| is_idle[place]).collect()
}

fn estimate<'p, const N: usize>(
    puzzle: &'p Tiles<N>,
    metric: Metric,
    options: &[Value],
) -> Estimate<'p, Words<N>> {
    let table = folded(puzzle, metric, options);
    Box::new(move |state, _| table.estimate(state))
}

fn folded<const N: usize>(puzzle: &Tiles<N>, metric: Metric, options: &[Value]) -> Table {
    let fold = |place: usize| {
        options.get(place).map_or(Fold::Min, |value| Fold::ALL[value.choice().min(2)])
    };
    table(puzzle, metric, fold(0), fold(1))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Metric {
    Euclidean,
    Manhattan,
}

/// The table of the distances to the goals, folded for each block.
fn table<const N: usize>(puzzle: &Tiles<N>, metric: Metric, goals: Fold, blocks: Fold) -> Table {
    let size = puzzle.size();
    let distance = |from: usize, to: usize| {
        let (from, to) = (size.coord(from), size.coord(to));
        let rows = f64::from(from.row.abs_diff(to.row));
        let cols = f64::from(from.col.abs_diff(to.col));
        match metric {
            // A square root is exact to the last bit on every machine.
            Metric::Euclidean => (rows * rows + cols * cols).sqrt(),
            Metric::Manhattan => rows + cols,
        }
    };
    Table::new(puzzle, blocks, |mine| {
        let value = |cell| goals.fold(mine.iter().map(|&goal| distance(cell, goal)));
        (0..size.cells()).map(value).collect()
    })
}
