//! The end of a search: from what it found to its report.

use crate::control::Meter;
use crate::space::canonical;
use crate::{Cost, Outcome, Pruning, Report, Space, Stats, Stop, Successors};

/// Moves from the start to a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan<M, S = ()> {
    /// The moves.
    pub moves: Vec<M>,
    /// The positions along them, the start first.
    pub states: Vec<S>,
    /// What the moves cost together.
    pub cost: Cost,
}

impl<M, S: Clone + Eq> Plan<M, S> {
    /// The plan along a line of positions, as they lie in the tables of a search. Searches keep
    /// positions and parents, not moves: the few that a plan needs are found again by expanding the
    /// positions along it.
    ///
    /// Returns `None` when two neighbours on the line are not joined by a move.
    pub fn along<P>(space: &P, line: &[S], pruning: Pruning) -> Option<Plan<M, S>>
    where
        P: Space<Move = M, State = S> + ?Sized,
    {
        let start = space.start();
        let mut plan = Plan { moves: Vec::new(), states: vec![start], cost: 0 };
        for next in line.iter().skip(1) {
            let here = plan.states.last().expect("the start is in the list");
            let (mv, state, cost) = step_between(space, here, next, pruning)?;
            plan.moves.push(mv);
            plan.states.push(state);
            plan.cost = plan.cost.saturating_add(cost);
        }
        Some(plan)
    }
}

/// The cheapest move that leads from a position to the one that another stands for, with where it
/// leads and its cost.
pub(crate) fn step_between<P: Space + ?Sized>(
    space: &P,
    from: &P::State,
    to: &P::State,
    pruning: Pruning,
) -> Option<(P::Move, P::State, Cost)> {
    let mut next = Successors::new();
    space.successors(from, &mut next);
    next.list
        .into_iter()
        .filter(|next| canonical(space, pruning, next.state.clone()) == *to)
        .min_by_key(|next| next.cost)
        .map(|next| (next.mv, next.state, next.cost))
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Conclusion<M, S = ()> {
    /// The best plan.
    pub plan: Option<Plan<M, S>>,
    /// No plan is cheaper than this.
    pub lower_bound: Cost,
    /// What ended the search early. If nothing did and there is no plan, then it is proved that
    /// there is none.
    pub stop: Option<Stop>,
    /// The effort.
    pub stats: Stats,
}

impl<M: Clone + Send + 'static, S> Conclusion<M, S> {
    /// The start is a goal, which is proved without any table.
    pub(crate) fn at_start(start: S) -> Conclusion<M, S> {
        let plan = Some(Plan { moves: Vec::new(), states: vec![start], cost: 0 });
        Conclusion { plan, lower_bound: 0, stop: None, stats: Stats::default() }
    }

    /// The report of the search.
    pub fn report(self, meter: &mut Meter<'_>) -> Report<M, S> {
        let Conclusion { plan, mut lower_bound, mut stop, mut stats } = self;
        let (outcome, states) = match plan {
            Some(Plan { moves, states, cost }) => {
                meter.plan_found(cost, || (moves.clone(), cost));
                lower_bound = lower_bound.min(cost);
                let optimal = lower_bound == cost;
                if optimal {
                    stop = None;
                }
                (Outcome::Solved { plan: moves, cost, optimal }, states)
            }
            None if stop.is_none() => (Outcome::Unsolvable, Vec::new()),
            None => (Outcome::Unknown, Vec::new()),
        };
        meter.finish(&mut stats);
        Report { outcome, states, lower_bound, stop, stats }
    }
}

/// The plan along positions that were reached from each other.
pub(crate) fn plan<P: Space + ?Sized>(
    space: &P,
    pruning: Pruning,
    line: &[P::State],
) -> Plan<P::Move, P::State> {
    Plan::along(space, line, pruning).expect("every position was reached from its parent by a move")
}
