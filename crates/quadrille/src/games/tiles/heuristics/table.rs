//! The value of each block on each cell, and the combination of the blocks' values.
//!
//! Blocks whose colour has no goal do not count. If a colour has more blocks than goals, only as
//! many blocks count as it has goals, those with the least values.

use std::ops::Range;

use super::super::MAX_BLOCKS;
use super::super::rules::Tiles;
use crate::grid::Words;
use crate::heuristics::Valued;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fold {
    Min,
    Mean,
    Max,
}

impl Fold {
    pub(super) const ALL: [Fold; 3] = [Fold::Min, Fold::Mean, Fold::Max];

    /// Combines at least one value. The order of addition is fixed, so every machine rounds alike.
    pub(super) fn fold(self, values: impl ExactSizeIterator<Item = f64>) -> f64 {
        let count = values.len() as f64;
        match self {
            Fold::Min => values.fold(f64::INFINITY, f64::min),
            Fold::Mean => values.sum::<f64>() / count,
            Fold::Max => values.fold(0.0, f64::max),
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Table {
    cells: usize,
    /// For each block whose colour has a goal, and each cell, its value there.
    values: Vec<f64>,
    /// All blocks before this one count.
    bound: usize,
    /// The blocks of the other groups, and the number of them that count.
    spare: Vec<(Range<usize>, usize)>,
    fold: Fold,
}

impl Table {
    /// The table in which blocks have these values on the cells, for the goals of their colour.
    pub(super) fn new<const N: usize>(
        puzzle: &Tiles<N>,
        fold: Fold,
        values: impl Fn(&[usize]) -> Vec<f64>,
    ) -> Table {
        let mut table = Table {
            cells: puzzle.size().cells(),
            values: Vec::new(),
            bound: 0,
            spare: Vec::new(),
            fold,
        };
        for group in puzzle.groups().iter().filter(|group| !group.goals.is_empty()) {
            let values = values(&group.goals);
            group.blocks.clone().for_each(|_| table.values.extend(&values));
            if group.is_bound() {
                table.bound = group.blocks.end;
            } else {
                table.spare.push((group.blocks.clone(), group.goals.len()));
            }
        }
        table
    }

    #[inline]
    fn value<const N: usize>(&self, state: &Words<N>, block: usize) -> f64 {
        self.values[block * self.cells + state.byte(block) as usize]
    }

    #[inline]
    pub(super) fn estimate<const N: usize>(&self, state: &Words<N>) -> f64 {
        let bound = (0..self.bound).map(|block| self.value(state, block));
        if self.spare.is_empty() {
            return self.fold.fold(bound);
        }
        let mut values = [0.0; MAX_BLOCKS];
        let mut count = 0;
        let mut take = |value| {
            values[count] = value;
            count += 1;
        };
        bound.for_each(&mut take);
        for (blocks, counted) in &self.spare {
            let mut mine = [f64::INFINITY; MAX_BLOCKS];
            for (mine, block) in mine.iter_mut().zip(blocks.clone()) {
                *mine = self.value(state, block);
            }
            mine[..blocks.len()].sort_unstable_by(f64::total_cmp);
            mine[..*counted].iter().copied().for_each(&mut take);
        }
        self.fold.fold(values[..count].iter().copied())
    }

    /// The values of the blocks, for display.
    pub(super) fn parts<const N: usize>(&self, puzzle: &Tiles<N>, state: &Words<N>) -> Vec<Valued> {
        let blocks = self.spare.last().map_or(self.bound, |(blocks, _)| blocks.end);
        let part = |block: usize| {
            let cell = state.byte(block) as usize;
            let at = puzzle.size().coord(cell);
            let value = self.value(state, block);
            let counts = self.spare.iter().find(|(blocks, _)| blocks.contains(&block)).is_none_or(
                |(blocks, counted)| {
                    let before = |&other: &usize| {
                        let others = self.value(state, other);
                        others < value || others == value && other < block
                    };
                    blocks.clone().filter(before).count() < *counted
                },
            );
            let letter = puzzle.colours()[block].block_letter();
            let note = if counts { "" } else { " (does not count)" };
            Valued::part(format!("{letter} at {},{}{note}", at.row, at.col), value, Some(cell))
        };
        (0..blocks).map(part).collect()
    }
}
