//! Texts cut into boards of tokens, each with its place. No game is known here.
//!
//! Formats differ in two things: how boards are laid out in a text ([`Layout`]) and what the cells
//! are called ([`Format::read_cell`]). A game lists its formats; the layouts are shared.

mod format;
mod frame;
mod known;
pub(crate) mod lines;
pub(crate) mod lists;
pub(crate) mod picture;
mod raw;

pub use crate::text::Token;
pub use format::{CellList, Format, Layout};
pub use known::Known;
pub use raw::RawBoard;

/// The most levels of a text. More is not made by people, and would take more memory to read than
/// it is worth.
pub const MAX_LEVELS: usize = 100_000;

/// The most rows of a board, and cells of a row, that are kept: many more than a board may have,
/// and few enough that a text of any size takes little memory.
pub(crate) const MAX_ROWS: usize = 1024;
