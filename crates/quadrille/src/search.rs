//! The searches of [`quadrille_search`], with the moves of grid puzzles.

pub use quadrille_search::*;

use crate::moves::Move;
use crate::search::space::{Heuristic, Space};

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

/// A space whose states are as many words as each level needs.
#[cfg(feature = "solve")]
pub type BoxedSpace<'a> = dyn Space<State = Box<[u64]>, Move = Move> + 'a;

/// Searches such a space. It is compiled here once, for the crates that have games of their own.
#[cfg(feature = "solve")]
pub fn boxed(
    space: &BoxedSpace<'_>,
    heuristic: &dyn Heuristic<Box<[u64]>, Move>,
    algorithm: Algorithm,
    control: &Control,
) -> Report {
    Search::new(space)
        .heuristic(heuristic)
        .algorithm(algorithm)
        .control(control)
        .run()
        .without_states()
}
