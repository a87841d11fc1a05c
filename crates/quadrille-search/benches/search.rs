//! Times against the `pathfinding` crate on state spaces given to both as the same closures.
//!
//! `cargo bench -p quadrille-search` prints a table, `cargo bench -p quadrille-search -- maze` only
//! the rows whose names contain `maze`. Every time is the best of several alternating runs, so
//! other load affects both alike; both must find the same cost. It fails if `pathfinding` is faster
//! on any row.

#![allow(missing_docs)]

mod closures;

use std::process::ExitCode;

fn main() -> ExitCode {
    closures::rows();
    closures::verdict()
}
