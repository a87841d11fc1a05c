//! The progress of a player: solved levels with their moves, and unfinished games.

mod keeper;
mod record;
mod store;

pub use keeper::Keeper;
pub use record::{LevelProgress, SavedProgress};
pub use store::{Store, default_path};
