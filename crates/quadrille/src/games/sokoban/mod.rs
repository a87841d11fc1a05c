//! Sokoban: a player pushes boxes until every goal has one.

mod cell;
mod features;
mod formats;
mod formulation;
mod generate;
mod heuristics;
#[cfg(feature = "pddl")]
mod pddl;
mod plain;
mod play;
mod pushes;
mod rules;
mod solver;

pub use cell::Cell;
pub use heuristics::HEURISTICS;
pub use play::SokobanPlay;
pub use rules::Sokoban;

use pushes::Pushes;

use crate::definition::{self, Definition, Ground, Look};
use crate::grid::{Coord, Grid};
use crate::heuristics::HeuristicInfo;
use crate::moves::{Move, MoveKind, Notation};
use crate::puzzle::AnyPuzzle;

/// The game of Sokoban.
#[derive(Clone, Copy, Debug)]
pub struct Game;

impl Definition for Game {
    standard_files!();

    type Cell = Cell;

    const ID: &'static str = "sokoban";
    const TITLE: &'static str = "Sokoban";
    const ABOUT: &'static str =
        "Walk, and push boxes: one at a time, and none can be pulled; bring a box to every goal.";
    const NOTATION: Notation = Notation { kind: MoveKind::All, lowercase: false };
    const DEFAULT_HEURISTIC: &'static HeuristicInfo = &heuristics::PUSHES;
    const TALLY: Option<&'static str> = Some("push");

    fn player(&self, board: &Grid<Cell>) -> Option<Coord> {
        plain::player(board)
    }

    fn is_tallied(&self, before: &Grid<Cell>, after: &Grid<Cell>) -> bool {
        plain::is_push(before, after)
    }

    /// Floor that the player cannot reach, even without boxes, is outside of the walls and not
    /// drawn.
    fn looks(&self, board: &Grid<Cell>) -> Grid<Look> {
        let (inside, mut looks) = (plain::inside(board), board.map(definition::Cell::look));
        for at in board.coords_where(|cell| cell == cell::FLOOR) {
            if !inside.contains(&at) {
                looks[at] = Look::bare(Ground::Hole);
            }
        }
        looks
    }

    fn with_puzzle(&self, board: &Grid<Cell>, run: &mut dyn FnMut(AnyPuzzle<'_>)) {
        match plain::inside(board).len() {
            0..=54 => run(AnyPuzzle::new(&Sokoban::<1>::new(board))),
            55..=118 => run(AnyPuzzle::new(&Sokoban::<2>::new(board))),
            119..=246 => run(AnyPuzzle::new(&Sokoban::<4>::new(board))),
            _ => run(AnyPuzzle::new(&Sokoban::<20>::new(board))),
        }
    }

    fn with_tallied(&self, board: &Grid<Cell>, run: &mut dyn FnMut(AnyPuzzle<'_>)) {
        match plain::inside(board).len() {
            0..=54 => run(AnyPuzzle::new(&Pushes::<1>::new(Sokoban::new(board)))),
            55..=118 => run(AnyPuzzle::new(&Pushes::<2>::new(Sokoban::new(board)))),
            119..=246 => run(AnyPuzzle::new(&Pushes::<4>::new(Sokoban::new(board)))),
            _ => run(AnyPuzzle::new(&Pushes::<20>::new(Sokoban::new(board)))),
        }
    }

    fn spelled_out(board: &Grid<Cell>, plan: &[Move]) -> Vec<Move> {
        plain::spelled_out(board, plan)
    }
}
