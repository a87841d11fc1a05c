//! Searches: one file an algorithm, all generic over [`Puzzle`](crate::puzzle::Puzzle).
//!
//! Every search takes a [`Meter`], which knows the limits and the cancel token, and an [`Observer`], which compiles
//! away when it is `()`; it returns a [`Report`]: what is known now, and what it took.

mod bfs;
mod control;
mod layers;
mod nodes;
mod observer;
mod plan;
mod report;

pub use bfs::bfs;
pub use control::{Cancel, Control, Limit, Limits, Meter, Progress, Stop};
pub use layers::layers;
pub use nodes::{Inserted, Nodes, OutOfMemory};
pub use observer::{Event, Observer};
pub use plan::{plan_between, plan_cost};
pub use report::{Outcome, Report, Stats};

/// Which of a game's own prunings a search uses. All are on by default; switch one off to see what it brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pruning {
    /// Let one position stand for all that are the same but for names.
    pub canonical: bool,
    /// Drop positions that are certain never to be solved.
    pub dead_ends: bool,
}

impl Default for Pruning {
    fn default() -> Self {
        Pruning { canonical: true, dead_ends: true }
    }
}
