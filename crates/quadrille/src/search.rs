//! The searches of [`quadrille_search`], with the moves of grid puzzles.

pub use quadrille_search::*;

use crate::moves::Move;

/// Something that happened in a search.
pub type Event<M = Move> = quadrille_search::Event<M>;
/// What is known about a level after a search.
pub type Outcome = quadrille_search::Outcome<Move>;
/// What is known of all positions of a level.
pub type Survey = quadrille_search::explore::Survey<Move>;
/// The end of a search.
pub type Report = quadrille_search::Report<Move>;
/// A listener to the events of a search, if there is one.
pub type Observer<'a> = quadrille_search::toolkit::Observer<'a, Move>;
