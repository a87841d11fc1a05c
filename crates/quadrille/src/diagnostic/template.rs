//! Messages as templates with named arguments.

use std::fmt;

use super::Diagnostic;
use crate::grid::{Coord, Direction, Size};
use quadrille_base::quantities::commas;

/// An argument of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(untagged))]
pub enum Arg {
    /// A number, written with thousands separators.
    Number(u64),
    /// A text, inserted unchanged.
    Text(String),
    Cause(Box<Diagnostic>),
    Causes(Vec<Diagnostic>),
}

impl Arg {
    pub fn number(&self) -> Option<u64> {
        if let Arg::Number(number) = self { Some(*number) } else { None }
    }
}

impl fmt::Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Arg::Number(number) => f.write_str(&commas(*number)),
            Arg::Text(text) => f.write_str(text),
            Arg::Cause(cause) => f.write_str(&cause.message()),
            Arg::Causes(causes) => {
                let messages: Vec<String> = causes.iter().map(Diagnostic::message).collect();
                f.write_str(&messages.join("; "))
            }
        }
    }
}

macro_rules! from {
    ($($from:ty => |$value:ident| $arg:expr),* $(,)?) => {
        $(impl From<$from> for Arg {
            fn from($value: $from) -> Arg {
                $arg
            }
        })*
    };
}

from! {
    u8 => |number| Arg::Number(number.into()),
    u32 => |number| Arg::Number(number.into()),
    u64 => |number| Arg::Number(number),
    usize => |number| Arg::Number(number as u64),
    char => |letter| Arg::Text(letter.to_string()),
    &str => |text| Arg::Text(text.to_string()),
    String => |text| Arg::Text(text),
    Size => |size| Arg::Text(size.to_string()),
    Coord => |at| Arg::Text(at.to_string()),
    Direction => |direction| Arg::Text(direction.to_string()),
    Diagnostic => |cause| Arg::Cause(Box::new(cause)),
    Vec<Diagnostic> => |causes| Arg::Causes(causes),
}

/// The English text of a message.
///
/// `{name}` is an argument and `{name|one|many}` for a word that depends on a number, with `#` for
/// the number itself: `{rows|# row|# rows}`. `{@name}` is an argument that other languages
/// translate, such as a noun or a direction.
#[derive(PartialEq, Eq, Debug)]
pub struct Template {
    pub code: &'static str,
    pub args: &'static [&'static str],
    /// The fault, or the assumption.
    pub message: &'static str,
    pub help: Option<&'static str>,
}

/// The names of the arguments in a template, in any language.
pub fn arguments(template: &str) -> Vec<&str> {
    let fields = template.split('{').skip(1);
    let name = |field: &'_ str| field.find(['|', '}']);
    fields.filter_map(|field| Some(field[..name(field)?].trim_start_matches('@'))).collect()
}

impl Template {
    pub(super) fn render(&self, template: &str, args: &[Arg]) -> String {
        let mut text = String::new();
        let mut rest = template;
        while let Some((before, field)) = rest.split_once('{') {
            let (field, behind) = field.split_once('}').unwrap_or((field, ""));
            text.push_str(before);
            text.push_str(&self.field(field, args));
            rest = behind;
        }
        text + rest
    }

    fn field(&self, field: &str, args: &[Arg]) -> String {
        let mut parts = field.split('|');
        let name = parts.next().unwrap_or_default().trim_start_matches('@');
        let index = self.args.iter().position(|other| *other == name);
        let Some(arg) = index.and_then(|index| args.get(index)) else { return String::new() };
        match (parts.next(), parts.next()) {
            (Some(one), Some(many)) => {
                let words = if *arg == Arg::Number(1) { one } else { many };
                words.replace('#', &arg.to_string())
            }
            _ => arg.to_string(),
        }
    }
}

/// The code of a message: the name of its function with hyphens.
#[doc(hidden)]
pub const fn kebab<const N: usize>(name: &str) -> [u8; N] {
    let mut code = [0; N];
    let mut at = 0;
    while at < N {
        let byte = name.as_bytes()[at];
        code[at] = if byte == b'_' { b'-' } else { byte };
        at += 1;
    }
    code
}

/// Declares messages: a function for each, with its arguments, that returns a [`Diagnostic`], and
/// `MESSAGES`, the table of all templates. The code of a message is the name of its function with
/// hyphens.
///
/// ```
/// quadrille::messages! {
///     too_heavy(boxes) "{boxes|# box is|# boxes are} too heavy", "remove some";
/// }
/// let error = too_heavy(2_usize);
/// assert_eq!(error.code(), "too-heavy");
/// assert_eq!(error.message(), "2 boxes are too heavy");
/// assert_eq!(error.help().as_deref(), Some("remove some"));
/// assert_eq!(MESSAGES.len(), 1);
/// ```
#[macro_export]
macro_rules! messages {
    ($($(#[$attribute:meta])* $name:ident($($arg:ident),*) $message:literal $(, $help:literal)?;)*) => {
        #[allow(non_upper_case_globals)]
        mod templates {
            $(
                $(#[$attribute])*
                pub(super) static $name: $crate::diagnostic::Template =
                    $crate::diagnostic::Template {
                        code: {
                            const CODE: [u8; stringify!($name).len()] =
                                $crate::diagnostic::kebab(stringify!($name));
                            match std::str::from_utf8(&CODE) {
                                Ok(code) => code,
                                Err(_) => panic!("the name of a message is ASCII"),
                            }
                        },
                        args: &[$(stringify!($arg)),*],
                        message: $message,
                        help: { #[allow(unused_mut, unused_assignments)] {
                            let mut help: Option<&'static str> = None;
                            $(help = Some($help);)?
                            help
                        } },
                    };
            )*
        }

        pub static MESSAGES: &[&$crate::diagnostic::Template] = &[$($(#[$attribute])* &templates::$name),*];

        $(
            $(#[$attribute])*
            pub(crate) fn $name($($arg: impl Into<$crate::diagnostic::Arg>),*)
            -> $crate::diagnostic::Diagnostic {
                $crate::diagnostic::Diagnostic::declared(
                    &templates::$name,
                    Box::new([$($arg.into()),*]),
                )
            }
        )*
    };
}
