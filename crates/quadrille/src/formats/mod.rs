//! Splits texts into boards of tokens with their places, independently of the game.
//!
//! Formats differ in two things: the layout of boards in a text ([`Layout`]) and the tokens of
//! cells ([`Format::read_cell`]). A game lists its formats; the layouts are shared.

mod format;
mod frame;
pub(crate) mod lines;
pub(crate) mod lists;
pub(crate) mod picture;

pub use crate::text::Token;
pub use format::{CellList, Format, Known, Layout, RawBoard};

/// The most levels of a text. More are not made by people, and would take too much memory to read.
pub const MAX_LEVELS: usize = 100_000;

/// The most rows of a board, and cells of a row, that are stored: many more than a board may have,
/// but few enough that any text takes little memory.
pub(crate) const MAX_ROWS: usize = 1024;
