//! ZHED played by the packed rules.

use super::cell::Cell;
use super::rules::Zhed;
use crate::definition::Cell as _;
use crate::grid::{Direction, Grid, Words};
use crate::moves::Move;
use crate::puzzle::{Play, Puzzle as _};

/// A playable level of ZHED with at most `64 * C` cells.
#[derive(Debug)]
pub struct ZhedPlay<const C: usize> {
    rules: Zhed<C>,
    /// The codes of each cell before and after it is filled.
    codes: Vec<[u16; 2]>,
}

fn filled<const C: usize>(board: &Grid<u16>) -> Words<C> {
    let is_filled = |code: u16| matches!(Cell::from_code(code), Some(Cell::Filled | Cell::Reached));
    board.coords_where(is_filled).map(|at| board.size().index(at)).collect()
}

impl<const C: usize> Play for ZhedPlay<C> {
    type State = Words<C>;
    type Rules = Zhed<C>;

    fn new(board: &Grid<u16>) -> Option<ZhedPlay<C>> {
        let rules = Zhed::new(board)?;
        let codes = board.cells().iter().map(|&code| match Cell::from_code(code) {
            Some(Cell::Goal | Cell::Reached) => [Cell::Goal.code(), Cell::Reached.code()],
            _ => [code, Cell::Filled.code()],
        });
        Some(ZhedPlay { codes: codes.collect(), rules })
    }

    fn rules(&self) -> &Zhed<C> {
        &self.rules
    }

    fn state(&self, board: &Grid<u16>) -> Option<Words<C>> {
        if board.size() != self.rules.size {
            return None;
        }
        let state = filled(board);
        (self.rules.board(&state) == *board).then_some(state)
    }

    #[inline]
    fn moves(&self, state: &Words<C>, mut visit: impl FnMut(Move)) {
        for number in self.rules.numbers.iter().filter(|number| !state.contains(number.cell)) {
            Direction::ALL.into_iter().for_each(|way| visit(Move::Cell(number.at, way)));
        }
    }

    #[inline]
    fn after(&self, state: &Words<C>, mv: Move) -> Option<Words<C>> {
        self.rules.after(state, mv)
    }

    #[inline]
    fn changes(&self, before: &Words<C>, after: &Words<C>, mut visit: impl FnMut(usize, u16, u16)) {
        for cell in (*before ^ *after).bits() {
            let codes = self.codes[cell];
            let code = |state: &Words<C>| codes[usize::from(state.contains(cell))];
            visit(cell, code(before), code(after));
        }
    }
}
