//! What can be asked, by name.

use serde::de::DeserializeOwned;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::{board, check, export, play, position};
#[cfg(feature = "search")]
use crate::{grade, scripts, values};

/// How a question is put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// As the query of an address.
    Query,
    /// As a body of JSON.
    Body,
    /// As either: the fields are the same, and scripts come only in a body.
    Either,
}

/// How a question is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// At once.
    Light,
    /// At once, but a long text may take a second.
    Text,
    /// By a search, with events.
    Search,
}

/// A question that can be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// Its name.
    pub name: &'static str,
    /// How it is put.
    pub form: Form,
    /// How it is answered.
    pub kind: Kind,
}

const fn question(name: &'static str, form: Form, kind: Kind) -> Question {
    Question { name, form, kind }
}

/// Every question there is. What there is to play and to search with ([`catalogue`](crate::catalogue()) and
/// [`packs`](crate::packs())) never changes, and is not asked again and again.
pub const QUESTIONS: &[Question] = &[
    question("position", Form::Query, Kind::Light),
    question("play", Form::Body, Kind::Light),
    question("board", Form::Body, Kind::Light),
    question("check", Form::Body, Kind::Text),
    #[cfg(feature = "search")]
    question("values", Form::Either, Kind::Text),
    #[cfg(feature = "search")]
    question("script", Form::Body, Kind::Text),
    #[cfg(feature = "search")]
    question("puzzle", Form::Body, Kind::Text),
    #[cfg(feature = "search")]
    question("words", Form::Query, Kind::Light),
    #[cfg(feature = "search")]
    question("assignment", Form::Body, Kind::Text),
    question("export", Form::Query, Kind::Light),
    question("picture", Form::Query, Kind::Light),
    #[cfg(feature = "search")]
    question("solve", Form::Either, Kind::Search),
    #[cfg(feature = "search")]
    question("watch", Form::Either, Kind::Search),
    #[cfg(feature = "search")]
    question("compare", Form::Either, Kind::Search),
    #[cfg(feature = "search")]
    question("generate", Form::Query, Kind::Search),
    #[cfg(feature = "search")]
    question("describe", Form::Query, Kind::Search),
    #[cfg(feature = "search")]
    question("explain", Form::Either, Kind::Search),
    #[cfg(feature = "search")]
    question("claims", Form::Either, Kind::Search),
    #[cfg(feature = "search")]
    question("grade", Form::Body, Kind::Search),
];

/// Answers a question that needs no search. The text is a query or a body of JSON, as [`QUESTIONS`] says.
///
/// ```
/// let answer = quadrille_api::ask("check", r#"{"text": "level one\n1.G\n"}"#).unwrap();
/// assert!(answer.text.contains(r#""game":"zhed""#));
/// assert_eq!(quadrille_api::ask("position", "code=nonsense").unwrap_err().status, 400);
/// ```
pub fn ask(name: &str, asked: &str) -> Result<Answer, Failure> {
    match name {
        "position" => Answer::json(&position::position(&query(asked)?)?),
        "play" => Answer::json(&play::play(&body(asked)?)?),
        "board" => Answer::json(&board::judge(&body(asked)?)?),
        "check" => Answer::json(&check::check(body(asked)?)?),
        #[cfg(feature = "search")]
        "values" => Answer::json(&values::values(&either(asked)?)?),
        #[cfg(feature = "search")]
        "script" => Answer::json(&scripts::try_on(&body(asked)?)?),
        #[cfg(feature = "search")]
        "puzzle" => Answer::json(&scripts::puzzle(&body(asked)?)?),
        #[cfg(feature = "search")]
        "words" => Answer::json(&scripts::words(&query(asked)?)?),
        #[cfg(feature = "search")]
        "assignment" => Answer::json(&grade::answer(&body(asked)?)?),
        "export" => export::export(&query(asked)?),
        "picture" => export::picture(&query(asked)?),
        _ => Err(Failure::unknown_question(name)),
    }
}

/// What the query of an address says.
pub(crate) fn query<T: DeserializeOwned>(text: &str) -> Result<T, Failure> {
    serde_urlencoded::from_str(text).map_err(|error| {
        Failure::bad_request("bad-query", format!("the query of the address: {error}"))
            .help("/api/openapi.json says what can be asked")
    })
}

/// What the query of an address or a body says.
#[cfg(feature = "search")]
pub(crate) fn either<T: DeserializeOwned>(text: &str) -> Result<T, Failure> {
    if text.starts_with('{') { body(text) } else { query(text) }
}

/// What a body says.
pub(crate) fn body<T: DeserializeOwned>(text: &str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|error| {
        Failure::bad_request("bad-json", format!("the body: {error}"))
            .help("/api/openapi.json says what can be sent")
    })
}
