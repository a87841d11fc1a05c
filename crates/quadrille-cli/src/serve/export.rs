//! `GET /api/export` and `GET /api/picture`: a position as a file.

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use quadrille::{draw, levels};
use serde::Deserialize;

use super::answer::NOT_KEPT;
use super::asked::Asked;
use super::failure::Failure;
use super::position::{Which, level_of};
use super::work;

/// A picture has its own styles inside; nothing else of it may run.
const PICTURE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Which position, and in which format.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Export {
    code: String,
    format: String,
}

/// `GET /api/export`.
pub async fn get(Asked(export): Asked<Export>) -> Result<Response, Failure> {
    work::apart(move || written(&export)).await
}

fn written(export: &Export) -> Result<Response, Failure> {
    let level = level_of(&export.code)?;
    let text = levels::write(&level, &export.format)
        .map_err(|error| Failure::unprocessable("bad-format", error.to_string()))?;
    let (ending, kind) = match export.format.as_str() {
        "svg" => ("svg", "image/svg+xml"),
        _ => ("txt", "text/plain; charset=utf-8"),
    };
    let name = format!("attachment; filename=\"{}.{ending}\"", level.game.id());
    let mut response = file(text, kind);
    let name = HeaderValue::try_from(name).map_err(|_| Failure::bug())?;
    response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}

/// `GET /api/picture`.
pub async fn picture(Asked(which): Asked<Which>) -> Result<Response, Failure> {
    work::apart(move || drawn(&which)).await
}

fn drawn(which: &Which) -> Result<Response, Failure> {
    let level = level_of(&which.code)?;
    let mut response = file(draw::svg(level.game, &level.grid), "image/svg+xml");
    // The same code is the same picture, until there is another Quadrille.
    let kept = HeaderValue::from_static("private, max-age=86400");
    response.headers_mut().insert(header::CACHE_CONTROL, kept);
    Ok(response)
}

fn file(text: String, kind: &'static str) -> Response {
    let mut response = Response::new(Body::from(text));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, NOT_KEPT);
    let policy = HeaderValue::from_static(PICTURE_POLICY);
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}
