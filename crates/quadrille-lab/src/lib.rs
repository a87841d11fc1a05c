//! Experiments with search on grid puzzles.
//!
//! A [`Method`] is an algorithm with a heuristic, a [`Trial`] what came of a method on a level. [`compare`] tries several
//! methods on one level. A [`Plan`] says what to try on many; with its levels at hand it is a [`Schedule`], which [`run`]
//! works through, adding to a [`Store`]. What is in it is read as [`Results`], told in a [`report`] with [`statistics`] and
//! [`charts`], and taken elsewhere by [`export`].

pub mod charts;
mod compare;
pub mod export;
mod machine;
mod method;
mod plan;
pub mod quantities;
mod record;
pub mod report;
mod run;
mod schedule;
pub mod statistics;
mod store;
mod trial;

pub use compare::{News, compare, picture, told};
pub use machine::machine;
pub use method::{Method, cross, default_methods, heuristics_of, split_list};
pub use plan::{Experiment, Plan};
pub use record::Record;
pub use run::{End, Step, run};
pub use schedule::{Identity, Schedule, Subject, Task};
pub use store::{Circumstances, Results, Store, StoreError};
pub use trial::{Outcome, Trial, default_limits, fingerprint, measure, optimum};
