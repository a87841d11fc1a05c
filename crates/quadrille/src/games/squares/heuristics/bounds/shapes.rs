//! The shapes of occupied cells that a board passes through, as one-word sets.

use super::super::super::rules::dead_ends;
use crate::grid::Words;

/// The cell sets for computing shapes.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    width: u32,
    height: u32,
    before_column: u64,
    columns: Vec<Words<1>>,
}

/// The two cells of a swap, as the lower one and the distance to the other.
type Pairs = [(u64, u64); 2];

impl Geometry {
    /// For a board of at most 64 cells.
    pub(super) fn new(height: u32, width: u32) -> Self {
        let pick = |wanted: &dyn Fn(u32) -> bool| {
            (0..height * width).filter(|&i| wanted(i % width)).fold(0u64, |set, i| set | 1 << i)
        };
        Self {
            width,
            height,
            before_column: pick(&|c| c + 1 < width),
            columns: (0..width).map(|column| Words([pick(&|c| c == column)])).collect(),
        }
    }

    pub(super) fn sides(&self) -> (u32, u32) {
        (self.height, self.width)
    }

    /// True if the columns' numbers of pieces allow the shape to become empty.
    pub(super) fn columns_can_empty(&self, occupied: u64) -> bool {
        dead_ends::columns_can_empty(Words([occupied]), &self.columns)
    }

    /// The pieces with a side neighbour in the same set.
    #[inline(always)]
    fn with_friend(&self, set: u64) -> u64 {
        let w = self.width;
        let beside = set & (set >> 1) & self.before_column;
        let below = set & (set >> w);
        beside | (beside << 1) | below | (below << w)
    }

    /// Top left cells of the 2×2 squares inside the set.
    #[inline(always)]
    pub(super) fn squares(&self, set: u64) -> u64 {
        let pairs = set & (set >> 1) & self.before_column;
        pairs & (pairs >> self.width)
    }

    /// The four cells of the square with this top left cell.
    pub(super) fn square_cells(&self, top_left: u32) -> u64 {
        (3 | (3 << self.width)) << top_left
    }

    /// The swaps of a piece of `set` with another piece that can have led to this arrangement;
    /// legality depends on the board after the swap, so it is known here. For each direction: the
    /// first cells, and the two cells for first cell 0.
    #[inline(always)]
    fn swaps_into(&self, occupied: u64, set: u64) -> Pairs {
        let w = self.width;
        let content = self.with_friend(set) | self.with_friend(occupied & !set);
        let right = occupied
            & (occupied >> 1)
            & self.before_column
            & (set ^ (set >> 1))
            & (content | (content >> 1));
        let down = occupied & (occupied >> w) & (set ^ (set >> w)) & (content | (content >> w));
        [(right, 0b11), (down, 1 | 1 << w)]
    }

    /// Calls `visit` with every arrangement from which one swap can lead to this one.
    #[inline(always)]
    pub(super) fn for_each_before(&self, occupied: u64, set: u64, mut visit: impl FnMut(u64)) {
        for (mut first_cells, pair) in self.swaps_into(occupied, set) {
            while first_cells != 0 {
                visit(set ^ (pair << first_cells.trailing_zeros()));
                first_cells &= first_cells - 1;
            }
        }
    }

    /// The new cell of each piece after the gaps close, and the occupied cells then.
    pub(super) fn close_gaps(&self, occupied: u64) -> ([u8; 64], u64) {
        let (w, h) = (self.width, self.height);
        let mut place = [0u8; 64];
        let mut lifted = 0u64;
        for c in 0..w {
            let filled = (0..h).map(|r| r * w + c).filter(|&i| (occupied >> i) & 1 != 0);
            for (row, cell) in (0..h).zip(filled) {
                place[cell as usize] = (row * w + c) as u8;
                lifted |= 1 << (row * w + c);
            }
        }
        let mut closed = 0u64;
        let mut left = occupied;
        while left != 0 {
            let i = left.trailing_zeros() as usize;
            left &= left - 1;
            let at = u32::from(place[i]);
            let row_start = at / w * w;
            let before = (lifted >> row_start) & ((1 << (at - row_start)) - 1);
            let cell = row_start + before.count_ones();
            place[i] = cell as u8;
            closed |= 1 << cell;
        }
        (place, closed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_close_upwards_first() {
        // ..a.                                bcad
        // bc..  has the columns b, c, ae, d:  e...
        // ..ed                                ....
        let geometry = Geometry::new(3, 4);
        let cells = |list: &[u32]| list.iter().fold(0u64, |set, i| set | 1 << i);
        let occupied = cells(&[2, 4, 5, 10, 11]);
        let (place, closed) = geometry.close_gaps(occupied);
        assert_eq!(closed, cells(&[0, 1, 2, 3, 4]));
        assert_eq!([place[4], place[5], place[2], place[11], place[10]], [0, 1, 2, 3, 4]);
    }

    #[test]
    fn squares_do_not_wrap_round_the_edge() {
        let geometry = Geometry::new(3, 3);
        let wrapped = 1 << 2 | 1 << 3 | 1 << 5 | 1 << 6;
        assert_eq!(geometry.squares(wrapped), 0);
        assert_eq!(geometry.squares(geometry.square_cells(4)), 1 << 4);
    }
}
