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
pub use crate::game::{Fill, Game, Glide, Pick, SolveError, Step, Tally};

use std::sync::{PoisonError, RwLock};

/// Every game that is built in, in the order in which they are shown.
pub static ALL: &[&dyn Game] =
    &[&tiles::Game, &zhed::Game, &squares::Game, &fold::Game, &sokoban::Game];

/// The games that were registered at run time. It is the only thing in the library that a program can change for all its
/// parts: a level names its game by its identifier, wherever it is read.
static REGISTERED: RwLock<Vec<&'static dyn Game>> = RwLock::new(Vec::new());

/// Adds a game at run time. Its identifier has small letters alone, and no other game has it.
pub fn register(game: &'static dyn Game) -> Result<(), String> {
    let id = game.id();
    if id.is_empty() || !id.bytes().all(|letter| letter.is_ascii_lowercase()) {
        return Err(format!("'{id}' is no identifier of a game: use small letters from a to z"));
    }
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    if ALL.iter().chain(registered.iter()).any(|other| other.id() == id) {
        return Err(format!("there is a game '{id}' already"));
    }
    registered.push(game);
    Ok(())
}

/// Every game there is: those that are built in, then those that were registered.
pub fn all() -> Vec<&'static dyn Game> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    ALL.iter().chain(registered.iter()).copied().collect()
}

/// The game with this identifier.
///
/// ```
/// assert_eq!(quadrille::games::by_id("zhed").unwrap().title(), "ZHED");
/// assert!(quadrille::games::by_id("chess").is_none());
/// ```
pub fn by_id(id: &str) -> Option<&'static dyn Game> {
    let registered = || REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    let find = |games: &[&'static dyn Game]| games.iter().copied().find(|game| game.id() == id);
    find(ALL).or_else(|| find(&registered()))
}
