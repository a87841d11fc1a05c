//! The heuristics of ZHED.

mod reach;
mod values;

use super::rules::Zhed;
use crate::heuristics::{HeuristicInfo, Named, infos};

pub(super) use reach::REACH;
pub(super) use values::H3;

impl<const C: usize> Zhed<C> {
    pub(super) const HEURISTICS: &'static [Named<Self>] =
        &[reach::reach(), values::h1(), values::h2(), values::h3(), values::h4(), values::h5()];
}

pub static HEURISTICS: &[HeuristicInfo] =
    &infos::<_, { Zhed::<1>::HEURISTICS.len() }>(Zhed::<1>::HEURISTICS);
