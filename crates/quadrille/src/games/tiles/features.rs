//! The features of tiles.

use super::cell::Cell;
use super::plain;
use crate::games::counting::{nearest_steps, typed};
use crate::grid::{Coord, Grid};
use crate::heuristics::Feature;

pub(super) const FEATURES: &[Feature] = &[
    Feature {
        name: "off_goal",
        about: "goals that carry no block of their colour",
        count: |board| bare_goals(&typed(board)).count() as u32,
    },
    Feature {
        name: "on_goal",
        about: "goals that carry a block of their colour",
        count: |board| {
            let board = typed(board);
            (plain::goals(&board).count() - bare_goals(&board).count()) as u32
        },
    },
    Feature {
        name: "distance",
        about: "rows and columns from each goal to the nearest block of its colour, added up",
        count: |board| {
            let board: Grid<Cell> = typed(board);
            nearest_steps(plain::goals(&board).map(|(at, _)| at), |at| mates(&board, at))
        },
    },
    Feature {
        name: "off_line",
        about: "goals without a block of their colour in their row or column",
        count: |board| {
            let board: Grid<Cell> = typed(board);
            let in_line = |at: Coord| {
                mates(&board, at).iter().any(|mate| mate.row == at.row || mate.col == at.col)
            };
            plain::goals(&board).filter(|&(at, _)| !in_line(at)).count() as u32
        },
    },
    Feature {
        name: "directions",
        about: "directions in which a block can slide",
        count: |board| plain::moves(&typed(board)).len() as u32,
    },
];

fn bare_goals(board: &Grid<Cell>) -> impl Iterator<Item = Coord> {
    let is_bare = |&(at, colour): &(Coord, _)| board[at].block() != Some(colour);
    plain::goals(board).filter(is_bare).map(|(at, _)| at)
}

/// The blocks of a goal's colour.
fn mates(board: &Grid<Cell>, goal: Coord) -> Vec<Coord> {
    let colour = board[goal].goal();
    plain::blocks(board).filter(|&(_, other)| Some(other) == colour).map(|(at, _)| at).collect()
}
