//! The rules of fold on packed words.
//!
//! A state has one byte per piece: the number of its shape among all that it can take. A fold is
//! one lookup in the table of its shapes and one test of the image against the covered cells.

mod shapes;

pub(super) use shapes::{MAX_SHAPES, Shapes};

use super::cell::Cell;
use super::{Game, plain};
use crate::definition::{Cell as _, Definition, typed};
use crate::grid::{Direction, Grid, Words};
use crate::heuristics::Vocabulary;
use crate::moves::Move;
use crate::puzzle::Puzzle;
use crate::search::space::{Space, Step, Successors};

/// A level of fold with at most `8 * N` pieces and `64 * C` cells.
#[derive(Clone, Debug)]
pub struct Fold<const N: usize, const C: usize> {
    pub(super) start: Grid<Cell>,
    pub(super) whole: Words<C>,
    /// Ordered by identity.
    pub(super) pieces: Vec<Piece<C>>,
}

/// A piece with all shapes it could take on its own.
#[derive(Clone, Debug)]
pub(super) struct Piece<const C: usize> {
    /// Its shapes, ordered by the number of folds.
    pub(super) shapes: Shapes<C>,
    /// For each shape, all cells of the shapes that could follow from it if the piece were alone.
    reach: Vec<Words<C>>,
}

impl<const C: usize> Piece<C> {
    fn new(board: &Grid<Cell>, identity: u8) -> Piece<C> {
        let shapes = Shapes::new(board, identity);
        let mut reach = shapes.masks.clone();
        // A fold leads to a shape with a higher number.
        for shape in (0..reach.len()).rev() {
            for next in shapes.folded[shape].into_iter().filter(|&next| next != 0) {
                reach[shape] = reach[shape] | reach[usize::from(next)];
            }
        }
        Piece { shapes, reach }
    }
}

impl<const N: usize, const C: usize> Fold<N, C> {
    /// The puzzle of a board of cell codes, or `None` if it is not a level of fold or has more than
    /// `8 * N` pieces or `64 * C` cells.
    pub fn new(board: &Grid<u16>) -> Option<Fold<N, C>> {
        let board = typed(&Game, board).ok()?;
        let fits = plain::problems(&board).is_empty()
            && plain::pieces(&board).len() <= 8 * N
            && board.size().cells() <= 64 * C;
        fits.then(|| Fold::from_board(&board))
    }

    pub(super) fn from_board(board: &Grid<Cell>) -> Fold<N, C> {
        let whole = board.coords_where(|cell| cell != Cell::Hole);
        Fold {
            start: board.clone(),
            whole: whole.map(|at| board.size().index(at)).collect(),
            pieces: plain::pieces(board).into_iter().map(|id| Piece::new(board, id)).collect(),
        }
    }

    pub fn board_of(&self, state: &Words<N>) -> Grid<Cell> {
        let mut board = self.start.clone();
        for (index, piece) in self.pieces.iter().enumerate() {
            for cell in piece.shapes.masks[usize::from(state.byte(index))].bits() {
                board[self.start.size().coord(cell)] = Cell::Piece(piece.shapes.identity);
            }
        }
        board
    }

    /// Pushes the folds of the pieces from `first` on.
    #[inline]
    fn folds_from(&self, first: usize, state: &Words<N>, next: &mut Successors<Words<N>, Move>) {
        let covered = self.covered(state);
        for (index, Piece { shapes, .. }) in self.pieces.iter().enumerate().skip(first) {
            let shape = usize::from(state.byte(index));
            for direction in Direction::ALL {
                let folded = shapes.folded[shape][direction as usize];
                if folded == 0 {
                    continue;
                }
                let image = shapes.masks[usize::from(folded)] ^ shapes.masks[shape];
                if !image.intersects(covered) {
                    let mut after = *state;
                    after.set_byte(index, folded);
                    next.push(Move::Piece(shapes.identity, direction), after);
                }
            }
        }
    }

    /// All cells that the pieces cover.
    #[inline]
    pub(super) fn covered(&self, state: &Words<N>) -> Words<C> {
        let mut covered = Words::EMPTY;
        for (index, piece) in self.pieces.iter().enumerate() {
            covered |= piece.shapes.masks[usize::from(state.byte(index))];
        }
        covered
    }
}

impl<const N: usize, const C: usize> Puzzle for Fold<N, C> {
    fn vocabulary(&self) -> Vocabulary {
        Game.vocabulary()
    }

    fn board(&self, state: &Words<N>) -> Grid<u16> {
        self.board_of(state).map(Cell::code)
    }

    crate::named_heuristics!(Self::HEURISTICS);
}

impl<const N: usize, const C: usize> Space for Fold<N, C> {
    type State = Words<N>;
    type Move = Move;

    /// Every piece has its first shape.
    fn start(&self) -> Words<N> {
        Words::EMPTY
    }

    #[inline]
    fn is_goal(&self, state: &Words<N>) -> bool {
        self.covered(state) == self.whole
    }

    #[inline]
    fn successors(&self, state: &Words<N>, next: &mut Successors<Words<N>, Move>) {
        self.folds_from(0, state, next);
    }

    /// Folds of different pieces commute, so every position can be reached with the pieces in the
    /// order of their identities: then the last moved piece is the last one that does not have its
    /// first shape.
    #[inline]
    fn successors_after(
        &self,
        state: &Words<N>,
        trace: Option<bool>,
        next: &mut Successors<Words<N>, Move>,
    ) {
        let last_moved = state.highest().unwrap_or(0) / 8;
        self.folds_from(if trace.is_some() { last_moved } else { 0 }, state, next);
    }

    /// A cell that no piece can reach any more, even on its own, stays empty.
    #[inline]
    fn is_dead_end(&self, state: &Words<N>) -> bool {
        let mut reach = Words::EMPTY;
        for (index, piece) in self.pieces.iter().enumerate() {
            reach |= piece.reach[usize::from(state.byte(index))];
        }
        reach != self.whole
    }

    /// A fold doubles its piece, so a position determines the number of folds that led to it.
    fn locality(&self) -> Option<u32> {
        Some(0)
    }

    /// Folds of different pieces commute: the order of identities is enough.
    #[inline]
    fn is_redundant(&self, last: Step<'_, Words<N>, Move>, next: Step<'_, Words<N>, Move>) -> bool {
        matches!((last.mv, next.mv), (Move::Piece(last, _), Move::Piece(next, _)) if next < last)
    }
}
