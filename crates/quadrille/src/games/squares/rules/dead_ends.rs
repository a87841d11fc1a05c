//! Boards that can never be cleared, detected by quick tests.
//!
//! **Columns.** A swap does not change the occupied cells. A clear removes two pieces from each of
//! two columns; the pieces then move up, which keeps the number of pieces in each column, and left,
//! which sorts the columns by that number (a row is as long as the number of columns that reach
//! it). So, counting in pairs of pieces, every clear removes one pair from each of two columns,
//! which gives two laws:
//!
//! * *Parity.* A column with an odd number of pieces always keeps an odd number: such a board can
//!   never be cleared. A full board with an odd number of rows is therefore never solvable,
//!   whatever its colours.
//! * *Majority.* A column cannot hold more pairs than all the others together, since each of its
//!   pairs is removed together with one of theirs.
//!
//! **Lines.** A colour with all its pieces in the top row, which it fills over every column with
//! pieces, can never leave it: a piece that left the line, and the one that took its place, would
//! not be beside their own colours, and no gap opens in the line. The same holds for the left
//! column if no row reaches further down.
//!
//! The tables of `heuristics::bounds` detect these and every other case in which one colour on its
//! own is stuck; the laws here need no tables.

use super::Squares;
use super::planes::Planes;
use crate::grid::Words;

/// True if the columns' numbers of pieces allow the board to become empty.
#[inline]
pub(in super::super) fn columns_can_empty<const C: usize>(
    occupied: Words<C>,
    columns: &[Words<C>],
) -> bool {
    let mut most = 0;
    for &column in columns {
        let pieces = (occupied & column).count();
        if !pieces.is_multiple_of(2) {
            return false;
        }
        most = most.max(pieces);
    }
    2 * most <= occupied.count()
}

/// True if a colour fills the top row or the left column and has no other pieces.
#[inline]
fn has_locked_line<const C: usize, const K: usize>(
    planes: &Planes<C, K>,
    occupied: Words<C>,
    rows: &[Words<C>],
    columns: &[Words<C>],
) -> bool {
    let is_locked = |line: Words<C>, across: &[Words<C>]| {
        let Some(end) = line.lowest() else { return false };
        planes.of_colour(planes.colour_at(end as u32)) & occupied == line
            && across.iter().all(|&other| !occupied.intersects(other) || line.intersects(other))
    };
    let line = |edge: &[Words<C>]| edge.first().map_or(Words::EMPTY, |&cells| cells & occupied);
    is_locked(line(rows), columns) || is_locked(line(columns), rows)
}

/// True if one of the laws shows that the board can never be cleared.
#[inline]
pub(in super::super) fn is_dead_end<const C: usize, const K: usize, const N: usize>(
    puzzle: &Squares<C, K, N>,
    planes: &Planes<C, K>,
) -> bool {
    let occupied = planes.occupied();
    !columns_can_empty(occupied, puzzle.columns())
        || has_locked_line(planes, occupied, puzzle.rows(), puzzle.columns())
}

#[cfg(test)]
mod tests {
    use super::super::super::samples::letters;
    use super::*;
    use crate::search::space::Space;

    fn puzzle(rows: &[&str]) -> Squares<1, 4, 4> {
        Squares::from_board(&letters(rows))
    }

    fn is_dead(rows: &[&str]) -> bool {
        let puzzle = puzzle(rows);
        is_dead_end(&puzzle, &puzzle.unpack(&puzzle.start()))
    }

    fn can_empty(rows: &[&str]) -> bool {
        let puzzle = puzzle(rows);
        columns_can_empty(puzzle.unpack(&puzzle.start()).occupied(), puzzle.columns())
    }

    #[test]
    fn odd_columns_never_empty() {
        assert!(!can_empty(&["ABCA", "BCAB", "CABC"]));
        assert!(can_empty(&["ABC", "ABC", "CBA", "CBA"]));
        assert!(!can_empty(&["A.A", "...", "A.A", "BBB", "..B"]));
    }

    #[test]
    fn a_column_needs_partners() {
        assert!(!can_empty(&["AB", "AB", "A.", "A.", "B.", "B."]));
        assert!(can_empty(&["ABA", "ABA", "B..", "B.."]));
    }

    #[test]
    fn a_line_of_one_colour_is_locked_at_the_top_and_the_left() {
        assert!(is_dead(&["AAAA", "BCBC", "CBCB", "DDDD"]));
        assert!(is_dead(&["ABCD", "ACBD", "ABCD", "ACBD"]));
        // At the bottom a clear above may free it, and so may other pieces of the colour.
        assert!(!is_dead(&["BCBC", "CBCB", "EDED", "DEDE", "AAAA", "FFFF"]));
        assert!(!is_dead(&["AAAA", "BCBA", "CBCA", "BCAA", "DDDD", "DDDD"]));
    }

    #[test]
    fn a_line_with_a_gap_may_move() {
        assert!(!is_dead(&["AAAA..", "BBCC..", "BCBC..", "DDDD..", "....EE", "....EE"]));
        assert!(is_dead(&["AAAA..", "BBCC..", "BCBC..", "DDDD..", "......", "......"]));
    }
}
