//! The swaps of a board and the bounds of the resulting boards.

use super::super::heuristics::bounds::{Appraisal, Appraiser};
use super::super::rules::Planes;
use super::super::rules::Squares;
use crate::grid::{Direction, Words};

/// A board with the data needed to rate its swaps.
pub(super) struct Outlook<'s, const C: usize, const K: usize, const N: usize> {
    puzzle: &'s Squares<C, K, N>,
    appraiser: &'s Appraiser,
    pub(super) planes: Planes<C, K>,
    known: Appraisal,
    /// True if it still has squares of the start.
    unsettled: bool,
}

/// Two neighbours that may be swapped: the left or upper one, and the direction of the other.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Swap {
    pub(super) cell: u32,
    pub(super) direction: Direction,
    pub(super) cells: [u32; 2],
    /// The numbers of their colours.
    pub(super) colours: [u32; 2],
}

/// The result of a swap, with a lower bound on the remaining moves.
pub(super) enum After<const C: usize, const K: usize> {
    /// Only the two pieces have changed.
    Swapped(u32),
    /// Squares were cleared. Colours are renamed only now: before, renaming merges too few boards
    /// to pay off.
    Cleared(Planes<C, K>, u32),
    /// The board is empty.
    Solved,
}

impl<'s, const C: usize, const K: usize, const N: usize> Outlook<'s, C, K, N> {
    /// A board that is not empty. Only the start can have squares.
    #[inline(always)]
    pub(super) fn new(
        puzzle: &'s Squares<C, K, N>,
        appraiser: &'s Appraiser,
        state: Words<N>,
        is_start: bool,
    ) -> Self {
        let planes = puzzle.unpack(&state);
        Outlook {
            puzzle,
            appraiser,
            planes,
            known: appraiser.appraise(puzzle, &planes),
            unsettled: is_start && !puzzle.standing_squares(&planes).is_empty(),
        }
    }

    /// A lower bound on the moves from here.
    pub(super) fn bound(&self) -> u32 {
        // The bound holds for settled boards; while the start still has squares, only the first
        // move is certain.
        if self.unsettled { 1 } else { self.appraiser.bound(&self.known) }
    }

    /// Calls `visit` with every swap that changes the board.
    #[inline(always)]
    pub(super) fn for_each_swap(&self, mut visit: impl FnMut(Swap)) {
        let mut look_at = |cell: u32, direction: Direction| {
            let cells = [cell, self.puzzle.partner(cell, direction)];
            let colours = [self.planes.colour_at(cells[0]), self.planes.colour_at(cells[1])];
            visit(Swap { cell, direction, cells, colours });
        };
        let swaps = self.puzzle.swaps(&self.planes);
        for (set, direction) in [(swaps.right, Direction::Right), (swaps.down, Direction::Down)] {
            for cell in set.bits() {
                look_at(cell as u32, direction);
            }
        }
        if self.unsettled {
            // Every swap of equal pieces has the same effect: it clears the existing squares. One
            // is enough.
            if let Some(cell) = self.puzzle.equal_swaps(&self.planes).right.lowest() {
                look_at(cell as u32, Direction::Right);
            }
        }
    }

    /// The result of the swap. A number of moves above `enough` may be less than the bound.
    #[inline(always)]
    pub(super) fn after(&self, swap: &Swap, enough: u32) -> After<C, K> {
        let Swap { cells, colours, .. } = *swap;
        if !self.unsettled
            && let Some(left) = self.appraiser.bound_after_swap(&self.known, colours, cells, enough)
        {
            return After::Swapped(left);
        }
        let mut after = self.swapped(swap);
        let cleared = self.puzzle.settle(&mut after);
        if after.occupied().is_empty() {
            return After::Solved;
        }
        let bound = |planes| self.appraiser.bound(&self.appraiser.appraise(self.puzzle, planes));
        match cleared {
            // A square of the start was broken up.
            0 if self.unsettled => After::Swapped(bound(&after)),
            // There are no tables; otherwise they would have rated the swap.
            0 => After::Swapped(1),
            _ => {
                let after = self.puzzle.renamed(&after);
                let left = bound(&after);
                After::Cleared(after, left)
            }
        }
    }

    /// The board after a swap, before anything is cleared.
    #[inline(always)]
    pub(super) fn swapped(&self, swap: &Swap) -> Planes<C, K> {
        self.planes.swapped(swap.cells[0], swap.cells[1])
    }
}
