//! The heuristics of fold.

mod counts;
mod cover;
mod growth;

use super::rules::Fold;
use crate::grid::Words;
use crate::heuristics::{HeuristicInfo, Named, Valued, infos};

impl<const N: usize, const C: usize> Fold<N, C> {
    /// Every heuristic of fold.
    pub(super) const HEURISTICS: &'static [Named<Self>] =
        &[cover::cover(), counts::h2(), counts::h3(), counts::h4(), growth::h5()];

    /// What the value of a heuristic is made of.
    pub(super) fn parts_of(&self, name: &str, state: &Words<N>) -> Vec<Valued> {
        let count = |name: &str, count: u32| Valued::part(name, f64::from(count), None);
        let (cells, covered) = (self.whole().count(), self.covered(state).count());
        let counts = vec![count("cells", cells), count("covered cells", covered)];
        match name {
            "cover" => cover::parts(self, state),
            "h2" | "h4" => counts,
            "h3" => {
                counts.into_iter().chain([count("pieces", self.pieces().len() as u32)]).collect()
            }
            "h5" => counts[1..].iter().cloned().chain(growth::parts(self)).collect(),
            _ => Vec::new(),
        }
    }
}

/// What the heuristics of fold are.
pub static HEURISTICS: &[HeuristicInfo] =
    &infos::<_, { Fold::<1, 1>::HEURISTICS.len() }>(Fold::<1, 1>::HEURISTICS);
