//! The search for shortest plans of tiles: A* with the default heuristic, and finders beside it.

use super::heuristics::MANHATTAN;
use crate::definition::PlanFinder;
use crate::search::{Algorithm, algorithm::Weight};

/// Searches for plans beside the proof.
pub(super) const FINDERS: &[PlanFinder] = &[
    PlanFinder::new(Algorithm::Beam { width: 100 }, 7),
    PlanFinder::new(Algorithm::Wastar { weight: Weight::whole(5) }, 7),
    PlanFinder::new(Algorithm::Greedy, 2),
    PlanFinder::new(Algorithm::Beam { width: 1000 }, 1),
    PlanFinder::new(Algorithm::Wastar { weight: Weight::whole(5) }, 1).with(&MANHATTAN),
];
