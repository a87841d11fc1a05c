//! Experiments with search on grid puzzles.
//!
//! A [`Method`](quadrille::Method) is an algorithm with a heuristic, a
//! [`Record`](quadrille::record::Record) its result on a level. [`compare`] runs several methods on
//! one level. A [`Plan`] lists methods for many levels; with its levels loaded it is a
//! [`Schedule`], which [`run`] executes, adding one [`Trial`] after the other to a [`Store`]. The
//! stored trials are read as [`Results`], shown in a [`report`] with statistics and [`charts`],
//! and written to other formats by [`export`].

#[cfg(feature = "store")]
mod apart;
pub mod charts;
pub mod child;
mod compare;
pub mod confine;
mod contender;
#[cfg(feature = "store")]
mod cores;
#[cfg(feature = "store")]
pub mod dataset;
pub mod explain;
#[cfg(feature = "store")]
pub mod export;
#[cfg(feature = "store")]
pub mod fields;
mod foreign;
#[cfg(feature = "store")]
mod import;
mod measure;
mod methods;
#[cfg(feature = "store")]
mod plan;
mod planner;
mod processes;
#[cfg(feature = "store")]
pub mod report;
#[cfg(feature = "store")]
mod run;
#[cfg(feature = "store")]
mod schedule;
#[cfg(feature = "store")]
mod select;
#[cfg(feature = "store")]
mod store;
#[cfg(feature = "store")]
pub mod table;
#[cfg(feature = "store")]
mod trial;

#[cfg(feature = "store")]
pub use apart::{Apart, Errand};
pub use compare::{Step, compare, picture, summary};
pub use contender::Contender;
#[cfg(feature = "store")]
pub use cores::Cores;
pub use foreign::Foreign;
#[cfg(feature = "store")]
pub use import::{ImportError, Imported, import};
pub use measure::{BUG, default_limits, fingerprint, measure, optimum};
pub use methods::{cross, default_methods};
#[cfg(feature = "store")]
pub use plan::{Experiment, MethodChoice, Plan, chosen};
#[cfg(feature = "store")]
pub use processes::end_with_parent;
#[cfg(feature = "store")]
pub use run::{Conditions, End, run};
#[cfg(feature = "store")]
pub use schedule::{Identity, Schedule, Subject, Task};
#[cfg(feature = "store")]
pub use select::Filter;
#[cfg(feature = "store")]
pub use store::{Circumstances, Difference, Differences, Results, Store, StoreError};
#[cfg(feature = "store")]
pub use trial::{Key, Trial};
