//! The identity of a game, known at run time.

use super::Kinds;
use crate::moves::Notation;

/// The names, the notation and the cells of a game.
#[derive(Clone, Copy, Debug)]
pub struct Identity {
    /// The id of the game on the command line and in files.
    pub id: &'static str,
    pub title: &'static str,
    /// Its rules in a sentence or two.
    pub about: &'static str,
    pub notation: Notation,
    pub kinds: &'static Kinds,
}
