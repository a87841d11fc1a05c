//! Who asks, and what is sent with a request, read with care.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use axum::body;
use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use quadrille_api::Failure;

use super::failure::failure;

/// The longest body of a request, in bytes.
pub const LONGEST: usize = 1 << 20;

/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// The body, which is said to be JSON.
pub async fn body(request: Request) -> Result<String, Failure> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        let message = "the body is not said to be JSON";
        return Err(failure(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", message)
            .help("send it with 'Content-Type: application/json'"));
    }
    let read = body::to_bytes(request.into_body(), LONGEST);
    let Ok(read) = tokio::time::timeout(PATIENCE, read).await else {
        let message = "the body took too long to arrive";
        return Err(failure(StatusCode::REQUEST_TIMEOUT, "too-slow", message));
    };
    let bytes = read.map_err(|error| {
        let is_long = std::error::Error::source(&error)
            .is_some_and(|source| source.to_string().contains("length limit"));
        if is_long { too_long() } else { Failure::bad_request("cut-off", "the body broke off") }
    })?;
    String::from_utf8(bytes.into())
        .map_err(|_| Failure::bad_request("bad-json", "the body: it is not UTF-8"))
}

/// A body over the limit.
pub fn too_long() -> Failure {
    failure(
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
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Client, Infallible> {
        // A request without a connection comes from this very program.
        let own = Client(Ipv4Addr::LOCALHOST.into());
        Ok(parts.extensions.get::<Client>().copied().unwrap_or(own))
    }
}
