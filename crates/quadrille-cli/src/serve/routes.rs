//! What is at which address.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{Method, StatusCode, Uri};
use axum::middleware;
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};

use super::asked::LONGEST;
use super::failure::Failure;
use super::{
    Server, assets, board, catalogue, check, compare, export, guard, health, packs, play, position,
    solve, watch,
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
        ("/api/export", Method::GET, get(export::get)),
        ("/api/picture", Method::GET, get(export::picture)),
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
        .route("/api", get(nothing))
        .route("/api/{*path}", get(nothing))
        .fallback_service(get(assets::get).with_state(Arc::clone(&server)))
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(LONGEST))
        .layer(middleware::from_fn_with_state(Arc::clone(&server), guard::keep))
        .with_state(server)
}

async fn nothing(uri: Uri) -> Failure {
    assets::not_found(uri.path())
}

async fn wrong_method(method: Method, uri: Uri) -> Response {
    use axum::response::IntoResponse;
    let path: String = uri.path().chars().take(80).collect();
    let method: String = method.as_str().chars().take(20).collect();
    Failure::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "wrong-method",
        format!("'{path}' cannot be asked with {method}"),
    )
    .help("/api/openapi.json says how")
    .into_response()
}
