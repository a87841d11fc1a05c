//! The shortest plan for a ZHED board, with proof.
//!
//! A board is read as claims (`claims`), written down as constraints (`encoding`), and solved by a
//! conflict-driven search that knows cardinalities and acyclic orders natively (`cdcl`). Plans are
//! improved from above, plainly first and then in the neighbourhood of the best (`neighbourhood`),
//! while another engine raises the bound from below with sums over rows and columns (`counting`);
//! `optimise` shares out the work. Plans are put together in `plan`.
//!
//! This is not a search over positions, so the statistics count the nearest thing: *expanded* are
//! decisions, that is literals chosen freely; *generated* are literals followed through all
//! constraints, chosen or implied; *dead ends* are conflicts, each of which taught a clause;
//! *depth* is the most decisions that stood at one time. Nothing is counted as a duplicate, as
//! reopened or as waiting. The time to the first plan includes the writing down of the constraints.

mod cdcl;
mod claims;
mod counting;
mod effort;
mod encoding;
mod list;
mod neighbourhood;
mod optimise;
mod plan;

pub(super) use list::shortest_plans;
pub(super) use optimise::solve;

use super::heuristics::H3;
use crate::definition::PlanFinder;
use crate::search::{Algorithm, algorithm::Weight};

/// Searches for plans beside the proof.
pub(super) const FINDERS: &[PlanFinder] = &[
    PlanFinder::new(Algorithm::Greedy, 3),
    PlanFinder::new(Algorithm::Beam { width: 100 }, 3),
    PlanFinder::new(Algorithm::Wastar { weight: Weight::whole(5) }, 2),
    PlanFinder::new(Algorithm::Beam { width: 100 }, 2).with(&H3),
    PlanFinder::new(Algorithm::Greedy, 1).with(&H3),
    PlanFinder::new(Algorithm::Dfs { depth: None }, 1),
];
