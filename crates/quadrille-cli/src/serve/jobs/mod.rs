//! Searches on threads of their own: a bounded number running and a bounded number waiting.
//!
//! A search cannot be paused once it runs. So that short ones do not wait behind long ones, there
//! are two kinds of workers and three queues:
//!
//! - One worker takes only *quick* searches: those limited to at most [`QUICK`], such as hints.
//! - The others take longer ones, and quick ones when there is nothing else.
//! - A longer search that would have to wait first gets a *trial* of [`TRIAL`] on the quick worker.
//!   Most boards are solved within it; the others go to the queue of long searches, and only the
//!   trial is lost.
//!
//! In each queue, the client with the fewest running searches comes first, then the one that waits
//! longest. The number of searches per client is limited. All queues are bounded: when one is full,
//! the response is "try again later", at once, or after the trial of a long search.

mod pool;
mod queues;
#[cfg(test)]
mod tests;
mod ticket;

pub use pool::{Counts, Pool, Settings};
pub use ticket::{State, Ticket};

use std::time::Duration;

/// The longest time limit of a quick search.
pub const QUICK: Duration = Duration::from_secs(2);

/// The time limit of a trial.
pub const TRIAL: Duration = Duration::from_millis(50);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attempt {
    Whole,
    /// For a short time; if that is not enough, it runs again as a whole.
    Trial,
}
