//! An estimate of the remaining work that orders boards; not a bound.
//!
//! The value of a board is the sum of its colours' values. With tables, the value of a colour of
//! four pieces is its relaxed costs; otherwise it is based on the distances of its pieces to the
//! three nearest of their colour.

use super::super::heuristics::bounds::{ANY, Appraiser, MAX_COLOURS, NEVER};
use super::super::rules::Squares;
use super::super::rules::dead_ends;
use super::super::rules::{Planes, one_cell};
use super::swaps::Swap;
use crate::grid::Words;

/// The estimate of a dead end.
pub(super) const HOPELESS: u32 = 1 << 24;

/// The colours of one board and their values.
#[derive(Clone, Debug)]
pub(super) struct Guided<const C: usize> {
    shape: Option<u32>,
    pieces: [Words<C>; MAX_COLOURS + 1],
    worth: [u32; MAX_COLOURS + 1],
    total: u32,
}

impl<const C: usize> Guided<C> {
    /// The whole board's estimate; [`HOPELESS`] or more for a dead end.
    pub(super) fn total(&self) -> u32 {
        self.total
    }
}

/// Estimates boards of one size.
pub(super) struct Guide<'p, const C: usize, const K: usize, const N: usize> {
    puzzle: &'p Squares<C, K, N>,
    appraiser: &'p Appraiser,
    /// For each cell, the distances and places of all others, the nearest first.
    around: Vec<(u8, u8)>,
}

/// From this many pieces on, searching outwards from each until three others are met is faster than
/// comparing all pairs.
const MANY: u32 = 28;

/// The sum of the distances from a piece to the three others of its square. Among many pieces it
/// may be less.
const IN_A_SQUARE: u32 = 1 + 1 + 2;

impl<'p, const C: usize, const K: usize, const N: usize> Guide<'p, C, K, N> {
    /// Uses the tables of the appraiser, if it has them.
    pub(super) fn new(puzzle: &'p Squares<C, K, N>, appraiser: &'p Appraiser) -> Self {
        let (height, width) = puzzle.sides();
        let cells = height * width;
        let mut around = Vec::with_capacity((cells * (cells - 1)) as usize);
        for cell in 0..cells {
            let first = around.len();
            around.extend((0..cells).filter(|&other| other != cell).map(|other| {
                let rows = (cell / width).abs_diff(other / width);
                let columns = (cell % width).abs_diff(other % width);
                ((rows + columns) as u8, other as u8)
            }));
            around[first..].sort_unstable();
        }
        Self { puzzle, appraiser, around }
    }

    /// Bytes held by a guide to the puzzle.
    pub(super) fn bytes_for(puzzle: &Squares<C, K, N>) -> usize {
        let (height, width) = puzzle.sides();
        let cells = (height * width) as usize;
        cells * (cells - 1) * size_of::<(u8, u8)>()
    }

    /// Examines every colour of a board.
    pub(super) fn look(&self, planes: &Planes<C, K>) -> Guided<C> {
        let occupied = planes.occupied();
        let tables = self.appraiser.tables();
        let shape = tables.and_then(|tables| tables.shape(occupied.0[0]));
        let mut seen = Guided {
            shape,
            pieces: [Words::EMPTY; MAX_COLOURS + 1],
            worth: [0; MAX_COLOURS + 1],
            total: 0,
        };
        let is_stuck = match tables {
            Some(_) => shape.is_none() && !occupied.is_empty(),
            None => dead_ends::is_dead_end(self.puzzle, planes),
        };
        if is_stuck {
            seen.total = HOPELESS;
            return seen;
        }
        for colour in 1..=self.puzzle.colours() {
            let pieces = planes.of_colour(colour);
            if !pieces.is_empty() {
                let worth = self.worth(shape, pieces);
                seen.pieces[colour as usize] = pieces;
                seen.worth[colour as usize] = worth;
                seen.total += worth;
            }
        }
        seen
    }

