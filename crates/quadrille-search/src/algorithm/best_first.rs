//! Best-first search, the one behind uniform-cost search, greedy search, A*, weighted A*, the free
//! ordering and the anytime search. They differ in the weights of path cost and estimate
//! ([`Ranking`]) and in when they stop.
//!
//! * The key of a position is `path × cost so far + estimate × heuristic`. Smaller keys are
//!   expanded first; ties go to the lower estimate, then to the oldest.
//! * A goal is recognised when it is generated. It is never expanded; its plan is kept as the best
//!   one until the smallest key in the open list proves that no better plan can follow.
//! * A position to which a cheaper way is found is reopened, so that heuristics need not be
//!   consistent.
//! * Up to [`BATCH`] positions with the same key are taken from the open list at once, and all
//!   their successors are looked up together, so that the cache misses of the table overlap. This
//!   is part of the tie order: two runs of the same search expand the same positions in the same
//!   order on every machine.
//!
//! The lower bound rests on this: while positions are reopened whenever a cheaper way to them is
//! found, some position on a cheapest plan is in the open list with its least cost `g`. With a
//! heuristic that never exceeds `a` times the true cost and counts `w` times, its key is at most
//! `g + w·a·h* ≤ max(1, w·a)·C*`. So no plan costs less than the smallest key divided by
//! `max(1, w·a)`.

use super::Task;
use crate::control::Meter;
use crate::control::{self, Conclusion};
use crate::event::Observer;
use crate::heuristic::{DEAD_END, checked};
use crate::space::{Successor, canonical};
use crate::table::{Inserted, Key, Link, Nodes, Open, OutOfMemory, Parent};
use crate::{
    Cost, Event, Limits, Pruning, Report, Stats, Stop,
    space::{Heuristic, Space, Successors},
};

/// The weights of the two parts of a key.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Ranking {
    pub path: f64,
    pub estimate: f64,
}

/// The order of a best-first search, and when it stops.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Policy<'r> {
    /// Used one after the other: each plan found starts the next.
    pub rankings: &'r [Ranking],
    /// Stop at the first plan. Expanded positions are then not reopened.
    pub first_plan: bool,
}

/// Uniform-cost search (Dijkstra): the position that is cheapest to reach first.
pub(crate) const UNIFORM_COST: Policy<'static> =
    Policy { rankings: &[Ranking { path: 1.0, estimate: 0.0 }], first_plan: false };

/// Greedy search: by the estimate alone, to the first plan.
pub(crate) const GREEDY: Policy<'static> =
    Policy { rankings: &[Ranking { path: 0.0, estimate: 1.0 }], first_plan: true };

/// A* (Hart, Nilsson and Raphael 1968): least cost so far plus estimate first.
pub(crate) const ASTAR: Policy<'static> =
    Policy { rankings: &[Ranking { path: 1.0, estimate: 1.0 }], first_plan: false };

/// The rounds of the anytime search: greedy search finds the first plan; weighted A* takes over
/// with the positions in the open list, then A*. Every plan cuts off positions that cannot lead to
/// a cheaper one (Hansen and Zhou, "Anytime heuristic search", 2007; the falling weights are those
/// of Likhachev, Gordon and Thrun's ARA*, 2003). An estimate that is not admissible cuts nothing
/// off; a last round by cost alone makes the proof.
pub(crate) fn anytime_rankings(weight: f64, is_admissible: bool) -> Vec<Ranking> {
    let mut rankings = vec![
        Ranking { path: 0.0, estimate: 1.0 },
        Ranking { path: 1.0, estimate: weight.max(1.0) },
        Ranking { path: 1.0, estimate: 1.0 },
    ];
    if !is_admissible {
        rankings.push(Ranking { path: 1.0, estimate: 0.0 });
    }
    rankings
}

/// Positions that are expanded before their successors are looked up. Measured on a board with a
/// million positions: 1 is a third slower, 4 a tenth, and more than 16 gains nothing.
const BATCH: usize = 16;

/// Tolerance for sums of weighted estimates.
const ROUNDING: f64 = 1e-6;

/// The link of a position: its parent in the upper half; in the lower four times the cost of the
/// path, plus [`Way::DONE`] and [`Way::PUT_OFF`]. One word, since a position is often expanded just
/// after it was stored, and a load waits for two stores.
#[derive(Clone, Copy, Debug)]
struct Way(u64);

impl Way {
    /// Not in the open list.
    const DONE: u64 = 1;
    /// Not in the open list, but added to it in the next round, since a cheaper path was found.
    const PUT_OFF: u64 = 2;

    fn new(parent: Parent, cost: Cost) -> Way {
        Way(u64::from(parent.bits()) << 32 | u64::from(cost << 2))
    }

