//! Experiments with search on grid puzzles.
//!
//! A [`Method`](quadrille::Method) is an algorithm with a heuristic, a [`Record`](quadrille::record::Record) what came of it on
//! a level. [`compare`] tries several methods on one level. A [`Plan`] says what to try on many; with its levels at hand it is a
//! [`Schedule`], which [`run`] works through, adding a [`Trial`] after the other to a [`Store`]. What is in it is read as
//! [`Results`], told in a [`report`] with [`statistics`] and [`charts`], and taken elsewhere by [`export`]. The [`runner`] is what
//! all work on threads goes through, also that of the command.

pub mod charts;
mod compare;
mod contender;
pub mod dataset;
pub mod export;
mod foreign;
mod import;
mod machine;
mod measure;
mod methods;
mod plan;
mod processes;
pub mod quantities;
pub mod report;
mod run;
pub mod runner;
mod schedule;
pub mod statistics;
mod store;
pub mod table;
mod trial;

pub use compare::{Step, compare, picture, told};
pub use contender::Contender;
pub use foreign::Foreign;
pub use import::{ImportError, Imported, import};
pub use machine::machine;
pub use measure::{BUG, default_limits, fingerprint, measure, optimum};
pub use methods::{cross, default_methods, heuristics_of, split_list};
pub use plan::{Choice, Experiment, Plan, chosen};
pub use run::{End, run};
pub use schedule::{Identity, Schedule, Subject, Task};
pub use store::{Circumstances, Difference, Results, Store, StoreError};
pub use trial::{Key, Trial};
