//! What can stand on a cell of ZHED.

use crate::games;

/// The highest number on a board.
pub const MAX_NUMBER: u8 = 99;

/// A cell of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    /// Nothing yet.
    Empty,
    /// A number that is not used, from 1 to [`MAX_NUMBER`].
    Number(u8),
    /// A cell that a walk has filled, or a number that is used.
    Filled,
    /// A goal that no walk has filled.
    Goal,
    /// A goal that is filled: the level is solved.
    Reached,
}

impl Cell {
    /// The number on the cell, when it is not used.
    pub const fn number(self) -> Option<u8> {
        match self {
            Cell::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Whether a walk fills the cell, at the price of one.
    pub const fn is_free(self) -> bool {
        matches!(self, Cell::Empty | Cell::Goal)
    }
}

/// The code of the number 0, if there were one.
const ZERO_CODE: u16 = 3;
const LAST_CODE: u16 = ZERO_CODE + MAX_NUMBER as u16;

impl games::Cell for Cell {
    fn code(self) -> u16 {
        match self {
            Cell::Empty => 0,
            Cell::Filled => 1,
            Cell::Goal => 2,
            Cell::Reached => 3,
            Cell::Number(number) => ZERO_CODE + u16::from(number),
        }
    }

    fn from_code(code: u16) -> Option<Cell> {
        match code {
            0 => Some(Cell::Empty),
            1 => Some(Cell::Filled),
            2 => Some(Cell::Goal),
            3 => Some(Cell::Reached),
            4..=LAST_CODE => Some(Cell::Number((code - ZERO_CODE) as u8)),
            _ => None,
        }
    }

    fn glyph(self) -> String {
        match self {
            Cell::Empty => ".".to_string(),
            Cell::Filled => "*".to_string(),
            Cell::Goal => "G".to_string(),
            Cell::Reached => "@".to_string(),
            Cell::Number(number) => number.to_string(),
        }
    }

    fn from_glyph(glyph: &str) -> Option<Cell> {
        match glyph {
            "." => Some(Cell::Empty),
            "*" => Some(Cell::Filled),
            "G" => Some(Cell::Goal),
            "@" => Some(Cell::Reached),
            _ => number(glyph).map(Cell::Number),
        }
    }
}

/// A number as it stands on a board: digits alone, no sign, no zero in front.
pub(super) fn number(text: &str) -> Option<u8> {
    let is_plain = !text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|number| is_plain && (1..=MAX_NUMBER).contains(number))
}