    fn cost(self) -> Cost {
        self.0 as u32 >> 2
    }

    fn is_done(self) -> bool {
        self.0 & Way::DONE != 0
    }

    fn done(self) -> Way {
        Way(self.0 | Way::DONE)
    }

    fn is_put_off(self) -> bool {
        self.0 & Way::PUT_OFF != 0
    }

    fn put_off(self) -> Way {
        Way(self.0 | Way::DONE | Way::PUT_OFF)
    }
}

impl Link for Way {
    fn parent(self) -> Parent {
        Parent::from_bits((self.0 >> 32) as u32)
    }
}

/// Finds a plan, or proves that there is none.
pub(crate) fn best_first<P: Space + ?Sized>(
    task: Task<'_, '_, P>,
    policy: Policy<'_>,
) -> Report<P::Move, P::State> {
    let Task { space, heuristic, pruning, meter, observer } = task;
    let mut search = Search {
        space,
        heuristic,
        admissible: heuristic.claims().admissible,
        whole: heuristic.claims().whole,
        has_unit_costs: space.has_unit_costs(),
        pruning,
        observer,
        ranking: policy.rankings[0],
        first_plan: policy.first_plan,
        budget: meter.memory_budget(),
        nodes: Nodes::new(meter.memory_budget(), meter.deadline())
            .with_heap_bytes(space.heap_bytes()),
        open: Open::new(false),
        taken: [(0, 0.0); BATCH],
        best: None,
        lower_bound: 0,
        bounded_by: f64::NEG_INFINITY,
        stats: Stats::default(),
    };
    let stop = search.run(policy.rankings, meter).err();
    search.stats.peak_bytes = search.stats.peak_bytes.max(search.bytes() as u64);
    let plan = |(node, cost)| control::plan(space, pruning, search.nodes.line_of(node, cost));
    Conclusion {
        plan: search.best.map(plan),
        lower_bound: search.lower_bound,
        stop,
        stats: search.stats,
    }
    .report(meter)
}

struct Search<'p, 'w, P: Space + ?Sized, H: ?Sized> {
    space: &'p P,
    heuristic: &'p H,
    admissible: f64,
    whole: bool,
    has_unit_costs: bool,
    pruning: Pruning,
    observer: Observer<'w, P::Move>,
    ranking: Ranking,
    first_plan: bool,
    budget: usize,
    nodes: Nodes<P::State, Way>,
    open: Open,
    taken: [(u32, f64); BATCH],
    /// The goal that is cheapest to reach, with its cost.
    best: Option<(u32, Cost)>,
    lower_bound: Cost,
    /// The key for which the lower bound was last computed.
    bounded_by: f64,
    stats: Stats,
}

