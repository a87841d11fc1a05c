//! The end of a search: builds its report.

use crate::control::Meter;
use crate::space::{Successor, canonical};
use crate::{
    Cost, Outcome, Pruning, Report, Stats, Stop,
    space::{Space, Successors},
};

/// Moves from the start to a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan<M, S = ()> {
    /// In the order of play.
    pub moves: Vec<M>,
    /// The positions along the moves, the start first.
    pub states: Vec<S>,
    /// The sum of the costs of the moves.
    pub cost: Cost,
}

impl<M, S: Clone + Eq> Plan<M, S> {
    /// Rebuilds a plan from its positions. Searches store positions and parents, not moves; the
    /// moves are found again by expanding the positions along the plan.
    ///
    /// Returns `None` when two neighbours on the line are not joined by a move.
    pub fn along<P>(space: &P, mut line: Vec<S>, pruning: Pruning) -> Option<Plan<M, S>>
    where
        P: Space<Move = M, State = S> + ?Sized,
    {
        let mut moves = Vec::with_capacity(line.len().saturating_sub(1));
        let mut cost: Cost = 0;
        let mut next = Successors::new();
        match line.first_mut() {
            Some(first) => *first = space.start(),
            None => line.push(space.start()),
        }
        for at in 1..line.len() {
            let step = step_within(space, &line[at - 1], &line[at], pruning, &mut next)?;
            moves.push(step.0);
            line[at] = step.1;
            cost = cost.saturating_add(step.2);
        }
        Some(Plan { moves, states: line, cost })
    }
}

/// The cheapest move from `from` to a position with the canonical form of `to`, with the position
/// it reaches and its cost.
pub(crate) fn step_between<P: Space + ?Sized>(
    space: &P,
    from: &P::State,
    to: &P::State,
    pruning: Pruning,
) -> Option<(P::Move, P::State, Cost)> {
    step_within(space, from, to, pruning, &mut Successors::new())
}

/// As [`step_between`], with a list that is reused for the next step.
fn step_within<P: Space + ?Sized>(
    space: &P,
    from: &P::State,
    to: &P::State,
    pruning: Pruning,
    next: &mut Successors<P::State, P::Move>,
) -> Option<(P::Move, P::State, Cost)> {
    if let Some(step) = space.step_to(from, to) {
        return Some(step);
    }
    next.list.clear();
    space.successors(from, next);
    let leads_there =
        |state: &P::State| state == to || canonical(space, pruning, state.clone()) == *to;
    let mut best: Option<usize> = None;
    for (at, successor) in next.list.iter().enumerate() {
        if best.is_none_or(|best| successor.cost < next.list[best].cost)
            && leads_there(&successor.state)
        {
            best = Some(at);
        }
    }
    let Successor { mv, state, cost, .. } = next.list.swap_remove(best?);
    Some((mv, state, cost))
}

/// The result of an algorithm, from which [`Conclusion::report`] makes the report.
#[derive(Clone, Debug)]
pub struct Conclusion<M, S = ()> {
    /// The best plan found.
    pub plan: Option<Plan<M, S>>,
    /// No plan is cheaper than this.
    pub lower_bound: Cost,
    /// The reason why the search ended early. `None` without a plan proves that there is none.
    pub stop: Option<Stop>,
    /// The counts so far; times are filled in by [`Conclusion::report`].
    pub stats: Stats,
}

impl<M: Clone + Send + 'static, S> Conclusion<M, S> {
    /// The start is a goal: proved without any table.
    pub(crate) fn at_start(start: S) -> Conclusion<M, S> {
        let plan = Some(Plan { moves: Vec::new(), states: vec![start], cost: 0 });
        Conclusion { plan, lower_bound: 0, stop: None, stats: Stats::default() }
    }

    /// Ends the search: stops the clock and makes the report.
    pub fn report(self, meter: &mut Meter<'_>) -> Report<M, S> {
        let Conclusion { plan, mut lower_bound, mut stop, mut stats } = self;
        let (outcome, states) = match plan {
            Some(Plan { moves, states, cost }) => {
                meter.finish_with_plan(cost, || (moves.clone(), cost), &mut stats);
                lower_bound = lower_bound.min(cost);
                let optimal = lower_bound == cost;
                if optimal {
                    stop = None;
                }
                (Outcome::Solved { plan: moves, cost, optimal }, states)
            }
            None => {
                meter.finish(&mut stats);
                let outcome = if stop.is_none() { Outcome::Unsolvable } else { Outcome::Unknown };
                (outcome, Vec::new())
            }
        };
        meter.lower_bound(lower_bound);
        Report { outcome, states, lower_bound, stop, stats }
    }
}

/// The plan along positions that were reached from each other.
pub(crate) fn plan<P: Space + ?Sized>(
    space: &P,
    pruning: Pruning,
    line: Vec<P::State>,
) -> Plan<P::Move, P::State> {
    Plan::along(space, line, pruning).expect("every position was reached from its parent by a move")
}
