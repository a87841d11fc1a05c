//! What is at which address.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{Method, Uri};
use axum::middleware;
use axum::routing::{MethodRouter, any, get};
use quadrille_api::QUESTIONS;

use super::asked::LONGEST;
use super::failure::Refusal;
use super::{Server, answer, assets, guard, health, openapi, questions};

type Route = (String, Method, MethodRouter<Arc<Server>>);

/// Every address that programs can ask.
pub fn all() -> Vec<Route> {
    let own = [
        (
            "/api/catalogue",
            get(|State(server): State<Arc<Server>>| async move {
                answer::json_text(server.catalogue.clone())
            }),
        ),
        (
            "/api/packs",
            get(|State(server): State<Arc<Server>>| async move {
                answer::json_text(server.packs.clone())
            }),
        ),
        (
            "/api/assignments",
            get(|State(server): State<Arc<Server>>| async move {
                answer::json_text(server.assignments.clone())
            }),
        ),
        ("/api/openapi.json", get(openapi::get)),
        ("/healthz", get(health::get)),
    ];
    let own = own.into_iter().map(|(path, handler)| (path.to_string(), Method::GET, handler));
    QUESTIONS.iter().copied().flat_map(questions::routes).chain(own).collect()
}

/// The whole server but for its connections.
pub fn router(server: Arc<Server>) -> Router {
    let mut router = Router::new();
    for (path, _, handler) in all() {
        router = router.route(&path, handler);
    }
    router
        .route("/api", any(nothing))
        .route("/api/{*path}", any(nothing))
        .fallback(assets::get)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(LONGEST))
        .layer(middleware::from_fn_with_state(Arc::clone(&server), guard::keep))
        .with_state(server)
}

async fn nothing(uri: Uri) -> Refusal {
    assets::not_found(uri.path())
}

async fn wrong_method(method: Method, uri: Uri) -> Refusal {
    assets::wrong_method(&method, uri.path())
}
