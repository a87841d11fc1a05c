//! Searches on threads of their own, so many at a time and so many in line.
//!
//! A search cannot be put aside once it runs. For short ones not to wait behind long ones there are two kinds of threads
//! and three lines:
//!
//! - One thread does only what is *quick*: searches that were asked to take at most [`QUICK`], such as hints.
//! - The others do what takes longer, and help with the quick ones when there is nothing else.
//! - A longer search that would have to wait first gets a *trial* of [`TRIAL`] on the quick thread. Most boards are solved
//!   within it; the others go to the line of long searches, and nothing but the trial is lost.
//!
//! In each line it is the turn of whoever has the fewest searches running, then of whoever came first. A client can have
//! only so many searches at a time. All lines have an end: when they are full the answer is "later", at once, or after the
//! trial of a search that turns out to be long.

mod lines;
mod pool;
#[cfg(test)]
mod tests;
mod ticket;

pub use pool::{Counts, Pool, Settings};
pub use ticket::{State, Ticket};

use std::time::Duration;

/// The longest search that is quick.
pub const QUICK: Duration = Duration::from_secs(2);

/// How long a long search may try to be quick.
pub const TRIAL: Duration = Duration::from_millis(50);

/// How a piece of work is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// To its end.
    Whole,
    /// For a short while; when that was not enough it is done again as a whole.
    Trial,
}
