//! The formats of squares levels.

use super::cell::Cell;
use crate::definition::{Cell as _, glyph_format};
use crate::formats::{Format, Layout};

/// The formats, the likelier first.
pub(super) const FORMATS: &[Format] = &[
    Format {
        hash_comments: true,
        ..glyph_format::<Cell>(
            "letters",
            "rows of letters, one character per cell: BGBY",
            Layout::Characters,
        )
    },
    Format {
        write_cell: |code| Some(Cell::from_code(code)?.glyph().replace('.', "Z")),
        ..glyph_format::<Cell>(
            "matrix",
            "a Python or JSON list of lists of letters, or a list of such boards",
            Layout::Lists { quoted: true },
        )
    },
];
