//! `cover`: the final shapes left to each piece, and the folds that lead to them.
//!
//! A solution is a choice of one final shape for each piece such that the shapes tile the board,
//! and its cost is the sum of the folds. In a position, the shapes of a piece are those that it can
//! still reach and that overlap no other piece. Then, repeatedly: a cell that only one piece can
//! reach must be in that piece's final shape, so its shapes without the cell are dropped. A piece
//! without shapes, or a cell that no piece can reach, is a dead end. Each piece needs at least the
//! folds to its nearest remaining shape; the sum of these is a lower bound. With all pieces grown
//! that far, the covered cells at most double with every further fold: the logarithm of the missing
//! factor is added, rounded up.
//!
//! **Admissible.** No step drops a shape that is part of a solution from here, and folds are
//! counted per piece.
//!
//! **Consistent.** After a move the shapes of each piece are a subset of those before, since every
//! step preserves inclusion; each piece needs at least as many folds as before, the moved one less
//! the fold made. Each additional fold costs one and lowers the logarithm by at most one. The
//! number of rounds is fixed, the same for all positions, which also preserves inclusion.

use super::super::rules::Fold;
use crate::grid::Words;
use crate::heuristics::{DEAD_END, HeuristicInfo, Named, Valued};
use crate::moves::piece_glyph;

pub(in super::super) const COVER: HeuristicInfo = HeuristicInfo::consistent(
    "cover",
    "the folds that pieces need to reach the cells no other can cover, and doublings for the rest",
    "the shapes each piece can still take",
);

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

/// The folds that each piece needs, and the doublings for the rest.
fn parts<const N: usize, const C: usize>(puzzle: &Fold<N, C>, state: &Words<N>) -> Vec<Valued> {
    let Some((needed, doublings)) = Cover::new(puzzle).folds(state) else { return Vec::new() };
    let pieces = puzzle.pieces.iter().zip(needed).map(|(piece, folds)| {
        let identity = piece.shapes.identity;
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
    /// For each shape, those that can follow from it, itself first, by increasing number of folds.
    following: Vec<Vec<u8>>,
}

/// Later rounds seldom change anything.
const ROUNDS: usize = 4;
const MAX_PIECES: usize = 64;

impl<const C: usize> Cover<C> {
    fn new<const N: usize>(puzzle: &Fold<N, C>) -> Cover<C> {
        let pieces = puzzle.pieces.iter().map(|piece| {
            let shapes = &piece.shapes;
            let masks = &shapes.masks;
            let following = (0..masks.len())
                .map(|shape| {
                    let mut reached = vec![false; masks.len()];
                    reached[shape] = true;
                    // Shapes are numbered by increasing folds, so a fold leads to a higher number.
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
        let whole = puzzle.whole;
        Cover { whole, cells: whole.count(), pieces: pieces.collect() }
    }

    fn estimate<const N: usize>(&self, state: &Words<N>) -> f64 {
        self.folds(state).map_or(DEAD_END, |(needed, doublings)| {
            let folds: u32 =
                needed[..self.pieces.len()].iter().map(|&folds| u32::from(folds)).sum();
            f64::from(folds + doublings)
        })
    }

    /// The least number of folds of each piece, and the doublings for the rest; `None` for a dead
    /// end.
    fn folds<const N: usize>(&self, state: &Words<N>) -> Option<([u8; MAX_PIECES], u32)> {
        let shape = |index: usize| usize::from(state.byte(index));
        let mut covered = Words::EMPTY;
        for (index, piece) in self.pieces.iter().enumerate() {
            covered |= piece.masks[shape(index)];
        }
        // The cells that each piece can reach, and those that it must cover.
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
        // The nearest shapes may together exceed the board: then only the sum of folds counts.
        let mut doublings = 0;
        while grown << doublings < self.cells {
            doublings += 1;
        }
        Some((needed, doublings))
    }
}
