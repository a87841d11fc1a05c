//! The engine for the browser. A request goes in as a question and its text, events come out through one function; the clock is
//! handed in. There are two modules: the engine, and (without the feature `search`) the rules alone, which are small enough to be
//! there at once.
//!
//! The worker runs one request at a time and cannot be spoken to meanwhile. So a search tells its news whenever it looks at the
//! clock, and whoever wants to stop it ends the worker.

#[cfg(target_arch = "wasm32")]
mod boundary;
#[cfg(feature = "search")]
mod run;

#[cfg(feature = "search")]
pub use run::usual_bounds;

/// A question that ends in a panic, so that what becomes of one can be tested in a real browser.
const PANIC: &str = "panic";

/// Answers a question: `tell` gets the name and the data, as JSON, of every event. A question that is answered at once has one event,
/// `answer` or `failed`. `now` is the time since some moment that does not change.
pub fn respond(
    question: &str,
    asked: &str,
    #[cfg(feature = "search")] now: fn() -> std::time::Duration,
    tell: fn(name: &str, data: &str),
) {
    #[cfg(feature = "search")]
    if run::is_search(question) {
        return run::run(question, asked, now, tell);
    }
    assert!(question != PANIC, "a panic was asked for");
    match quadrille_api::ask(question, asked) {
        Ok(answer) if answer.kind == "application/json" => tell("answer", &answer.text),
        Ok(answer) => tell("text", &answer.text),
        Err(failure) => tell("failed", &failure.json()),
    }
}
