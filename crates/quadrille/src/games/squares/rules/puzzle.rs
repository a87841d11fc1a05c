//! The packed rules of squares as a state space, with the narrowest state type that fits a board.

#[cfg(not(target_family = "wasm"))]
use std::ops::ControlFlow;

use super::super::Game;
use super::super::cell::Cell;
use super::{Planes, Squares, Swaps, appearance_numbers, bits_for, dead_ends};
use crate::definition::{Cell as _, Definition};
use crate::grid::{Direction, Grid, Words};
use crate::heuristics::Vocabulary;
use crate::moves::Move;
#[cfg(not(target_family = "wasm"))]
use crate::puzzle::Visitor;
use crate::puzzle::{LevelState, Puzzle};
use crate::search::space::{Space, Successors};

/// A computation over squares with any widths.
pub(in super::super) trait VisitSquares {
    type Output;

    fn visit<const C: usize, const K: usize, const N: usize>(
        self,
        puzzle: &Squares<C, K, N>,
    ) -> Self::Output
    where
        Words<N>: LevelState;
}

/// Calls the visitor with the narrowest puzzle that the board fits.
pub(in super::super) fn visit<V: VisitSquares>(board: &Grid<Cell>, visitor: V) -> V::Output {
    let cells = board.size().cells();
    let bits = bits_for(appearance_numbers(board.cells()).1) as usize;
    match (cells, (bits * cells).div_ceil(64)) {
        (..=64, ..=1) if bits <= 3 => visitor.visit(&Squares::<1, 3, 1>::from_board(board)),
        (..=64, ..=2) => visitor.visit(&Squares::<1, 5, 2>::from_board(board)),
        // Sixteen colours, which need five bits, fill 64 cells.
        (..=64, ..=4) => visitor.visit(&Squares::<1, 4, 4>::from_board(board)),
        _ => visitor.visit(&Squares::<4, 5, 20>::from_board(board)),
    }
}

#[cfg(not(target_family = "wasm"))]
impl<const C: usize, const K: usize, const N: usize> Squares<C, K, N> {
    /// Fills the cells from this one on with the remaining pieces of each colour. Unused colours
    /// with equal numbers of pieces are used in the order of their numbers.
    fn fill_from(
        &self,
        mut cells: impl Iterator<Item = usize> + Clone,
        planes: Planes<C, K>,
        left: &mut [(u32, u32)],
        visit: Visitor<'_, Words<N>>,
    ) -> ControlFlow<()> {
        let Some(cell) = cells.next() else { return visit(self.pack(&planes)) };
        for colour in 0..left.len() {
            let (pieces, all) = left[colour];
            let is_same = |&other: &(u32, u32)| other == (all, all);
            if pieces == 0 || pieces == all && left[..colour].iter().any(is_same) {
                continue;
            }
            let mut with = planes;
            for (k, plane) in with.0.iter_mut().enumerate() {
                if (colour + 1) >> k & 1 == 1 {
                    plane.insert(cell);
                }
            }
            left[colour].0 -= 1;
            let end = self.fill_from(cells.clone(), with, left, visit);
            left[colour].0 += 1;
            end?;
        }
        ControlFlow::Continue(())
    }
}

impl<const C: usize, const K: usize, const N: usize> Puzzle for Squares<C, K, N> {
    fn vocabulary(&self) -> Vocabulary {
        Game.vocabulary()
    }

    fn board(&self, state: &Words<N>) -> Grid<u16> {
        let planes = self.unpack(state);
        let mut board = Grid::filled(self.size, Cell::Blank.code());
        for at in self.size.coords() {
            if let Some(number) = planes.colour_at(self.size.index(at) as u32).checked_sub(1) {
                board[at] = self.names[number as usize].code();
            }
        }
        board
    }

    #[cfg(not(target_family = "wasm"))]
    fn arrangements(&self, visit: Visitor<'_, Words<N>>) -> Option<ControlFlow<()>> {
        let start = self.unpack(&self.start);
        let pieces = (1..=self.colours).map(|colour| {
            let count = (start.of_colour(colour) & self.all).count();
            (count, count)
        });
        let mut left: Vec<_> = pieces.collect();
        let occupied: Vec<usize> = start.occupied().bits().collect();
        let empty = Planes([Words::EMPTY; K]);
        Some(self.fill_from(occupied.into_iter(), empty, &mut left, visit))
    }

    crate::named_heuristics!(Self::HEURISTICS);
}

impl<const C: usize, const K: usize, const N: usize> Space for Squares<C, K, N> {
    type State = Words<N>;
    type Move = Move;

    fn start(&self) -> Words<N> {
        self.start
    }

    #[inline]
    fn is_goal(&self, state: &Words<N>) -> bool {
        state.is_empty()
    }

    /// Each swap is listed once, as a move to the right or down. Swaps of equal pieces are left out
    /// unless the start still has squares, which they clear.
    #[inline]
    fn successors(&self, state: &Words<N>, next: &mut Successors<Words<N>, Move>) {
        let planes = self.unpack(state);
        let mut swaps = self.swaps(&planes);
        if !self.standing_squares(&planes).is_empty() {
            let equal = self.equal_swaps(&planes);
            swaps = Swaps { right: swaps.right | equal.right, down: swaps.down | equal.down };
        }
        for (set, direction) in [(swaps.right, Direction::Right), (swaps.down, Direction::Down)] {
            for cell in set.bits() {
                let cell = cell as u32;
                let mut after = planes.swapped(cell, self.partner(cell, direction));
                self.settle(&mut after);
                next.push(self.named(cell, direction), self.pack(&after));
            }
        }
    }

    #[inline]
    fn is_dead_end(&self, state: &Words<N>) -> bool {
        dead_ends::is_dead_end(self, &self.unpack(state))
    }

    /// Colours renamed in the order of their appearance.
    #[inline]
    fn canonical(&self, state: &mut Words<N>) {
        *state = self.pack(&self.renamed(&self.unpack(state)));
    }
}
