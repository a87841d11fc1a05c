//! The algorithms: one type for each. [`Algorithm`](crate::Algorithm) is for a choice at run time.
//!
//! `Search::new(&space).algorithm(Astar)` compiles A* alone, `.algorithm(Algorithm::Astar)`
//! compiles every algorithm for the space.

mod beam;
mod best_first;
mod bfs;
mod deepening;
mod dfs;
#[cfg(not(target_arch = "wasm32"))]
mod distributed;
pub(crate) mod strategy;
mod weight;

pub(crate) use best_first::{ASTAR, GREEDY, UNIFORM_COST, best_first};
pub(crate) use bfs::bfs;
pub(crate) use deepening::{whole_estimate, whole_factor};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use strategy::run_serial;
pub use strategy::{
    Anytime, Astar, Beam, Best, Bfs, Dfs, Greedy, Idastar, Ids, Ordered, Parallel, Ucs, Wastar,
};
pub(crate) use strategy::{Strategy, Task};
pub use weight::Weight;
