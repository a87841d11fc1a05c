//! The searches of [`quadrille_search`], with the moves of grid puzzles.

pub use quadrille_search::*;

use crate::moves::Move;

/// An event of a running search.
pub type Event<M = Move> = quadrille_search::Event<M>;
/// The result of a search of a level.
pub type Outcome = quadrille_search::Outcome<Move>;
/// The facts about all positions of a level.
pub type Survey = quadrille_search::explore::Survey<Move>;
/// The report of a search.
pub type Report = quadrille_search::Report<Move>;
/// A function that receives the events of a search, or `None`.
pub type Observer<'a> = Option<&'a mut dyn FnMut(Event)>;
