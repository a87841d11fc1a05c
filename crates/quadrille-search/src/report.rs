//! The report of a search.

use crate::Stop;

/// The cost of a move or a plan. Sums may go up to [`Limits::MAX_COST`](crate::Limits::MAX_COST); a
/// path that costs more ends the search.
pub type Cost = u32;

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome<M> {
    /// A plan was found.
    Solved {
        /// The moves from the start to a goal.
        plan: Vec<M>,
        /// The cost of all moves.
        cost: Cost,
        /// True if it is proved that no plan is cheaper.
        optimal: bool,
    },
    /// It is proved that there is no plan.
    Unsolvable,
    /// Neither; [`Report::stop`] has the reason.
    Unknown,
}

/// The end of a search: the outcome, the lower bound, the reason for an early stop, and the effort.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M, S = ()> {
    /// The result. A plan counts even if a limit ended the search.
    pub outcome: Outcome<M>,
    /// The positions along the plan, as its moves reach them, the start first. Empty without a
    /// plan.
    pub states: Vec<S>,
    /// No plan is cheaper than this. Equal to the cost when the plan is optimal.
    pub lower_bound: Cost,
    /// The reason why the search ended without a proof.
    pub stop: Option<Stop>,
    /// Counts and times.
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

    /// The report without the positions.
    pub fn without_states(self) -> Report<M> {
        let Report { outcome, lower_bound, stop, stats, .. } = self;
        Report { outcome, states: Vec::new(), lower_bound, stop, stats }
    }

    /// True if the outcome is a proved optimum.
    pub fn is_optimal(&self) -> bool {
        matches!(self.outcome, Outcome::Solved { optimal: true, .. })
    }
}

/// The effort of a search. Every algorithm counts the same things; a solver that is not a
/// state-space search documents what its counts mean.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Stats {
    /// Positions whose moves were generated.
    pub expanded: u64,
    /// Positions produced by expansions, known or not.
    pub generated: u64,
    /// Generated positions that were known already.
    pub duplicates: u64,
    /// Known positions to which a cheaper path was found, so they were expanded (again).
    pub reopened: u64,
    /// Positions dropped because no goal can be reached from them.
    pub dead_ends: u64,
    /// The largest size of the open list.
    pub peak_open: u64,
    /// The most bytes the tables held at any time.
    pub peak_bytes: u64,
    /// The deepest layer that was begun, or the last bound of a deepening search.
    pub depth: u32,
    /// The seconds that the search took.
    pub seconds: f64,
    /// The seconds until the first plan, for searches that improve on plans.
    pub first_plan_seconds: Option<f64>,
}

impl Stats {
    /// Adds the effort of a search that ran after this one. Peaks are the higher of the two.
    pub fn merge_sequential(&mut self, next: &Stats) {
        let first_plan = next.first_plan_seconds.map(|time| self.seconds + time);
        self.first_plan_seconds = self.first_plan_seconds.or(first_plan);
        self.peak_open = self.peak_open.max(next.peak_open);
        self.peak_bytes = self.peak_bytes.max(next.peak_bytes);
        self.seconds += next.seconds;
        self.merge_counts(next);
    }

    /// Adds the effort of a search that ran at the same time as this one. Peaks add up.
    pub fn merge_concurrent(&mut self, other: &Stats) {
        let firsts = [self.first_plan_seconds, other.first_plan_seconds];
        self.first_plan_seconds = firsts.into_iter().flatten().min_by(f64::total_cmp);
        self.peak_open += other.peak_open;
        self.peak_bytes += other.peak_bytes;
        self.seconds = self.seconds.max(other.seconds);
        self.merge_counts(other);
    }

    fn merge_counts(&mut self, other: &Stats) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.duplicates += other.duplicates;
        self.reopened += other.reopened;
        self.dead_ends += other.dead_ends;
        self.depth = self.depth.max(other.depth);
    }
}
