//! The rules of squares on packed words.
//!
//! A state packs the planes of a board (see [`Planes`]) one after another, `bits * cells` bits in
//! all, so a plane may straddle two words and take two shifts to extract; states of one word need
//! only one. The legal swaps of a whole board take about forty word operations.

pub(super) mod dead_ends;
mod planes;
mod puzzle;

pub(super) use planes::{Planes, one_cell};
pub(super) use puzzle::{VisitSquares, visit};

use super::cell::Cell;
use crate::grid::{Coord, Direction, Grid, Size, Words};
use crate::moves::Move;

/// The legal swaps of a board, by the upper or left cell.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Swaps<const C: usize> {
    /// Swaps with the next column.
    pub(super) right: Words<C>,
    /// Swaps with the next row.
    pub(super) down: Words<C>,
}

/// The geometry of one board size and the packing of its states, `K` planes in `N` words.
#[derive(Clone, Debug)]
pub struct Squares<const C: usize, const K: usize, const N: usize> {
    start: Words<N>,
    size: Size,
    /// The piece of each colour.
    names: Vec<Cell>,
    width: u32,
    height: u32,
    cells: u32,
    bits: u32,
    colours: u32,
    all: Words<C>,
    /// Cells with a next column, with two more columns, with a previous column.
    before_column: Words<C>,
    before_two_columns: Words<C>,
    after_column: Words<C>,
    /// Cells with a next row, with two more rows.
    before_row: Words<C>,
    before_two_rows: Words<C>,
    columns: Vec<Words<C>>,
    rows: Vec<Words<C>>,
}

impl<const C: usize, const K: usize, const N: usize> Squares<C, K, N> {
    pub(super) fn from_board(board: &Grid<Cell>) -> Self {
        let (width, height) = (board.size().cols() as u32, board.size().rows() as u32);
        let cells = width * height;
        let (numbers, colours) = appearance_numbers(board.cells());
        let bits = bits_for(colours);
        let pick = |wanted: &dyn Fn(u32, u32) -> bool| {
            (0..cells)
                .filter(|i| wanted(i / width, i % width))
                .fold(Words::EMPTY, |set, i| set | one_cell(i))
        };
        let named = |number| numbers.iter().position(|&other| u32::from(other) == number);
        let mut rules = Self {
            start: Words::EMPTY,
            size: board.size(),
            names: (1..=colours).filter_map(|number| Some(board.cells()[named(number)?])).collect(),
            width,
            height,
            cells,
            bits,
            colours,
            all: pick(&|_, _| true),
            before_column: pick(&|_, c| c + 1 < width),
            before_two_columns: pick(&|_, c| c + 2 < width),
            after_column: pick(&|_, c| c > 0),
            before_row: pick(&|r, _| r + 1 < height),
            before_two_rows: pick(&|r, _| r + 2 < height),
            columns: (0..width).map(|column| pick(&|_, c| c == column)).collect(),
            rows: (0..height).map(|row| pick(&|r, _| r == row)).collect(),
        };
        let mut planes = Planes([Words::EMPTY; K]);
        for (i, number) in (0..).zip(numbers) {
            for (k, plane) in planes.0.iter_mut().enumerate() {
                if (number >> k) & 1 != 0 {
                    *plane |= one_cell(i);
                }
            }
        }
        rules.start = rules.pack(&planes);
        rules
    }

