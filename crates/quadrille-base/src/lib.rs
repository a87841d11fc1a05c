//! What the crates of Quadrille share and no puzzle has to do with: work on threads ([`runner`]),
//! quantities in text ([`quantities`]), the memory that a search may use ([`memory`]), the line
//! that describes a computer ([`machine`]), and random numbers and hashes that are the same
//! everywhere ([`random`], [`hash`]).
//!
//! There are no dependencies, and all of it compiles for the browser.

pub mod hash;
mod machine;
pub mod memory;
pub mod quantities;
pub mod random;
pub mod runner;

pub use machine::machine;
