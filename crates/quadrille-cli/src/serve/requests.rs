//! The requests of the workbench at their addresses: `/api/solve` and so on.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request as HttpRequest, State};
use axum::http::{HeaderValue, Method, header};
use axum::response::Response as HttpResponse;
use axum::routing::{MethodRouter, get, post};
use quadrille_api::{Failure, Form, Handler, Request, Response};

use super::error::ErrorResponse;
use super::input::{self, Client};
use super::json::NO_STORE;
use super::{Server, blocking, stream};

/// A picture has inline styles; nothing in it may run.
const FILE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

pub fn routes(request: Request) -> Vec<(String, Method, MethodRouter<Arc<Server>>)> {
    let handler = move |State(server): State<Arc<Server>>, client: Client, http: HttpRequest| {
        respond(request, server, client, http)
    };
    let with_query = (request.form != Form::Body).then(|| (Method::GET, get(handler)));
    let with_body = (request.form != Form::Query).then(|| (Method::POST, post(handler)));
    let path = format!("/api/{}", request.name);
    let all = with_query.into_iter().chain(with_body);
    all.map(|(method, router)| (path.clone(), method, router)).collect()
}

async fn respond(
    request: Request,
    server: Arc<Server>,
    client: Client,
    http: HttpRequest,
) -> Result<HttpResponse, ErrorResponse> {
    let text = match *http.method() {
        Method::POST => input::body(http).await?,
        _ => http.uri().query().unwrap_or_default().to_string(),
    };
    let (slots, games) = (&server.text_slots, server.games.clone());
    let response = match request.handler {
        Handler::Light(handle) => {
            blocking::run(move || handle(request.input(&text, &games))).await?
        }
        Handler::Text(handle) => {
            blocking::run_in_turn(slots, move |_| handle(request.input(&text, &games))).await?
        }
        Handler::Script(handle) => {
            let handle = move |control: &_| handle(request.input(&text, &games), control);
            blocking::run_in_turn(slots, handle).await?
        }
        Handler::Search(prepare) => {
            let search = prepare(request.input(&text, &games), &server.limits)?;
            return Ok(stream::start(&server.pool, client, search)?);
        }
    };
    Ok(http_response(response)?)
}

fn http_response(response: Response) -> Result<HttpResponse, Failure> {
    let mut http = HttpResponse::new(Body::from(response.text));
    let headers = http.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(response.media_type));
    // It stays valid until the program is updated.
    let one_day = HeaderValue::from_static("private, max-age=86400");
    headers.insert(header::CACHE_CONTROL, if response.is_cacheable { one_day } else { NO_STORE });
    if response.media_type != "application/json" {
        let policy = HeaderValue::from_static(FILE_POLICY);
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    if let Some(file) = response.file_name {
        let name = format!("attachment; filename=\"{file}\"");
        let name = HeaderValue::try_from(name).map_err(|_| Failure::bug())?;
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(http)
}
