//! The engine for the browser. A request is a name and a text; events go out through one function;
//! the clock is passed in. There are two WebAssembly modules: the engine, and (without the feature
//! `search`) the rules alone, which are small enough to load at once.
//!
//! A worker runs one request at a time and cannot receive messages meanwhile. So a search reports
//! its events whenever it reads the clock, and the page stops it by ending the worker.

#[cfg(target_arch = "wasm32")]
mod boundary;
#[cfg(feature = "search")]
mod run;

#[cfg(feature = "search")]
pub use run::default_limits;

use quadrille::games::Games;
use quadrille_api::{Failure, Handler, Request, Response};

/// A request that panics, for tests in a real browser.
const PANIC: &str = "panic";

/// Answers a request. `send` receives the name and the JSON data of every event. A request without
/// a search has one event: `answer`, `text` or `failed`. `now` is the time since a fixed moment.
pub fn respond(
    name: &str,
    text: &str,
    #[cfg(feature = "search")] now: fn() -> std::time::Duration,
    send: fn(name: &str, data: &str),
) {
    assert!(name != PANIC, "a panic was requested");
    let answer = |response: Result<Response, Failure>| match response {
        Ok(response) if response.media_type == "application/json" => send("answer", &response.text),
        Ok(response) => send("text", &response.text),
        Err(failure) => send("failed", &failure.json()),
    };
    let request = match Request::named(name) {
        Ok(request) => request,
        Err(failure) => return answer(Err(failure)),
    };
    let games = Games::default();
    let input = request.input(text, &games);
    match request.handler {
        Handler::Light(handle) | Handler::Text(handle) => answer(handle(input)),
        #[cfg(feature = "search")]
        Handler::Script(handle) => answer(handle(input, &run::script_control(now))),
        #[cfg(feature = "search")]
        Handler::Search(prepare) => match prepare(input, &run::limits(text)) {
            Ok(search) => run::run(search, now, send),
            Err(failure) => answer(Err(failure)),
        },
    }
}
