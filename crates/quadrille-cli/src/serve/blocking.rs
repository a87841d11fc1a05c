//! Short work that would block the threads of the connections.

use std::time::Duration;

use axum::http::StatusCode;
use quadrille::search::{Cancel, Control, Limits};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::error::{Failure, failure};

/// The threads for such work.
pub const THREADS: usize = 4;

/// The threads that texts and scripts may occupy, so that light requests always find one.
const TEXT_THREADS: usize = 2;

/// The time that a text waits for a thread.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(10);

/// The time limit of a text or a script.
const RUN_TIMEOUT: Duration = Duration::from_secs(2);

/// The threads that texts and scripts may occupy.
#[derive(Debug)]
pub struct TextSlots(Semaphore);

impl Default for TextSlots {
    fn default() -> TextSlots {
        TextSlots(Semaphore::new(TEXT_THREADS))
    }
}

/// Runs work on one of the threads. A panic becomes an error response.
pub async fn run<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(Failure::bug()))
}

/// Runs work on a text as soon as a slot is free. The control ends it after [`RUN_TIMEOUT`], and
/// when this future is dropped because the client has closed the connection.
pub async fn run_in_turn<T: Send + 'static>(
    slots: &TextSlots,
    work: impl FnOnce(&Control) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let Ok(Ok(_slot)) = timeout(QUEUE_TIMEOUT, slots.0.acquire()).await else {
        return Err(failure(
            StatusCode::SERVICE_UNAVAILABLE,
            "too-many-texts",
            "too many texts are being read",
        )
        .help("try again later")
        .retry_after(5));
    };
    let limits = Limits { max_time: Some(RUN_TIMEOUT), ..Limits::default() };
    let control = Control::with_limits(limits);
    let _guard = CancelOnDrop(control.cancel.clone());
    run(move || work(&control)).await
}

struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
