//! What goes wrong in a request, as JSON with a way out.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quadrille::record::Error;
use serde::Serialize;

use super::answer;

/// A request that cannot be answered.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure {
    /// The status of the answer.
    pub status: StatusCode,
    /// What is wrong, for programs and people.
    pub error: Box<Error>,
    /// When it is worth another try, in seconds.
    retry_after: Option<u32>,
}

#[derive(Serialize)]
struct Body<'a> {
    error: &'a Error,
}

impl Failure {
    /// A failure.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Failure {
        let error = Error { code: Some(code.to_string()), ..Error::new(message) };
        Failure { status, error: Box::new(error), retry_after: None }
    }

    /// A request that makes no sense.
    pub fn bad_request(code: &'static str, message: impl Into<String>) -> Failure {
        Failure::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// A request that makes sense but cannot be done.
    pub fn unprocessable(code: &'static str, message: impl Into<String>) -> Failure {
        Failure::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// A bug of ours, of which the log has more.
    pub fn bug() -> Failure {
        Failure::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "bug",
            "this is a bug in Quadrille: the work broke off",
        )
    }

    /// The server ends.
    pub fn stopping() -> Failure {
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, "stopping", "the server was stopped")
            .help("start it again with 'quadrille serve'")
    }

    /// The same with a way out.
    pub fn help(mut self, help: impl Into<String>) -> Failure {
        self.error.help = Some(help.into());
        self
    }

    /// The same, said of a move.
    pub fn of_move(mut self, number: usize) -> Failure {
        self.error.number = Some(number);
        self
    }

    /// The same, to be tried again after some seconds.
    pub fn retry_after(mut self, seconds: u32) -> Failure {
        self.retry_after = Some(seconds);
        self
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = answer::json(&Body { error: &self.error });
        *response.status_mut() = self.status;
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
