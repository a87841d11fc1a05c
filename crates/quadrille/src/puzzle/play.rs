//! Levels played by their packed rules, move by move.

use super::Puzzle;
use crate::grid::Grid;
use crate::moves::Move;
use crate::search::{space::Space, toolkit::Packed};

/// A level played by its packed rules, without allocation per move.
///
/// Unlike in a search, no move is left out and nothing is renamed. The moves are those of the plain
/// rules, and a state is exactly one board.
pub trait Play: Sized + Send + Sync {
    type State: Packed + Copy;

    type Rules: Puzzle<State = Self::State>;

    /// The level of a board of cell codes, or `None` if it is not a level of the game or too large
    /// for the state type.
    fn new(board: &Grid<u16>) -> Option<Self>;

    /// The level as a search problem.
    fn rules(&self) -> &Self::Rules;

    /// The state of a board that can be reached in the level, or `None` for any other.
    fn state(&self, board: &Grid<u16>) -> Option<Self::State>;

    fn board(&self, state: &Self::State) -> Grid<u16> {
        self.rules().board(state)
    }

    #[inline]
    fn is_solved(&self, state: &Self::State) -> bool {
        self.rules().is_goal(state)
    }

    fn moves(&self, state: &Self::State, visit: impl FnMut(Move));

    /// The state after a move, or `None` if it is illegal.
    fn after(&self, state: &Self::State, mv: Move) -> Option<Self::State>;

    /// Calls `visit` for every cell that differs between two states, with its index and its codes
    /// in both.
    fn changes(
        &self,
        before: &Self::State,
        after: &Self::State,
        visit: impl FnMut(usize, u16, u16),
    );
}
