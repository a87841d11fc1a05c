//! Experiments with search on grid puzzles.
//!
//! A [`Method`] is an algorithm with a heuristic, a [`Trial`] what came of a method on a level. [`compare`] tries several
//! methods on one level. [`charts`] draws everything that there is to see.

pub mod charts;
mod compare;
mod method;
pub mod quantities;
pub mod statistics;
mod trial;

pub use compare::{News, compare, picture, told};
pub use method::{Method, cross, default_methods, heuristics_of, split_list};
pub use trial::{Outcome, Trial, default_limits, fingerprint, measure, optimum};
