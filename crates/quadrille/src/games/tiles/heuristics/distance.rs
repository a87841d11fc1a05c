//! `euclidean(goals,blocks)` and `manhattan(goals,blocks)`: distances of blocks to goals, folded twice.
//!
//! Not admissible, whatever the folds: a slide goes any distance at the price of one.

use super::super::rules::Tiles;
use super::table::{Fold, Table};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Metric {
    Euclidean,
    Manhattan,
}

/// The table of the distances to the goals, folded for each block.
pub(super) fn table<const N: usize>(
    puzzle: &Tiles<N>,
    metric: Metric,
    goals: Fold,
    blocks: Fold,
) -> Table {
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
    Table::new(puzzle, blocks, |mine| {
        let value = |cell| goals.fold(mine.iter().map(|&goal| distance(cell, goal)));
        (0..size.cells()).map(value).collect()
    })
}
