//! The requests of the workbench and their responses: pure functions without files, network or
//! threads, so that a server and a browser give the same responses.
//!
//! A request has a name and a text: the query of an address, or a JSON body. [`requests`] lists
//! them all. Most are answered at once; with the feature `search`, some prepare a [`SearchJob`]
//! that reports [`StreamEvent`]s while it runs. The caller decides on which thread and within which
//! limits.

mod board;
#[cfg(feature = "search")]
mod catalogue;
mod check;
mod export;
mod failure;
#[cfg(feature = "search")]
mod file;
#[cfg(feature = "search")]
pub mod grade;
mod level;
#[cfg(feature = "search")]
mod limits;
#[cfg(feature = "search")]
mod packs;
mod play;
mod position;
#[cfg(feature = "search")]
mod puzzlescript;
mod request;
mod response;
#[cfg(feature = "search")]
mod scripts;
#[cfg(feature = "search")]
mod search;
#[cfg(feature = "search")]
mod values;

#[cfg(feature = "search")]
pub use catalogue::catalogue;
pub use failure::Failure;
#[cfg(feature = "search")]
pub use packs::packs;
pub use request::{Form, Handler, Input, Request, requests};
pub use response::Response;
#[cfg(feature = "search")]
pub use search::{Events, SearchJob, StreamEvent, TICK};
