//! The questions of the workbench at their addresses: `/api/solve` and so on.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};
use quadrille_api::{Answer, Failure, Form, Kind, Question, ask, search};

use super::answer::NOT_KEPT;
use super::asked::{self, Client};
use super::failure::Refusal;
use super::{Server, stream, work};

/// A picture has its own styles inside; nothing else of it may run.
const FILE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// The address of a question, and what answers there.
pub fn routes(question: Question) -> Vec<(String, Method, MethodRouter<Arc<Server>>)> {
    let handler = move |State(server): State<Arc<Server>>, client: Client, request: Request| {
        answer(question, server, client, request)
    };
    let asked = (question.form != Form::Body).then(|| (Method::GET, get(handler)));
    let sent = (question.form != Form::Query).then(|| (Method::POST, post(handler)));
    let path = format!("/api/{}", question.name);
    asked.into_iter().chain(sent).map(|(method, router)| (path.clone(), method, router)).collect()
}

async fn answer(
    question: Question,
    server: Arc<Server>,
    client: Client,
    request: Request,
) -> Result<Response, Refusal> {
    let asked = match *request.method() {
        Method::POST => asked::body(request).await?,
        _ => request.uri().query().unwrap_or_default().to_string(),
    };
    let answer = match question.kind {
        Kind::Light => work::apart(move || ask(question.name, &asked)).await?,
        Kind::Text => work::in_turn(&server.turns, move || ask(question.name, &asked)).await?,
        Kind::Search => {
            let search = search(question.name, &asked, &server.bounds)?;
            return Ok(stream::of(&server.pool, client, search)?);
        }
    };
    Ok(sent(answer)?)
}

fn sent(answer: Answer) -> Result<Response, Failure> {
    let mut response = Response::new(Body::from(answer.text));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(answer.kind));
    // What is lasting is so until there is another Quadrille.
    let kept = HeaderValue::from_static("private, max-age=86400");
    headers.insert(header::CACHE_CONTROL, if answer.is_lasting { kept } else { NOT_KEPT });
    if answer.kind != "application/json" {
        let policy = HeaderValue::from_static(FILE_POLICY);
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    if let Some(file) = answer.file {
        let name = format!("attachment; filename=\"{file}\"");
        let name = HeaderValue::try_from(name).map_err(|_| Failure::bug())?;
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(response)
}
