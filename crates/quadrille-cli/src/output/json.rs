//! One JSON object per line. The names and meanings of fields change only together with `schema`.

use quadrille::diagnostic::Diagnostic;
pub use quadrille::record::SCHEMA;
use serde::Serialize;

use crate::errors::Fault;
use crate::input::Item;

#[derive(Serialize)]
pub struct LevelResult<'a, T> {
    schema: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    level: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'static str>,
    #[serde(flatten)]
    body: T,
    /// The assumptions made where the text of the level is ambiguous.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<Diagnostic>,
}

impl<'a, T: Serialize> LevelResult<'a, T> {
    pub fn new(item: &'a Item, body: T) -> LevelResult<'a, T> {
        LevelResult {
            schema: SCHEMA,
            file: Some(&item.source.name),
            level: item.label.as_deref(),
            game: item.level.as_ref().ok().map(|level| level.game.id()),
            body,
            notes: item.assumptions().map(Diagnostic::from).collect(),
        }
    }

    /// A result for a level that is not from a file.
    pub fn of_level(level: &'a quadrille::levels::Level, body: T) -> LevelResult<'a, T> {
        let game = Some(level.game.id());
        LevelResult {
            schema: SCHEMA,
            file: None,
            level: level.name.as_deref(),
            game,
            body,
            notes: Vec::new(),
        }
    }
}

/// A value that is not about a level.
#[derive(Serialize)]
pub struct Versioned<T> {
    schema: u32,
    #[serde(flatten)]
    body: T,
}

impl<T: Serialize> Versioned<T> {
    pub fn new(body: T) -> Versioned<T> {
        Versioned { schema: SCHEMA, body }
    }
}

/// An error in place of a result.
#[derive(Serialize)]
pub struct Broken {
    error: Diagnostic,
}

impl Broken {
    /// The first mistake of an item.
    pub fn new(item: &Item) -> LevelResult<'_, Broken> {
        let fault = item.first_fault().unwrap_or_else(|| Fault::new("this is not a level"));
        Broken::with_fault(item, fault)
    }

    pub fn with_fault(item: &Item, fault: Fault) -> LevelResult<'_, Broken> {
        LevelResult::new(item, Broken { error: fault.into() })
    }

    pub fn alone(fault: Fault) -> Versioned<Broken> {
        Versioned::new(Broken { error: fault.into() })
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
