//! A level: a board of a game, with its metadata.

use crate::candidates::Theme;
use crate::formats::Known;
use crate::game::Game;
use crate::grid::Grid;
use crate::moves::Move;

/// A board of a game, with its name and other metadata.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    pub game: &'static dyn Game,
    /// The board, as codes of the game's cells.
    pub grid: Grid<u16>,
    pub name: Option<String>,
    pub author: Option<String>,
    /// Its licence: `CC-BY-4.0`.
    pub licence: Option<String>,
    /// Other notes, one per line.
    pub notes: Vec<String>,
    pub known: Option<Known>,
    /// The best known plan.
    pub solution: Option<Vec<Move>>,
    /// Its difficulty, as the score of a [`Rating`](crate::generate::Rating).
    pub difficulty: Option<u32>,
    pub themes: Vec<Theme>,
}

impl Level {
    pub fn new(game: &'static dyn Game, grid: Grid<u16>) -> Level {
        Level {
            game,
            grid,
            name: None,
            author: None,
            licence: None,
            notes: Vec::new(),
            known: None,
            solution: None,
            difficulty: None,
            themes: Vec::new(),
        }
    }
}
