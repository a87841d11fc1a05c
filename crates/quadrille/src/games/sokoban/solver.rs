//! The search for shortest plans of Sokoban: A* with the default heuristic, and finders beside it.

use crate::definition::PlanFinder;
use crate::search::{Algorithm, algorithm::Weight};

/// Searches for plans beside the proof.
pub(super) const FINDERS: &[PlanFinder] = &[
    PlanFinder::new(Algorithm::Greedy, 4),
    PlanFinder::new(Algorithm::Beam { width: 100 }, 4),
    PlanFinder::new(Algorithm::Wastar { weight: Weight::whole(5) }, 1),
];
