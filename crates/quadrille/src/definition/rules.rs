//! The plain rules of a game on boards of cell codes.

use super::{Cell, Definition};
use crate::diagnostic::{Diagnostic, message};
use crate::grid::Grid;
use crate::moves::{Move, Notation};
use crate::search::Cost;

/// The rules that people play by and every plan is checked with. Object-safe: boards are grids of
/// cell codes ([`Cell::code`]).
pub trait Rules {
    fn notation(&self) -> Notation;

    fn is_solved(&self, board: &Grid<u16>) -> bool;

    /// The board after a move, or the reason why it is illegal.
    fn play(&self, board: &Grid<u16>, mv: Move) -> Result<Grid<u16>, Diagnostic>;

    fn has_unit_costs(&self) -> bool;

    /// The cost of a legal move, given the boards before and after it.
    fn cost(&self, before: &Grid<u16>, mv: Move, after: &Grid<u16>) -> Cost;
}

impl<D: Definition> Rules for D {
    fn notation(&self) -> Notation {
        self.identity().notation
    }

    fn is_solved(&self, board: &Grid<u16>) -> bool {
        typed(self, board).is_ok_and(|board| Definition::is_solved(self, &board))
    }

    fn play(&self, board: &Grid<u16>, mv: Move) -> Result<Grid<u16>, Diagnostic> {
        let board = typed(self, board)?;
        Ok(Definition::play(self, &board, mv)?.map(D::Cell::code))
    }

    fn has_unit_costs(&self) -> bool {
        D::HAS_UNIT_COSTS
    }

    fn cost(&self, before: &Grid<u16>, mv: Move, after: &Grid<u16>) -> Cost {
        if D::HAS_UNIT_COSTS {
            return 1;
        }
        match (typed(self, before), typed(self, after)) {
            (Ok(before), Ok(after)) => Definition::cost(self, &before, mv, &after),
            _ => 1,
        }
    }
}

pub(crate) fn typed<D: Definition>(
    game: &D,
    board: &Grid<u16>,
) -> Result<Grid<D::Cell>, Diagnostic> {
    let cells: Option<Vec<_>> =
        board.cells().iter().map(|&code| D::Cell::from_code(code)).collect();
    cells
        .and_then(|cells| Grid::from_cells(board.size(), cells))
        .ok_or_else(|| message::foreign_cell(game.identity().id))
}
