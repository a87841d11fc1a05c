//! What a game is called and made of, known at run time.

use super::Kinds;
use crate::moves::Notation;

/// What a game is called, how its moves are written and which cells it has.
#[derive(Clone, Copy, Debug)]
pub struct Identity {
    /// The word for the game on the command line and in files.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// Its rules in a sentence or two.
    pub about: &'static str,
    /// How its moves are written.
    pub notation: Notation,
    /// All its cells.
    pub kinds: &'static Kinds,
}
