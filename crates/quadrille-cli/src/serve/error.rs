//! Errors as responses.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
pub use quadrille_api::Failure;

use super::json;

#[derive(Debug)]
pub struct ErrorResponse(pub Failure);

impl From<Failure> for ErrorResponse {
    fn from(failure: Failure) -> ErrorResponse {
        ErrorResponse(failure)
    }
}

impl IntoResponse for ErrorResponse {
    fn into_response(self) -> Response {
        let ErrorResponse(failure) = self;
        let mut response = json::text(failure.json().into());
        *response.status_mut() =
            StatusCode::from_u16(failure.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        if let Some(seconds) = failure.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

pub fn failure(status: StatusCode, code: &'static str, message: impl Into<String>) -> Failure {
    Failure::new(status.as_u16(), code, message)
}

pub fn stopping() -> Failure {
    failure(StatusCode::SERVICE_UNAVAILABLE, "stopping", "the server is stopping")
        .help("start it again with 'quadrille serve'")
}
