//! What a search has to say at its end.

use crate::{Cost, Stop};

/// What is known after a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome<M> {
    /// A plan was found.
    Solved {
        /// The moves from the start to a goal.
        plan: Vec<M>,
        /// What they cost together.
        cost: Cost,
        /// Whether it is proved that no plan is cheaper.
        optimal: bool,
    },
    /// It is proved that there is no plan.
    Unsolvable,
    /// Neither: [`Report::stop`] says why.
    Unknown,
}

/// The end of a search: the outcome, how far the proof came, what stopped it if anything did, and the effort.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M, S = ()> {
    /// What is known. A plan that was found counts, whatever ended the search.
    pub outcome: Outcome<M>,
    /// The positions along the plan as its moves lead to them, the start first. Empty without a plan.
    pub states: Vec<S>,
    /// No plan is cheaper than this. Equal to the cost when the plan is optimal.
    pub lower_bound: Cost,
    /// What ended the search before it had its proof.
    pub stop: Option<Stop>,
    /// The effort.
    pub stats: Stats,
}

impl<M, S> Report<M, S> {
    /// The plan with its cost, if there is one.
    pub fn plan(&self) -> Option<(&[M], Cost)> {
        match &self.outcome {
            Outcome::Solved { plan, cost, .. } => Some((plan, *cost)),
            _ => None,
        }
    }

    /// The same without the positions.
    pub fn without_states(self) -> Report<M> {
        let Report { outcome, lower_bound, stop, stats, .. } = self;
        Report { outcome, states: Vec::new(), lower_bound, stop, stats }
    }

    /// Whether the outcome is a proved optimum.
    pub fn is_optimal(&self) -> bool {
        matches!(self.outcome, Outcome::Solved { optimal: true, .. })
    }
}

/// What a search counted. Every algorithm counts the same things; what a count means for a solver that is no
/// state-space search is said where that solver is described.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Stats {
    /// Positions whose moves were generated.
    pub expanded: u64,
    /// Positions that came out of expansions, known or not.
    pub generated: u64,
    /// Generated positions that were known already.
    pub duplicates: u64,
    /// Known positions to which a cheaper way was found, so that they were taken up (again).
    pub reopened: u64,
    /// Positions dropped because no goal can be reached from them.
    pub dead_ends: u64,
    /// The most positions that waited at any time.
    pub peak_open: u64,
    /// The most bytes the tables held at any time.
    pub peak_bytes: u64,
    /// The deepest layer that was begun, or the last bound of a deepening search.
    pub depth: u32,
    /// How long the search took.
    pub seconds: f64,
    /// When the first plan was there, for searches that improve on plans.
    pub first_plan_seconds: Option<f64>,
}
