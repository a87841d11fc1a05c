//! The games: one folder each. To add a game, write its folder and add one line to [`ALL`].
//!
//! A game implements [`Definition`], with types of its own for cells and states, and [`Workshop`](crate::definition::Workshop). From
//! that it gets [`Game`], the object-safe interface that everything outside the library works with.

mod counting;

pub mod fold;
pub mod sokoban;
pub mod squares;
pub mod tiles;
pub mod zhed;

pub use crate::definition::{
    Boards, Brush, Cell, Definition, Entry, Formulation, Ground, Kind, Kinds, Look, Mark, Operator,
    Rules, Shape, StateBound, Table, count_problem, glyph_format, visit,
};
pub use crate::diagnostic::Diagnostic;
pub use crate::game::{Game, SolveError, Tally};

/// Every game there is, in the order in which they are shown.
pub static ALL: &[&dyn Game] =
    &[&tiles::Game, &zhed::Game, &squares::Game, &fold::Game, &sokoban::Game];

/// The game with this identifier.
///
/// ```
/// assert_eq!(quadrille::games::by_id("zhed").unwrap().title(), "ZHED");
/// assert!(quadrille::games::by_id("chess").is_none());
/// ```
pub fn by_id(id: &str) -> Option<&'static dyn Game> {
    ALL.iter().copied().find(|game| game.id() == id)
}
