//! The one interface between games and searches.
//!
//! A game turns a level into a [`Puzzle`]; every search is generic over it. What never changes during a search (walls,
//! goals, line tables) lives in the puzzle; what does is a small `Copy` [`State`].

use std::fmt::Debug;

use crate::grid::Words;
use crate::heuristics::NamedHeuristic;
use crate::moves::Move;

/// The price of moves and plans.
pub type Cost = u32;

/// A packed position: a few machine words that are copied, compared and hashed, and nothing else.
pub trait State: Copy + Eq + Ord + Debug + Send + Sync + 'static {
    /// A well-mixed hash, the same on every machine: searches use its upper half.
    fn mix(self) -> u64;
}

impl<const N: usize> State for Words<N> {
    #[inline]
    fn mix(self) -> u64 {
        // Multiply and fold, as in wyhash: one widening multiplication a word.
        let mut hash = 0x9e37_79b9_7f4a_7c15;
        for word in self.0 {
            let product = u128::from(word ^ hash) * 0xa076_1d64_78bd_642f_u128;
            hash = (product as u64) ^ (product >> 64) as u64 ^ word.rotate_left(32);
        }
        hash.wrapping_mul(0xe703_7ed1_a0b4_28db)
    }
}

/// A level as a search problem.
///
/// Only the two types and the first three methods must be given. The others have defaults that are true of every game, and a game
/// overrides them where its structure allows better.
pub trait Puzzle: Sync + Sized {
    /// A position of the game.
    type State: State;

    /// The heuristics of the game, or [`NoHeuristic`](crate::heuristics::NoHeuristic).
    type Heuristic: NamedHeuristic<Self>;

    /// Whether every move costs 1, so that the fewest moves are the cheapest.
    const UNIT_COST: bool = true;

    /// The position at the start.
    fn start(&self) -> Self::State;

    /// Whether the position solves the level.
    fn is_solved(&self, state: &Self::State) -> bool;

    /// Calls `visit` for every legal move with the position that it leads to, in an order that depends on the position
    /// alone. Moves that change nothing may be left out.
    fn successors(&self, state: &Self::State, visit: impl FnMut(Move, Self::State));

    /// The price of a move.
    fn cost(&self, _mv: Move) -> Cost {
        1
    }

    /// One position to stand for all that are the same but for names. Every move must be legal in a position if and
    /// only if it is in its canonical form, and lead to positions with the same canonical form.
    fn canonical(&self, state: Self::State) -> Self::State {
        state
    }

    /// Whether it is certain that no plan leads from here to a solution. May miss dead ends, must never be wrong.
    fn is_dead_end(&self, _state: &Self::State) -> bool {
        false
    }

    /// One bit about a move that is worth remembering with the position it leads to, for
    /// [`Puzzle::successors_after`].
    fn trace(&self, _mv: Move) -> bool {
        false
    }

    /// As [`Puzzle::successors`], for a search that keeps every position it meets once, with the trace of the move that
    /// led to it by the cheapest way so far (`None` at the start, and for all moves). Moves may be left out whose positions such a search
    /// reaches otherwise at no higher price: all that were left out after `state` must come out of positions that it
    /// has expanded before.
    #[inline]
    fn successors_after(
        &self,
        state: &Self::State,
        _trace: Option<bool>,
        visit: impl FnMut(Move, Self::State),
    ) {
        self.successors(state, visit);
    }

    /// Whether a search that remembers nothing but its own path may leave out `next` after `last`, because the same is
    /// reached otherwise at no higher price (two slides along one axis; moves that commute, the other way round). A
    /// search with a table of positions must not use it: with both, each of two ways may be left out for the other's
    /// sake.
    fn is_redundant(&self, _last: Move, _next: Move) -> bool {
        false
    }
}
