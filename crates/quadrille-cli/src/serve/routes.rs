//! The routes of the server.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{Method, Uri};
use axum::middleware;
use axum::routing::{MethodRouter, any, get};

use super::error::ErrorResponse;
use super::input::MAX_BODY;
use super::{Server, assets, guard, health, json, openapi, requests};

type Route = (String, Method, MethodRouter<Arc<Server>>);

/// The routes of the interface.
pub fn all() -> Vec<Route> {
    let own = [
        (
            "/api/catalogue",
            get(
                |State(server): State<Arc<Server>>| async move { json::text(server.catalogue.clone()) },
            ),
        ),
        (
            "/api/packs",
            get(
                |State(server): State<Arc<Server>>| async move { json::text(server.packs.clone()) },
            ),
        ),
        (
            "/api/assignments",
            get(|State(server): State<Arc<Server>>| async move {
                json::text(server.assignments.clone())
            }),
        ),
        ("/api/openapi.json", get(openapi::get)),
        ("/healthz", get(health::get)),
    ];
    let own = own.into_iter().map(|(path, handler)| (path.to_string(), Method::GET, handler));
    quadrille_api::requests().flat_map(requests::routes).chain(own).collect()
}

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
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&server), guard::keep))
        .with_state(server)
}

async fn nothing(uri: Uri) -> ErrorResponse {
    assets::not_found(uri.path())
}

async fn wrong_method(method: Method, uri: Uri) -> ErrorResponse {
    assets::wrong_method(&method, uri.path())
}
