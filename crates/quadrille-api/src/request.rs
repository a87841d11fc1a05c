//! The requests of the workbench. [`requests`] returns the only list of them: routes, the browser's
//! engine and the page's list of posted requests are derived from it.

use quadrille::games::Games;
#[cfg(feature = "search")]
use quadrille::search::{Control, Limits};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::failure::Failure;
use crate::response::Response;
#[cfg(feature = "search")]
use crate::search::{self, SearchJob};
use crate::{board, check, export, play, position};
#[cfg(feature = "search")]
use crate::{file, grade, puzzlescript, scripts, values};

/// The form in which a request is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Query,
    Body,
    /// As a query or a body, with the same fields; scripts only in a body.
    Either,
}

/// The text of a request, the form it must have, and the games that it can name.
#[derive(Clone, Copy, Debug)]
pub struct Input<'t> {
    form: Form,
    text: &'t str,
    games: &'t Games,
}

impl Input<'_> {
    fn read<T: DeserializeOwned>(self) -> Result<(T, Games), Failure> {
        let is_body = match self.form {
            Form::Query => false,
            Form::Body => true,
            Form::Either => self.text.starts_with('{'),
        };
        let help = "/api/openapi.json lists the fields of each request";
        if !is_body {
            let request = serde_urlencoded::from_str(self.text).map_err(|error| {
                Failure::bad_request("bad-query", format!("invalid query: {error}")).help(help)
            })?;
            return Ok((request, self.games.clone()));
        }
        #[cfg(feature = "search")]
        let (text, games) = puzzlescript::bring(self.text, self.games)?;
        #[cfg(not(feature = "search"))]
        let (text, games) = (self.text, self.games.clone());
        let request = serde_json::from_str(&text).map_err(|error| {
            Failure::bad_request("bad-json", format!("invalid body: {error}")).help(help)
        })?;
        Ok((request, games))
    }

    /// Answers with a value as JSON.
    fn answer<T: DeserializeOwned, R: Serialize>(
        self,
        respond: impl FnOnce(&T, &Games) -> Result<R, Failure>,
    ) -> Result<Response, Failure> {
        self.send(|request, games| Response::json(&respond(request, games)?))
    }

    fn send<T: DeserializeOwned>(
        self,
        respond: impl FnOnce(&T, &Games) -> Result<Response, Failure>,
    ) -> Result<Response, Failure> {
        let (request, games) = self.read()?;
        respond(&request, &games)
    }

    #[cfg(feature = "search")]
    fn evaluate<T: DeserializeOwned, R: Serialize>(
        self,
        control: &Control,
        respond: fn(&T, &Games, &Control) -> Result<R, Failure>,
    ) -> Result<Response, Failure> {
        self.answer(|request, games| respond(request, games, control))
    }

    #[cfg(feature = "search")]
    fn search<T: DeserializeOwned>(
        self,
        limits: &Limits,
        prepare: fn(&T, &Games, &Limits) -> Result<SearchJob, Failure>,
    ) -> Result<SearchJob, Failure> {
        let (request, games) = self.read()?;
        prepare(&request, &games, limits)
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

/// The requests that need only the rules of the games.
const PLAY: &[Request] = &[
    request("position", Either, Light(|input| input.answer(position::position))),
    request("play", Body, Light(|input| input.answer(play::play))),
    request("board", Body, Light(|input| input.answer(board::board))),
    request("check", Body, Text(|input| input.answer(check::check))),
    request("export", Either, Light(|input| input.send(export::export))),
    request("picture", Query, Light(|input| input.send(export::picture))),
];

/// The requests that need a search or a script.
#[cfg(feature = "search")]
const SEARCH: &[Request] = &[
    request("values", Either, Script(|input, control| input.evaluate(control, values::values))),
    request("trace", Body, Script(|input, control| input.evaluate(control, values::trace))),
    request("script", Body, Script(|input, control| input.evaluate(control, scripts::script))),
    request("puzzle", Body, Script(|input, control| input.evaluate(control, scripts::puzzle))),
    request("puzzlescript", Body, Text(|input| input.answer(puzzlescript::puzzlescript))),
    request("gallery", Query, Light(|input| input.answer(puzzlescript::gallery))),
    request("words", Either, Light(|input| input.answer(scripts::words))),
    request("assignment", Body, Text(|input| input.answer(grade::assignment))),
    request("file", Body, Text(|input| input.answer(file::file))),
    request("solve", Either, Runs(|input, limits| input.search(limits, search::solve))),
    request("watch", Either, Runs(|input, limits| input.search(limits, search::watch))),
    request("compare", Either, Runs(|input, limits| input.search(limits, search::compare))),
    request("generate", Query, Runs(|input, limits| input.search(limits, search::generate))),
    request("describe", Either, Runs(|input, limits| input.search(limits, search::describe))),
    request("inspect", Either, Runs(|input, limits| input.search(limits, search::inspect))),
    request("map", Either, Runs(|input, limits| input.search(limits, search::map))),
    request("vary", Either, Runs(|input, limits| input.search(limits, search::vary))),
    request("explain", Either, Runs(|input, limits| input.search(limits, search::explain))),
    request("claims", Either, Runs(|input, limits| input.search(limits, search::claims))),
    request("grade", Body, Runs(|input, limits| input.search(limits, search::grade))),
];
#[cfg(not(feature = "search"))]
const SEARCH: &[Request] = &[];

/// Returns every request. The [`catalogue`](crate::catalogue()), the [`packs`](crate::packs()) and
/// the assignments are not among them: they never change, so a server sends them as they are.
pub fn requests() -> impl Iterator<Item = Request> {
    PLAY.iter().chain(SEARCH).copied()
}

impl Request {
    pub fn named(name: &str) -> Result<Request, Failure> {
        requests().find(|request| request.name == name).ok_or_else(|| {
            let name: String = name.chars().take(40).collect();
            Failure::new(404, "not-found", format!("unknown request '{name}'"))
        })
    }

    /// The text of such a request, ready for its handler.
    pub fn input<'t>(self, text: &'t str, games: &'t Games) -> Input<'t> {
        Input { form: self.form, text, games }
    }
}
