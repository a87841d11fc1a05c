//! The features of squares.

use std::collections::BTreeSet;

use super::cell::Cell;
use super::plain;
use crate::games::counting::{count, typed};
use crate::grid::{Coord, Direction, Grid};
use crate::heuristics::Feature;

pub(super) const FEATURES: &[Feature] = &[
    Feature {
        name: "pieces_left",
        about: "pieces that are left",
        count: |board| count(board, |cell: Cell| cell != Cell::Blank),
    },
    Feature {
        name: "colours_left",
        about: "colours that are left",
        count: |board| {
            let pieces = typed::<Cell>(board);
            let all: BTreeSet<Cell> = pieces.cells().iter().copied().collect();
            all.iter().filter(|&&cell| cell != Cell::Blank).count() as u32
        },
    },
    Feature {
        name: "pairs",
        about: "neighbours of one colour",
        count: |board| {
            let board: Grid<Cell> = typed(board);
            let next = |at: Coord, way| board.size().step(at, way).map(|to| board[to]);
            let equal = |&(at, way): &(Coord, Direction)| {
                board[at] != Cell::Blank && next(at, way) == Some(board[at])
            };
            let ways = [Direction::Right, Direction::Down];
            let all = board.size().coords().flat_map(|at| ways.map(|way| (at, way)));
            all.filter(equal).count() as u32
        },
    },
    Feature {
        name: "swaps",
        about: "legal swaps, each counted from both sides",
        count: |board| plain::moves(&typed(board)).len() as u32,
    },
];
