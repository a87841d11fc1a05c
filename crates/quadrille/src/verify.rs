//! The check that every plan goes through: replaying it by the plain rules on a plain grid.

use std::fmt;

use crate::definition::Rules;
use crate::grid::Grid;
use crate::moves::Move;
use crate::search::{Cost, Report};

/// Why a plan is no solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// A move is illegal.
    Illegal {
        /// Which move, counted from 1.
        number: usize,
        /// The move as it is written.
        mv: String,
        /// Why.
        reason: String,
    },
    /// All moves are legal, but the level is not solved at the end.
    Unsolved {
        /// How many moves were played.
        moves: usize,
    },
    /// The plan does not cost what was claimed.
    WrongCost {
        /// What was said.
        claimed: Cost,
        /// What is true.
        counted: Cost,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Illegal { number, mv, reason } => {
                write!(f, "move {number} ({mv}) is illegal: {reason}")
            }
            Refusal::Unsolved { moves: 0 } => f.write_str("not solved at the start"),
            Refusal::Unsolved { moves: 1 } => f.write_str("legal, but not solved after the move"),
            Refusal::Unsolved { moves } => write!(f, "legal, but not solved after {moves} moves"),
            Refusal::WrongCost { claimed, counted } => {
                write!(f, "it costs {counted}, not {claimed}")
            }
        }
    }
}

impl std::error::Error for Refusal {}

/// A plan that was played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The boards: the start, then one after each move.
    pub boards: Vec<Grid<u16>>,
    /// The first move after which the level was solved, counted from 1; 0 when it was at the start.
    pub solved_after: Option<usize>,
    /// Whether it is solved at the end.
    pub is_solved: bool,
    /// What all moves cost together.
    pub cost: Cost,
}

impl Replay {
    /// Whether the plan solves the level, at whatever cost.
    pub fn is_plan(&self) -> Result<(), Refusal> {
        let moves = self.boards.len() - 1;
        if self.is_solved { Ok(()) } else { Err(Refusal::Unsolved { moves }) }
    }

    /// Whether the plan solves the level at this cost.
    pub fn solves(&self, claimed: Cost) -> Result<(), Refusal> {
        self.is_plan()?;
        let counted = self.cost;
        if counted != claimed { Err(Refusal::WrongCost { claimed, counted }) } else { Ok(()) }
    }
}

/// Whether the plan of a report, if it has one, solves the board at its cost.
pub fn checked(game: &dyn Rules, start: &Grid<u16>, report: &Report) -> Result<(), Refusal> {
    match report.plan() {
        Some((plan, cost)) => replay(game, start, plan)?.solves(cost),
        None => Ok(()),
    }
}

/// Plays the moves one after the other by the plain rules.
pub fn replay(game: &dyn Rules, start: &Grid<u16>, moves: &[Move]) -> Result<Replay, Refusal> {
    let mut boards = vec![start.clone()];
    let mut cost: Cost = 0;
    let mut solved_after = game.is_solved(start).then_some(0);
    for (index, &mv) in moves.iter().enumerate() {
        let board = game.play(&boards[index], mv).map_err(|reason| Refusal::Illegal {
            number: index + 1,
            mv: game.notation().write(mv),
            reason,
        })?;
        if solved_after.is_none() && game.is_solved(&board) {
            solved_after = Some(index + 1);
        }
        cost = cost.saturating_add(game.cost(&boards[index], mv, &board));
        boards.push(board);
    }
    let is_solved = boards.last().is_some_and(|board| game.is_solved(board));
    Ok(Replay { boards, solved_after, is_solved, cost })
}
