//! `GET /healthz`: the state of the server.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;

use super::jobs::Counts;
use super::{Server, json};

#[derive(Serialize)]
struct Health {
    status: &'static str,
    version: &'static str,
    jobs: usize,
    searches: Counts,
}

pub async fn get(State(server): State<Arc<Server>>) -> Response {
    json::value(&Health {
        status: if server.pool.is_closed() { "stopping" } else { "ok" },
        version: env!("CARGO_PKG_VERSION"),
        jobs: server.pool.settings().jobs,
        searches: server.pool.counts(),
    })
}