    /// True if states of these widths can hold the board.
    pub(super) fn fits(board: &Grid<Cell>) -> bool {
        let (cells, bits) =
            (board.size().cells(), bits_for(appearance_numbers(board.cells()).1) as usize);
        cells <= 64 * C && bits <= K && bits * cells <= 64 * N
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// The piece of each colour, in the order of their numbers.
    pub(super) fn names(&self) -> &[Cell] {
        &self.names
    }

    pub(super) fn sides(&self) -> (u32, u32) {
        (self.height, self.width)
    }

    /// The number of colours at the start. They are numbered from 1.
    pub(super) fn colours(&self) -> u32 {
        self.colours
    }

    /// The cells of each column.
    pub(super) fn columns(&self) -> &[Words<C>] {
        &self.columns
    }

    /// The cells of each row.
    pub(super) fn rows(&self) -> &[Words<C>] {
        &self.rows
    }

    /// The planes as one state.
    #[inline(always)]
    pub(super) fn pack(&self, planes: &Planes<C, K>) -> Words<N> {
        let mut words = [0u64; N];
        if N == 1 {
            for (k, &plane) in (0u32..).zip(&planes.0) {
                // A plane after the last used one is empty: the wrapped shift moves nothing.
                words[0] |= plane.0[0].wrapping_shl(k * self.cells);
            }
            return Words(words);
        }
        for (k, &plane) in (0u32..self.bits).zip(&planes.0) {
            for part in 0..self.cells.div_ceil(64) {
                let offset = k * self.cells + 64 * part;
                let (index, shift) = ((offset / 64) as usize, offset % 64);
                let piece = plane.0[part as usize];
                words[index] |= piece << shift;
                if shift != 0 && index + 1 < N {
                    words[index + 1] |= piece >> (64 - shift);
                }
            }
        }
        Words(words)
    }

    /// The planes of a state.
    #[inline(always)]
    pub(super) fn unpack(&self, state: &Words<N>) -> Planes<C, K> {
        let mut planes = Planes([Words::EMPTY; K]);
        if N == 1 {
            for (k, plane) in (0u32..).zip(&mut planes.0) {
                plane.0[0] = state.0[0].checked_shr(k * self.cells).unwrap_or(0);
                *plane &= self.all;
            }
            return planes;
        }
        for (k, plane) in (0..self.bits).zip(&mut planes.0) {
            for (part, slot) in (0..self.cells.div_ceil(64)).zip(&mut plane.0) {
                let offset = k * self.cells + 64 * part;
                let (index, shift) = ((offset / 64) as usize, offset % 64);
                *slot = state.0[index] >> shift;
                if shift != 0 && index + 1 < N {
                    *slot |= state.0[index + 1] << (64 - shift);
                }
            }
            *plane &= self.all;
        }
        planes
    }

    /// The legal swaps of two different colours: those that change the board.
    #[inline(always)]
    pub(super) fn swaps(&self, planes: &Planes<C, K>) -> Swaps<C> {
        let w = self.width;
        let occupied = planes.occupied();
        let beside = planes.equal_at(1);
        let below = planes.equal_at(w);
        // Each set holds the pairs of equal pieces at that distance, at the first cell in reading
        // order.
        let two_right = planes.equal_at(2) & self.before_two_columns & occupied;
        let two_down = planes.equal_at(2 * w) & self.before_two_rows & occupied;
        let falling = planes.equal_at(w + 1) & self.before_column & self.before_row & occupied;
        let rising = planes.equal_at(w - 1) & self.after_column & self.before_row & occupied;
        // A swapped piece is beside its own colour if that is two cells away in line, or diagonal
        // to its old place.
        let diagonal = falling | (rising >> 1);
        let right = two_right | (two_right << 1) | diagonal | (rising << (w - 1)) | (falling << w);
        let down = two_down | (two_down << w) | diagonal | rising | (falling << 1);
        Swaps {
            right: right & self.before_column & occupied & (occupied >> 1) & !beside,
            down: down & self.before_row & occupied & (occupied >> w) & !below,
        }
    }

    /// The swaps of two equal pieces. They are legal, but change something only while the start
    /// still has squares.
    pub(super) fn equal_swaps(&self, planes: &Planes<C, K>) -> Swaps<C> {
        let occupied = planes.occupied();
        Swaps {
            right: planes.equal_at(1) & self.before_column & occupied,
            down: planes.equal_at(self.width) & self.before_row & occupied,
        }
    }

    /// The other cell of a swap to the right or down.
    #[inline(always)]
    pub(super) fn partner(&self, cell: u32, direction: Direction) -> u32 {
        if direction == Direction::Right { cell + 1 } else { cell + self.width }
    }

    /// The top left cells of the 2×2 squares of one colour.
    #[inline(always)]
    pub(super) fn standing_squares(&self, planes: &Planes<C, K>) -> Words<C> {
        let beside = planes.equal_at(1);
        let squares = beside & (beside >> self.width) & planes.equal_at(self.width);
        squares & planes.occupied() & self.before_column & self.before_row
    }

    /// Clears squares in reading order, closing the gaps after each, until there are none. Returns
    /// the number of squares cleared.
    #[inline(always)]
    pub(super) fn settle(&self, planes: &mut Planes<C, K>) -> u32 {
        let squares = self.standing_squares(planes);
        if squares.is_empty() { 0 } else { self.clear_squares(planes, squares) }
    }

    /// The rest of [`Self::settle`] if there are squares.
    #[inline(never)]
    fn clear_squares(&self, planes: &mut Planes<C, K>, mut squares: Words<C>) -> u32 {
        let mut cleared = 0;
        while !squares.is_empty() {
            let gone = self.square_cells(first(squares));
            for plane in &mut planes.0 {
                *plane &= !gone;
            }
            self.close_gaps(planes);
            cleared += 1;
            squares = self.standing_squares(planes);
        }
        cleared
    }

    /// The four cells of the 2×2 square with this top left cell.
    #[inline(always)]
    pub(super) fn square_cells(&self, top_left: u32) -> Words<C> {
        let top = one_cell(top_left) | one_cell(top_left + 1);
        top | (top << self.width)
    }

    /// Moves all pieces up in their columns, then all pieces left in their rows.
    pub(super) fn close_gaps(&self, planes: &mut Planes<C, K>) {
        let w = self.width;
        for r in (0..self.height - 1).rev() {
            let occupied = planes.occupied();
            let mut moved = !occupied & self.rows[r as usize];
            let mut reach = w;
            while reach < self.cells {
                moved |= moved << reach;
                reach *= 2;
            }
            moved &= self.all;
            if !(moved & occupied).is_empty() {
                for plane in &mut planes.0 {
                    *plane = (*plane & !moved) | ((*plane >> w) & moved);
                }
            }
        }
        for c in (0..w - 1).rev() {
            let occupied = planes.occupied();
            let gaps = !occupied & self.columns[c as usize];
            // From each gap to the end of its row.
            let moved = minus(gaps << (w - c), gaps) & self.all;
            if !(moved & occupied).is_empty() {
                for plane in &mut planes.0 {
                    *plane = (*plane & !moved) | ((*plane >> 1) & moved & self.before_column);
                }
            }
        }
    }

    /// The board with its colours renumbered in order of appearance. Moves keep their names.
    pub(super) fn renamed(&self, planes: &Planes<C, K>) -> Planes<C, K> {
        let mut renamed = Planes([Words::EMPTY; K]);
        let mut left = planes.occupied();
        let mut number = 0u32;
        while !left.is_empty() {
            number += 1;
            let cells = planes.of_colour(planes.colour_at(first(left))) & self.all;
            for (k, plane) in renamed.0.iter_mut().enumerate() {
                if (number >> k) & 1 != 0 {
                    *plane |= cells;
                }
            }
            left &= !cells;
        }
        renamed
    }

    /// The move that swaps a piece with its right or lower neighbour.
    pub(super) fn named(&self, cell: u32, direction: Direction) -> Move {
        let at = Coord { row: (cell / self.width) as u8, col: (cell % self.width) as u8 };
        Move::Cell(at, direction)
    }
}

/// The cells' colours numbered from 1 in order of appearance, and their count.
fn appearance_numbers(cells: &[Cell]) -> (Vec<u8>, u32) {
    let mut number_of = [0u8; Cell::COLOURS as usize];
    let mut colours = 0;
    let numbers = cells.iter().map(|&cell| {
        let Cell::Piece(colour) = cell else { return 0 };
        let number = &mut number_of[usize::from(colour)];
        if *number == 0 {
            colours += 1;
            *number = colours;
        }
        *number
    });
    (numbers.collect(), u32::from(colours))
}

/// The bits of a cell that holds one of `colours` colours or none; at least 1.
fn bits_for(colours: u32) -> u32 {
    (u32::BITS - colours.leading_zeros()).max(1)
}

/// The lowest cell of a set that is not empty.
#[inline(always)]
fn first<const C: usize>(set: Words<C>) -> u32 {
    set.lowest().unwrap_or(0) as u32
}

/// `a - b` as unsigned numbers: fills the runs between the bits of the two.
#[inline(always)]
fn minus<const C: usize>(a: Words<C>, b: Words<C>) -> Words<C> {
    let mut borrow = false;
    Words::from_words(|k| {
        let (first, under_first) = a.0[k].overflowing_sub(b.0[k]);
        let (second, under_second) = first.overflowing_sub(u64::from(borrow));
        borrow = under_first || under_second;
        second
    })
}
