//! The formats of fold levels.

use super::cell::Cell;
use crate::definition::{Cell as _, glyph_format};
use crate::formats::{Format, Layout};
use crate::moves::MAX_PIECE;

const VALUES: &str = "'0' empty, '-1' a hole, a number from 1 to 61 the piece with that identity";

const INTEGERS: Format = Format::integer_lists(read_value, write_value, VALUES);

/// The formats, the likelier first.
pub(super) const FORMATS: &[Format] = &[
    Format {
        read_cell: read_glyph,
        ..glyph_format::<Cell>(
            "glyphs",
            "rows of glyphs, one character per cell, many levels under 'level NAME'",
            Layout::Characters,
        )
    },
    INTEGERS,
    Format::integer_lines(INTEGERS),
];

/// Capital letters are the goals of ZHED and of tiles: they are read as pieces only if the game is
/// known.
fn read_glyph(token: &str, strict: bool) -> Option<u16> {
    let is_capital = token.starts_with(|c: char| c.is_ascii_uppercase());
    Cell::from_glyph(token).filter(|_| !(strict && is_capital)).map(Cell::code)
}

fn read_value(token: &str, _strict: bool) -> Option<u16> {
    let cell = match token {
        "0" => Cell::Empty,
        "-1" => Cell::Hole,
        _ => {
            let is_plain = !token.starts_with('0') && token.bytes().all(|b| b.is_ascii_digit());
            let identity = token.parse().ok().filter(|_| is_plain)?;
            Cell::Piece(Some(identity).filter(|identity| (1..=MAX_PIECE).contains(identity))?)
        }
    };
    Some(cell.code())
}

fn write_value(code: u16) -> Option<String> {
    Some(match Cell::from_code(code)? {
        Cell::Empty => "0".to_string(),
        Cell::Hole => "-1".to_string(),
        Cell::Piece(identity) => identity.to_string(),
    })
}
