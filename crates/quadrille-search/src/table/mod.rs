//! The tables that searches are made of.

mod block;
mod hash;
mod hints;
mod nodes;
mod open;
mod room;
mod transposition;

pub use hash::{Mixer, hash, owner};
pub use nodes::{Inserted, Link, Nodes, OutOfMemory, Parent};
pub use open::{Key, Open};
pub(crate) use room::make_room;
pub(crate) use transposition::{Met, Table};
