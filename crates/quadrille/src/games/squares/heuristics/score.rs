//! `score`: the ordering of the course project.
//!
//! `blanks / cells − (mean over the colours of spread) / diagonal`, larger is better; the estimate
//! is its negative. The spread of a colour with `n` pieces is the sum, over its pieces after the
//! first in reading order, of the Euclidean distances to the first piece and to the nearest earlier
//! one, divided by `2n − 3`.
//!
//! It measures order, not the remaining moves, and favours cleared boards: plans are found fast,
//! but are not short. It is admissible, but useless as a bound: four pieces spread over at most
//! 4.6/5 of the diagonal, more pieces over less, so the estimate stays below 1, and no plan is
//! shorter than that. It is not claimed to be consistent: estimates lie between -1 and 1, and a
//! move may clear almost everything.

use super::super::rules::Planes;
use super::super::rules::Squares;
use crate::grid::Words;
use crate::heuristics::{HeuristicInfo, Named, Valued};

pub(in super::super) const SCORE: HeuristicInfo = HeuristicInfo {
    consistent: false,
    whole: false,
    ..HeuristicInfo::consistent(
        "score",
        "-(blanks / cells - mean spread of each colour's pieces): ordered boards come first",
        "the number of blanks, distances between pieces of a colour",
    )
};

pub(super) const fn score<const C: usize, const K: usize, const N: usize>()
-> Named<Squares<C, K, N>> {
    Named {
        info: SCORE,
        build: |puzzle, _| {
            let score = Score::new(puzzle);
            Box::new(move |state, _| score.estimate(&puzzle.unpack(state)))
        },
        parts: |puzzle, _, state, _| parts(puzzle, state),
    }
}

/// The contributions of the blanks and of each colour to the score.
fn parts<const C: usize, const K: usize, const N: usize>(
    puzzle: &Squares<C, K, N>,
    state: &Words<N>,
) -> Vec<Valued> {
    let (score, planes) = (Score::new(puzzle), puzzle.unpack(state));
    let colours = score.spreads(&planes);
    let count = colours.len() as f64;
    let blanks = score.cells - planes.occupied().count() as usize;
    let colour = |(first, spread): (usize, f64)| {
        let name = format!("the colour at {},{}", first / score.cols, first % score.cols);
        Valued::part(name, spread / count / score.diagonal, Some(first))
    };
    let blanks = Valued::part("blank cells", -(blanks as f64) / score.cells as f64, None);
    colours.into_iter().map(colour).chain([blanks]).collect()
}

#[derive(Clone, Debug)]
struct Score {
    cells: usize,
    cols: usize,
    diagonal: f64,
    /// Square roots of whole numbers: exact to the last bit on every machine.
    roots: Vec<f64>,
}

impl Score {
    fn new<const C: usize, const K: usize, const N: usize>(puzzle: &Squares<C, K, N>) -> Score {
        let (rows, cols) = puzzle.sides();
        let (rows, cols) = (rows as usize, cols as usize);
        let diagonal = rows * rows + cols * cols;
        let roots: Vec<f64> = (0..=diagonal).map(|square| (square as f64).sqrt()).collect();
        Score { cells: rows * cols, cols, diagonal: roots[diagonal], roots }
    }

    fn distance(&self, one: usize, other: usize) -> f64 {
        let rows = (one / self.cols).abs_diff(other / self.cols);
        let cols = (one % self.cols).abs_diff(other % self.cols);
        self.roots[rows * rows + cols * cols]
    }

    fn spread<const C: usize>(&self, pieces: Words<C>) -> f64 {
        let mut earlier = [0_u8; 256];
        let mut count = 0;
        let mut sum = 0.0;
        for cell in pieces.bits() {
            let nearest = earlier[..count]
                .iter()
                .map(|&other| self.distance(cell, usize::from(other)))
                .fold(f64::INFINITY, f64::min);
            if count > 0 {
                sum += self.distance(cell, usize::from(earlier[0])) + nearest;
            }
            earlier[count] = cell as u8;
            count += 1;
        }
        if count < 2 { 0.0 } else { sum / (2 * count - 3) as f64 }
    }

    /// For each colour its first cell and its spread.
    fn spreads<const C: usize, const K: usize>(&self, planes: &Planes<C, K>) -> Vec<(usize, f64)> {
        let occupied = planes.occupied();
        let mut left = occupied;
        let mut spreads = Vec::new();
        while let Some(first) = left.lowest() {
            let pieces = planes.of_colour(planes.colour_at(first as u32)) & occupied;
            spreads.push((first, self.spread(pieces)));
            left &= !pieces;
        }
        spreads
    }

    fn estimate<const C: usize, const K: usize>(&self, planes: &Planes<C, K>) -> f64 {
        let occupied = planes.occupied();
        let (mut left, mut colours, mut spread) = (occupied, 0, 0.0);
        // In the order of appearance, so that sums do not depend on the names of the colours.
        while let Some(first) = left.lowest() {
            let pieces = planes.of_colour(planes.colour_at(first as u32)) & occupied;
            spread += self.spread(pieces);
            colours += 1;
            left &= !pieces;
        }
        let blanks = self.cells - occupied.count() as usize;
        let mean = if colours == 0 { 0.0 } else { spread / f64::from(colours) };
        mean / self.diagonal - blanks as f64 / self.cells as f64
    }
}
