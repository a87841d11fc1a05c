//! Fold played by the packed rules.

use super::cell::Cell;
use super::rules::Fold;
use crate::definition::Cell as _;
use crate::grid::{Direction, Grid, Words};
use crate::moves::Move;
use crate::puzzle::{Play, Puzzle as _};

/// A playable level of fold with at most `8 * N` pieces and `64 * C` cells.
#[derive(Debug)]
pub struct FoldPlay<const N: usize, const C: usize> {
    rules: Fold<N, C>,
    /// The identity and the code of each piece.
    pieces: Vec<(u8, u16)>,
    empty: u16,
}

impl<const N: usize, const C: usize> FoldPlay<N, C> {
    /// The shape of a piece after a fold.
    #[inline]
    fn folded(&self, state: &Words<N>, covered: Words<C>, at: usize, way: Direction) -> Option<u8> {
        let shapes = &self.rules.pieces[at].shapes;
        let shape = usize::from(state.byte(at));
        let folded = shapes.folded[shape][way as usize];
        let image = shapes.masks[usize::from(folded)] ^ shapes.masks[shape];
        (folded != 0 && !image.intersects(covered)).then_some(folded)
    }
}

impl<const N: usize, const C: usize> Play for FoldPlay<N, C> {
    type State = Words<N>;
    type Rules = Fold<N, C>;

    fn new(board: &Grid<u16>) -> Option<FoldPlay<N, C>> {
        let rules = Fold::new(board)?;
        let identities = rules.pieces.iter().map(|piece| piece.shapes.identity);
        let pieces = identities.map(|identity| (identity, Cell::Piece(identity).code())).collect();
        Some(FoldPlay { pieces, empty: Cell::Empty.code(), rules })
    }

    fn rules(&self) -> &Fold<N, C> {
        &self.rules
    }

    fn state(&self, board: &Grid<u16>) -> Option<Words<N>> {
        if board.size() != self.rules.start.size() {
            return None;
        }
        let mut state = Words::EMPTY;
        for (index, &(_, code)) in self.pieces.iter().enumerate() {
            let cells = board.coords_where(|cell| cell == code).map(|at| board.size().index(at));
            let cells: Words<C> = cells.collect();
            let masks = &self.rules.pieces[index].shapes.masks;
            state.set_byte(index, masks.iter().position(|&mask| mask == cells)? as u8);
        }
        (self.rules.board(&state) == *board).then_some(state)
    }

    #[inline]
    fn moves(&self, state: &Words<N>, mut visit: impl FnMut(Move)) {
        let covered = self.rules.covered(state);
        for (index, &(identity, _)) in self.pieces.iter().enumerate() {
            for way in Direction::ALL {
                if self.folded(state, covered, index, way).is_some() {
                    visit(Move::Piece(identity, way));
                }
            }
        }
    }

    #[inline]
    fn after(&self, state: &Words<N>, mv: Move) -> Option<Words<N>> {
        let Move::Piece(identity, way) = mv else { return None };
        let index = self.pieces.iter().position(|&(other, _)| other == identity)?;
        let mut after = *state;
        after.set_byte(index, self.folded(state, self.rules.covered(state), index, way)?);
        Some(after)
    }

    #[inline]
    fn changes(&self, before: &Words<N>, after: &Words<N>, mut visit: impl FnMut(usize, u16, u16)) {
        for (index, &(_, code)) in self.pieces.iter().enumerate() {
            let (old, new) = (before.byte(index), after.byte(index));
            if old == new {
                continue;
            }
            let masks = &self.rules.pieces[index].shapes.masks;
            let old = masks[usize::from(old)];
            for cell in (old ^ masks[usize::from(new)]).bits() {
                let (gone, come) =
                    if old.contains(cell) { (code, self.empty) } else { (self.empty, code) };
                visit(cell, gone, come);
            }
        }
    }
}
