//! A format: a layout of boards in a text and a vocabulary for cells; and boards as written.

use std::fmt;
use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::grid::Grid;
use crate::search::Cost;
use crate::text::Token;

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
    Lists { quoted: bool },
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

/// A board as rows of tokens.
#[derive(Clone, Default, Debug)]
pub struct RawBoard<'t> {
    pub name: Option<String>,
    /// True if the name extends to the end of its line, so that it may contain a row whose line end
    /// was lost.
    pub is_name_open: bool,
    pub author: Option<String>,
    /// Other remarks in the text, one per line.
    pub remarks: Vec<String>,
    /// The length of its plans, if the text gives it.
    pub known: Option<Known>,
    pub rows: Vec<Vec<Token<'t>>>,
    /// Its place in the text, in bytes.
    pub span: Range<usize>,
    /// Faults of its layout.
    pub errors: Vec<Diagnostic>,
    /// Assumptions made about its layout.
    pub notes: Vec<Diagnostic>,
    /// Comments beside its rows that may be rows themselves.
    pub asides: Vec<Token<'t>>,
}

/// The known length of a level's plans.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "kind", content = "moves", rename_all = "lowercase")
)]
pub enum Known {
    /// The cost of the cheapest plan: the number of moves if every move costs 1.
    Optimal(Cost),
    /// The cost of the best known plan.
    Best(Cost),
    Unsolvable,
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Known::Optimal(moves) => write!(f, "optimal {moves}"),
            Known::Best(moves) => write!(f, "best known {moves}"),
            Known::Unsolvable => f.write_str("unsolvable"),
        }
    }
}
