//! A format: a layout of boards in a text and a vocabulary for cells.

use super::RawBoard;
use crate::grid::Grid;

/// Reads boards that are given as lists of cells, and writes them.
#[derive(Clone, Copy, Debug)]
pub struct CellList {
    /// The boards of a text as rows of tokens in the vocabulary of the format; empty if the text is
    /// of another kind.
    pub read: for<'t> fn(&'t str) -> Vec<RawBoard<'t>>,
    pub write: fn(&Grid<u16>) -> String,
}

/// The layout of boards in a text.
#[derive(Clone, Copy, Debug)]
pub enum Layout {
    /// A list of lists as in Python or JSON; many under names, or as a list of boards.
    Lists {
        /// True if cells are in quotes.
        quoted: bool,
    },
    /// A line per row, cells separated by blanks.
    Words,
    /// A line per row, a character per cell. Rows of words are read too.
    Characters,
    /// A line per row, a character per cell; blanks are cells too, like `-`: the XSB files of
    /// Sokoban. Rows may differ in length.
    Picture,
    /// A layout defined by the game.
    Cells(CellList),
}

/// A text format for levels of a game.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    pub about: &'static str,
    pub layout: Layout,
    /// The cell for a token. `strict` if the game is to be detected: a token that more likely means
    /// a cell of another game is then refused.
    pub read_cell: fn(token: &str, strict: bool) -> Option<u16>,
    /// The token for a cell, or `None` if the format has none.
    pub write_cell: fn(cell: u16) -> Option<String>,
    /// The allowed tokens, for messages; the glyphs of the game if `None`.
    pub tokens: Option<&'static str>,
    /// True if `#` starts a comment.
    pub hash_comments: bool,
    /// True if a last line with only a number is the length of the shortest plan.
    pub optimum_line: bool,
}

impl Format {
    /// Lists of integers, as in Python and JSON.
    pub const fn integer_lists(
        read_cell: fn(&str, bool) -> Option<u16>,
        write_cell: fn(u16) -> Option<String>,
        tokens: &'static str,
    ) -> Format {
        Format {
            name: "matrix",
            about: "a Python or JSON list of lists of integers",
            layout: Layout::Lists { quoted: false },
            read_cell,
            write_cell,
            tokens: Some(tokens),
            hash_comments: false,
            optimum_line: false,
        }
    }

    /// The integers of such lists as plain lines.
    pub const fn integer_lines(lists: Format) -> Format {
        Format {
            name: "matrix-lines",
            about: "the integers of 'matrix' as plain lines, also with a margin of '|'",
            layout: Layout::Words,
            hash_comments: true,
            ..lists
        }
    }
}
