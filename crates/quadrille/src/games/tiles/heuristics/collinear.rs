//! `collinear`: the relative place of a block and its goal.
//!
//! For a block and a goal: 0 if it is on it, 1 if the two are in line with no wall between, 2 if
//! they are not in line, 3 if they are in line with a wall between; the least over the goals of its
//! colour, and the largest over the blocks. Blocks between do not count.
//!
//! **Consistent.** Take one block, one goal and one slide. From 3, a slide along the line stays on
//! the same side of the wall (3); a slide across it does not move the block (3), or takes it off
//! the line while its other coordinate, which is not the goal's, stays the same (2). From 2 no
//! slide ends on the goal, since it would have to go along a line through it, and the block is on
//! none. So no slide lowers the value by more than 1. The least of such values over the goals, and
//! the largest of those over the blocks, fall by no more than 1 either. Where a colour has more
//! blocks than goals, as many blocks count as there are goals, those with the least values; the
//! value in any given place of a sorted list of such values falls by no more than 1, too.
//!
//! **Admissible**, since it is consistent and 0 when every goal carries a block.

use super::super::rules::Tiles;
use super::table::{Fold, Table};
use crate::grid::Direction;
use crate::heuristics::{HeuristicInfo, Named};

pub(in super::super) const COLLINEAR: HeuristicInfo = HeuristicInfo::consistent(
    "collinear",
    "0 on the goal, 1 in line with it, 2 not in line, 3 in line with a wall between; the worst block counts",
    "lines between blocks and goals, walls on them",
);

pub(super) const fn collinear<const N: usize>() -> Named<Tiles<N>> {
    Named {
        info: COLLINEAR,
        build: |puzzle, _| {
            let table = table(puzzle);
            Box::new(move |state, _| table.estimate(state))
        },
        parts: |puzzle, _, state, _| table(puzzle).parts(puzzle, state),
    }
}

fn table<const N: usize>(puzzle: &Tiles<N>) -> Table {
    let size = puzzle.size();
    let value = |goal: usize, cell: usize| {
        let (from, to) = (size.coord(cell), size.coord(goal));
        if cell == goal {
            return 0.0;
        }
        if from.row != to.row && from.col != to.col {
            return 2.0;
        }
        let sees_goal = |&direction: &Direction| {
            size.ray(from, direction)
                .map(|at| size.index(at))
                .take_while(|&next| !puzzle.is_wall(next))
                .any(|next| next == goal)
        };
        if Direction::ALL.iter().any(sees_goal) { 1.0 } else { 3.0 }
    };
    Table::new(puzzle, Fold::Max, |goals| {
        let least = |cell| Fold::Min.fold(goals.iter().map(|&goal| value(goal, cell)));
        (0..size.cells()).map(least).collect()
    })
}
