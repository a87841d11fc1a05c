//! `GET /api/openapi.json`: what can be asked, for programs.

use axum::body::Bytes;
use axum::response::Response;

use super::answer;

/// The description of the interface, in OpenAPI 3.1.
pub const DOCUMENT: &str = include_str!("../../../../docs/openapi.json");

/// `GET /api/openapi.json`.
pub async fn get() -> Response {
    answer::json_text(Bytes::from_static(DOCUMENT.as_bytes()))
}
