//! What can stand on a cell of fold.

use crate::games;
use crate::moves::{MAX_PIECE, piece_glyph, piece_identity};

/// A cell of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    /// To be covered.
    Empty,
    /// Not part of the board.
    Hole,
    /// Part of the piece with this identity, from 1 to [`MAX_PIECE`].
    Piece(u8),
}

impl Cell {
    /// The identity of the piece on the cell.
    pub const fn piece(self) -> Option<u8> {
        match self {
            Cell::Piece(identity) => Some(identity),
            _ => None,
        }
    }
}

/// The code of a piece with identity 0, if there were one.
const ZERO_CODE: u16 = 1;
const LAST_CODE: u16 = ZERO_CODE + MAX_PIECE as u16;

impl games::Cell for Cell {
    fn code(self) -> u16 {
        match self {
            Cell::Empty => 0,
            Cell::Hole => 1,
            Cell::Piece(identity) => ZERO_CODE + u16::from(identity),
        }
    }

    fn from_code(code: u16) -> Option<Cell> {
        match code {
            0 => Some(Cell::Empty),
            1 => Some(Cell::Hole),
            2..=LAST_CODE => Some(Cell::Piece((code - ZERO_CODE) as u8)),
            _ => None,
        }
    }

    fn glyph(self) -> String {
        match self {
            Cell::Empty => ".".to_string(),
            Cell::Hole => "#".to_string(),
            Cell::Piece(identity) => {
                piece_glyph(identity).map_or_else(|| identity.to_string(), String::from)
            }
        }
    }

    fn from_glyph(glyph: &str) -> Option<Cell> {
        match glyph {
            "." => return Some(Cell::Empty),
            "#" => return Some(Cell::Hole),
            _ => {}
        }
        let mut characters = glyph.chars();
        let identity = piece_identity(characters.next()?)?;
        characters.next().is_none().then_some(Cell::Piece(identity))
    }
}
