//! Boards as they stand in a text, before anyone knows what their cells mean.

use std::ops::Range;

use super::{Known, Token};
use crate::diagnostic::Diagnostic;

/// A board as rows of tokens.
#[derive(Clone, Default, Debug)]
pub struct RawBoard<'t> {
    /// The name that the text gives to it.
    pub name: Option<String>,
    /// Whether the name ends where its line does, so that it may hold a row whose line end was
    /// lost.
    pub is_name_open: bool,
    /// Who made it, as the text says.
    pub author: Option<String>,
    /// What else the text says about it, a line each.
    pub remarks: Vec<String>,
    /// What the text says about its plans.
    pub known: Option<Known>,
    /// Its rows.
    pub rows: Vec<Vec<Token<'t>>>,
    /// Where it stands.
    pub span: Range<usize>,
    /// What kept it from being laid out.
    pub errors: Vec<Diagnostic>,
    /// What was assumed in laying it out.
    pub notes: Vec<Diagnostic>,
    /// Comments beside its rows that are rows themselves if their cells can be read.
    pub asides: Vec<Token<'t>>,
}
