//! What is wrong in a text, where, and what to do about it.

use std::fmt;
use std::ops::Range;

/// A line and a column in a text, both counted from 1; columns are characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Place {
    /// The place of a byte in a text.
    pub fn of(text: &str, offset: usize) -> Place {
        let offset =
            (0..=offset.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let before = &text[..offset];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Place {
            line: before.matches('\n').count() + 1,
            column: before[start..].chars().count() + 1,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// One mistake in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// What is wrong.
    pub message: String,
    /// The bytes in question.
    pub span: Range<usize>,
    /// A way out.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A mistake at these bytes.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { message: message.into(), span, help: None }
    }

    /// The same with a way out.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Where it starts in the text it was found in.
    pub fn place(&self, text: &str) -> Place {
        Place::of(text, self.span.start)
    }
}
