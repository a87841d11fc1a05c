//! The heuristics of fold.

mod counts;
mod cover;
mod growth;

use super::rules::Fold;
use crate::heuristics::{HeuristicInfo, Named, infos};

pub(super) use counts::H4;
pub(super) use cover::COVER;

impl<const N: usize, const C: usize> Fold<N, C> {
    pub(super) const HEURISTICS: &'static [Named<Self>] =
        &[cover::cover(), counts::h2(), counts::h3(), counts::h4(), growth::h5()];
}

pub static HEURISTICS: &[HeuristicInfo] =
    &infos::<_, { Fold::<1, 1>::HEURISTICS.len() }>(Fold::<1, 1>::HEURISTICS);
