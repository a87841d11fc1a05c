//! The end of a search: from what it found to its report.

use super::{Meter, Outcome, Pruning, Report, Stats, Stop, plan_between, plan_cost};
use crate::puzzle::{Cost, Puzzle};

/// What a search found.
pub(super) struct Conclusion<S> {
    /// The positions of the best plan, the start first.
    pub line: Option<Vec<S>>,
    /// No plan is cheaper than this.
    pub lower_bound: Cost,
    /// What ended the search early. If nothing did and there is no plan, then it is proved that there is none.
    pub stop: Option<Stop>,
    /// The effort.
    pub stats: Stats,
}

/// The position that stands for this one.
#[inline]
pub(super) fn name<P: Puzzle>(puzzle: &P, pruning: Pruning, state: P::State) -> P::State {
    if pruning.canonical { puzzle.canonical(state) } else { state }
}

pub(super) fn report<P: Puzzle>(
    puzzle: &P,
    pruning: Pruning,
    conclusion: Conclusion<P::State>,
    meter: &mut Meter<'_>,
) -> Report {
    let Conclusion { line, mut lower_bound, mut stop, mut stats } = conclusion;
    let outcome = match line {
        Some(line) => {
            let plan = plan_between(puzzle, &line, pruning)
                .expect("every position was reached from its parent by a move");
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
