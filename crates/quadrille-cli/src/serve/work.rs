//! Light work that is still too much for the threads that listen.

use super::failure::Failure;

/// Does a piece of work on one of the few threads for it.
pub async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(Failure::bug()))
}
