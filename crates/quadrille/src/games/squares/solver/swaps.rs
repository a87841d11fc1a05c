//! The swaps of a board and what is known of the boards that they lead to.

use super::super::heuristics::bounds::{Appraisal, Appraiser};
use super::super::rules::Planes;
use super::super::rules::Squares;
use crate::grid::{Direction, Words};

/// A board with what has to be known of it to judge its swaps.
pub(super) struct Outlook<'s, const C: usize, const K: usize, const N: usize> {
    puzzle: &'s Squares<C, K, N>,
    appraiser: &'s Appraiser,
    pub(super) planes: Planes<C, K>,
    known: Appraisal,
    /// Whether squares of the start stand on it.
    unsettled: bool,
}

/// Two neighbours that may change places: the left or upper one and where the other is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Swap {
    pub(super) cell: u32,
    pub(super) direction: Direction,
    pub(super) cells: [u32; 2],
    /// The numbers of their colours.
    pub(super) colours: [u32; 2],
}

/// What a swap leads to, with the least number of moves left.
pub(super) enum After<const C: usize, const K: usize> {
    /// Nothing but the two pieces has changed.
    Swapped(u32),
    /// Squares were cleared. Colours are renamed only now: before, too few boards fall together to
    /// pay for it.
    Cleared(Planes<C, K>, u32),
    /// The board is empty.
    Solved,
}

impl<'s, const C: usize, const K: usize, const N: usize> Outlook<'s, C, K, N> {
    /// A board that is not empty. Squares can stand only at the start.
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

    /// The least number of moves from here.
    pub(super) fn bound(&self) -> u32 {
        // The bound speaks of settled boards; while squares of the start stand, only the first move
        // is sure.
        if self.unsettled { 1 } else { self.appraiser.bound(&self.known) }
    }

    /// Calls `visit` with every swap that changes the board.
    #[inline(always)]
    pub(super) fn for_each_swap(&self, mut visit: impl FnMut(Swap)) {
        let mut look_at = |cell: u32, direction: Direction| {
            let cells = [cell, self.puzzle.partner(cell, direction)];
            let colours = cells.map(|cell| self.planes.colour_at(cell));
            visit(Swap { cell, direction, cells, colours });
        };
        let swaps = self.puzzle.swaps(&self.planes);
        for (set, direction) in [(swaps.right, Direction::Right), (swaps.down, Direction::Down)] {
            for cell in set.bits() {
                look_at(cell as u32, direction);
            }
        }
        if self.unsettled {
            // Every swap of equal pieces does the same: it clears the squares that stand. One is
            // enough.
            if let Some(cell) = self.puzzle.equal_swaps(&self.planes).right.lowest() {
                look_at(cell as u32, Direction::Right);
            }
        }
    }

    /// What the swap leads to. A number of moves above `enough` may be less than the bound says.
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
            // There are no tables, or they would have known the swap.
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
