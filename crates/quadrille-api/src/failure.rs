//! What goes wrong with a question, as JSON with a way out.

use quadrille::diagnostic::Diagnostic;
use serde::Serialize;

/// A question that cannot be answered.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure {
    /// What is wrong in the numbers of HTTP: 400 for a question that makes no sense, 422 for one that cannot be done.
    pub status: u16,
    /// What is wrong, for programs and people.
    pub error: Box<Diagnostic>,
    /// When it is worth another try, in seconds.
    pub retry_after: Option<u32>,
}

#[derive(Serialize)]
struct Body<'a> {
    error: &'a Diagnostic,
}

impl Failure {
    /// As JSON: an object with what is wrong.
    pub fn json(&self) -> String {
        // Plain fields can always be written.
        serde_json::to_string(&Body { error: &self.error }).unwrap_or_default()
    }

    /// A failure.
    pub fn new(status: u16, code: &'static str, message: impl Into<String>) -> Failure {
        Failure::of(status, Diagnostic::new(code, message))
    }

    /// A failure with a diagnostic of the library.
    pub fn of(status: u16, error: Diagnostic) -> Failure {
        Failure { status, error: Box::new(error), retry_after: None }
    }

    /// A request that makes no sense.
    pub fn bad_request(code: &'static str, message: impl Into<String>) -> Failure {
        Failure::new(400, code, message)
    }

    /// A request that makes sense but cannot be done.
    pub fn unprocessable(code: &'static str, message: impl Into<String>) -> Failure {
        Failure::new(422, code, message)
    }

    /// A bug of ours, of which the log has more.
    pub fn bug() -> Failure {
        Failure::new(500, "bug", "this is a bug in Quadrille: the work broke off")
    }

    /// There is no such question.
    pub(crate) fn unknown_question(name: &str) -> Failure {
        let name: String = name.chars().take(40).collect();
        Failure::new(404, "not-found", format!("there is no question '{name}'"))
    }

    /// The same with a way out.
    pub fn help(mut self, help: impl Into<String>) -> Failure {
        *self.error = self.error.with_help(help);
        self
    }

    /// The same, to be tried again after some seconds.
    pub fn retry_after(mut self, seconds: u32) -> Failure {
        self.retry_after = Some(seconds);
        self
    }
}
