//! Errors and notes with a code, arguments, a place and help: one type for texts, boards, moves and
//! methods.
//!
//! A message is declared once, by [`messages!`](crate::messages), with its English template. Other
//! languages have their own template per code, with the same arguments.

// Those of pictures are unused without them.
#[cfg_attr(not(feature = "pictures"), allow(dead_code))]
pub(crate) mod message;
mod template;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

pub use message::MESSAGES;
pub use template::{Arg, Template, arguments, kebab};

use crate::text::lines;

/// A line and a column in a text, both counted from 1; columns are characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Place {
    pub line: usize,
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

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Severity {
    /// The input cannot be used.
    #[default]
    Error,
    /// The input was used, with an assumption where it could have another meaning.
    Note,
}

/// The part of the input that a diagnostic is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Site {
    Whole,
    Text(Range<usize>),
    /// A cell of a board, by its index in reading order.
    Cell(usize),
}

/// An error, or a note about an assumption.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    /// The part of the input in question.
    pub site: Site,
    /// The line and column of the site, set by [`Diagnostic::locate`].
    pub place: Option<Place>,
    content: Content,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Content {
    Declared(&'static Template, Box<[Arg]>),
    Written(Box<Written>),
}

/// A message without a template here: it was read from a file, or its code is declared elsewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Written {
    code: Cow<'static, str>,
    args: BTreeMap<String, Arg>,
    message: String,
    help: Option<String>,
}

impl Diagnostic {
    /// An error with these arguments, in the order of the template. Called by the functions
    /// declared with [`messages!`](crate::messages).
    pub fn declared(template: &'static Template, args: Box<[Arg]>) -> Diagnostic {
        debug_assert_eq!(template.args.len(), args.len(), "{}", template.code);
        Diagnostic::with(Content::Declared(template, args))
    }

    /// An error whose message is given directly.
    pub fn new(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::with(Content::Written(Box::new(Written {
            code: code.into(),
            args: BTreeMap::new(),
            message: message.into(),
            help: None,
        })))
    }

    fn with(content: Content) -> Diagnostic {
        Diagnostic { severity: Severity::Error, site: Site::Whole, place: None, content }
    }

    /// Replaces the help. The code and the arguments stay.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Diagnostic {
        let written = Written { help: Some(help.into()), ..self.written() };
        self.content = Content::Written(Box::new(written));
        self
    }

    /// Sets the site to these bytes of a text.
    #[must_use]
    pub fn at(mut self, span: Range<usize>) -> Diagnostic {
        self.site = Site::Text(span);
        self
    }

    /// Sets the site to a cell of a board, given by its index in reading order.
    #[must_use]
    pub fn at_cell(mut self, index: usize) -> Diagnostic {
        self.site = Site::Cell(index);
        self
    }

    #[must_use]
    pub fn note(mut self) -> Diagnostic {
        self.severity = Severity::Note;
        self
    }

    /// Shifts its site by this many bytes.
    #[must_use]
    pub fn shifted(mut self, by: usize) -> Diagnostic {
        if let Site::Text(span) = &mut self.site {
            *span = span.start + by..span.end + by;
        }
        self
    }

    #[must_use]
    pub fn at_place(mut self, place: Option<Place>) -> Diagnostic {
        self.place = place;
        self
    }

    /// Computes the line and column of its site in the text.
    #[must_use]
    pub fn locate(mut self, text: &str) -> Diagnostic {
        self.place = Some(Place::of(text, self.span().start));
        self
    }

    /// The code for programs and translations: `unknown-cell`.
    pub fn code(&self) -> &str {
        match &self.content {
            Content::Declared(template, _) => template.code,
            Content::Written(written) => &written.code,
        }
    }

    pub fn args(&self) -> BTreeMap<String, Arg> {
        match &self.content {
            Content::Declared(template, args) => {
                let names = template.args.iter().map(ToString::to_string);
                names.zip(args.iter().cloned()).collect()
            }
            Content::Written(written) => written.args.clone(),
        }
    }

    pub fn arg(&self, name: &str) -> Option<&Arg> {
        match &self.content {
            Content::Declared(template, args) => {
                args.get(template.args.iter().position(|other| *other == name)?)
            }
            Content::Written(written) => written.args.get(name),
        }
    }

    /// The message in English.
    pub fn message(&self) -> String {
        match &self.content {
            Content::Declared(template, args) => template.render(template.message, args),
            Content::Written(written) => written.message.clone(),
        }
    }

    /// The help in English.
    pub fn help(&self) -> Option<String> {
        match &self.content {
            Content::Declared(template, args) => {
                template.help.map(|help| template.render(help, args))
            }
            Content::Written(written) => written.help.clone(),
        }
    }

    fn written(&self) -> Written {
        Written {
            code: match &self.content {
                Content::Declared(template, _) => Cow::Borrowed(template.code),
                Content::Written(written) => written.code.clone(),
            },
            args: self.args(),
            message: self.message(),
            help: self.help(),
        }
    }

    /// The bytes of its site; an empty range at the start if it is not about a part of a text.
    pub fn span(&self) -> Range<usize> {
        match &self.site {
            Site::Text(span) => span.clone(),
            Site::Whole | Site::Cell(_) => 0..0,
        }
    }

    /// The cell of its site, by its index in reading order.
    pub fn cell(&self) -> Option<usize> {
        match self.site {
            Site::Cell(at) => Some(at),
            Site::Whole | Site::Text(_) => None,
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

impl std::error::Error for Diagnostic {}

/// A message without its own code, as from a puzzle that is read at run time.
impl From<String> for Diagnostic {
    fn from(message: String) -> Diagnostic {
        Diagnostic::new("refused", message)
    }
}

impl From<&str> for Diagnostic {
    fn from(message: &str) -> Diagnostic {
        message.to_string().into()
    }
}

#[cfg(feature = "serde")]
mod json {
    use std::borrow::Cow;
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Arg, Content, Diagnostic, Place, Severity, Site, Written};

    /// The fields of a diagnostic in JSON.
    #[derive(Serialize, Deserialize)]
    struct Fields {
        #[serde(default)]
        severity: Severity,
        /// Results of earlier versions have errors without a code.
        #[serde(default = "unknown")]
        code: Cow<'static, str>,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        args: BTreeMap<String, Arg>,
        message: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        help: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<Place>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cell: Option<usize>,
    }

    fn unknown() -> Cow<'static, str> {
        Cow::Borrowed("unknown")
    }

    impl Serialize for Diagnostic {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let Written { code, args, message, help } = self.written();
            let (severity, place, cell) = (self.severity, self.place, self.cell());
            Fields { severity, code, args, message, help, place, cell }.serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Diagnostic {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Diagnostic, D::Error> {
            let Fields { severity, code, args, message, help, place, cell } =
                Fields::deserialize(deserializer)?;
            let content = Content::Written(Box::new(Written { code, args, message, help }));
            let site = cell.map_or(Site::Whole, Site::Cell);
            Ok(Diagnostic { severity, site, place, content })
        }
    }
}
