//! Sokoban played by the packed rules.

use super::cell::{BOX, Cell, PLAYER};
use super::rules::{PLAYER_BITS, Sokoban};
use super::{Game, plain};
use crate::definition::{Cell as _, typed};
use crate::grid::{Direction, Grid, Words};
use crate::moves::Move;
use crate::puzzle::{Play, Puzzle as _};

/// A playable level of Sokoban with at most `64 * N - 10` squares.
pub struct SokobanPlay<const N: usize> {
    rules: Sokoban<N>,
    squares: Vec<Square>,
}

struct Square {
    /// The index of its cell on the board.
    cell: usize,
    /// Its codes: bare, with a box, with the player.
    codes: [u16; 3],
}

impl<const N: usize> SokobanPlay<N> {
    #[inline]
    fn code(&self, state: &Words<N>, square: usize) -> u16 {
        let is_player = state.high(PLAYER_BITS) == square;
        let content = if is_player { 2 } else { usize::from(state.contains(square)) };
        self.squares[square].codes[content]
    }
}

impl<const N: usize> Play for SokobanPlay<N> {
    type State = Words<N>;
    type Rules = Sokoban<N>;

    fn new(board: &Grid<u16>) -> Option<SokobanPlay<N>> {
        let board = typed(&Game, board).ok()?;
        let fits = plain::problems(&board).is_empty()
            && plain::inside(&board).len() + PLAYER_BITS as usize <= 64 * N;
        if !fits {
            return None;
        }
        let rules = Sokoban::new(&board);
        let squares = rules.squares.iter().map(|&at| {
            let ground = board[at].without(BOX.with(PLAYER));
            let codes = [ground, ground.with(BOX), ground.with(PLAYER)].map(Cell::code);
            Square { cell: board.size().index(at), codes }
        });
        Some(SokobanPlay { squares: squares.collect(), rules })
    }

    fn rules(&self) -> &Sokoban<N> {
        &self.rules
    }

    fn state(&self, board: &Grid<u16>) -> Option<Words<N>> {
        let board = typed(&Game, board).ok()?;
        if board.size() != self.rules.ground.size() {
            return None;
        }
        let square = |at| self.rules.squares.binary_search(&at).ok();
        let boxes = board.coords_where(|cell| cell.has(BOX)).map(square);
        let mut state: Words<N> = boxes.collect::<Option<Vec<_>>>()?.into_iter().collect();
        state.set_high(PLAYER_BITS, square(plain::player(&board)?)?);
        (self.rules.board(&state) == board.map(Cell::code)).then_some(state)
    }

    #[inline]
    fn moves(&self, state: &Words<N>, mut visit: impl FnMut(Move)) {
        for way in Direction::ALL {
            if self.rules.after(state, way).is_some() {
                visit(Move::All(way));
            }
        }
    }

    #[inline]
    fn after(&self, state: &Words<N>, mv: Move) -> Option<Words<N>> {
        let Move::All(way) = mv else { return None };
        self.rules.after(state, way)
    }

    #[inline]
    fn changes(&self, before: &Words<N>, after: &Words<N>, mut visit: impl FnMut(usize, u16, u16)) {
        let mut changed = (*before ^ *after).without_high(PLAYER_BITS);
        changed.insert(before.high(PLAYER_BITS));
        changed.insert(after.high(PLAYER_BITS));
        for square in changed.bits() {
            let codes = (self.code(before, square), self.code(after, square));
            if codes.0 != codes.1 {
                visit(self.squares[square].cell, codes.0, codes.1);
            }
        }
    }
}
