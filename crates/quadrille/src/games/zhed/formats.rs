//! The formats of ZHED levels.

use super::cell::{self, Cell};
use super::list;
use crate::definition::{Cell as _, glyph_format};
use crate::formats::{CellList, Format, Layout};

const VALUES: &str =
    "a number from 1 to 99, '0' empty, '-1' filled, '-2' a goal, '-3' a goal that is filled";

const INTEGERS: Format = Format::integer_lists(read_value, write_value, VALUES);

/// The formats, the likelier first.
pub(super) const FORMATS: &[Format] = &[
    glyph_format::<Cell>(
        "glyphs",
        "rows of glyphs, one character per cell, many levels under 'level NAME'",
        Layout::Characters,
    ),
    Format {
        name: "list",
        about: "a line 'width height', then a line 'x y value' for each cell that is not empty",
        layout: Layout::Cells(CellList { read: list::read, write: list::write }),
        read_cell: read_value,
        write_cell: write_value,
        tokens: Some(VALUES),
        hash_comments: true,
        optimum_line: false,
    },
    INTEGERS,
    Format::integer_lines(INTEGERS),
];

fn read_value(token: &str, _strict: bool) -> Option<u16> {
    let cell = match token {
        "0" => Cell::Empty,
        "-1" => Cell::Filled,
        "-2" => Cell::Goal,
        "-3" => Cell::Reached,
        _ => Cell::Number(cell::number(token)?),
    };
    Some(cell.code())
}

/// The integer for a cell.
pub(super) fn write_value(code: u16) -> Option<String> {
    Some(match Cell::from_code(code)? {
        Cell::Empty => "0".to_string(),
        Cell::Filled => "-1".to_string(),
        Cell::Goal => "-2".to_string(),
        Cell::Reached => "-3".to_string(),
        Cell::Number(number) => number.to_string(),
    })
}
