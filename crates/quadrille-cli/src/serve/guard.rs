//! Access checks for requests, and security headers for responses.
//!
//! The server listens on this computer, but a browser on this computer also shows pages of others.
//! Two checks keep those pages out. The `Host` of a request must be one of the server's own names,
//! which prevents DNS rebinding. An `Origin`, if there is one, must be the server itself or an
//! allowed one.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Server;
use super::error::{ErrorResponse, Failure, failure};

/// The content security policy of the page: only its own scripts, styles and pictures, and requests
/// to its own server.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The origin of a request, sent by modern browsers.
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The preflight header for requests to a server in a private network.
const PRIVATE_NETWORK: HeaderName =
    HeaderName::from_static("access-control-request-private-network");

/// The CORS headers for an allowed origin, besides the origin itself.
const SHARED: [(HeaderName, &str); 4] = [
    (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST"),
    (header::ACCESS_CONTROL_ALLOW_HEADERS, "accept, content-type"),
    (header::ACCESS_CONTROL_MAX_AGE, "600"),
    (HeaderName::from_static("access-control-allow-private-network"), "true"),
];

/// The names under which the server accepts requests.
#[derive(Clone, Debug)]
pub struct Names {
    address: SocketAddr,
    /// The host name given to listen on, unless it is an address.
    host: Option<String>,
    /// Further names, with ports if given.
    others: Vec<String>,
    /// Origins whose pages may send requests, besides the server's own.
    origins: Vec<String>,
}

/// Normalises an origin: a scheme and a host, with a port unless it is the default.
pub fn origin(text: &str) -> Result<String, String> {
    let text = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_host = |host: &str| {
        let plain = |at: char| at.is_ascii_alphanumeric() || "-._:[]".contains(at);
        !host.is_empty() && host.chars().all(plain)
    };
    if host.is_some_and(is_host) {
        Ok(text)
    } else {
        Err("an origin is a scheme and a host, such as https://example.org or http://localhost:8000"
            .into())
    }
}

impl Names {
    pub fn new(address: SocketAddr, host: &str, others: &[String]) -> Names {
        let host = host.parse::<IpAddr>().is_err().then(|| host.to_ascii_lowercase());
        let others = others.iter().map(|name| name.to_ascii_lowercase()).collect();
        Names { address, host, others, origins: Vec::new() }
    }

    pub fn with_origins(self, origins: &[String]) -> Names {
        Names { origins: origins.to_vec(), ..self }
    }

    /// The origin of a request, if it is an allowed one other than the server's own.
    fn guest<'h>(&self, headers: &'h HeaderMap) -> Option<&'h HeaderValue> {
        let origin = only(headers, &header::ORIGIN)?;
        let is_allowed = self.origins.iter().any(|allowed| allowed == origin);
        if is_allowed { headers.get(header::ORIGIN) } else { None }
    }

    /// True if a name with its port, as in `localhost:8765`, is allowed.
    pub fn allow(&self, authority: &str) -> bool {
        let authority = authority.to_ascii_lowercase();
        if self.others.contains(&authority) {
            return true;
        }
        let (name, port) = match authority.rsplit_once(':') {
            Some((name, port)) if !port.contains(']') => (name, port),
            _ => (authority.as_str(), "80"),
        };
        if port.parse() != Ok(self.address.port()) {
            return false;
        }
        let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        if name == "localhost" || self.host.as_deref() == Some(name) {
            return true;
        }
        // An IP address cannot be rebound. If the server listens on all addresses, it owns every
        // address.
        let own = self.address.ip();
        name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback() || ip == own || own.is_unspecified())
    }
}

/// Rejects requests that are not allowed, and adds the headers to every response.
pub async fn keep(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let guest = server.names.guest(request.headers()).cloned();
    let is_question = guest.is_some() && request.method() == Method::OPTIONS;
    let asks_for_network = request.headers().contains_key(PRIVATE_NETWORK);
    let mut response = match check(&server.names, &request) {
        // The preflight request of another page.
        Ok(()) if is_question => StatusCode::NO_CONTENT.into_response(),
        Ok(()) => next.run(request).await,
        Err(failure) => ErrorResponse(failure).into_response(),
    };
    if let Some(guest) = guest {
        let headers = response.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, guest);
        if is_question {
            let shared = if asks_for_network { &SHARED[..] } else { &SHARED[..3] };
            for (name, value) in shared {
                headers.insert(name, HeaderValue::from_static(value));
            }
        }
    }
    // A cached response is only for its origin.
    if !server.names.origins.is_empty() {
        response.headers_mut().append(header::VARY, HeaderValue::from_static("origin"));
    }
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

