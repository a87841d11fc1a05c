//! Values of heuristics and keys of positions along a line of moves, as a search computes them.

use std::fmt::Debug;

use super::SolveError;
use crate::atlas;
use crate::diagnostic::message;
use crate::grid::Grid;
use crate::heuristics::{Expression, Valued};
use crate::moves::Move;
use crate::puzzle::{self, Puzzle, Visit};
use crate::search::{space::Successors, toolkit::Packed};

/// Computes the key of the position and the values of heuristics at the start and after each move.
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
    type Output = Result<Vec<(u64, Vec<Valued>)>, SolveError>;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Self::Output {
        for heuristic in self.heuristics {
            heuristic.check(puzzle.vocabulary()).map_err(SolveError::Heuristic)?;
        }
        let states = states(puzzle, self.boards, self.moves)?;
        let led_by = std::iter::once(None).chain(self.moves.iter().map(Some));
        let position = |(state, by): (S, Option<&Move>)| {
            let values = values(puzzle, self.heuristics, &state, by)?;
            Ok((atlas::key(&puzzle.canonical_form(state)), values))
        };
        states.into_iter().zip(led_by).map(position).collect()
    }
}

/// The start, and the position after each move, by the packed rules.
fn states<S: Packed>(
    puzzle: &dyn Puzzle<State = S>,
    boards: &[Grid<u16>],
    moves: &[Move],
) -> Result<Vec<S>, SolveError> {
    let mut states = vec![puzzle.start()];
    for (index, (mv, boards)) in moves.iter().zip(boards.windows(2)).enumerate() {
        let here = &states[index];
        let next = match boards[0] == boards[1] {
            true => here.clone(),
            false => successor(puzzle, here, mv, &boards[1]).ok_or_else(|| {
                let cause = "the packed rules have no such move";
                SolveError::Refused(message::illegal_move(index + 1, format!("{mv:?}"), cause))
            })?,
        };
        states.push(next);
    }
    Ok(states)
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
