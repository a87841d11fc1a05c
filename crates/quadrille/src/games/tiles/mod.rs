//! Match-the-Tiles: all coloured blocks slide at once, as far as they can, until every goal has a
//! block of its colour. Blocks without a goal stop others.

mod cell;
mod features;
mod formats;
mod formulation;
mod generate;
mod heuristics;
#[cfg(feature = "pddl")]
mod pddl;
mod plain;
mod rules;
mod solver;

pub use cell::{Cell, Colour};
pub use heuristics::HEURISTICS;
pub use rules::Tiles;

use crate::definition::Definition;
use crate::grid::Grid;
use crate::heuristics::HeuristicInfo;
use crate::moves::{Move, MoveKind, Notation};
use crate::puzzle::AnyPuzzle;

pub(crate) const MAX_BLOCKS: usize = 32;

/// The game of tiles.
#[derive(Clone, Copy, Debug)]
pub struct Game;

impl Definition for Game {
    standard_files!();

    type Cell = Cell;

    const ID: &'static str = "tiles";
    const TITLE: &'static str = "Match-the-Tiles";
    const ABOUT: &'static str = "All blocks slide at once until a wall, the border or another block stops them; \
                                 bring a block of its colour to every goal.";
    const NOTATION: Notation = Notation { kind: MoveKind::All, lowercase: false };
    const DEFAULT_HEURISTIC: &'static HeuristicInfo = &heuristics::RELAXED;
    const FAST_SIDE: usize = 16;

    fn idle_options(&self, _heuristic: &str, board: &Grid<Cell>) -> Vec<usize> {
        heuristics::idle_folds(board)
    }

    fn moves(&self, board: &Grid<Cell>) -> Vec<Move> {
        plain::moves(board)
    }

    fn with_puzzle(&self, board: &Grid<Cell>, run: &mut dyn FnMut(AnyPuzzle<'_>)) {
        match plain::blocks(board).count() {
            0..=8 => run(AnyPuzzle::new(&Tiles::<1>::from_board(board))),
            9..=16 => run(AnyPuzzle::new(&Tiles::<2>::from_board(board))),
            _ => run(AnyPuzzle::new(&Tiles::<4>::from_board(board))),
        }
    }
}
