//! The client and the body of a request.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use axum::body;
use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use quadrille_api::Failure;

use super::error::failure;

/// The longest body of a request, in bytes.
pub const MAX_BODY: usize = 1 << 20;

const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// Reads the body, which must be declared as JSON.
pub async fn body(request: Request) -> Result<String, Failure> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        let message = "the body is not declared as JSON";
        return Err(failure(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", message)
            .help("send it with 'Content-Type: application/json'"));
    }
    let read = body::to_bytes(request.into_body(), MAX_BODY);
    let Ok(read) = tokio::time::timeout(BODY_TIMEOUT, read).await else {
        let message = "the body took too long to arrive";
        return Err(failure(StatusCode::REQUEST_TIMEOUT, "too-slow", message));
    };
    let bytes = read.map_err(|error| {
        let is_long = std::error::Error::source(&error)
            .is_some_and(|source| source.to_string().contains("length limit"));
        if is_long {
            too_long()
        } else {
            Failure::bad_request("cut-off", "the connection closed within the body")
        }
    })?;
    String::from_utf8(bytes.into())
        .map_err(|_| Failure::bad_request("bad-json", "invalid body: it is not UTF-8"))
}

pub fn too_long() -> Failure {
    failure(
        StatusCode::PAYLOAD_TOO_LARGE,
        "too-long",
        format!("the body is longer than {MAX_BODY} bytes"),
    )
    .help("send less at once")
}

/// The client: the address at the other end of the connection.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Client(pub IpAddr);

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Client, Infallible> {
        // A request without a connection comes from this program.
        let own = Client(Ipv4Addr::LOCALHOST.into());
        Ok(parts.extensions.get::<Client>().copied().unwrap_or(own))
    }
}
