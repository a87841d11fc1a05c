//! What a request asks for, read with care: the query of an address, and bodies of JSON.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use axum::body;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;

use super::failure::Failure;

/// The longest body of a request, in bytes.
pub const LONGEST: usize = 1 << 20;

/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// The query of the address.
#[derive(Debug)]
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Asked<T>, Failure> {
        let query = Query::<T>::try_from_uri(&parts.uri).map_err(|error| {
            let reason = std::error::Error::source(&error)
                .map_or_else(|| error.to_string(), ToString::to_string);
            Failure::bad_request("bad-query", format!("the query of the address: {reason}"))
                .help("/api/openapi.json says what can be asked")
        })?;
        Ok(Asked(query.0))
    }
}

/// The body, as JSON.
#[derive(Debug)]
pub struct Sent<T>(pub T);

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for Sent<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, _state: &S) -> Result<Sent<T>, Failure> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            return Err(Failure::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "not-json",
                "the body is not said to be JSON",
            )
            .help("send it with 'Content-Type: application/json'"));
        }
        let read = body::to_bytes(request.into_body(), LONGEST);
        let Ok(read) = tokio::time::timeout(PATIENCE, read).await else {
            return Err(Failure::new(
                StatusCode::REQUEST_TIMEOUT,
                "too-slow",
                "the body took too long to arrive",
            ));
        };
        let bytes = read.map_err(|error| {
            let is_long = std::error::Error::source(&error)
                .is_some_and(|source| source.to_string().contains("length limit"));
            if is_long { too_long() } else { Failure::bad_request("cut-off", "the body broke off") }
        })?;
        serde_json::from_slice(&bytes).map(Sent).map_err(|error| {
            Failure::bad_request("bad-json", format!("the body: {error}"))
                .help("/api/openapi.json says what can be sent")
        })
    }
}

/// A body over the limit.
pub fn too_long() -> Failure {
    Failure::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "too-long",
        format!("the body is longer than {LONGEST} bytes"),
    )
    .help("send less at once")
}

/// Who asks: the address at the other end of the connection.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Client(pub IpAddr);

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Client, Failure> {
        // A request without a connection comes from this very program.
        let own = Client(Ipv4Addr::LOCALHOST.into());
        Ok(parts.extensions.get::<Client>().copied().unwrap_or(own))
    }
}
