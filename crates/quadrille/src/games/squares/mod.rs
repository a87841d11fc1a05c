//! The matching game: two neighbours are swapped, and 2×2 squares of one colour vanish.

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
#[cfg(test)]
mod samples;
mod solver;

pub use cell::Cell;
pub use heuristics::HEURISTICS;
pub use play::SquaresPlay;
pub use rules::Squares;
use rules::VisitSquares;

use std::any::Any;

use crate::definition::Definition;
use crate::diagnostic::Diagnostic;
use crate::grid::{Grid, Words};
use crate::heuristics::HeuristicInfo;
use crate::moves::{Move, MoveKind, Notation};
use crate::puzzle::{AnyPuzzle, LevelState};
use crate::search::{Observer, Report, toolkit::Meter};

/// The game of squares.
#[derive(Clone, Copy, Debug)]
pub struct Game;

impl Definition for Game {
    standard_files!();

    type Cell = Cell;

    const ID: &'static str = "squares";
    const TITLE: &'static str = "Squares";
    const ABOUT: &'static str = "Swap two neighbours so that one of them comes beside its own colour; 2x2 squares of one \
                                 colour vanish; clear the board.";
    const NOTATION: Notation = Notation { kind: MoveKind::Cell, lowercase: true };
    const DEFAULT_HEURISTIC: &'static HeuristicInfo = &heuristics::LONE;
    const FAST_SIDE: usize = 16;

    fn moves(&self, board: &Grid<Cell>) -> Vec<Move> {
        plain::moves(board)
    }

    fn stages(&self, board: &Grid<Cell>, mv: Move) -> Result<Vec<Grid<Cell>>, Diagnostic> {
        plain::stages(board, mv)
    }

    /// Most cells hold a piece. In games where pieces slide, most are free.
    fn is_typical(&self, board: &Grid<Cell>) -> bool {
        let pieces = board.coords_where(|cell| matches!(cell, Cell::Piece(_))).count();
        2 * pieces > board.size().cells()
    }

    fn with_puzzle(&self, board: &Grid<Cell>, run: &mut dyn FnMut(AnyPuzzle<'_>)) {
        struct Any<'a>(&'a mut dyn FnMut(AnyPuzzle<'_>));
        impl VisitSquares for Any<'_> {
            type Output = ();
            fn visit<const C: usize, const K: usize, const N: usize>(
                self,
                puzzle: &Squares<C, K, N>,
            ) where
                Words<N>: LevelState,
            {
                (self.0)(AnyPuzzle::new(puzzle));
            }
        }
        rules::visit(board, Any(run));
    }

    fn keep_tables(&self, board: &Grid<Cell>) -> Option<Box<dyn Any>> {
        Some(Box::new(heuristics::bounds::Kept::new(board)))
    }

    fn best(
        &self,
        board: &Grid<Cell>,
        meter: &mut Meter<'_>,
        mut observer: Observer<'_>,
    ) -> Report {
        self.prove(board, meter, |meter| solver::solve(board, meter, &mut observer))
    }
}
