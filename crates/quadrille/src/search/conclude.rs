//! The end of a search: from what it found to its report.

use super::{Meter, Outcome, Pruning, Report, Stats, Stop, plan_between, plan_cost};
use crate::moves::Move;
use crate::puzzle::{Cost, Puzzle};

/// What a search found.
pub(crate) struct Conclusion {
    /// The best plan.
    pub plan: Option<Vec<Move>>,
    /// No plan is cheaper than this.
    pub lower_bound: Cost,
    /// What ended the search early. If nothing did and there is no plan, then it is proved that there is none.
    pub stop: Option<Stop>,
    /// The effort.
    pub stats: Stats,
}

/// The position that stands for this one.
#[inline]
pub(crate) fn name<P: Puzzle>(puzzle: &P, pruning: Pruning, state: P::State) -> P::State {
    if pruning.canonical { puzzle.canonical(state) } else { state }
}

/// The moves along the positions of a plan.
pub(crate) fn plan<P: Puzzle>(puzzle: &P, pruning: Pruning, line: &[P::State]) -> Vec<Move> {
    plan_between(puzzle, line, pruning)
        .expect("every position was reached from its parent by a move")
}

pub(crate) fn report<P: Puzzle>(
    puzzle: &P,
    conclusion: Conclusion,
    meter: &mut Meter<'_>,
) -> Report {
    let Conclusion { plan, mut lower_bound, mut stop, mut stats } = conclusion;
    let outcome = match plan {
        Some(plan) => {
            let cost = plan_cost(puzzle, &plan);
            meter.plan_found(cost);
            lower_bound = lower_bound.min(cost);
            let optimal = lower_bound == cost;
            if optimal {
                stop = None;
            }
            Outcome::Solved { plan, cost, optimal }
        }
        None if stop.is_none() => Outcome::Unsolvable,
        None => Outcome::Unknown,
    };
    meter.finish(&mut stats);
    Report { outcome, lower_bound, stop, stats }
}
