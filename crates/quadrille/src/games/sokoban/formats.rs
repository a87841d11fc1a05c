//! The formats of Sokoban.

use super::cell::Cell;
use crate::definition::glyph_format;
use crate::formats::{Format, Layout};

pub(super) const FORMATS: &[Format] =
    &[glyph_format::<Cell>("xsb", "XSB files of Sokoban: a blank is floor", Layout::Picture)];
