//! One object a level a line. The names and meanings of fields change only together with `schema`.

use quadrille::diagnostic::Diagnostic;
pub use quadrille::record::SCHEMA;
use serde::Serialize;

use crate::errors::Fault;
use crate::input::Item;

/// A line: which level it is about, and what there is to say.
#[derive(Serialize)]
pub struct Line<'a, T> {
    schema: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    level: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'static str>,
    #[serde(flatten)]
    body: T,
    /// What was assumed in reading the level, where it could have been meant otherwise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<Diagnostic>,
}

impl<'a, T: Serialize> Line<'a, T> {
    /// A line about an item.
    pub fn new(item: &'a Item, body: T) -> Line<'a, T> {
        Line {
            schema: SCHEMA,
            file: Some(&item.source.name),
            level: item.label.as_deref(),
            game: item.level.as_ref().ok().map(|level| level.game.id()),
            body,
            notes: item.assumptions().map(Diagnostic::from).collect(),
        }
    }

    /// A line about a level that comes from no file.
    pub fn of_level(level: &'a quadrille::levels::Level, body: T) -> Line<'a, T> {
        let game = Some(level.game.id());
        Line {
            schema: SCHEMA,
            file: None,
            level: level.name.as_deref(),
            game,
            body,
            notes: Vec::new(),
        }
    }
}

/// A line about something that is no level.
#[derive(Serialize)]
pub struct Entry<T> {
    schema: u32,
    #[serde(flatten)]
    body: T,
}

impl<T: Serialize> Entry<T> {
    /// A line with the version of its fields.
    pub fn new(body: T) -> Entry<T> {
        Entry { schema: SCHEMA, body }
    }
}

/// What went wrong, in place of what was asked for.
#[derive(Serialize)]
pub struct Broken {
    error: Diagnostic,
}

impl Broken {
    /// What is wrong with a bad item; the first thing when there are several.
    pub fn new(item: &Item) -> Line<'_, Broken> {
        let fault = item.first_fault().unwrap_or_else(|| Fault::new("this is no level"));
        Broken::with_fault(item, fault)
    }

    /// An item with which something went wrong.
    pub fn with_fault(item: &Item, fault: Fault) -> Line<'_, Broken> {
        Line::new(item, Broken { error: fault.into() })
    }

    /// Something that went wrong with no item in particular.
    pub fn alone(fault: Fault) -> Entry<Broken> {
        Entry::new(Broken { error: fault.into() })
    }
}

impl From<Fault> for Diagnostic {
    fn from(fault: Fault) -> Diagnostic {
        let place = fault.place();
        let mut diagnostic = match fault.diagnostic {
            Some(diagnostic) => *diagnostic,
            None => {
                let diagnostic = Diagnostic::new("error", fault.message);
                fault.help.into_iter().fold(diagnostic, Diagnostic::with_help)
            }
        };
        diagnostic.place = place.or(diagnostic.place);
        diagnostic
    }
}