    /// The estimate after a swap that clears nothing.
    #[inline]
    pub(super) fn after_swap(&self, seen: &Guided<C>, swap: &Swap) -> u32 {
        let both = one_cell(swap.cells[0]) | one_cell(swap.cells[1]);
        let mut total = seen.total;
        for colour in swap.colours {
            total -= seen.worth[colour as usize];
            total += self.worth(seen.shape, seen.pieces[colour as usize] ^ both);
        }
        total
    }

    #[inline]
    fn worth(&self, shape: Option<u32>, pieces: Words<C>) -> u32 {
        match (self.appraiser.tables(), shape) {
            (Some(tables), Some(shape)) if pieces.count() == 4 => {
                let costs = tables.costs(shape, pieces.0[0]);
                if costs[ANY] == NEVER {
                    return HOPELESS;
                }
                let cost = |level: usize| u32::from(costs[level].min(12));
                // Weights that gave the shortest plans over random 6×6 boards.
                8 + 4 * cost(ANY) + 2 * cost(0) + cost(1)
            }
            _ => self.scatter(pieces),
        }
    }

    /// The distance of a colour's pieces from forming squares.
    fn scatter(&self, pieces: Words<C>) -> u32 {
        let count = pieces.count();
        let sum =
            if count < MANY { self.near_by_pairs(pieces) } else { self.near_by_walks(pieces) };
        // The root gives the colours that are nearly done the most weight; the rest rewards every
        // square cleared.
        (64 * sum).isqrt() + 6 * count
    }

    /// For every piece the distances to its three nearest of the colour, less those within a
    /// square; by comparing all pairs of fewer than [`MANY`] pieces.
    fn near_by_pairs(&self, pieces: Words<C>) -> u32 {
        let width = self.puzzle.sides().1 as usize;
        let mut places = [(0u8, 0u8); MANY as usize];
        let mut count = 0;
        for (cell, place) in pieces.bits().zip(&mut places) {
            *place = ((cell / width) as u8, (cell % width) as u8);
            count += 1;
        }
        let places = &places[..count];
        let mut sum = 0;
        for (i, one) in places.iter().enumerate() {
            let mut nearest = [u8::MAX; 3];
            for (j, other) in places.iter().enumerate() {
                if i != j {
                    let mut distance = one.0.abs_diff(other.0) + one.1.abs_diff(other.1);
                    for slot in &mut nearest {
                        if distance < *slot {
                            std::mem::swap(slot, &mut distance);
                        }
                    }
                }
            }
            let distances = nearest.iter().map(|&distance| u32::from(distance));
            sum += distances.sum::<u32>().saturating_sub(IN_A_SQUARE);
        }
        sum
    }

    /// The same by searching outwards from each piece until three others are met.
    fn near_by_walks(&self, pieces: Words<C>) -> u32 {
        let (height, width) = self.puzzle.sides();
        let others = (height * width - 1) as usize;
        let three_nearest = |cell: usize| {
            let others = self.around[cell * others..][..others].iter();
            let met = others.filter(|&&(_, other)| pieces.contains(usize::from(other)));
            let distances = met.take(3).map(|&(distance, _)| u32::from(distance));
            distances.sum::<u32>().saturating_sub(IN_A_SQUARE)
        };
        pieces.bits().map(three_nearest).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::samples::Dice;
    use super::*;
    use crate::search::space::Space;

    #[test]
    fn pairs_and_walks_find_the_same_nearest() {
        let mut dice = Dice(1);
        for _ in 0..200 {
            let sides = (2 + dice.roll(15), 2 + dice.roll(15));
            let squares = 1 + dice.roll((sides.0 * sides.1 / 4).min(6));
            let puzzle: Squares<4, 5, 20> =
                Squares::from_board(&dice.board(sides, squares, 1, true));
            let appraiser = Appraiser::new(&puzzle, 0, &mut |_| Ok(())).expect("never stopped");
            let guide = Guide::new(&puzzle, &appraiser);
            let pieces = puzzle.unpack(&puzzle.start()).occupied();
            assert_eq!(guide.near_by_pairs(pieces), guide.near_by_walks(pieces));
        }
    }
}
