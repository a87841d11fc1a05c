//! What is wrong or in doubt, where, and what to do about it: one kind of error for texts, boards and moves.

use std::fmt;
use std::ops::Range;

use crate::text::lines;

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

/// Where something is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Site {
    /// In the whole of it.
    Whole,
    /// At these bytes of a text.
    Text(Range<usize>),
    /// In a cell of a board, by its index in reading order.
    Cell(usize),
}

/// One mistake, or one thing that was assumed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Whether it is a mistake.
    pub severity: Severity,
    /// What is wrong, or was assumed.
    pub message: String,
    /// Where.
    pub site: Site,
    /// A way out.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A mistake at these bytes of a text.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::at(Site::Text(span), message)
    }

    /// A mistake at a place.
    pub fn at(site: Site, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Error, message: message.into(), site, help: None }
    }

    /// Something that was assumed at these bytes of a text.
    pub fn note(span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Note, ..Diagnostic::new(span, message) }
    }

    /// A mistake of a board as a whole.
    pub fn of_board(message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
        Diagnostic::at(Site::Whole, message).help(help)
    }

    /// A mistake that a cell of a board shows, given by its index in reading order.
    pub fn at_cell(at: usize, message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
        Diagnostic::at(Site::Cell(at), message).help(help)
    }

    /// The same with a way out.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// The bytes in question; none at the beginning, where it is not about a part of a text.
    pub fn span(&self) -> Range<usize> {
        match &self.site {
            Site::Text(span) => span.clone(),
            Site::Whole | Site::Cell(_) => 0..0,
        }
    }

    /// The cell in question, by its index in reading order.
    pub fn cell(&self) -> Option<usize> {
        match self.site {
            Site::Cell(at) => Some(at),
            Site::Whole | Site::Text(_) => None,
        }
    }

    /// Where it starts in the text it was found in.
    pub fn place(&self, text: &str) -> Place {
        Place::of(text, self.span().start)
    }

    /// The same in a text that has so many bytes more before it.
    #[must_use]
    pub fn shifted(mut self, by: usize) -> Diagnostic {
        if let Site::Text(span) = &mut self.site {
            *span = span.start + by..span.end + by;
        }
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}
