//! A level as a search problem by the plain rules, for games and boards without fast ones.

use super::{Cell, Definition};
use crate::grid::{Grid, Size};
use crate::heuristics::{Estimate, Vocabulary};
use crate::moves::Move;
use crate::puzzle::Puzzle;
use crate::registry::Value;
use crate::search::space::{Space, Successors};

/// The positions of a level, each packed as the codes of its cells: one byte per cell, two in a
/// game with more than 256 kinds. A position is unpacked and played by the plain rules. The search
/// is blind: every estimate is 0.
#[derive(Clone, Debug)]
pub struct Boards<'a, D: Definition> {
    game: &'a D,
    size: Size,
    start: Box<[u8]>,
}

impl<'a, D: Definition> Boards<'a, D> {
    /// The puzzle of a board.
    pub fn new(game: &'a D, board: &Grid<D::Cell>) -> Boards<'a, D> {
        Boards { game, size: board.size(), start: packed(board) }
    }

    fn unpacked(&self, state: &[u8]) -> Grid<D::Cell> {
        let code =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |code, &byte| code << 8 | u16::from(byte));
        let cells = state.chunks(width::<D::Cell>()).map(|bytes| D::Cell::from_code(code(bytes)));
        let cells: Option<Vec<D::Cell>> = cells.collect();
        let board = cells.and_then(|cells| Grid::from_cells(self.size, cells));
        board.expect("a state was packed from a board of this size")
    }
}

fn width<C: Cell>() -> usize {
    if C::table().cells().len() > 256 { 2 } else { 1 }
}

fn packed<C: Cell>(board: &Grid<C>) -> Box<[u8]> {
    let width = width::<C>();
    board
        .cells()
        .iter()
        .flat_map(|cell| cell.code().to_le_bytes().into_iter().take(width))
        .collect()
}

impl<D: Definition> Space for Boards<'_, D> {
    type State = Box<[u8]>;
    type Move = Move;

    fn start(&self) -> Box<[u8]> {
        self.start.clone()
    }

    fn is_goal(&self, state: &Box<[u8]>) -> bool {
        self.game.is_solved(&self.unpacked(state))
    }

    fn successors(&self, state: &Box<[u8]>, next: &mut Successors<Box<[u8]>, Move>) {
        let board = self.unpacked(state);
        for mv in self.game.moves(&board) {
            if let Ok(after) = self.game.play(&board, mv) {
                next.push_with_cost(mv, packed(&after), self.game.cost(&board, mv, &after));
            }
        }
    }

    fn has_unit_costs(&self) -> bool {
        D::HAS_UNIT_COSTS
    }

    fn heap_bytes(&self) -> usize {
        self.start.len()
    }
}

impl<D: Definition> Puzzle for Boards<'_, D> {
    fn vocabulary(&self) -> Vocabulary {
        self.game.vocabulary()
    }

    fn board(&self, state: &Box<[u8]>) -> Grid<u16> {
        self.unpacked(state).map(D::Cell::code)
    }

    fn heuristic(&self, name: &str, _options: &[Value]) -> Option<Estimate<'_, Box<[u8]>>> {
        let is_known = D::HEURISTICS.iter().any(|info| info.name == name);
        is_known.then(|| Box::new(|_: &_, _: Option<&_>| 0.0) as Estimate<'_, _>)
    }
}
