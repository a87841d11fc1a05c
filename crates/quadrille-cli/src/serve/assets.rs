//! The page: files embedded in the program.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use super::Server;
use super::error::{ErrorResponse, Failure, failure};

/// The source of the page's files.
#[derive(Clone, Debug, Default)]
pub enum Page {
    #[default]
    Inside,
    /// From a folder, for developing the page.
    Folder(PathBuf),
}

struct File {
    content: Cow<'static, [u8]>,
    tag: String,
}

impl Page {
    fn file(&self, name: &str) -> Option<File> {
        match self {
            Page::Inside => {
                let file = quadrille_assets::PAGE.get(name)?;
                Some(File { content: file.bytes.into(), tag: file.hash.to_string() })
            }
            Page::Folder(folder) => {
                // Only files found in the folder are served; a name never becomes part of a path.
                let path = files_in(folder).into_iter().find(|path| {
                    path.strip_prefix(folder).is_ok_and(|inside| inside == Path::new(name))
                })?;
                let content = fs::read(&path).ok()?;
                let changed = fs::metadata(&path).ok()?.modified().ok()?;
                let age = changed.duration_since(std::time::UNIX_EPOCH).ok()?;
                Some(File { content: content.into(), tag: format!("{}", age.as_nanos()) })
            }
        }
    }
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    entries
        .flat_map(|entry| match entry.file_type() {
            Ok(kind) if kind.is_dir() => files_in(&entry.path()),
            Ok(kind) if kind.is_file() => vec![entry.path()],
            _ => Vec::new(),
        })
        .collect()
}

/// The media type of a file, by its extension.
fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Returns a file of the page, or 404.
pub async fn get(
    State(server): State<Arc<Server>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let name = match uri.path() {
        "/" => "index.html",
        path => path.strip_prefix('/').unwrap_or(path),
    };
    let Some(file) = server.page.file(name) else { return not_found(uri.path()).into_response() };
    if method != Method::GET && method != Method::HEAD {
        let mut response = wrong_method(&method, uri.path()).into_response();
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET,HEAD"));
        return response;
    }
    let Ok(tag) = HeaderValue::try_from(format!("\"{}\"", file.tag)) else {
        return ErrorResponse(Failure::bug()).into_response();
    };
    let known = headers.get_all(header::IF_NONE_MATCH).iter().any(|tags| {
        tags.to_str().is_ok_and(|tags| {
            tags.split(',').any(|other| {
                let other = other.trim().trim_start_matches("W/");
                other == "*" || other.as_bytes() == tag.as_bytes()
            })
        })
    });
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mut response = Response::new(Body::from(file.content));
        let kind = HeaderValue::from_static(media_type(name));
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    };
    // The browser caches it, and revalidates it.
    let keep = HeaderValue::from_static("no-cache");
    response.headers_mut().insert(header::CACHE_CONTROL, keep);
    response.headers_mut().insert(header::ETAG, tag);
    response
}

pub fn not_found(path: &str) -> ErrorResponse {
    let path: String = path.chars().take(80).collect();
    failure(StatusCode::NOT_FOUND, "not-found", format!("not found: '{path}'"))
        .help("the page is at '/', the interface for programs at '/api/openapi.json'")
        .into()
}

pub fn wrong_method(method: &Method, path: &str) -> ErrorResponse {
    let path: String = path.chars().take(80).collect();
    let method: String = method.as_str().chars().take(20).collect();
    let message = format!("'{path}' does not support {method}");
    failure(StatusCode::METHOD_NOT_ALLOWED, "wrong-method", message)
        .help("see /api/openapi.json")
        .into()
}
