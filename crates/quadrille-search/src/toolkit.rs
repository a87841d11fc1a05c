//! The parts that searches are made of, for algorithms of your own and for Quadrille's other
//! crates. They may change in any version, so the documentation of the crate does not list them.
//!
//! * An algorithm: implement [`Strategy`] and pass it to
//!   [`Search::algorithm`](crate::Search::algorithm). It receives a [`Task`], checks the limits
//!   with the task's [`Meter`], and ends with a [`Conclusion`], which makes the report.
//! * Tables: [`Nodes`] stores each state once, [`Open`] orders the waiting ones.
//! * Plan finders beside a proof: [`Portfolio`].
//! * States on disk: [`Packed`] states as [`Rows`] of words.
//!
//! [`Nodes`] numbers states in the order of insertion and keeps the parent of each. It counts its
//! bytes and refuses to grow beyond a budget. Which numbers below 1000 can be made from 1 by
//! doubling and adding 3, and how is 17 made?
//!
//! ```
//! use quadrille_search::Stop;
//! use quadrille_search::toolkit::{Deadline, Nodes, Parent};
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

pub use crate::algorithm::strategy::{Strategy, Task};
pub use crate::control::{Clock, Conclusion, Deadline, Meter, Plan};
pub use crate::portfolio::{Finder, Portfolio};
pub use crate::space::packed::Packed;
pub use crate::space::rows::{Expansion, PackedRows, PackedSpace, Rows};
pub use crate::table::{Inserted, Key, Link, Mixer, Nodes, Open, OutOfMemory, Parent, hash, owner};
