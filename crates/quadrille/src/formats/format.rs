//! What makes a format: a layout of boards in a text and a vocabulary for cells.

use super::RawBoard;
use crate::grid::Grid;

/// Reads boards that are given as lists of cells, and writes them.
#[derive(Clone, Copy, Debug)]
pub struct CellList {
    /// The boards of a text as rows of tokens in the vocabulary of the format; empty when the text
    /// is of another kind.
    pub read: for<'t> fn(&'t str) -> Vec<RawBoard<'t>>,
    /// The text of a board.
    pub write: fn(&Grid<u16>) -> String,
}

/// How boards are laid out in a text.
#[derive(Clone, Copy, Debug)]
pub enum Layout {
    /// A list of lists as in Python or JSON; many under names, or as a list of boards.
    Lists {
        /// Whether cells are written in quotes.
        quoted: bool,
    },
    /// A line a row, cells separated by blanks.
    Words,
    /// A line a row, a character a cell. Rows of words are read too.
    Characters,
    /// A line a row, a character a cell, and a blank is a cell too, as `-` is: the XSB files of
    /// Sokoban. Rows may differ in length.
    Picture,
    /// A layout of the game's own.
    Cells(CellList),
}

/// A way to write levels of a game.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// How boards are laid out.
    pub layout: Layout,
    /// The cell that a token means. `strict` when the game is to be found out: a token that more
    /// likely means a cell of another game is then refused.
    pub read_cell: fn(token: &str, strict: bool) -> Option<u16>,
    /// The token for a cell, or `None` when the format has none.
    pub write_cell: fn(cell: u16) -> Option<String>,
    /// What tokens are allowed, for messages; the glyphs of the game when it does not say.
    pub tokens: Option<&'static str>,
    /// Whether `#` starts a comment.
    pub hash_comments: bool,
    /// Whether a last line with a number alone is the length of the shortest plan.
    pub optimum_line: bool,
}

impl Format {
    /// Lists of integers, as Python and JSON have them.
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

    /// The integers of those lists as plain lines.
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
