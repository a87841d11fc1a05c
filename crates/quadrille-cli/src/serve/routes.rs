//! What is at which address.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{Method, Uri};
use axum::middleware;
use axum::routing::{MethodRouter, any, get, post};

use super::asked::LONGEST;
use super::failure::Failure;
use super::{
    Server, assets, board, catalogue, check, compare, export, generate, guard, health, openapi,
    packs, play, position, solve, watch,
};

type Route = (&'static str, Method, MethodRouter<Arc<Server>>);

/// Every address that programs can ask.
pub fn all() -> Vec<Route> {
    vec![
        ("/api/catalogue", Method::GET, get(catalogue::get)),
        ("/api/packs", Method::GET, get(packs::get)),
        ("/api/position", Method::GET, get(position::get)),
        ("/api/play", Method::POST, post(play::post)),
        ("/api/board", Method::POST, post(board::post)),
        ("/api/check", Method::POST, post(check::post)),
        ("/api/solve", Method::GET, get(solve::get)),
        ("/api/watch", Method::GET, get(watch::get)),
        ("/api/compare", Method::GET, get(compare::get)),
        ("/api/generate", Method::GET, get(generate::get)),
        ("/api/export", Method::GET, get(export::get)),
        ("/api/picture", Method::GET, get(export::picture)),
        ("/api/openapi.json", Method::GET, get(openapi::get)),
        ("/healthz", Method::GET, get(health::get)),
    ]
}

/// The whole server but for its connections.
pub fn router(server: Arc<Server>) -> Router {
    let mut router = Router::new();
    for (path, _, handler) in all() {
        router = router.route(path, handler);
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

async fn nothing(uri: Uri) -> Failure {
    assets::not_found(uri.path())
}

async fn wrong_method(method: Method, uri: Uri) -> Failure {
    assets::wrong_method(&method, uri.path())
}
