//! The solver for ZHED: a shortest plan, with proof.
//!
//! A board is read as claims (`claims`), encoded as constraints (`encoding`), and solved by a
//! conflict-driven search with native cardinalities and acyclic orders (`cdcl`). Plans are improved
//! from above, first by plain descent and then in the neighbourhood of the best (`neighbourhood`).
//! The lower bound comes from a relaxation without the order of moves (`lines`), by prices on cells
//! (`prices`) and, where they leave a gap, exactly (`sweep`). Where that is not enough, another
//! engine raises the bound with sums over rows and columns (`counting`). `optimise` divides the
//! work; `plan` builds plans from models; `certificate` writes proofs for others to check.
//!
//! This is not a search over positions, so the statistics count the nearest equivalents: *expanded*
//! are decisions; *generated* are propagated literals, decided or implied; *dead ends* are
//! conflicts, each of which gave a clause; *depth* is the most decisions at one time. Duplicates,
//! reopened and waiting positions are not counted. The time to the first plan includes the
//! encoding.

mod cdcl;
mod certificate;
mod claims;
mod counting;
mod effort;
mod encoding;
mod lines;
mod list;
mod neighbourhood;
mod optimise;
mod plan;
mod prices;
mod sweep;

pub(super) use certificate::certificate;
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
