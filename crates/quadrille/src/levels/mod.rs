//! Levels as text: reading every format, saying where and what is wrong, writing them again.
//!
//! [`read`] finds out by itself what it was given. Formats differ in two things: how boards are laid out in a file
//! ([`Layout`]) and what the cells are called ([`Format::read_cell`]); a game lists its formats, and the layouts are shared.

mod code;
mod diagnostic;
mod fit;
mod format;
mod frame;
mod level;
mod lines;
mod lists;
mod native;
mod picture;
mod raw;
mod read;
mod reading;
mod text;
mod write;

pub use code::{CodeError, from_code, looks_like_code, to_code};
pub use diagnostic::{Diagnostic, Place, Severity};
pub use format::{CellList, Format, Layout};
pub use level::{Known, Level};
pub(crate) use lines::{hash_apart, header};
pub use raw::{RawBoard, Token};
pub use read::{Document, Entry, MAX_LEVELS, read};
pub use text::lines;
pub(crate) use text::words;
pub use write::{SHARED_FORMATS, Unwritable, format_names, formats, write, write_all};
