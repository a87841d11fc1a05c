//! What can stand on a cell of squares.

use crate::games;

/// A cell of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cell {
    /// Nothing.
    Blank,
    /// A piece of a colour, counted from 0: `A` to `Y`.
    Piece(u8),
}

impl Cell {
    /// How many colours there are. `Z` would be the next one, but stands for a blank.
    pub const COLOURS: u8 = 25;
}

impl games::Cell for Cell {
    fn code(self) -> u16 {
        match self {
            Cell::Blank => 0,
            Cell::Piece(colour) => u16::from(colour) + 1,
        }
    }

    fn from_code(code: u16) -> Option<Cell> {
        match code {
            0 => Some(Cell::Blank),
            1..=25 => Some(Cell::Piece(code as u8 - 1)),
            _ => None,
        }
    }

    fn glyph(self) -> String {
        match self {
            Cell::Blank => ".".to_string(),
            Cell::Piece(colour) => char::from(b'A' + colour).to_string(),
        }
    }

    fn from_glyph(glyph: &str) -> Option<Cell> {
        match glyph.as_bytes() {
            b"." | b"Z" => Some(Cell::Blank),
            &[letter @ b'A'..=b'Y'] => Some(Cell::Piece(letter - b'A')),
            _ => None,
        }
    }
}
