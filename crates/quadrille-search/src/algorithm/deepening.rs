//! Iterative deepening, the one behind `ids` and `idastar` (Korf 1985): depth-first search within a
//! bound on cost plus estimate, repeated with the least bound that admits new positions.
//!
//! Only the path must be kept. A table of fixed size stores positions met before: a position that
//! was met in this round at no higher cost, or in an earlier one at a lower cost, is not searched
//! again. While the table has room for all, a round without an estimate expands each position once.
//! Newer entries replace older ones when the table is full, so it only ever saves work. Without a
//! table, the search leaves out positions on its own path and moves that are
//! [redundant](Space::is_redundant).
//!
//! Costs are whole numbers, so estimates are rounded up, and a position that is not solved counts
//! at least 1 when moves cost 1. A round in which the bound cut nothing off has seen everything
//! that can be reached. A position that was cut off and met again within the bound does not count;
//! the table knows this as long as no entry of the round was replaced.
//!
//! Events number the nodes of the search tree, starting again in each round except for the start.

use super::Task;
use crate::control::Meter;
use crate::control::{self, Conclusion};
use crate::event::Observer;
use crate::heuristic::{DEAD_END, checked};
use crate::space::Step;
use crate::space::{Successor, canonical};
use crate::table::hash;
use crate::table::{Met, Table};
use crate::{
    Cost, Event, Limits, Pruning, Report, Stats, Stop,
    space::{Heuristic, Space, Successors},
};

/// Estimates are rounded up, except for a rounding error.
const ROUNDING: f64 = 1e-6;

/// An estimate as a whole number, for searches with integer costs. `None` is a dead end.
#[inline]
pub(crate) fn whole_estimate(estimate: f64, has_unit_costs: bool) -> Option<Cost> {
    if estimate == DEAD_END {
        return None;
    }
    // Without `ceil`, which is a call on processors that may lack an instruction for it.
    let exact = (estimate - ROUNDING).min(1e9);
    let below = exact as Cost;
    let above = below + Cost::from(f64::from(below) < exact);
    Some(above.max(Cost::from(has_unit_costs)))
}

/// The factor by which such an estimate may exceed the true cost: that of the heuristic if rounding
/// cannot add to it.
pub(crate) fn whole_factor<S, M>(heuristic: &(impl Heuristic<S, M> + ?Sized)) -> f64 {
    let claims = heuristic.claims();
    if claims.is_admissible() || claims.whole { claims.admissible.max(1.0) } else { f64::INFINITY }
}

/// Finds a plan, or proves that there is none, with a table of at most `table` MiB.
pub(crate) fn deepening<P: Space + ?Sized>(
    task: Task<'_, '_, P>,
    table_mebibytes: u32,
) -> Report<P::Move, P::State> {
    let Task { space, heuristic, pruning, meter, observer } = task;
    let table_bytes = (table_mebibytes as usize) << 20;
    // The rest is for the path and the stack, which are small.
    let room = meter.memory_budget() / 8 * 7;
    let start = canonical(space, pruning, space.start());
    let table = || {
        let bytes = table_bytes.min(room);
        Table::new(start.clone(), bytes, space.heap_bytes(), meter.deadline())
    };
    let mut search = Search {
        space,
        heuristic,
        pruning,
        observer,
        has_unit_costs: space.has_unit_costs(),
        table: (table_mebibytes > 0).then(table),
        stack: Vec::new(),
        path: Vec::new(),
        next: Successors::new(),
        numbered: 0,
        stats: Stats::default(),
    };
    let factor = whole_factor(heuristic);
    let mut lower_bound = Cost::from(search.has_unit_costs);
    let mut is_solved = space.is_goal(&start);
    let mut stop = None;
    let mut next = (!is_solved).then_some(lower_bound);
    if is_solved {
        lower_bound = 0;
        Event::notify(&mut search.observer, || Event::Improve { cost: 0 });
    }
    while let Some(bound) = next {
        lower_bound = lower_bound.max((f64::from(bound) / factor).ceil() as Cost);
        meter.lower_bound(lower_bound);
        search.stats.depth = bound;
        Event::notify(&mut search.observer, || Event::Depth { depth: bound });
        match search.round(&start, bound, meter) {
            Ok(End::Solved) => {
                is_solved = true;
                break;
            }
            Ok(End::Exhausted { beyond }) => next = beyond,
            Err(stopped) => {
                stop = Some(stopped);
                break;
            }
        }
    }
    let mut line: Vec<P::State> = search.path.into_iter().map(|node| node.state).collect();
    if line.is_empty() {
        line.push(start);
    }
    let plan = is_solved.then(|| control::plan(space, pruning, line));
    Conclusion { plan, lower_bound, stop, stats: search.stats }.report(meter)
}

