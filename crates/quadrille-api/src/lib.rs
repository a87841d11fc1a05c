//! The questions that the workbench answers, and their answers: pure functions without files, network or threads, so that a
//! server and a browser give the same ones.
//!
//! A question has a name and a text: the query of an address, a body of JSON, or either ([`QUESTIONS`] says which). [`ask`] answers those that are
//! answered at once. With the feature `search`, [`search`](fn@search) takes those that lead to a search: what is to be done, and a
//! [`Story`] that tells of it in [`Event`]s while it is being done. Who does it, on which thread and within which [`Bounds`], is
//! not decided here.

mod answer;
mod board;
#[cfg(feature = "search")]
mod catalogue;
mod check;
mod export;
mod failure;
#[cfg(feature = "search")]
pub mod grade;
mod level;
#[cfg(feature = "search")]
mod limits;
#[cfg(feature = "search")]
pub mod options;
#[cfg(feature = "search")]
mod packs;
mod play;
mod position;
mod question;
#[cfg(feature = "search")]
mod scripts;
#[cfg(feature = "search")]
mod search;
#[cfg(feature = "search")]
mod values;

pub use answer::Answer;
#[cfg(feature = "search")]
pub use catalogue::catalogue;
pub use failure::Failure;
#[cfg(feature = "search")]
pub use limits::Bounds;
#[cfg(feature = "search")]
pub use packs::packs;
pub use question::{Form, Kind, QUESTIONS, Question, ask};
#[cfg(feature = "search")]
pub use search::{Event, Search, Story, TICK, search};
