//! A board of squares as bit planes.
//!
//! Colours are numbered from 1 in order of appearance, 0 is a blank, and the numbers are split into
//! *planes*: plane `k` is the set of cells whose number has bit `k`. Two cells an offset apart are
//! equal if no plane differs there, so one shift and one exclusive-or per plane compare all pairs
//! of cells at once.

use crate::grid::Words;

#[inline(always)]
pub(in super::super) fn one_cell<const C: usize>(cell: u32) -> Words<C> {
    let mut set = Words::EMPTY;
    set.insert(cell as usize);
    set
}

/// An unpacked board: bit `k` of each cell's colour number is in plane `k`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct Planes<const C: usize, const K: usize>(
    pub(in super::super) [Words<C>; K],
);

impl<const C: usize, const K: usize> Planes<C, K> {
    /// The cells that hold a piece.
    #[inline(always)]
    pub(in super::super) fn occupied(&self) -> Words<C> {
        self.0.iter().fold(Words::EMPTY, |all, &plane| all | plane)
    }

    /// The cells that hold the colour.
    #[inline(always)]
    pub(in super::super) fn of_colour(&self, colour: u32) -> Words<C> {
        let mut cells = !Words::EMPTY;
        for (k, &plane) in self.0.iter().enumerate() {
            cells &= if (colour >> k) & 1 != 0 { plane } else { !plane };
        }
        cells
    }

    /// The cells equal to the cell `offset` further on, ignoring the ends of rows.
    #[inline(always)]
    pub(in super::super) fn equal_at(&self, offset: u32) -> Words<C> {
        !self.0.iter().fold(Words::EMPTY, |differ, &plane| differ | (plane ^ (plane >> offset)))
    }

    /// The colour number at the cell.
    #[inline(always)]
    pub(in super::super) fn colour_at(&self, cell: u32) -> u32 {
        (0..).zip(&self.0).map(|(k, plane)| u32::from(plane.contains(cell as usize)) << k).sum()
    }

    /// The board with the two cells exchanged.
    #[inline(always)]
    pub(in super::super) fn swapped(&self, one: u32, other: u32) -> Self {
        let both = one_cell(one) | one_cell(other);
        let mut planes = *self;
        for plane in &mut planes.0 {
            if plane.contains(one as usize) != plane.contains(other as usize) {
                *plane = *plane ^ both;
            }
        }
        planes
    }
}