enum End {
    /// The path leads to a goal.
    Solved,
    /// Everything within the bound was seen. `beyond` is the least sum of cost and estimate above
    /// it.
    Exhausted { beyond: Option<Cost> },
}

/// A position that waits on the stack.
struct Waiting<S, M> {
    state: S,
    hash: u64,
    mv: Option<M>,
    is_goal: bool,
    /// The trace of the step to it.
    trace: Option<bool>,
    cost: Cost,
    /// The number of positions before it on the path.
    depth: u32,
}

/// A position on the path.
struct Node<S, M> {
    state: S,
    mv: Option<M>,
    trace: Option<bool>,
    number: u32,
}

struct Search<'p, 'w, P: Space + ?Sized, H: ?Sized> {
    space: &'p P,
    heuristic: &'p H,
    pruning: Pruning,
    observer: Observer<'w, P::Move>,
    has_unit_costs: bool,
    table: Option<Table<P::State>>,
    stack: Vec<Waiting<P::State, P::Move>>,
    path: Vec<Node<P::State, P::Move>>,
    next: Successors<P::State, P::Move>,
    /// The number of the newest node of the search tree.
    numbered: u32,
    stats: Stats,
}

impl<P: Space + ?Sized, H: Heuristic<P::State, P::Move> + ?Sized> Search<'_, '_, P, H> {
    fn round(&mut self, start: &P::State, bound: Cost, meter: &mut Meter<'_>) -> Result<End, Stop> {
        if let Some(table) = &mut self.table {
            table.begin_round();
        }
        self.numbered = 0;
        self.path.clear();
        self.stack.clear();
        self.stack.push(Waiting {
            state: start.clone(),
            hash: hash(start),
            mv: None,
            is_goal: false,
            trace: None,
            cost: 0,
            depth: 0,
        });
        let mut beyond: Option<Cost> = None;
        while let Some(waiting) = self.stack.pop() {
            self.path.truncate(waiting.depth as usize);
            let Some((number, reached)) = self.insert(&waiting, bound)? else { continue };
            let Waiting { state, mv, is_goal, trace, cost, .. } = waiting;
            match reached {
                Reached::DeadEnd => continue,
                Reached::Within(total) if total > bound => {
                    beyond = Some(beyond.map_or(total, |least| least.min(total)));
                    continue;
                }
                Reached::Within(_) => {}
            }
            self.path.push(Node { state, mv, trace, number });
            if is_goal {
                Event::notify(&mut self.observer, || Event::Improve { cost });
                return Ok(End::Solved);
            }
            let bytes = self.bytes();
            self.stats.peak_bytes = self.stats.peak_bytes.max(bytes as u64);
            meter.check(&self.stats, bytes)?;
            self.expand(number, cost)?;
        }
        if self.table.as_ref().is_some_and(Table::kept_nothing_out) {
            beyond = None;
        }
        Ok(End::Exhausted { beyond })
    }

