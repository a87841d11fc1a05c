//! The check of every plan: replaying it by the plain rules on a plain grid.

use crate::definition::Rules;
use crate::diagnostic::{Arg, Diagnostic, message};
use crate::grid::Grid;
use crate::moves::Move;
use crate::search::{Cost, Report};

/// A plan that was replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The start, then the board after each move.
    pub boards: Vec<Grid<u16>>,
    /// The first move after which the level was solved, counted from 1; 0 if it was solved at the
    /// start.
    pub solved_after: Option<usize>,
    /// True if it is solved at the end.
    pub is_solved: bool,
    /// The sum of the costs of the moves.
    pub cost: Cost,
}

impl Replay {
    /// Checks that the plan solves the level, at any cost.
    pub fn is_plan(&self) -> Result<(), Diagnostic> {
        let moves = self.boards.len() - 1;
        if self.is_solved { Ok(()) } else { Err(message::not_solved(moves)) }
    }

    /// Checks that the plan solves the level at this cost.
    pub fn solves(&self, claimed: Cost) -> Result<(), Diagnostic> {
        self.is_plan()?;
        let counted = self.cost;
        if counted != claimed { Err(message::wrong_cost(claimed, counted)) } else { Ok(()) }
    }
}

/// Checks that the plan of a report, if it has one, solves the board at its cost.
pub fn checked(game: &dyn Rules, start: &Grid<u16>, report: &Report) -> Result<(), Diagnostic> {
    match report.plan() {
        Some((plan, cost)) => replay(game, start, plan)?.solves(cost),
        None => Ok(()),
    }
}

/// Plays a move by the plain rules. `number` is its number in the plan, from 1.
pub fn play(
    game: &dyn Rules,
    board: &Grid<u16>,
    number: usize,
    mv: Move,
) -> Result<Grid<u16>, Diagnostic> {
    game.play(board, mv).map_err(|cause| {
        let site = cause.site.clone();
        let mut illegal = message::illegal_move(number, game.notation().write(mv), cause);
        illegal.site = site;
        illegal
    })
}

/// The number (from 1) of the move that a [`replay`] refused.
pub fn illegal_number(refusal: &Diagnostic) -> usize {
    refusal.arg("number").and_then(Arg::number).map_or(1, |number| number as usize)
}

/// Plays the moves one after the other by the plain rules.
pub fn replay(game: &dyn Rules, start: &Grid<u16>, moves: &[Move]) -> Result<Replay, Diagnostic> {
    let mut boards = vec![start.clone()];
    let mut cost: Cost = 0;
    let mut solved_after = game.is_solved(start).then_some(0);
    for (index, &mv) in moves.iter().enumerate() {
        let board = play(game, &boards[index], index + 1, mv)?;
        if solved_after.is_none() && game.is_solved(&board) {
            solved_after = Some(index + 1);
        }
        cost = cost.saturating_add(game.cost(&boards[index], mv, &board));
        boards.push(board);
    }
    let is_solved = boards.last().is_some_and(|board| game.is_solved(board));
    Ok(Replay { boards, solved_after, is_solved, cost })
}
