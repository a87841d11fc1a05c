//! The features of Sokoban.

use super::cell::{BOX, Cell, GOAL};
use super::plain::player;
use crate::games::counting::{count, nearest_steps, steps, typed};
use crate::grid::{Coord, Grid};
use crate::heuristics::Feature;

pub(super) const FEATURES: &[Feature] = &[
    Feature {
        name: "off_goal",
        about: "goals without a box",
        count: |board| count(board, |cell: Cell| cell.has(GOAL) && !cell.has(BOX)),
    },
    Feature {
        name: "distance",
        about: "rows and columns from each goal to the nearest box, added up",
        count: |board| {
            let board: Grid<Cell> = typed(board);
            let goals = board.coords_where(|cell| cell.has(GOAL));
            nearest_steps(goals, |_| boxes(&board))
        },
    },
    Feature {
        name: "walk",
        about: "rows and columns from the player to the nearest box",
        count: |board| {
            let board: Grid<Cell> = typed(board);
            let way = |player: Coord| boxes(&board).into_iter().map(move |at| steps(player, at));
            player(&board).and_then(|player| way(player).min()).unwrap_or(0)
        },
    },
];

fn boxes(board: &Grid<Cell>) -> Vec<Coord> {
    board.coords_where(|cell| cell.has(BOX)).collect()
}
