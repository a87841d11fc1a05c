//! Errors of requests, as JSON.

use quadrille::diagnostic::Diagnostic;
use serde::Serialize;

/// The error response to a request.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure {
    /// The HTTP status: 400 for an invalid request, 422 for one that cannot be carried out.
    pub status: u16,
    pub error: Box<Diagnostic>,
    /// The number of seconds after which a retry makes sense.
    pub retry_after: Option<u32>,
}

#[derive(Serialize)]
struct Body<'a> {
    error: &'a Diagnostic,
}

impl Failure {
    pub fn new(status: u16, code: &'static str, message: impl Into<String>) -> Failure {
        Failure::of(status, Diagnostic::new(code, message))
    }

    pub fn of(status: u16, error: Diagnostic) -> Failure {
        Failure { status, error: Box::new(error), retry_after: None }
    }

    pub fn bad_request(code: &'static str, message: impl Into<String>) -> Failure {
        Failure::new(400, code, message)
    }

    /// A valid request that cannot be carried out.
    pub fn unprocessable(code: &'static str, message: impl Into<String>) -> Failure {
        Failure::new(422, code, message)
    }

    /// An internal error; details are in the log.
    pub fn bug() -> Failure {
        Failure::new(500, "bug", "this is a bug in Quadrille: the request could not be completed")
    }

    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Failure {
        *self.error = self.error.with_help(help);
        self
    }

    #[must_use]
    pub fn retry_after(mut self, seconds: u32) -> Failure {
        self.retry_after = Some(seconds);
        self
    }

    pub fn json(&self) -> String {
        // Serialising plain fields cannot fail.
        serde_json::to_string(&Body { error: &self.error }).unwrap_or_default()
    }
}
