//! Light work that is still too much for the threads that listen.

use std::time::Duration;

use axum::http::StatusCode;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::failure::{Failure, failure};

/// Threads for such work.
pub const THREADS: usize = 4;

/// How many of them long texts may take, so that the rest is there for what is really light.
const FOR_TEXTS: usize = 2;

/// How long a text waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// The turns of those who have long texts.
#[derive(Debug)]
pub struct Turns(Semaphore);

impl Default for Turns {
    fn default() -> Turns {
        Turns(Semaphore::new(FOR_TEXTS))
    }
}

/// Does a piece of work on one of the few threads for it. A panic is a failure like any other.
pub async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(Failure::bug()))
}

/// The same for work on a text, which may take a second.
pub async fn in_turn<T: Send + 'static>(
    turns: &Turns,
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let Ok(Ok(_turn)) = timeout(PATIENCE, turns.0.acquire()).await else {
        return Err(failure(
            StatusCode::SERVICE_UNAVAILABLE,
            "too-many-texts",
            "too many texts are being read",
        )
        .help("try again in a while")
        .retry_after(5));
    };
    apart(work).await
}
