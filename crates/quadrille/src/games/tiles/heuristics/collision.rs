//! `collision`: what the blocks rest against.
//!
//! When the level is loaded, a lone block is let slide from the goal in all directions, again and again; every wall, and
//! each of the four sides of the border, is worth the number of slides after which it first rests against it. In a
//! position a block is worth 0 on a goal of its colour, else the least worth of the walls and sides beside it, else
//! (it rests against other blocks only) one more than the greatest worth there is; the worst block counts. With several
//! goals of a colour each wall keeps the least of its worths.
//!
//! Not admissible: blocks stop each other, so that ways exist which a lone block has not.

use super::super::rules::Tiles;
use crate::grid::{Direction, Position, Words};

#[derive(Clone, Debug)]
pub(super) struct Collision {
    cells: usize,
    blocks: usize,
    /// For each block and cell what it is worth there.
    table: Vec<u8>,
}

/// What stops a slide: a wall, or a side of the border.
fn stopper<const N: usize>(puzzle: &Tiles<N>, at: Position, direction: Direction) -> Option<usize> {
    let size = puzzle.size();
    match size.step(at, direction) {
        None => Some(size.cells() + direction as usize),
        Some(next) => Some(size.index(next)).filter(|&cell| puzzle.is_wall(cell)),
    }
}

impl Collision {
    pub(super) fn new<const N: usize>(puzzle: &Tiles<N>) -> Collision {
        let size = puzzle.size();
        let mut table = Vec::new();
        for colour in puzzle.colours() {
            let goals: Vec<usize> = colour.clone().map(|goal| puzzle.goal(goal)).collect();
            let worth = worths(puzzle, &goals);
            let most = worth.iter().flatten().max().copied().unwrap_or(0);
            let value = |cell: usize| {
                if goals.contains(&cell) {
                    return 0;
                }
                Direction::ALL
                    .iter()
                    .filter_map(|&direction| stopper(puzzle, size.position(cell), direction))
                    .filter_map(|stopper| worth[stopper])
                    .min()
                    .unwrap_or(most + 1)
            };
            for _ in colour {
                table.extend((0..size.cells()).map(value));
            }
        }
        Collision { cells: size.cells(), blocks: puzzle.blocks(), table }
    }

    pub(super) fn estimate<const N: usize>(&self, state: &Words<N>) -> f64 {
        let worst = (0..self.blocks)
            .map(|block| self.table[block * self.cells + state.byte(block) as usize])
            .max();
        f64::from(worst.unwrap_or(0))
    }
}

/// For each cell, and behind them the four sides, after how many slides from a goal a lone block first rests against it.
fn worths<const N: usize>(puzzle: &Tiles<N>, goals: &[usize]) -> Vec<Option<u8>> {
    let size = puzzle.size();
    let mut worth = vec![None; size.cells() + 4];
    let mut seen: Words<4> = goals.iter().copied().collect();
    let mut layer = goals.to_vec();
    for slides in 1..=u8::MAX - 1 {
        let mut next = Vec::new();
        for &from in &layer {
            for direction in Direction::ALL {
                let mut at = size.position(from);
                let stopper = loop {
                    match stopper(puzzle, at, direction) {
                        Some(stopper) => break stopper,
                        None => at = size.step(at, direction).unwrap_or(at),
                    }
                };
                worth[stopper].get_or_insert(slides);
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
