//! Answers in JSON.

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Serialize;

/// Answers are made for the moment: nothing of them is kept.
pub const NOT_KEPT: HeaderValue = HeaderValue::from_static("no-store");

/// A value as an answer.
pub fn json(value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(text) => json_text(text.into()),
        Err(_) => {
            let mut response = json_text(Bytes::from_static(
                br#"{"error":{"code":"bug","message":"this is a bug in Quadrille: an answer could not be written"}}"#,
            ));
            *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
            response
        }
    }
}

/// A text that is JSON already, as an answer.
pub fn json_text(text: Bytes) -> Response {
    let mut response = Response::new(Body::from(text));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, NOT_KEPT);
    response
}
