//! A level by the fast rules, with all that is on its boards: for programs that step it.

use std::sync::Arc;

use quadrille::grid::{Grid, Size};
use quadrille::moves::Move;
use quadrille_search::space::Space;

use super::cells::Code;
use super::definition::Decoded;
use super::{Game, message};
use crate::{Position, Positions};

/// The rules of one level.
#[derive(Debug)]
pub struct LevelRules {
    game: &'static Game,
    positions: Positions,
}

impl LevelRules {
    /// The rules of a level; none where they draw random numbers, and where a cell is not one of
    /// the game.
    pub fn new(game: &'static Game, level: &Grid<u16>) -> Option<LevelRules> {
        let Decoded { board, restart, is_won } = game.decoded(&level.map(Code))?;
        if game.program.is_random() {
            return None;
        }
        let program = Arc::clone(&game.program);
        let positions = Positions::with_unseen(program, &board, &restart, is_won);
        Some(LevelRules { game, positions })
    }

    /// The positions as a search sees them: those that differ in what nothing sees are the same.
    pub fn positions(&self) -> &Positions {
        &self.positions
    }

    pub fn start(&self) -> Position {
        self.positions.start()
    }

    pub fn is_won(&self, position: &Position) -> bool {
        self.positions.is_goal(position)
    }

    /// Calls a function with each move that changes something and the position it leads to.
    pub fn each_move(&self, position: &Position, visit: impl FnMut(Move, Position)) {
        if !self.is_won(position) {
            self.positions.each_move(position, visit);
        }
    }

    pub fn changing(&self) -> &[usize] {
        self.positions.objects()
    }

    /// Calls a function with each object that can change and each cell, in reading order, that it
    /// is on.
    pub fn each_object(&self, position: &Position, mut visit: impl FnMut(usize, usize)) {
        let (width, height) = (self.positions.width, self.positions.height);
        self.positions.each_object(position, |object, cell| {
            visit(object, cell % height * width + cell / height);
        });
    }

    pub fn board(
        &self,
        position: &Position,
    ) -> Result<Grid<u16>, quadrille::diagnostic::Diagnostic> {
        let board = self.positions.board(position);
        let restart = self.positions.restart_of(position);
        let size = Size::new(board.height, board.width);
        size.and_then(|size| {
            self.game.encoded(size, &board.objects, &restart, self.is_won(position))
        })
        .map(|grid| grid.map(|Code(code)| code))
        .ok_or_else(|| message::too_many_combinations(self.game.identity.id))
    }

    /// The position of a board that is reachable from the level.
    pub fn position(&self, board: &Grid<u16>) -> Option<Position> {
        let Decoded { board, restart, is_won } = self.game.decoded(&board.map(Code))?;
        self.positions.position(&board, &restart, is_won)
    }
}
