//! JSON responses.

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Serialize;

/// Responses are current and must not be cached.
pub const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

pub fn value(value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(json) => text(json.into()),
        Err(_) => {
            let mut response = text(quadrille_api::Failure::bug().json().into());
            *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
            response
        }
    }
}

/// A response with a text that is already JSON.
pub fn text(text: Bytes) -> Response {
    let mut response = Response::new(Body::from(text));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, NO_STORE);
    response
}
