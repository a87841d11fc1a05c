//! The values of heuristics along a line of moves, as a search computes them.

use std::fmt::Debug;

use super::SolveError;
use crate::diagnostic::message;
use crate::grid::Grid;
use crate::heuristics::{Expression, Valued};
use crate::moves::Move;
use crate::puzzle::{self, Puzzle, Visit};
use crate::search::{Successors, toolkit::Packed};

/// Computes the values of heuristics at the start and after each move.
///
/// A heuristic may depend on more than the board: on the first board of the level, and on the move
/// to the position. So the level is packed once, and the moves are played by the packed rules.
pub(super) struct Along<'a> {
    /// The boards by the plain rules: the start, then one after each move.
    pub(super) boards: &'a [Grid<u16>],
    pub(super) moves: &'a [Move],
    pub(super) heuristics: &'a [Expression],
}

impl Visit for Along<'_> {
    type Output = Result<Vec<Vec<Valued>>, SolveError>;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Self::Output {
        for heuristic in self.heuristics {
            heuristic.check(puzzle.vocabulary()).map_err(SolveError::Heuristic)?;
        }
        let mut state = puzzle.start();
        let mut along = vec![values(puzzle, self.heuristics, &state, None)?];
        for (index, (mv, boards)) in self.moves.iter().zip(self.boards.windows(2)).enumerate() {
            if boards[0] != boards[1] {
                let next = successor(puzzle, &state, mv, &boards[1]);
                state = next.ok_or_else(|| {
                    let cause = "the packed rules have no such move";
                    let refused = message::illegal_move(index + 1, format!("{mv:?}"), cause);
                    SolveError::Refused(refused)
                })?;
            }
            along.push(values(puzzle, self.heuristics, &state, Some(mv))?);
        }
        Ok(along)
    }
}

/// The values for a position and the move that led to it. In a solved position all are 0.
fn values<S: Packed>(
    puzzle: &dyn Puzzle<State = S>,
    heuristics: &[Expression],
    state: &S,
    by: Option<&Move>,
) -> Result<Vec<Valued>, SolveError> {
    let value = |heuristic: &Expression| {
        if puzzle.is_goal(state) {
            return Ok(Valued::part(heuristic.to_string(), 0.0, None));
        }
        puzzle::valued(puzzle, heuristic, state, by).map_err(SolveError::from)
    };
    heuristics.iter().map(value).collect()
}

/// The position after a move. Packed rules may list only one of several equivalent moves: a swap of
/// squares is always to the right or down. Then the board decides.
fn successor<S: Packed>(
    puzzle: &dyn Puzzle<State = S>,
    state: &S,
    mv: &Move,
    board: &Grid<u16>,
) -> Option<S> {
    let mut next = Successors::new();
    puzzle.successors(state, &mut next);
    let mut same_board = None;
    for (other, after) in next {
        if other == *mv {
            return Some(after);
        }
        if same_board.is_none() && puzzle.board(&after) == *board {
            same_board = Some(after);
        }
    }
    same_board
}