fn check(names: &Names, request: &Request) -> Result<(), Failure> {
    let headers = request.headers();
    let foreign_host = || {
        failure(
            StatusCode::MISDIRECTED_REQUEST,
            "foreign-host",
            "the request is for another host",
        )
        .help("open the address that 'quadrille serve' has printed, or name the host with --allow-host")
    };
    let host = only(headers, &header::HOST).filter(|host| names.allow(host));
    host.ok_or_else(foreign_host)?;
    if request.uri().authority().is_some_and(|authority| !names.allow(authority.as_str())) {
        return Err(foreign_host());
    }
    let is_own =
        |origin: &str| origin.strip_prefix("http://").is_some_and(|host| names.allow(host));
    if names.guest(headers).is_some() {
        return Ok(());
    }
    let foreign_origin =
        headers.contains_key(header::ORIGIN) && !only(headers, &header::ORIGIN).is_some_and(is_own);
    // A link from elsewhere may lead to the page, but other pages may not use the interface.
    let is_link = !request.uri().path().starts_with("/api");
    let foreign_site = headers.contains_key(&SITE)
        && !only(headers, &SITE).is_some_and(|site| matches!(site, "same-origin" | "none"))
        && !is_link;
    if foreign_origin || foreign_site {
        return Err(failure(
            StatusCode::FORBIDDEN,
            "foreign-origin",
            "the request comes from another page",
        )
        .help("only the page of this server, and pages of --allow-origin, may send requests"));
    }
    Ok(())
}

/// The value of a header that occurs exactly once.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    if values.next().is_some() { None } else { value.to_str().ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(address: &str, host: &str, others: &[&str]) -> Names {
        let others: Vec<String> = others.iter().map(ToString::to_string).collect();
        Names::new(address.parse().unwrap(), host, &others)
    }

    #[test]
    fn only_own_names_with_the_right_port_are_allowed() {
        let own = names("127.0.0.1:8765", "127.0.0.1", &[]);
        for name in ["localhost:8765", "LocalHost:8765", "127.0.0.1:8765", "[::1]:8765"] {
            assert!(own.allow(name), "{name}");
        }
        for name in [
            "localhost",
            "localhost:80",
            "localhost:8766",
            "evil.example:8765",
            "evil.example",
            "",
            "localhost.evil.example:8765",
            "192.168.0.7:8765",
            "127.0.0.1:8765:8765",
            "[::1]",
            "localhost:8765@evil",
            "[::1:8765",
            ":8765",
            "localhost:",
        ] {
            assert!(!own.allow(name), "{name}");
        }
    }

    #[test]
    fn origins_are_written_as_browsers_write_them() {
        for (text, meant) in [
            ("https://Example.org/", "https://example.org"),
            ("http://localhost:8000", "http://localhost:8000"),
            ("http://[::1]:8000", "http://[::1]:8000"),
        ] {
            assert_eq!(origin(text).as_deref(), Ok(meant));
        }
        for text in
            ["", "*", "null", "example.org", "https://", "https://a/b", "ftp://a", "https://a b"]
        {
            assert!(origin(text).is_err(), "{text}");
        }
    }

    #[test]
    fn port_80_need_not_be_named() {
        let own = names("127.0.0.1:80", "127.0.0.1", &[]);
        assert!(own.allow("localhost") && own.allow("[::1]") && !own.allow("example"));
    }

    #[test]
    fn on_all_addresses_numbers_are_allowed_and_names_only_when_they_were_given() {
        let own = names("0.0.0.0:8765", "0.0.0.0", &["quadrille.example"]);
        assert!(own.allow("192.168.0.7:8765") && own.allow("quadrille.example"));
        assert!(!own.allow("evil.example:8765") && !own.allow("192.168.0.7:80"));
        let named = names("192.168.0.7:8765", "Lab.local", &[]);
        assert!(named.allow("lab.local:8765") && named.allow("192.168.0.7:8765"));
        assert!(!named.allow("192.168.0.8:8765"));
    }
}
