//! Folding Blocks: a piece doubles by its mirror image across an edge, until the pieces cover the
//! board.

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
mod rules;
mod solver;

pub use cell::Cell;
pub use heuristics::HEURISTICS;
pub use play::FoldPlay;
pub use rules::Fold;

use crate::definition::{Definition, Plans};
use crate::grid::Grid;
use crate::heuristics::HeuristicInfo;
use crate::moves::{Move, MoveKind, Notation};
use crate::puzzle::AnyPuzzle;
use crate::search::{Control, Cost, Observer, Report, toolkit::Meter};

/// The game of fold.
#[derive(Clone, Copy, Debug)]
pub struct Game;

/// The limit on choices for the list of all plans if none is given.
const COVERS: u64 = 1_000_000;

impl Definition for Game {
    standard_files!();

    type Cell = Cell;

    const ID: &'static str = "fold";
    const TITLE: &'static str = "Folding Blocks";
    const ABOUT: &'static str = "A piece folds over an edge of its bounding box and doubles by its mirror image, onto empty \
                                 cells only; cover the board.";
    const NOTATION: Notation = Notation { kind: MoveKind::Piece, lowercase: false };
    const DEFAULT_HEURISTIC: &'static HeuristicInfo = &heuristics::COVER;
    const FAST_SIDE: usize = 16;

    fn moves(&self, board: &Grid<Cell>) -> Vec<Move> {
        plain::moves(board)
    }

    /// Pieces are numbered from 1 on, and the cells of each are connected.
    fn is_typical(&self, board: &Grid<Cell>) -> bool {
        let pieces = plain::pieces(board);
        pieces.iter().copied().eq(1..=pieces.len() as u8)
            && pieces.iter().all(|&piece| {
                let is_part = |cell: Cell| cell.piece() == Some(piece);
                let first = board.coords_where(is_part).next();
                let steps = board.size().steps_from(first, |to, _| is_part(board[to]));
                board.coords_where(is_part).all(|at| steps[at].is_some())
            })
    }

    fn with_puzzle(&self, board: &Grid<Cell>, run: &mut dyn FnMut(AnyPuzzle<'_>)) {
        match (plain::pieces(board).len(), board.size().cells()) {
            (0..=8, 0..=64) => run(AnyPuzzle::new(&Fold::<1, 1>::from_board(board))),
            (0..=16, _) => run(AnyPuzzle::new(&Fold::<2, 4>::from_board(board))),
            (0..=32, _) => run(AnyPuzzle::new(&Fold::<4, 4>::from_board(board))),
            _ => run(AnyPuzzle::new(&Fold::<20, 4>::from_board(board))),
        }
    }

    fn best(
        &self,
        board: &Grid<Cell>,
        meter: &mut Meter<'_>,
        mut observer: Observer<'_>,
    ) -> Report {
        self.prove(board, meter, |meter| solver::solve(board, meter, &mut observer))
    }

    fn plans(&self, board: &Grid<Cell>, cost: Cost, control: &Control) -> Option<Plans> {
        let nodes = control.limits.max_nodes.unwrap_or(COVERS);
        solver::shortest_plans(board, cost, (nodes, &control.cancel))
    }
}