    /// Looks a position up. Returns its number in the search tree and its estimate, unless it was
    /// met before.
    fn insert(
        &mut self,
        waiting: &Waiting<P::State, P::Move>,
        bound: Cost,
    ) -> Result<Option<(u32, Reached)>, Stop> {
        let Waiting { state, hash, mv, is_goal, cost, .. } = waiting;
        let number = if mv.is_some() { self.numbered + 1 } else { 0 };
        let parent = self.path.last().map_or(0, |node| node.number);
        let met = match &mut self.table {
            Some(table) => table.meet(state, *hash, *cost, number)?,
            None => match self.path.iter().find(|node| node.state == *state) {
                Some(node) => Met::Before(node.number),
                None => Met::New(0),
            },
        };
        self.stats.generated += u64::from(mv.is_some());
        let place = match met {
            Met::New(place) => place,
            Met::Before(node) => {
                self.stats.duplicates += 1;
                Event::notify(&mut self.observer, || Event::Duplicate { node, parent });
                return Ok(None);
            }
        };
        self.numbered = number;
        let estimate = match is_goal {
            true => 0.0,
            false => checked(self.heuristic.estimate(state, mv.as_ref()))?,
        };
        if let Some(mv) = mv {
            let event = || {
                let (mv, g) = (mv.clone(), *cost);
                Event::Generate { node: number, parent, mv, g, h: estimate }
            };
            Event::notify(&mut self.observer, event);
        }
        let reached = if *is_goal { Reached::Within(*cost) } else { self.reached(*cost, estimate) };
        if let (Some(table), Reached::Within(total)) = (&mut self.table, &reached) {
            table.set_kept_out(place, *total > bound);
        }
        Ok(Some((number, reached)))
    }

    fn reached(&mut self, cost: Cost, estimate: f64) -> Reached {
        match whole_estimate(estimate, self.has_unit_costs) {
            Some(estimate) => Reached::Within(cost.saturating_add(estimate)),
            None => {
                self.stats.dead_ends += 1;
                Reached::DeadEnd
            }
        }
    }

    /// Pushes the successors of the last position of the path on the stack.
    fn expand(&mut self, number: u32, cost: Cost) -> Result<(), Stop> {
        let depth = self.path.len() as u32;
        let here = self.path.last().expect("the position is on the path");
        let trace = here.trace.filter(|_| self.table.is_some());
        if !self.space.expand(&here.state, trace, self.pruning, self.next.of(0, cost)) {
            self.stats.dead_ends += 1;
            return Ok(());
        }
        self.stats.expanded += 1;
        if self.observer.is_some() {
            let h = self.heuristic.estimate(&here.state, here.mv.as_ref());
            Event::notify(&mut self.observer, || Event::Expand { node: number, g: cost, h });
        }
        let before = self.path.len().checked_sub(2).map(|index| &self.path[index]);
        // In reverse, so that the first move comes off the stack first.
        for successor in self.next.list.drain(..).rev() {
            let Successor { state, hash, parent, cost, mv, is_goal } = successor;
            if let (None, Some(before), Some(last)) = (&self.table, before, &here.mv) {
                let last = Step { from: &before.state, mv: last, to: &here.state };
                let next = Step { from: &here.state, mv: &mv, to: &state };
                if self.space.is_redundant(last, next) {
                    continue;
                }
            }
            if cost > Limits::MAX_COST {
                return Err(Stop::Cost);
            }
            let (mv, trace) = (Some(mv), parent.trace());
            self.stack.push(Waiting { state, hash, mv, is_goal, trace, cost, depth });
        }
        self.stats.peak_open = self.stats.peak_open.max(self.stack.len() as u64);
        Ok(())
    }

    fn bytes(&self) -> usize {
        let heap = self.space.heap_bytes();
        self.table.as_ref().map_or(0, Table::peak_bytes)
            + self.stack.capacity() * (size_of::<Waiting<P::State, P::Move>>() + heap)
            + self.path.capacity() * (size_of::<Node<P::State, P::Move>>() + heap)
    }
}

enum Reached {
    /// No goal can be reached from it.
    DeadEnd,
    /// The least cost of a plan through it.
    Within(Cost),
}
