//! Boards as written in a text, before their cells are interpreted.

use std::ops::Range;

use super::{Known, Token};
use crate::diagnostic::Diagnostic;

/// A board as rows of tokens.
#[derive(Clone, Default, Debug)]
pub struct RawBoard<'t> {
    pub name: Option<String>,
    /// True if the name extends to the end of its line, so that it may contain a row whose line end
    /// was lost.
    pub is_name_open: bool,
    /// Its author, if the text names one.
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
