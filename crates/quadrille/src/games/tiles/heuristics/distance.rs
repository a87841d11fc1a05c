//! `euclidean(goals,blocks)` and `manhattan(goals,blocks)`: distances of blocks to goals, folded twice.
//!
//! Not admissible, whatever the folds: a slide goes any distance at the price of one.

use super::super::rules::Tiles;
use crate::grid::Words;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Metric {
    Euclidean,
    Manhattan,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fold {
    Min,
    Mean,
    Max,
}

impl Fold {
    pub(super) const ALL: [Fold; 3] = [Fold::Min, Fold::Mean, Fold::Max];

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
pub(super) struct Distances {
    /// For each block and each cell the folded distances to the goals of its colour.
    table: Vec<f64>,
    cells: usize,
    blocks: usize,
    fold: Fold,
}

impl Distances {
    pub(super) fn new<const N: usize>(
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

    pub(super) fn estimate<const N: usize>(&self, state: &Words<N>) -> f64 {
        self.fold.fold(
            (0..self.blocks)
                .map(|block| self.table[block * self.cells + state.byte(block) as usize]),
        )
    }
}
