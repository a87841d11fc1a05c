//! Failures as answers.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
pub use quadrille_api::Failure;

use super::answer;

/// A request that is refused.
#[derive(Debug)]
pub struct Refusal(pub Failure);

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Refusal {
        Refusal(failure)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Refusal(failure) = self;
        let mut response = answer::json_text(failure.json().into());
        *response.status_mut() =
            StatusCode::from_u16(failure.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        if let Some(seconds) = failure.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// A failure with a status of HTTP.
pub fn failure(status: StatusCode, code: &'static str, message: impl Into<String>) -> Failure {
    Failure::new(status.as_u16(), code, message)
}

/// The server ends.
pub fn stopping() -> Failure {
    failure(StatusCode::SERVICE_UNAVAILABLE, "stopping", "the server was stopped")
        .help("start it again with 'quadrille serve'")
}
