//! `euclidean(goals,blocks)` and `manhattan(goals,blocks)`: distances of blocks to goals, folded twice.
//!
//! Not admissible, whatever the folds: a slide goes any distance at the price of one.

use super::super::rules::Tiles;
use crate::grid::Words;
use crate::heuristics::{Estimate, HeuristicInfo, Named};
use crate::search::{OptionInfo, OptionKind, Value};

const FOLDS: OptionKind = OptionKind::Choice(&["min", "mean", "max"]);

const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "goals",
        about: "how a block's distances to the goals of its colour become one",
        kind: FOLDS,
        default: "min",
    },
    OptionInfo {
        name: "blocks",
        about: "how the values of the blocks become one",
        kind: FOLDS,
        default: "max",
    },
];

/// The heuristic as it stands in the list of the game.
pub(super) const fn euclidean<const N: usize>() -> Named<Tiles<N>> {
    Named {
        info: HeuristicInfo {
            name: "euclidean",
            options: OPTIONS,
            about: "straight-line distance of the blocks to the goals of their colour",
            informed_by: "places of blocks and goals",
            admissible: false,
            consistent: false,
            whole: false,
        },
        build: |puzzle, options| Distances::estimates(puzzle, Metric::Euclidean, options),
    }
}

/// The heuristic as it stands in the list of the game.
pub(super) const fn manhattan<const N: usize>() -> Named<Tiles<N>> {
    Named {
        info: HeuristicInfo {
            name: "manhattan",
            options: OPTIONS,
            about: "rows plus columns from the blocks to the goals of their colour",
            informed_by: "places of blocks and goals",
            admissible: false,
            consistent: false,
            whole: false,
        },
        build: |puzzle, options| Distances::estimates(puzzle, Metric::Manhattan, options),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Metric {
    Euclidean,
    Manhattan,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fold {
    Min,
    Mean,
    Max,
}

impl Fold {
    const ALL: [Fold; 3] = [Fold::Min, Fold::Mean, Fold::Max];

    /// The values as one. There is at least one; the order of adding is fixed, so that every machine rounds alike.
    fn fold(self, values: impl ExactSizeIterator<Item = f64>) -> f64 {
        let count = values.len() as f64;
        match self {
            Fold::Min => values.fold(f64::INFINITY, f64::min),
            Fold::Mean => values.sum::<f64>() / count,
            Fold::Max => values.fold(0.0, f64::max),
        }
    }
}

#[derive(Clone, Debug)]
struct Distances {
    /// For each block and each cell the folded distances to the goals of its colour.
    table: Vec<f64>,
    cells: usize,
    blocks: usize,
    fold: Fold,
}

impl Distances {
    /// The estimate with these folds.
    fn estimates<'p, const N: usize>(
        puzzle: &'p Tiles<N>,
        metric: Metric,
        options: &[Value],
    ) -> Estimate<'p, Words<N>> {
        let fold = |place: usize| {
            options.get(place).map_or(Fold::Min, |value| Fold::ALL[value.choice().min(2)])
        };
        let distances = Distances::new(puzzle, metric, fold(0), fold(1));
        Box::new(move |state, _| distances.estimate(state))
    }

    fn new<const N: usize>(
        puzzle: &Tiles<N>,
        metric: Metric,
        goals: Fold,
        blocks: Fold,
    ) -> Distances {
        let size = puzzle.size();
        let distance = |from: usize, to: usize| {
            let (from, to) = (size.position(from), size.position(to));
            let rows = f64::from(from.row.abs_diff(to.row));
            let cols = f64::from(from.col.abs_diff(to.col));
            match metric {
                // A square root is exact to the last bit on every machine.
                Metric::Euclidean => (rows * rows + cols * cols).sqrt(),
                Metric::Manhattan => rows + cols,
            }
        };
        let mut table = Vec::new();
        for colour in puzzle.colours() {
            for _ in colour.clone() {
                table.extend((0..size.cells()).map(|cell| {
                    goals.fold(colour.clone().map(|goal| distance(cell, puzzle.goal(goal))))
                }));
            }
        }
        Distances { table, cells: size.cells(), blocks: puzzle.blocks(), fold: blocks }
    }

    fn estimate<const N: usize>(&self, state: &Words<N>) -> f64 {
        self.fold.fold(
            (0..self.blocks)
                .map(|block| self.table[block * self.cells + state.byte(block) as usize]),
        )
    }
}
