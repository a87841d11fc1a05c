//! The requests of the workbench. [`REQUESTS`] is the only list of them: routes, the browser's
//! engine and the page's list of posted requests are derived from it.

#[cfg(feature = "search")]
use quadrille::search::{Control, Limits};
use serde::de::DeserializeOwned;

use crate::failure::Failure;
use crate::response::Response;
#[cfg(feature = "search")]
use crate::search::{self, SearchJob};
use crate::{board, check, export, play, position};
#[cfg(feature = "search")]
use crate::{grade, puzzlescript, scripts, trace, values};

/// The form in which a request is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Query,
    Body,
    /// As a query or a body, with the same fields; scripts only in a body.
    Either,
}

/// The text of a request and the form it must have.
#[derive(Clone, Copy, Debug)]
pub struct Input<'t> {
    form: Form,
    text: &'t str,
}

impl Input<'_> {
    fn read<T: DeserializeOwned>(self) -> Result<T, Failure> {
        let is_body = match self.form {
            Form::Query => false,
            Form::Body => true,
            Form::Either => self.text.starts_with('{'),
        };
        let help = "/api/openapi.json lists the fields of each request";
        if is_body {
            #[cfg(feature = "search")]
            let text = puzzlescript::bring(self.text)?;
            #[cfg(not(feature = "search"))]
            let text = self.text;
            serde_json::from_str(&text).map_err(|error| {
                Failure::bad_request("bad-json", format!("invalid body: {error}")).help(help)
            })
        } else {
            serde_urlencoded::from_str(self.text).map_err(|error| {
                Failure::bad_request("bad-query", format!("invalid query: {error}")).help(help)
            })
        }
    }
}

/// The function that answers a request.
#[derive(Clone, Copy, Debug)]
pub enum Handler {
    Light(fn(Input<'_>) -> Result<Response, Failure>),
    /// Reads a long text, which may take a second.
    Text(fn(Input<'_>) -> Result<Response, Failure>),
    /// Runs a script until the control's time is over.
    #[cfg(feature = "search")]
    Script(fn(Input<'_>, &Control) -> Result<Response, Failure>),
    /// Prepares a search within these limits. The search reports events.
    #[cfg(feature = "search")]
    Search(fn(Input<'_>, &Limits) -> Result<SearchJob, Failure>),
}

/// A request that the workbench answers.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    pub name: &'static str,
    pub form: Form,
    pub handler: Handler,
}

const fn request(name: &'static str, form: Form, handler: Handler) -> Request {
    Request { name, form, handler }
}

use Form::{Body, Either, Query};
use Handler::{Light, Text};
#[cfg(feature = "search")]
use Handler::{Script, Search as Runs};

/// Every request. The [`catalogue`](crate::catalogue()), the [`packs`](crate::packs()) and the
/// assignments are not among them: they never change, so a server sends them as they are.
pub const REQUESTS: &[Request] = &[
    request(
        "position",
        Either,
        Light(|input| Response::json(&position::position(&input.read()?)?)),
    ),
    request("play", Body, Light(|input| Response::json(&play::play(&input.read()?)?))),
    request("board", Body, Light(|input| Response::json(&board::board(&input.read()?)?))),
    request("check", Body, Text(|input| Response::json(&check::check(input.read()?)?))),
    request("export", Either, Light(|input| export::export(&input.read()?))),
    request("picture", Query, Light(|input| export::picture(&input.read()?))),
    #[cfg(feature = "search")]
    request(
        "values",
        Either,
        Script(|input, control| Response::json(&values::values(&input.read()?, control)?)),
    ),
    #[cfg(feature = "search")]
    request(
        "trace",
        Body,
        Script(|input, control| Response::json(&trace::trace(&input.read()?, control)?)),
    ),
    #[cfg(feature = "search")]
    request(
        "script",
        Body,
        Script(|input, control| Response::json(&scripts::script(&input.read()?, control)?)),
    ),
    #[cfg(feature = "search")]
    request(
        "puzzle",
        Body,
        Script(|input, control| Response::json(&scripts::puzzle(&input.read()?, control)?)),
    ),
    #[cfg(feature = "search")]
    request(
        "puzzlescript",
        Body,
        Text(|input| Response::json(&puzzlescript::puzzlescript(&input.read()?))),
    ),
    #[cfg(feature = "search")]
    request(
        "gallery",
        Query,
        Light(|input| Response::json(&puzzlescript::gallery(&input.read()?))),
    ),
    #[cfg(feature = "search")]
    request("words", Either, Light(|input| Response::json(&scripts::words(&input.read()?)?))),
    #[cfg(feature = "search")]
    request("assignment", Body, Text(|input| Response::json(&grade::assignment(&input.read()?)?))),
    #[cfg(feature = "search")]
    request("solve", Either, Runs(|input, limits| search::solve(&input.read()?, limits))),
    #[cfg(feature = "search")]
    request("watch", Either, Runs(|input, limits| search::watch(&input.read()?, limits))),
    #[cfg(feature = "search")]
    request("compare", Either, Runs(|input, limits| search::compare(&input.read()?, limits))),
    #[cfg(feature = "search")]
    request("generate", Query, Runs(|input, limits| search::generate(&input.read()?, limits))),
    #[cfg(feature = "search")]
    request("describe", Either, Runs(|input, limits| search::describe(&input.read()?, limits))),
    #[cfg(feature = "search")]
    request("inspect", Either, Runs(|input, limits| search::inspect(&input.read()?, limits))),
    #[cfg(feature = "search")]
    request("map", Either, Runs(|input, limits| search::map(&input.read()?, limits))),
    #[cfg(feature = "search")]
    request("vary", Either, Runs(|input, limits| search::vary(&input.read()?, limits))),
    #[cfg(feature = "search")]
    request("explain", Either, Runs(|input, limits| search::explain(&input.read()?, limits))),
    #[cfg(feature = "search")]
    request("claims", Either, Runs(|input, limits| search::claims(&input.read()?, limits))),
    #[cfg(feature = "search")]
    request("grade", Body, Runs(|input, limits| search::grade(&input.read()?, limits))),
];

impl Request {
    /// Returns the request with this name.
    pub fn named(name: &str) -> Result<Request, Failure> {
        REQUESTS.iter().copied().find(|request| request.name == name).ok_or_else(|| {
            let name: String = name.chars().take(40).collect();
            Failure::new(404, "not-found", format!("unknown request '{name}'"))
        })
    }

    /// The text of such a request, ready for its handler.
    pub fn input(self, text: &str) -> Input<'_> {
        Input { form: self.form, text }
    }
}
