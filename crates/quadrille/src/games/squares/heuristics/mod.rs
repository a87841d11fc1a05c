//! The heuristics of squares.

pub(super) mod bounds;
mod gather;
mod lone;
mod score;

use super::rules::Squares;
use crate::heuristics::{HeuristicInfo, Named, infos};

pub(super) use lone::LONE;
pub(super) use score::SCORE;

impl<const C: usize, const K: usize, const N: usize> Squares<C, K, N> {
    pub(super) const HEURISTICS: &'static [Named<Self>] =
        &[lone::lone(), gather::gather(), score::score()];
}

/// The declarations of the heuristics of squares.
pub static HEURISTICS: &[HeuristicInfo] =
    &infos::<_, { Squares::<1, 3, 1>::HEURISTICS.len() }>(Squares::<1, 3, 1>::HEURISTICS);
