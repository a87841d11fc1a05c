//! Squares played by the packed rules.

use super::cell::Cell;
use super::rules::{Planes, Squares, Swaps};
use super::{Game, plain};
use crate::definition::{Cell as _, typed};
use crate::grid::{Direction, Grid, Words};
use crate::moves::Move;
use crate::puzzle::Play;

/// A playable level of squares with at most `64 * C` cells, in `K` planes and `N` words.
pub struct SquaresPlay<const C: usize, const K: usize, const N: usize> {
    rules: Squares<C, K, N>,
    /// The code of each colour, blank first.
    codes: Vec<u16>,
}

impl<const C: usize, const K: usize, const N: usize> SquaresPlay<C, K, N> {
    /// All legal swaps, including those of equal pieces.
    #[inline]
    fn swaps(&self, planes: &Planes<C, K>) -> Swaps<C> {
        let (unequal, equal) = (self.rules.swaps(planes), self.rules.equal_swaps(planes));
        Swaps { right: unequal.right | equal.right, down: unequal.down | equal.down }
    }
}

impl<const C: usize, const K: usize, const N: usize> Play for SquaresPlay<C, K, N> {
    type State = Words<N>;
    type Rules = Squares<C, K, N>;

    fn new(board: &Grid<u16>) -> Option<SquaresPlay<C, K, N>> {
        let board = typed(&Game, board).ok()?;
        if !plain::problems(&board).is_empty() || !Squares::<C, K, N>::fits(&board) {
            return None;
        }
        let rules = Squares::from_board(&board);
        let codes = [Cell::Blank].into_iter().chain(rules.names().iter().copied());
        Some(SquaresPlay { codes: codes.map(Cell::code).collect(), rules })
    }

    fn rules(&self) -> &Squares<C, K, N> {
        &self.rules
    }

    fn state(&self, board: &Grid<u16>) -> Option<Words<N>> {
        if board.size() != self.rules.size() {
            return None;
        }
        let mut planes = Planes([Words::EMPTY; K]);
        for (cell, code) in board.cells().iter().enumerate() {
            let colour = self.codes.iter().position(|other| other == code)?;
            for (k, plane) in planes.0.iter_mut().enumerate() {
                if colour >> k & 1 == 1 {
                    plane.insert(cell);
                }
            }
        }
        Some(self.rules.pack(&planes))
    }

    #[inline]
    fn moves(&self, state: &Words<N>, mut visit: impl FnMut(Move)) {
        let swaps = self.swaps(&self.rules.unpack(state));
        for (set, way) in [(swaps.right, Direction::Right), (swaps.down, Direction::Down)] {
            for cell in set.bits() {
                let cell = cell as u32;
                visit(self.rules.named(cell, way));
                visit(self.rules.named(self.rules.partner(cell, way), way.opposite()));
            }
        }
    }

    #[inline]
    fn after(&self, state: &Words<N>, mv: Move) -> Option<Words<N>> {
        let Move::Cell(at, way) = mv else { return None };
        let size = self.rules.size();
        let at = size.contains(at).then_some(at)?;
        let first = match way {
            Direction::Right | Direction::Down => at,
            Direction::Left | Direction::Up => size.step(at, way)?,
        };
        let (cell, is_across) = (size.index(first), !way.is_vertical());
        let planes = self.rules.unpack(state);
        let swaps = self.swaps(&planes);
        let set = if is_across { swaps.right } else { swaps.down };
        if !set.contains(cell) {
            return None;
        }
        let way = if is_across { Direction::Right } else { Direction::Down };
        let mut after = planes.swapped(cell as u32, self.rules.partner(cell as u32, way));
        self.rules.settle(&mut after);
        Some(self.rules.pack(&after))
    }

    #[inline]
    fn changes(&self, before: &Words<N>, after: &Words<N>, mut visit: impl FnMut(usize, u16, u16)) {
        let (before, after) = (self.rules.unpack(before), self.rules.unpack(after));
        let pairs = before.0.iter().zip(&after.0);
        let changed = pairs.fold(Words::<C>::EMPTY, |all, (&one, &other)| all | (one ^ other));
        for cell in changed.bits() {
            let code = |planes: &Planes<C, K>| self.codes[planes.colour_at(cell as u32) as usize];
            visit(cell, code(&before), code(&after));
        }
    }
}
