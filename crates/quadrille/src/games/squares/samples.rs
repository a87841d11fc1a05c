//! Boards for the tests of this folder.

use super::cell::Cell;
use crate::definition::Cell as _;
use crate::grid::{Grid, Size};

/// A board from rows of letters.
pub(super) fn letters(rows: &[&str]) -> Grid<Cell> {
    let cell = |letter: char| Cell::from_glyph(&letter.to_string()).expect("a letter of the game");
    let cells = rows.iter().flat_map(|row| row.chars().map(cell)).collect();
    let size = Size::new(rows.len(), rows[0].len()).expect("sides within the limit");
    Grid::from_cells(size, cells).expect("rows of one length")
}

/// A random sequence that is always the same.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    /// A number below `sides`.
    pub(super) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % sides as u64) as usize
    }

    /// A random board with this many squares' worth of pieces and at most this many colours, on the
    /// first cells or anywhere.
    pub(super) fn board(
        &mut self,
        (rows, cols): (usize, usize),
        squares: usize,
        colours: usize,
        gaps: bool,
    ) -> Grid<Cell> {
        let size = Size::new(rows, cols).expect("sides within the limit");
        let mut cells = vec![Cell::Blank; size.cells()];
        for square in 0..squares {
            let colour = self.roll(colours) as u8;
            cells[4 * square..4 * square + 4].fill(Cell::Piece(colour));
        }
        let shuffled = if gaps { cells.len() } else { 4 * squares };
        for last in (1..shuffled).rev() {
            cells.swap(last, self.roll(last + 1));
        }
        Grid::from_cells(size, cells).expect("as many cells as the size says")
    }
}
