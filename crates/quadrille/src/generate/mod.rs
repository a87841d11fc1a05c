//! Making levels, and rating their difficulty.
//!
//! A candidate is drafted at random by the game's [`Workshop`], solved with proof, stripped of
//! everything that does not affect its shortest plans, and rated
//! ([`Game::attempt`](crate::games::Game::attempt)). It depends only on the [`Spec`] and its
//! number, so candidates can be made in parallel; a [`Batch`] collects them in the order of their
//! numbers, and gives the same levels on every machine. For the same reason limits are limits of
//! nodes, never of time.
//!
//! ```
//! use quadrille::games;
//! use quadrille::generate::{Batch, Spec};
//! use quadrille::search::Control;
//!
//! let game = games::by_id("tiles").unwrap();
//! let spec = Spec { moves: Some(4..=6), seed: 1, ..Spec::default() };
//! let mut batch = Batch::new(game, 2);
//! for number in 0.. {
//!     batch.take(game.attempt(&spec, number, &Control::default()));
//!     if batch.is_full() {
//!         break;
//!     }
//! }
//! let levels = batch.levels(&spec);
//! assert!(levels.iter().all(|(_, made)| made.plan.len() >= 4));
//! ```

mod batch;
mod check;

pub use crate::candidates::{
    Attempt, Climbed, Difficulty, Made, Parts, Rating, Rejection, Spec, Symmetry, Theme, Unrated,
};
pub use crate::definition::{Hardest, Plans, Scope, Target, Workshop};
pub use batch::Batch;

use crate::levels::Level;
use crate::search::Control;

/// Rates the difficulty of a level for a person. The node limit applies to each search.
#[cfg(feature = "solve")]
pub fn rate(level: &Level, control: &Control) -> Result<Rating, Unrated> {
    level.game.rate(&level.grid, control)
}
