//! `GET /healthz`: whether the server is well, and what it is doing.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;

use super::jobs::Counts;
use super::{Server, answer};

#[derive(Serialize)]
struct Health {
    status: &'static str,
    version: &'static str,
    jobs: usize,
    searches: Counts,
}

/// `GET /healthz`.
pub async fn get(State(server): State<Arc<Server>>) -> Response {
    answer::json(&Health {
        status: if server.pool.is_closed() { "stopping" } else { "ok" },
        version: env!("CARGO_PKG_VERSION"),
        jobs: server.pool.settings().jobs,
        searches: server.pool.counts(),
    })
}
