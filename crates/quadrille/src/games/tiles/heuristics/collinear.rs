//! `collinear`: how a block and its goal lie to each other.
//!
//! For a block and a goal: 0 when it stands on it, 1 when the two are in line with nothing but free cells between, 2 when
//! they are not in line, or in line with a block and no wall between, 3 when they are in line with a wall between; the least
//! over the goals of its colour, and the largest over the blocks.
//!
//! The values for walls alone are lower bounds. What makes the heuristic inadmissible is the block between: it may be on
//! its way out, or may itself be what stops the other one on its goal.

use super::super::rules::Tiles;
use crate::grid::Words;

#[derive(Clone, Debug)]
pub(super) struct Collinear {
    cells: usize,
    blocks: usize,
    /// For each block the goals of its colour, as a range of numbers.
    goals: Vec<(usize, usize)>,
    /// For each goal and cell the value when no block is between, and the cells between when they matter.
    table: Vec<(u8, Words<4>)>,
}

impl Collinear {
    pub(super) fn new<const N: usize>(puzzle: &Tiles<N>) -> Collinear {
        let size = puzzle.size();
        let mut table = Vec::new();
        for goal in (0..puzzle.blocks()).map(|number| puzzle.goal(number)) {
            for cell in 0..size.cells() {
                let (from, to) = (size.position(cell), size.position(goal));
                let between: Words<4> = (0..size.cells())
                    .filter(|&other| {
                        let at = size.position(other);
                        let strictly = |a: u8, b: u8, c: u8| a.min(c) < b && b < a.max(c);
                        at.row == from.row && at.row == to.row && strictly(from.col, at.col, to.col)
                            || at.col == from.col
                                && at.col == to.col
                                && strictly(from.row, at.row, to.row)
                    })
                    .collect();
                table.push(if cell == goal {
                    (0, Words::EMPTY)
                } else if from.row != to.row && from.col != to.col {
                    (2, Words::EMPTY)
                } else if between.bits().any(|other| puzzle.is_wall(other)) {
                    (3, Words::EMPTY)
                } else {
                    (1, between)
                });
            }
        }
        let mut goals = vec![(0, 0); puzzle.blocks()];
        for colour in puzzle.colours() {
            goals[colour.clone()].fill((colour.start, colour.end));
        }
        Collinear { cells: size.cells(), blocks: puzzle.blocks(), goals, table }
    }

    pub(super) fn estimate<const N: usize>(&self, state: &Words<N>) -> f64 {
        let occupied: Words<4> = (0..self.blocks).map(|block| state.byte(block) as usize).collect();
        let mut worst = 0;
        for (block, &(first, end)) in self.goals.iter().enumerate() {
            let cell = state.byte(block) as usize;
            let least = (first..end).map(|goal| {
                let (value, between) = self.table[goal * self.cells + cell];
                value + u8::from(between.intersects(occupied))
            });
            worst = worst.max(least.min().unwrap_or(0));
        }
        f64::from(worst)
    }
}
