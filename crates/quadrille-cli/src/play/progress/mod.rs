//! What a player has done: which levels are solved, in how many moves, and where each was left.

mod keeper;
mod record;
mod store;

pub use keeper::Keeper;
pub use record::{Progress, Record};
pub use store::{Store, default_path};
