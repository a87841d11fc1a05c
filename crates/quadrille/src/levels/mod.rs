//! Levels as text: reading every format with precise errors, and writing.
//!
//! [`read`] detects the format and the game.

mod code;
mod detect;
mod fit;
mod level;
mod native;
mod read;
mod reading;
mod splits;
mod write;

pub use crate::formats::{CellList, Format, Known, Layout, MAX_LEVELS, RawBoard, Token};
pub use crate::text::lines;
pub use code::{from_code, from_code_with, looks_like_code, to_code};
pub use level::Level;
pub use native::{NamedBoard, boards};
pub use read::{Document, Entry, read, read_with};
pub use write::{SHARED_FORMATS, format_names, formats, write, write_all};
