//! What is wrong or in doubt in a text, where, and what to do about it.

use std::fmt;
use std::ops::Range;

use super::text::lines;

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
        let (index, line) = lines(text)
            .take_while(|line| line.start <= offset)
            .enumerate()
            .last()
            .expect("every text has a line that starts at 0");
        Place { line: index + 1, column: text[line.start..offset].chars().count() + 1 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// How much a diagnostic matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// It keeps the text from being read.
    Error,
    /// The text was read, and this was assumed where it could have been meant otherwise.
    Note,
}

impl Severity {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Note => "note",
        }
    }
}

/// One mistake in a text, or one thing that was assumed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Whether it is a mistake.
    pub severity: Severity,
    /// What is wrong, or was assumed.
    pub message: String,
    /// The bytes in question.
    pub span: Range<usize>,
    /// A way out.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A mistake at these bytes.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Error, message: message.into(), span, help: None }
    }

    /// Something that was assumed at these bytes.
    pub fn note(span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Note, ..Diagnostic::new(span, message) }
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
