//! The heuristics of tiles.

mod collinear;
mod collision;
mod distance;
mod relaxed;
mod table;

use super::rules::Tiles;
use crate::heuristics::{HeuristicInfo, Named, infos};

impl<const N: usize> Tiles<N> {
    /// Every heuristic of tiles.
    pub(super) const HEURISTICS: &'static [Named<Self>] = &[
        relaxed::relaxed(),
        distance::euclidean(),
        distance::manhattan(),
        collinear::collinear(),
        collision::collision(),
    ];
}

/// What the heuristics of tiles are.
pub static HEURISTICS: &[HeuristicInfo] =
    &infos::<_, { Tiles::<1>::HEURISTICS.len() }>(Tiles::<1>::HEURISTICS);
