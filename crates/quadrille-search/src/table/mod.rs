//! The tables that searches are made of, for searches of your own.
//!
//! [`Nodes`] keeps each state once, numbered in the order of insertion, with its parent. It counts
//! its bytes and refuses to grow beyond a budget. Which numbers below 1000 can be made from 1 by
//! doubling and adding 3, and how is 17 made?
//!
//! ```
//! use quadrille_search::Stop;
//! use quadrille_search::control::Deadline;
//! use quadrille_search::table::{Nodes, Parent};
//!
//! fn main() -> Result<(), Stop> {
//!     let mut nodes = Nodes::new(1 << 24, Deadline::default());
//!     nodes.insert(1_u32, Parent::NONE)?;
//!     let mut node = 0;
//!     while node < nodes.len() {
//!         let number = *nodes.state(node);
//!         for next in [2 * number, number + 3].into_iter().filter(|&next| next < 1000) {
//!             nodes.insert(next, Parent::new(node, false))?;
//!         }
//!         node += 1;
//!     }
//!     // All but the multiples of 3.
//!     assert_eq!(nodes.len(), 666);
//!
//!     let last = (0..nodes.len()).find(|&node| *nodes.state(node) == 17).unwrap();
//!     assert_eq!(nodes.line_to(last), [1, 4, 7, 14, 17]);
//!     Ok(())
//! }
//! ```

mod hash;
mod hints;
mod nodes;
mod open;
mod room;
mod transposition;

pub use hash::{hash, owner};
pub use nodes::{Inserted, Link, Nodes, OutOfMemory, Parent};
pub use open::{Key, Open, Popped};
pub(crate) use room::make_room;
pub(crate) use transposition::{Met, Table};
