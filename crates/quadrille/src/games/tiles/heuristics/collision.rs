//! `collision`: the walls that the blocks rest against.
//!
//! When the level is loaded, a single block slides from the goal in all directions, repeatedly. The
//! value of every wall, and of each of the four sides of the border, is the number of changes of
//! orientation on the shortest path to it: 0 for those that the first slide reaches, 1 for the
//! second, since two slides along one axis have the effect of the last alone. With several goals of
//! a colour each wall has the least of its values.
//!
//! The value of a position is the least value of the walls that its blocks rest against, each block
//! by the goals of its colour. A block that rests against none of these walls has a value one above
//! the greatest.
//!
//! Not admissible: blocks stop each other, which allows paths that a single block does not have.

use super::super::rules::Tiles;
use super::table::{Fold, Table};
use crate::grid::{Coord, Direction, Words};
use crate::heuristics::{HeuristicInfo, Named};

pub(in super::super) const COLLISION: HeuristicInfo = HeuristicInfo {
    whole: true,
    ..HeuristicInfo::new(
        "collision",
        "changes of orientation between the goal and the walls that the blocks rest against; the least counts",
        "walls and border sides beside the blocks",
    )
};

pub(super) const fn collision<const N: usize>() -> Named<Tiles<N>> {
    Named {
        info: COLLISION,
        build: |puzzle, _| {
            let table = table(puzzle);
            Box::new(move |state, _| table.estimate(state))
        },
        parts: |puzzle, _, state, _| table(puzzle).parts(puzzle, state),
    }
}

/// The obstacle that stops a slide: a wall, or a side of the border.
fn stopper<const N: usize>(puzzle: &Tiles<N>, at: Coord, direction: Direction) -> Option<usize> {
    let size = puzzle.size();
    match size.step(at, direction) {
        None => Some(size.cells() + direction as usize),
        Some(next) => Some(size.index(next)).filter(|&cell| puzzle.is_wall(cell)),
    }
}

fn table<const N: usize>(puzzle: &Tiles<N>) -> Table {
    let size = puzzle.size();
    Table::new(puzzle, Fold::Min, |goals| {
        let worth = worths(puzzle, goals);
        let most = worth.iter().flatten().max().copied().unwrap_or(0);
        let value = |cell: usize| {
            let beside = Direction::ALL
                .iter()
                .filter_map(|&direction| stopper(puzzle, size.coord(cell), direction))
                .filter_map(|stopper| worth[stopper]);
            f64::from(beside.min().unwrap_or(most + 1))
        };
        (0..size.cells()).map(value).collect()
    })
}

/// For each cell, and then the four sides: the changes of orientation that a single block from a
/// goal needs to rest against it.
fn worths<const N: usize>(puzzle: &Tiles<N>, goals: &[usize]) -> Vec<Option<u8>> {
    let size = puzzle.size();
    let mut worth = vec![None; size.cells() + 4];
    let mut seen: Words<4> = goals.iter().copied().collect();
    let mut layer = goals.to_vec();
    for changes in 0..u8::MAX - 1 {
        let mut next = Vec::new();
        for &from in &layer {
            for direction in Direction::ALL {
                let mut at = size.coord(from);
                let stopper = loop {
                    match stopper(puzzle, at, direction) {
                        Some(stopper) => break stopper,
                        None => at = size.step(at, direction).unwrap_or(at),
                    }
                };
                worth[stopper].get_or_insert(changes);
                let cell = size.index(at);
                if !seen.contains(cell) {
                    seen.insert(cell);
                    next.push(cell);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    worth
}