impl<P: Space + ?Sized, H: Heuristic<P::State, P::Move> + ?Sized> Search<'_, '_, P, H> {
    fn run(&mut self, rankings: &[Ranking], meter: &mut Meter<'_>) -> Result<(), Stop> {
        let start = canonical(self.space, self.pruning, self.space.start());
        let is_goal = self.space.is_goal(&start);
        self.nodes.insert(start, Way::new(Parent::NONE, 0))?;
        if is_goal {
            self.reached(0, 0, meter);
            return Ok(());
        }
        self.prove(if self.has_unit_costs { 1.0 } else { 0.0 }, meter);
        if !self.first_plan && self.admissible.is_finite() {
            let estimate = self.estimate(self.nodes.state(0), None)?;
            self.prove((estimate.min(1e9) / self.admissible.max(1.0) - ROUNDING).ceil(), meter);
        }
        for (round, &ranking) in rankings.iter().enumerate() {
            let is_last = round + 1 == rankings.len();
            self.ranking = ranking;
            self.bounded_by = f64::NEG_INFINITY;
            self.fill_open(round == 0, meter)?;
            if self.round(is_last, meter)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Puts every waiting position into an open list for this ranking.
    fn fill_open(&mut self, is_first: bool, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let Ranking { path, estimate } = self.ranking;
        // Buckets need whole keys from 0 on.
        let counts_whole =
            estimate == 0.0 || self.whole && estimate > 0.0 && estimate.fract() == 0.0;
        self.open = Open::new(counts_whole && path >= 0.0 && path.fract() == 0.0);
        for node in 0..self.nodes.len() {
            let way = self.nodes.link(node);
            if way.is_done() && !way.is_put_off() {
                continue;
            }
            let way = Way::new(way.parent(), way.cost());
            self.nodes.set_link(node, way);
            let by = if is_first { None } else { self.arriving_move(node) };
            let estimate = self.estimate(self.nodes.state(node), by.as_ref())?;
            self.wait(node, way, estimate)?;
            if node % 1024 == 1023 {
                meter.check_now(&self.stats, self.bytes())?;
            }
        }
        Ok(())
    }

    /// The move that led to a position.
    fn arriving_move(&self, node: u32) -> Option<P::Move> {
        let from = self.nodes.state(self.nodes.link(node).parent().node()?);
        let to = self.nodes.state(node);
        control::step_between(self.space, from, to, self.pruning).map(|(mv, _, _)| mv)
    }

    /// Expands until the search is done (true) or it is time for the next ranking (false).
    fn round(&mut self, is_last: bool, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        // Not a field: moving it in and out would stall the processor with each expansion.
        let mut batch = Successors::new();
        while let Some((first, node)) = self.open.pop() {
            let key = first.key;
            self.raise_lower_bound(key, meter);
            if let Some((_, cost)) = self.best {
                if cost <= self.lower_bound {
                    return Ok(true);
                }
                if self.ranking.path == 1.0 && key >= f64::from(cost) {
                    return Ok(is_last);
                }
            }
            self.taken[0] = (node, first.estimate);
            let stop = self.expand_batch(key, &mut batch, meter).err();
            let known_best = self.best;
            if self.flush(&mut batch, meter)? {
                return Ok(true);
            }
            if let Some(stop) = stop {
                return Err(stop);
            }
            if !is_last && self.best != known_best {
                return Ok(false);
            }
        }
        // Nothing is left that could be better.
        if let Some((_, cost)) = self.best {
            self.lower_bound = cost;
        }
        Ok(true)
    }

    /// Expands the first position taken and more of its key, as many as are looked up together.
    fn expand_batch(
        &mut self,
        key: f64,
        next: &mut Successors<P::State, P::Move>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        // While the table fits into the cache, batches gain nothing, and a search for any plan
        // should look at its newest positions first.
        let batch = BATCH as u32;
        let mut most = if self.first_plan { 1 } else { (self.nodes.len() >> 12).clamp(1, batch) };
        let mut count = 1;
        if most > 1 {
            self.nodes.fetch_node(self.taken[0].0);
        }
        loop {
            while count < most as usize
                && let Some((popped, node)) = self.open.pop_within(key)
            {
                self.nodes.fetch_node(node);
                self.taken[count] = (node, popped.estimate);
                count += 1;
            }
            if count == 0 {
                return Ok(());
            }
            for at in 0..count {
                let (node, estimate) = self.taken[at];
                most -= u32::from(self.expand(node, estimate, next, meter)?);
            }
            count = 0;
        }
    }

    /// Raises the lower bound: no waiting position has a smaller key.
    #[inline]
    fn raise_lower_bound(&mut self, key: f64, meter: &Meter<'_>) {
        if key > self.bounded_by {
            self.bounded_by = key;
            let Ranking { path, estimate } = self.ranking;
            if self.first_plan || path != 1.0 {
                return;
            }
            // A waiting position is not solved, so at least one more move follows.
            let blind = estimate == 0.0;
            let key = if blind && self.has_unit_costs { key + 1.0 } else { key };
            let counted = if blind { 0.0 } else { estimate * self.admissible };
            self.prove((key / counted.max(1.0) - ROUNDING).ceil(), meter);
        }
    }

    #[cold]
    fn prove(&mut self, bound: f64, meter: &Meter<'_>) {
        self.lower_bound = self.lower_bound.max(bound as Cost);
        meter.lower_bound(self.lower_bound);
    }

    /// Generates the successors of a position. Returns false if it was expanded before.
    #[inline]
    fn expand(
        &mut self,
        node: u32,
        estimate: f64,
        next: &mut Successors<P::State, P::Move>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        let way = self.nodes.link(node);
        if way.is_done() {
            return Ok(false);
        }
        meter.check(&self.stats, self.bytes())?;
        self.nodes.set_link(node, way.done());
        // Moves left out here are found elsewhere later; a search for any plan tries them now.
        let trace = if self.first_plan { None } else { way.parent().trace() };
        let first = next.list.len();
        let cost = way.cost();
        if !self.space.expand(self.nodes.state(node), trace, self.pruning, next.of(node, cost)) {
            self.stats.dead_ends += 1;
            return Ok(false);
        }
        self.stats.expanded += 1;
        self.stats.depth = self.stats.depth.max(cost);
        Event::notify(&mut self.observer, || Event::Expand { node, g: cost, h: estimate });
        if self.nodes.is_far() {
            for successor in &next.list[first..] {
                self.nodes.fetch_slot(successor.hash);
            }
        }
        Ok(true)
    }

    /// Looks up all successors of the batch in their order. Returns true if the search is done.
    fn flush(
        &mut self,
        batch: &mut Successors<P::State, P::Move>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        self.nodes.set_budget(self.budget.saturating_sub(self.open.bytes()));
        if self.nodes.is_far() {
            let mut has_goal = false;
            for successor in &batch.list {
                self.nodes.fetch_state_and_link(successor.hash);
                has_goal |= successor.is_goal;
            }
            // A goal may end the search: positions after it do not count.
            if !has_goal && self.observer.is_none() {
                let nodes = &self.nodes;
                let known = nodes.remove_known(
                    &mut batch.list,
                    |one| (&one.state, one.hash),
                    |one, node| {
                        (one.cost >= nodes.link(node).cost()) & (one.cost <= Limits::MAX_COST)
                    },
                );
                self.stats.generated += known;
                self.stats.duplicates += known;
            }
        }
        for successor in batch.list.drain(..) {
            self.stats.generated += 1;
            if self.insert(successor, meter)? {
                return Ok(true);
            }
        }
        self.stats.peak_open = self.stats.peak_open.max(self.open.len());
        Ok(false)
    }

    #[inline]
    fn insert(
        &mut self,
        successor: Successor<P::State, P::Move>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        let Successor { state, hash, parent, cost, mv, is_goal } = successor;
        if cost > Limits::MAX_COST {
            return Err(Stop::Cost);
        }
        let way = Way::new(parent, cost);
        let parent = parent.number();
        let inserted = self.nodes.insert_hashed(state, hash, way)?;
        let (node, was_done) = match inserted {
            Inserted::New(node) => (node, false),
            Inserted::Known(node) => {
                let known = self.nodes.link(node);
                if cost >= known.cost() || known.is_done() && self.first_plan {
                    self.stats.duplicates += 1;
                    Event::notify(&mut self.observer, || Event::Duplicate { node, parent });
                    return Ok(false);
                }
                (node, known.is_done())
            }
        };
        let state = self.nodes.state(node);
        let estimate = if is_goal { 0.0 } else { self.estimate(state, Some(&mv))? };
        if let Inserted::Known(_) = inserted {
            self.nodes.set_link(node, way);
            self.stats.reopened += 1;
            Event::notify(&mut self.observer, || Event::Reopen { node, parent, g: cost });
        } else {
            let event = || Event::Generate { node, parent, mv, g: cost, h: estimate };
            Event::notify(&mut self.observer, event);
        }
        if is_goal {
            self.nodes.set_link(node, way.done());
            return Ok(self.reached(node, cost, meter));
        }
        if was_done && self.ranking.path == 0.0 {
            // While the cost has no weight, a cheaper path is not a reason to expand a position
            // twice.
            self.nodes.set_link(node, way.put_off());
            return Ok(false);
        }
        self.wait(node, way, estimate)?;
        Ok(false)
    }

    #[inline]
    fn estimate(&self, state: &P::State, by: Option<&P::Move>) -> Result<f64, Stop> {
        if self.ranking.estimate == 0.0 {
            return Ok(0.0);
        }
        checked(self.heuristic.estimate(state, by))
    }

    /// Puts a position into the open list, unless it cannot lead to a better plan.
    #[inline(always)]
    fn wait(&mut self, node: u32, way: Way, estimate: f64) -> Result<(), OutOfMemory> {
        if estimate == DEAD_END {
            self.stats.dead_ends += 1;
            self.nodes.set_link(node, way.done());
            return Ok(());
        }
        let cost = f64::from(way.cost());
        if let Some((_, best)) = self.best {
            let least = if self.has_unit_costs { 1.0 } else { 0.0 };
            let ahead = if self.admissible <= 1.0 { estimate.max(least) } else { least };
            if cost + ahead - ROUNDING > f64::from(best) - 1.0 {
                self.nodes.set_link(node, way.done());
                return Ok(());
            }
        }
        let key = self.ranking.path * cost + self.ranking.estimate * estimate;
        let budget = self.budget.saturating_sub(self.nodes.bytes());
        self.open.push(Key { key, estimate }, node, budget)
    }

    /// Records a plan. Returns true if the search is done.
    #[cold]
    fn reached(&mut self, node: u32, cost: Cost, meter: &mut Meter<'_>) -> bool {
        if self.best.is_none_or(|(_, best)| cost < best) {
            self.best = Some((node, cost));
            let Self { space, pruning, nodes, .. } = self;
            meter.plan_found(cost, || {
                let plan = control::plan(*space, *pruning, nodes.line_to(node));
                (plan.moves, plan.cost)
            });
            Event::notify(&mut self.observer, || Event::Improve { cost });
        }
        self.first_plan || cost <= self.lower_bound
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.open.bytes()
    }
}
