//! Code shared by the crates of Quadrille that does not depend on any puzzle: work on threads
//! ([`runner`]), quantities in text ([`quantities`]), the default memory limit ([`memory`]), the
//! line that describes a computer ([`machine`]), documents ([`markdown`]), statistics
//! ([`statistics`]), and random numbers and hashes that are the same everywhere ([`random`],
//! [`hash`]).
//!
//! It has no dependencies and compiles for the browser.

pub mod hash;
mod machine;
pub mod markdown;
pub mod memory;
mod names;
pub mod quantities;
pub mod random;
pub mod runner;
pub mod statistics;

pub use machine::machine;
