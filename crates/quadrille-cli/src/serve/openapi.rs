//! `GET /api/openapi.json`: the description of the interface.

use axum::body::Bytes;
use axum::response::Response;

use super::json;

/// The description of the interface, in OpenAPI 3.1.
pub const DOCUMENT: &str = include_str!("../../../../docs/openapi.json");

pub async fn get() -> Response {
    json::text(Bytes::from_static(DOCUMENT.as_bytes()))
}
