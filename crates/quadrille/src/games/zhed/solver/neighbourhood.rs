//! Shorter plans near a known one: most moves are kept, a few numbers are released, and a small
//! search looks for a plan with fewer moves (large neighbourhood search; Shaw 1998). It proves
//! nothing, but finds good plans on boards where a search of the whole space finds none in time.
//!
//! Between two such searches the plan is exchanged for another one of the same length if one is
//! near, so the search does not stay around one plan.

use super::cdcl::Lit;
use super::claims::Claims;
use super::encoding::Encoding;
use crate::grid::Coord;
use crate::moves::Move;

/// The fewest numbers released at a time.
const FEWEST_FREE: usize = 4;

/// Chooses the numbers to release; adapts their count to the results of the searches.
pub(super) struct Neighbourhood {
    free: usize,
    dice: u64,
    rounds: u64,
}

/// One neighbourhood of a plan.
pub(super) struct Choice {
    /// The literals that fix the plan outside.
    pub(super) kept: Vec<Lit>,
    /// The literals that the moves inside are made: dropping any one of them forces a different
    /// plan.
    pub(super) loose: Vec<Lit>,
}

impl Neighbourhood {
    /// Starts small, always with the same seed.
    pub(super) fn new() -> Self {
        Self { free: 10, dice: 0x9e37_79b9_7f4a_7c15, rounds: 0 }
    }

    pub(super) fn choose(&mut self, plan: &[Move], claims: &Claims, encoding: &Encoding) -> Choice {
        self.rounds += 1;
        let centre = place(plan[self.below(plan.len())]);
        // Numbers close together and random numbers, alternating: either alone gets stuck on some
        // boards.
        let by_place = self.rounds.is_multiple_of(2);
        let mut ranked: Vec<(u64, Move)> = plan
            .iter()
            .map(|&mv| {
                let at = place(mv);
                let distance = at.row.abs_diff(centre.row) + at.col.abs_diff(centre.col);
                let noise = self.below(1 << 16) as u64;
                (if by_place { u64::from(distance) << 16 | noise } else { noise }, mv)
            })
            .collect();
        ranked.sort_unstable();
        let goes = |&(_, mv): &(u64, Move)| {
            let rays = encoding.rays.iter();
            let ray = rays
                .zip(&claims.rays)
                .find(|(_, ray)| mv == Move::Cell(claims.numbers[ray.number].at, ray.direction));
            ray.map(|(lits, _)| lits.goes)
        };
        let inside = self.free.min(ranked.len());
        // The nearest come first: a different start in every round.
        let start = self.below(inside);
        let mut loose = ranked[..inside].to_vec();
        loose.rotate_left(start);
        Choice {
            kept: ranked[inside..].iter().filter_map(goes).collect(),
            loose: loose.iter().filter_map(goes).collect(),
        }
    }

    /// Called when the last neighbourhood had nothing better: grows the next ones occasionally.
    pub(super) fn grow(&mut self) {
        if self.below(4) == 0 {
            self.free += 1;
        }
    }

    /// Called when the last neighbourhood exceeded the budget: shrinks the next ones occasionally.
    pub(super) fn shrink(&mut self) {
        if self.below(4) == 0 && self.free > FEWEST_FREE {
            self.free -= 1;
        }
    }

    /// The next number of a fixed sequence (a 64-bit linear congruential generator), below `bound`.
    fn below(&mut self, bound: usize) -> usize {
        self.dice = self
            .dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.dice >> 33) as usize % bound.max(1)
    }
}

/// The cell of a move's number.
fn place(mv: Move) -> Coord {
    match mv {
        Move::Cell(at, _) | Move::Touch(at) => at,
        Move::All(_) | Move::Piece(..) | Move::Action | Move::Wait => Coord { row: 0, col: 0 },
    }
}
