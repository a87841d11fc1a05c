//! Searches: one file an algorithm, all generic over [`Puzzle`](crate::puzzle::Puzzle).
//!
//! Every search takes a [`Meter`], which knows the limits and the cancel token, and an [`Observer`], which compiles
//! away when it is `()`; it returns a [`Report`]: what is known now, and what it took.

mod anytime;
mod astar;
mod beam;
mod best;
mod best_first;
mod bfs;
pub(crate) mod conclude;
mod control;
mod deepening;
mod dfs;
#[cfg(not(target_arch = "wasm32"))]
mod distributed;
mod greedy;
mod hints;
mod idastar;
mod ids;
mod layers;
mod nodes;
mod observer;
pub(crate) mod open;
mod ordered;
mod parallel;
mod plan;
mod report;
mod room;
mod solve;
mod ucs;
mod wastar;

pub use anytime::anytime;
pub use astar::astar;
pub use beam::beam;
pub use best::best;
pub use bfs::bfs;
pub use control::{Cancel, Control, Deadline, Limit, Limits, Meter, Progress, Stop};
pub use dfs::dfs;
pub use greedy::greedy;
pub use idastar::idastar;
pub use ids::ids;
pub use layers::layers;
pub use nodes::{Hashed, Inserted, Link, Nodes, OutOfMemory, Parent};
pub use observer::{Event, Observer};
pub use ordered::ordered;
pub use parallel::parallel;
pub use plan::{plan_between, plan_cost};
pub use report::{Outcome, Report, Stats};
pub use solve::solve;
pub use ucs::ucs;
pub use wastar::wastar;

/// Which of a game's own prunings a search uses. All are on by default; switch one off to see what it brings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
