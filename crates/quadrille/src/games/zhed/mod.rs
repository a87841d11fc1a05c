//! ZHED: a number fills that many cells in a direction, stepping over filled ones, until a goal is
//! filled.

mod cell;
mod features;
mod formats;
mod formulation;
mod generate;
mod heuristics;
mod list;
#[cfg(feature = "pddl")]
mod pddl;
mod plain;
mod play;
mod rules;
mod solver;

pub use cell::{Cell, MAX_NUMBER};
pub use heuristics::HEURISTICS;
pub use play::ZhedPlay;
pub use rules::Zhed;

use crate::definition::{Definition, Plans};
use crate::grid::Grid;
use crate::heuristics::HeuristicInfo;
use crate::moves::{Move, MoveKind, Notation};
use crate::puzzle::AnyPuzzle;
use crate::search::{Control, Cost, Observer, Report, Stop, toolkit::Meter};

/// The game of ZHED.
#[derive(Clone, Copy, Debug)]
pub struct Game;

impl Definition for Game {
    standard_files!();

    type Cell = Cell;

    const ID: &'static str = "zhed";
    const TITLE: &'static str = "ZHED";
    const ABOUT: &'static str = "A number fills that many cells in a direction and steps over what is filled or a number; \
                                 fill a goal.";
    const NOTATION: Notation = Notation { kind: MoveKind::Cell, lowercase: false };
    const DEFAULT_HEURISTIC: &'static HeuristicInfo = &heuristics::REACH;
    const FAST_SIDE: usize = 16;

    fn moves(&self, board: &Grid<Cell>) -> Vec<Move> {
        plain::moves(board)
    }

    fn with_puzzle(&self, board: &Grid<Cell>, run: &mut dyn FnMut(AnyPuzzle<'_>)) {
        match board.size().cells() {
            0..=64 => run(AnyPuzzle::new(&Zhed::<1>::from_board(board))),
            65..=128 => run(AnyPuzzle::new(&Zhed::<2>::from_board(board))),
            _ => run(AnyPuzzle::new(&Zhed::<4>::from_board(board))),
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
        solver::shortest_plans(board, cost, control)
    }

    fn certificate(
        &self,
        board: &Grid<Cell>,
        plan: Option<&[Move]>,
        meter: &mut Meter<'_>,
    ) -> Option<Result<String, Stop>> {
        Some(solver::certificate(board, plan, meter))
    }
}
