//! `gather`: the fewest moves until the first square can be cleared.
//!
//! Until the first clear, pieces move by swaps alone, and a swap moves at most one piece of a
//! colour by one step. To form a square in a 2×2 window, four pieces of a colour need at least the
//! sum of their distances to it, and the four nearest ones need the least. A plan begins with a
//! first clear, so the least sum over all colours and windows is a lower bound on its length; it is
//! never less than 1.
//!
//! **Consistent.** A swap moves one piece of each of two colours by one step, which changes every
//! sum by at most 1. If a swap clears something, all four pieces were at most one step away from
//! their window, and the estimate before was 1.

use super::super::rules::Planes;
use super::super::rules::Squares;
use crate::grid::Words;
use crate::heuristics::{HeuristicInfo, Named, Valued};

pub(in super::super) const GATHER: HeuristicInfo = HeuristicInfo::consistent(
    "gather",
    "the fewest swaps that bring four pieces of a colour together for the first time",
    "distances of pieces to all 2x2 windows",
);

pub(super) const fn gather<const C: usize, const K: usize, const N: usize>()
-> Named<Squares<C, K, N>> {
    Named {
        info: GATHER,
        build: |puzzle, _| {
            let gather = Gather::new(puzzle);
            Box::new(move |state, _| gather.estimate(&puzzle.unpack(state)))
        },
        parts: |puzzle, _, state, _| parts(puzzle, state),
    }
}

/// For each colour the fewest steps that bring four of its pieces together.
fn parts<const C: usize, const K: usize, const N: usize>(
    puzzle: &Squares<C, K, N>,
    state: &Words<N>,
) -> Vec<Valued> {
    let (gather, planes) = (Gather::new(puzzle), puzzle.unpack(state));
    let cols = puzzle.sides().1 as usize;
    let occupied = planes.occupied();
    let mut left = occupied;
    let mut parts = Vec::new();
    while let Some(first) = left.lowest() {
        let pieces = planes.of_colour(planes.colour_at(first as u32)) & occupied;
        let windows = gather.steps.chunks(gather.cells);
        let least = windows.fold(u32::MAX, |least, window| gather.sum(window, pieces, least));
        let name = format!("the colour at {},{}", first / cols, first % cols);
        parts.push(Valued::part(name, f64::from(least), Some(first)));
        left &= !pieces;
    }
    parts
}

#[derive(Clone, Debug)]
struct Gather {
    cells: usize,
    /// The steps from each cell into each window.
    steps: Vec<u8>,
}

impl Gather {
    fn new<const C: usize, const K: usize, const N: usize>(puzzle: &Squares<C, K, N>) -> Gather {
        let (rows, cols) = puzzle.sides();
        let (rows, cols) = (rows as usize, cols as usize);
        let mut steps = Vec::new();
        for top in 0..rows - 1 {
            for left in 0..cols - 1 {
                let outside = |at: usize, first: usize| {
                    first.saturating_sub(at).max(at.saturating_sub(first + 1)) as u8
                };
                for cell in 0..rows * cols {
                    steps.push(outside(cell / cols, top) + outside(cell % cols, left));
                }
            }
        }
        Gather { cells: rows * cols, steps }
    }

    /// The least sum of steps of four pieces into a window.
    fn sum<const C: usize>(&self, window: &[u8], pieces: Words<C>, known: u32) -> u32 {
        let mut nearest = [u8::MAX; 4];
        for cell in pieces.bits() {
            let mut steps = window[cell];
            for place in &mut nearest {
                if steps < *place {
                    std::mem::swap(place, &mut steps);
                }
            }
        }
        nearest.iter().map(|&steps| u32::from(steps)).sum::<u32>().min(known)
    }

    fn estimate<const C: usize, const K: usize>(&self, planes: &Planes<C, K>) -> f64 {
        let occupied = planes.occupied();
        let mut left = occupied;
        let mut least = u32::MAX;
        while let Some(first) = left.lowest() {
            let pieces = planes.of_colour(planes.colour_at(first as u32)) & occupied;
            for window in self.steps.chunks(self.cells) {
                least = self.sum(window, pieces, least);
            }
            left &= !pieces;
        }
        f64::from(least.max(1))
    }
}
