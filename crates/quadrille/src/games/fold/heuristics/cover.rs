//! `cover`: which final shapes are left to each piece, and how many folds lead to them.
//!
//! A solution is a choice of one final shape for each piece such that the shapes tile the board,
//! and its price is the sum of the folds. For a position, a piece is left those shapes that can
//! still come of its present one and touch no cell of another piece. Then, again and again: a cell
//! that one piece alone can come to must be in that piece's final shape, so its shapes without the
//! cell go. A piece with no shape left, or a cell that no piece can come to, is a dead end. Each
//! piece needs at least the folds to the nearest shape that is left to it; the sum of these is a
//! lower bound. With all pieces grown that far, the covered cells at most double with every further
//! fold: the logarithm of what is still missing is added, rounded up.
//!
//! **Admissible.** No step takes away a shape that is part of a solution from here, and folds are
//! counted piece by piece.
//!
//! **Consistent.** After a move all pieces have a part of the shapes they had before, since every
//! step keeps inclusions; each piece needs at least the folds it needed, the moved one less the one
//! that was made. A needed fold more costs one and brings the logarithm down by one at most. The
//! rounds are cut off after a fixed number, the same for all positions, which keeps inclusions too.

use super::super::rules::Fold;
use crate::grid::Words;
use crate::heuristics::{DEAD_END, HeuristicInfo, Named, Valued};
use crate::moves::piece_glyph;

pub(in super::super) const COVER: HeuristicInfo = HeuristicInfo {
    name: "cover",
    options: &[],
    about: "the folds that pieces need to come to the cells no other can cover, and doublings for what is left",
    informed_by: "the shapes each piece can still take",
    admissible: true,
    consistent: true,
    whole: true,
};

/// The heuristic as it stands in the list of the game.
pub(super) const fn cover<const N: usize, const C: usize>() -> Named<Fold<N, C>> {
    Named {
        info: COVER,
        build: |puzzle, _| {
            let cover = Cover::new(puzzle);
            Box::new(move |state, _| cover.estimate(state))
        },
        parts: |puzzle, _, state, _| parts(puzzle, state),
    }
}

/// The folds that each piece needs, and the doublings for what is left.
fn parts<const N: usize, const C: usize>(puzzle: &Fold<N, C>, state: &Words<N>) -> Vec<Valued> {
    let Some((needed, doublings)) = Cover::new(puzzle).folds(state) else { return Vec::new() };
    let pieces = puzzle.pieces().iter().zip(needed).map(|(piece, folds)| {
        let identity = piece.shapes().identity;
        let name = piece_glyph(identity).map_or(identity.to_string(), String::from);
        Valued::part(format!("piece {name}"), f64::from(folds), None)
    });
    let rest = Valued::part("doublings for the rest", f64::from(doublings), None);
    pieces.chain([rest]).collect()
}

#[derive(Clone, Debug)]
struct Cover<const C: usize> {
    whole: Words<C>,
    cells: u32,
    pieces: Vec<Piece<C>>,
}

#[derive(Clone, Debug)]
struct Piece<const C: usize> {
    masks: Vec<Words<C>>,
    folds: Vec<u8>,
    /// For each shape those that can come of it, itself first, by rising number of folds.
    following: Vec<Vec<u8>>,
}

/// After so many rounds what is left to pieces seldom changes.
const ROUNDS: usize = 4;
/// Pieces on the largest board.
const MAX_PIECES: usize = 64;

impl<const C: usize> Cover<C> {
    fn new<const N: usize>(puzzle: &Fold<N, C>) -> Cover<C> {
        let pieces = puzzle.pieces().iter().map(|piece| {
            let shapes = piece.shapes();
            let masks = &shapes.masks;
            let following = (0..masks.len())
                .map(|shape| {
                    let mut reached = vec![false; masks.len()];
                    reached[shape] = true;
                    // Shapes are numbered by rising folds, so that a fold leads to a higher number.
                    for from in shape..masks.len() {
                        if reached[from] {
                            for next in shapes.folded[from] {
                                reached[usize::from(next)] |= next != 0;
                            }
                        }
                    }
                    (0..masks.len()).filter(|&at| reached[at]).map(|at| at as u8).collect()
                })
                .collect();
            Piece { masks: masks.clone(), folds: shapes.folds.clone(), following }
        });
        let whole = puzzle.whole();
        Cover { whole, cells: whole.count(), pieces: pieces.collect() }
    }

    fn estimate<const N: usize>(&self, state: &Words<N>) -> f64 {
        self.folds(state).map_or(DEAD_END, |(needed, doublings)| {
            let folds: u32 =
                needed[..self.pieces.len()].iter().map(|&folds| u32::from(folds)).sum();
            f64::from(folds + doublings)
        })
    }

    /// The folds that each piece needs at least, and the doublings for what is left; none for a
    /// dead end.
    fn folds<const N: usize>(&self, state: &Words<N>) -> Option<([u8; MAX_PIECES], u32)> {
        let shape = |index: usize| usize::from(state.byte(index));
        let mut covered = Words::EMPTY;
        for (index, piece) in self.pieces.iter().enumerate() {
            covered |= piece.masks[shape(index)];
        }
        // What each piece can come to, and what it must.
        let mut reach = [Words::<C>::EMPTY; MAX_PIECES];
        let mut must = [Words::<C>::EMPTY; MAX_PIECES];
        let mut needed = [0_u8; MAX_PIECES];
        for _ in 0..ROUNDS {
            let (mut once, mut twice) = (Words::<C>::EMPTY, Words::<C>::EMPTY);
            for (index, piece) in self.pieces.iter().enumerate() {
                let now = shape(index);
                let others = covered & !piece.masks[now];
                let (mut union, mut least) = (Words::EMPTY, u8::MAX);
                for &next in &piece.following[now] {
                    let mask = piece.masks[usize::from(next)];
                    if !mask.intersects(others) && (must[index] & !mask).is_empty() {
                        union |= mask;
                        least = least.min(piece.folds[usize::from(next)]);
                    }
                }
                if least == u8::MAX {
                    return None;
                }
                needed[index] = least - piece.folds[now];
                reach[index] = union;
                twice |= once & union;
                once |= union;
            }
            if once != self.whole {
                return None;
            }
            let mut changed = false;
            for index in 0..self.pieces.len() {
                let alone = reach[index] & !twice;
                changed |= alone != must[index];
                must[index] |= alone;
            }
            if !changed {
                break;
            }
        }
        let mut grown = 0;
        for (index, piece) in self.pieces.iter().enumerate() {
            grown += piece.masks[shape(index)].count() << needed[index];
        }
        // The shapes nearest may together be more than the board: then the sum of folds stands
        // alone.
        let mut doublings = 0;
        while grown << doublings < self.cells {
            doublings += 1;
        }
        Some((needed, doublings))
    }
}
