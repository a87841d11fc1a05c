//! The formats of squares levels.

use super::cell::Cell;
use crate::games::Cell as _;
use crate::levels::{Format, Layout};

const TOKENS: &str = "a capital letter 'A' to 'Y' for a piece of that colour, 'Z' or '.' blank";

/// The formats, the likelier first.
pub(super) const FORMATS: &[Format] = &[
    Format {
        name: "letters",
        about: "rows of letters, one character a cell: BGBY",
        layout: Layout::Characters,
        read_cell: |token, _| Cell::from_glyph(token).map(Cell::code),
        write_cell: |code| Cell::from_code(code).map(Cell::glyph),
        tokens: TOKENS,
        hash_comments: true,
        optimum_line: false,
    },
    Format {
        name: "matrix",
        about: "a Python or JSON list of lists of letters, or a list of such boards",
        layout: Layout::Lists { quoted: true },
        read_cell: |token, _| Cell::from_glyph(token).map(Cell::code),
        write_cell: |code| Some(Cell::from_code(code)?.glyph().replace('.', "Z")),
        tokens: TOKENS,
        hash_comments: false,
        optimum_line: false,
    },
];
