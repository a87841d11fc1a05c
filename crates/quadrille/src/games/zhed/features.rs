//! The features of ZHED.

use super::cell::Cell;
use super::plain;
use crate::games::counting::{count, steps, typed};
use crate::grid::{Coord, Grid};
use crate::heuristics::Feature;

pub(super) const FEATURES: &[Feature] = &[
    Feature {
        name: "numbers_left",
        about: "numbers that are not used",
        count: |board| count(board, |cell: Cell| cell.number().is_some()),
    },
    Feature {
        name: "number_sum",
        about: "the numbers that are not used, added up",
        count: |board| plain::numbers(&typed(board)).map(|(_, number)| u32::from(number)).sum(),
    },
    Feature {
        name: "cells_filled",
        about: "filled cells and used numbers",
        count: |board| count(board, |cell| matches!(cell, Cell::Filled | Cell::Reached)),
    },
    Feature {
        name: "aligned",
        about: "unused numbers in the row or column of a goal",
        count: |board| {
            let board: Grid<Cell> = typed(board);
            let sees =
                |at: Coord| goals(&board).any(|goal| goal.row == at.row || goal.col == at.col);
            plain::numbers(&board).filter(|&(at, _)| sees(at)).count() as u32
        },
    },
    Feature {
        name: "gap",
        about: "the fewest rows and columns from a goal to an unused number in line with it; 32 if there is none",
        count: |board| {
            let board: Grid<Cell> = typed(board);
            let aligned = goals(&board).flat_map(|goal| {
                let in_line = move |at: &Coord| goal.row == at.row || goal.col == at.col;
                let numbers = plain::numbers(&board).map(|(at, _)| at).filter(in_line);
                numbers.map(|at| steps(at, goal)).collect::<Vec<_>>()
            });
            aligned.min().unwrap_or(32)
        },
    },
];

fn goals(board: &Grid<Cell>) -> impl Iterator<Item = Coord> {
    board.coords_where(|cell| cell == Cell::Goal)
}
