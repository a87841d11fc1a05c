//! A level: a board of a game, with what is known about it.

use crate::formats::Known;
use crate::game::Game;
use crate::grid::Grid;
use crate::moves::Move;

/// A board of a game, with its name and what is known about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// The game.
    pub game: &'static dyn Game,
    /// The board, as codes of the game's cells.
    pub grid: Grid<u16>,
    /// What the level is called.
    pub name: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// Whatever else there is to say, a line each.
    pub notes: Vec<String>,
    /// What is known about the length of its plans.
    pub known: Option<Known>,
    /// The best plan that is known.
    pub solution: Option<Vec<Move>>,
    /// How hard it is, as the score of a [`Rating`](crate::generate::Rating).
    pub difficulty: Option<u32>,
}

impl Level {
    /// A level of which only the board is known.
    pub fn new(game: &'static dyn Game, grid: Grid<u16>) -> Level {
        Level {
            game,
            grid,
            name: None,
            author: None,
            notes: Vec::new(),
            known: None,
            solution: None,
            difficulty: None,
        }
    }
}
