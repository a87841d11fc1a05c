//! Best-first search, the one behind uniform-cost search, greedy search, A*, weighted A*, the free ordering and the
//! anytime search: they differ in how much the cost so far and the estimate count ([`Ranking`]), and in when they are
//! content.
//!
//! * The key of a position is `path × cost so far + estimate × heuristic`. Smaller keys are expanded first; ties go to the
//!   lower estimate, then to the newest.
//! * A solved position is recognised when it is generated. It is never expanded; its plan is kept as the best one until
//!   the smallest key in the open list proves that no better plan can follow.
//! * A position to which a cheaper way is found is taken up again, so that heuristics need not be consistent.
//! * Up to [`BATCH`] positions with the same key are taken from the open list at once, and all that follows from them is
//!   looked up together, so that the cache misses of the table overlap. This is part of the tie order: two runs of
//!   the same search expand the same positions in the same order on every machine.
//!
//! The lower bound rests on this: while positions are taken up again whenever a cheaper way to them is found, some position
//! on a cheapest plan stands in the open list with its least cost `g`. With a heuristic that never exceeds `a` times the
//! true cost and counts `w` times, its key is at most `g + w·a·h* ≤ max(1, w·a)·C*`. So no plan costs less than the
//! smallest key divided by `max(1, w·a)`.

use super::conclude::{self, Conclusion};
use super::open::{Key, Open};
use super::{
    Event, Hashed, Inserted, Link, Meter, Nodes, Observer, OutOfMemory, Parent, Pruning, Report,
    Stats, Stop,
};
use crate::heuristics::{DEAD_END, Heuristic};
use crate::moves::Move;
use crate::puzzle::{Cost, Puzzle};

/// How much the two parts of a key count.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Ranking {
    /// The cost so far.
    pub path: f64,
    /// The estimate.
    pub estimate: f64,
}

/// How a best-first search orders positions and when it is content.
#[derive(Clone, Copy, Debug)]
pub(super) struct Policy<'r> {
    /// The rankings one after the other: the next one is taken up when a plan is found.
    pub rankings: &'r [Ranking],
    /// Whether the first plan will do. If so, expanded positions are not taken up again.
    pub first_plan: bool,
}

/// Positions that are expanded before what follows from them is looked up. Measured on a board with a million positions:
/// 1 is a third slower, 4 a tenth, and more than 16 gains nothing.
const BATCH: usize = 16;

/// Sums of weighted estimates may be off by less than this.
const ROUNDING: f64 = 1e-6;

/// What is kept with a position: where it came from, what the way costs, and whether it waits to be expanded.
#[derive(Clone, Copy, Debug)]
struct Way {
    parent: Parent,
    /// Four times the cost, plus [`Way::DONE`] and [`Way::PUT_OFF`].
    packed: u32,
}

impl Way {
    /// The position does not wait.
    const DONE: u32 = 1;
    /// Nor does it, but it will in the next round, since a cheaper way to it was found.
    const PUT_OFF: u32 = 2;

    fn new(parent: Parent, cost: Cost) -> Way {
        Way { parent, packed: cost << 2 }
    }

    fn cost(self) -> Cost {
        self.packed >> 2
    }

    fn is_done(self) -> bool {
        self.packed & Way::DONE != 0
    }

    fn done(self) -> Way {
        Way { packed: self.packed | Way::DONE, ..self }
    }

    fn is_put_off(self) -> bool {
        self.packed & Way::PUT_OFF != 0
    }

    fn put_off(self) -> Way {
        Way { packed: self.packed | Way::DONE | Way::PUT_OFF, ..self }
    }
}

impl Link for Way {
    fn parent(self) -> Parent {
        self.parent
    }
}

struct Candidate<S> {
    position: Hashed<S>,
    parent: u32,
    cost: Cost,
    mv: Move,
}

pub(super) fn best_first<P: Puzzle, H: Heuristic<P>, O: Observer>(
    puzzle: &P,
    heuristic: &H,
    policy: Policy<'_>,
    pruning: Pruning,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Report {
    let mut search = Search {
        puzzle,
        heuristic,
        admissible: heuristic.claims().admissible,
        whole: heuristic.claims().whole,
        pruning,
        ranking: policy.rankings[0],
        first_plan: policy.first_plan,
        budget: meter.memory_budget(),
        nodes: Nodes::new(meter.memory_budget(), meter.deadline()),
        open: Open::new(false),
        batch: Vec::with_capacity(256),
        best: None,
        lower_bound: 0,
        bounded_by: f64::NEG_INFINITY,
        stats: Stats::default(),
    };
    let stop = search.run(policy.rankings, meter, observer).err();
    search.stats.peak_bytes = search.stats.peak_bytes.max(search.bytes() as u64);
    let plan = |(node, _)| conclude::plan(puzzle, pruning, &search.nodes.line_to(node));
    let conclusion = Conclusion {
        plan: search.best.map(plan),
        lower_bound: search.lower_bound,
        stop,
        stats: search.stats,
    };
    conclude::report(puzzle, conclusion, meter)
}

struct Search<'p, P: Puzzle, H> {
    puzzle: &'p P,
    heuristic: &'p H,
    /// The estimate never exceeds this factor times the true cost.
    admissible: f64,
    whole: bool,
    pruning: Pruning,
    ranking: Ranking,
    first_plan: bool,
    budget: usize,
    nodes: Nodes<P::State, Way>,
    open: Open,
    batch: Vec<Candidate<P::State>>,
    /// The solved position that is cheapest to reach, with its cost.
    best: Option<(u32, Cost)>,
    lower_bound: Cost,
    /// The key from which the lower bound was last worked out.
    bounded_by: f64,
    stats: Stats,
}

impl<P: Puzzle, H: Heuristic<P>> Search<'_, P, H> {
    fn run<O: Observer>(
        &mut self,
        rankings: &[Ranking],
        meter: &mut Meter<'_>,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let start = conclude::name(self.puzzle, self.pruning, self.puzzle.start());
        self.nodes.insert(start, Way::new(Parent::NONE, 0))?;
        if self.puzzle.is_solved(&start) {
            self.solved(0, 0, meter, observer);
            return Ok(());
        }
        self.prove(if P::UNIT_COST { 1.0 } else { 0.0 }, meter);
        if !self.first_plan && self.admissible.is_finite() {
            let estimate = self.estimate(&start, None);
            self.prove((estimate.min(1e9) / self.admissible.max(1.0) - ROUNDING).ceil(), meter);
        }
        for (round, &ranking) in rankings.iter().enumerate() {
            let is_last = round + 1 == rankings.len();
            self.ranking = ranking;
            self.bounded_by = f64::NEG_INFINITY;
            self.fill_open(round == 0, meter)?;
            if self.round(is_last, meter, observer)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Puts every position that waits into an open list of the ranking.
    fn fill_open(&mut self, is_first: bool, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let Ranking { path, estimate } = self.ranking;
        // Buckets need whole keys that are no smaller than the estimates.
        let counts_whole = estimate == 0.0 || self.whole && estimate.fract() == 0.0;
        self.open = Open::new(counts_whole && path.fract() == 0.0 && path >= 0.0);
        for node in 0..self.nodes.len() {
            let way = self.nodes.link(node);
            if way.is_done() && !way.is_put_off() {
                continue;
            }
            let way = Way::new(way.parent, way.cost());
            self.nodes.set_link(node, way);
            let state = self.nodes.state(node);
            let by = if is_first { None } else { self.arriving_move(node) };
            let estimate = self.estimate(&state, by);
            self.wait(node, way, estimate)?;
            if node % 1024 == 1023 {
                meter.check_now(&self.stats, self.bytes())?;
            }
        }
        Ok(())
    }

    /// The move that led to a position.
    fn arriving_move(&self, node: u32) -> Option<Move> {
        let parent = self.nodes.link(node).parent.node()?;
        let pair = [self.nodes.state(parent), self.nodes.state(node)];
        super::plan_between(self.puzzle, &pair, self.pruning)?.pop()
    }

    /// Expands until the search is content (true) or it is time for the next ranking (false).
    fn round<O: Observer>(
        &mut self,
        is_last: bool,
        meter: &mut Meter<'_>,
        observer: &mut O,
    ) -> Result<bool, Stop> {
        while let Some(key) = self.open.least_key() {
            self.raise_lower_bound(key, meter);
            if let Some((_, cost)) = self.best {
                if cost <= self.lower_bound {
                    return Ok(true);
                }
                if self.ranking.path == 1.0 && key >= f64::from(cost) {
                    return Ok(is_last);
                }
            }
            let stop = self.expand_batch(key, meter, observer).err();
            let known_best = self.best;
            if self.flush(meter, observer)? {
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

    /// Expands positions of the least key, as many as are looked up together.
    fn expand_batch<O: Observer>(
        &mut self,
        key: f64,
        meter: &mut Meter<'_>,
        observer: &mut O,
    ) -> Result<(), Stop> {
        // While the table fits into the cache there is nothing to overlap, and a search that is content with any plan
        // should look at what it has just found before anything else.
        let batch = BATCH as u32;
        let mut most = if self.first_plan { 1 } else { (self.nodes.len() >> 12).clamp(1, batch) };
        let mut taken = [(0, 0.0); BATCH];
        while most > 0 {
            let mut count = 0;
            while count < most as usize
                && let Some(popped) = self.open.pop_within(key)
            {
                self.nodes.fetch_node(popped.node);
                taken[count] = (popped.node, popped.key.estimate);
                count += 1;
            }
            if count == 0 {
                break;
            }
            for &(node, estimate) in &taken[..count] {
                most -= u32::from(self.expand(node, estimate, meter, observer)?);
            }
        }
        Ok(())
    }

    /// Takes note that no waiting position has a smaller key.
    #[inline]
    fn raise_lower_bound(&mut self, key: f64, meter: &Meter<'_>) {
        if key > self.bounded_by {
            self.bounded_by = key;
            let Ranking { path, estimate } = self.ranking;
            if self.first_plan || path != 1.0 {
                return;
            }
            // A waiting position is not solved, so that at least one more move follows.
            let blind = estimate == 0.0;
            let key = if blind && P::UNIT_COST { key + 1.0 } else { key };
            let counted = if blind { 0.0 } else { estimate * self.admissible };
            self.prove((key / counted.max(1.0) - ROUNDING).ceil(), meter);
        }
    }

    #[cold]
    fn prove(&mut self, bound: f64, meter: &Meter<'_>) {
        self.lower_bound = self.lower_bound.max(bound as Cost);
        meter.lower_bound(self.lower_bound);
    }

    /// Generates what follows from a position. Returns whether it did: it may have been expanded before.
    #[inline]
    fn expand<O: Observer>(
        &mut self,
        node: u32,
        estimate: f64,
        meter: &mut Meter<'_>,
        observer: &mut O,
    ) -> Result<bool, Stop> {
        let way = self.nodes.link(node);
        if way.is_done() {
            return Ok(false);
        }
        meter.check(&self.stats, self.bytes())?;
        self.nodes.set_link(node, way.done());
        let state = self.nodes.state(node);
        if self.pruning.dead_ends && self.puzzle.is_dead_end(&state) {
            self.stats.dead_ends += 1;
            return Ok(false);
        }
        let cost = way.cost();
        self.stats.expanded += 1;
        self.stats.depth = self.stats.depth.max(cost);
        if O::LISTENS {
            observer.event(Event::Expand { node, g: cost, h: estimate });
        }
        // What is left out here would be found elsewhere later; a search for any plan may as well find it now.
        let trace = if self.first_plan { None } else { way.parent.trace() };
        let Search { puzzle, pruning, nodes, batch, .. } = self;
        puzzle.successors_after(&state, trace, |mv, next| {
            let position = Hashed::from(conclude::name(*puzzle, *pruning, next));
            nodes.fetch_slot(&position);
            batch.push(Candidate { position, parent: node, cost: cost + puzzle.cost(mv), mv });
        });
        Ok(true)
    }

    /// Looks up all candidates of the batch in their order. Returns whether the search is content with a plan.
    fn flush<O: Observer>(
        &mut self,
        meter: &mut Meter<'_>,
        observer: &mut O,
    ) -> Result<bool, Stop> {
        self.nodes.set_budget(self.budget.saturating_sub(self.open.bytes()));
        for candidate in &self.batch {
            self.nodes.fetch_state_and_link(&candidate.position);
        }
        let batch = std::mem::take(&mut self.batch);
        for candidate in &batch {
            self.stats.generated += 1;
            if self.settle(candidate, meter, observer)? {
                return Ok(true);
            }
        }
        self.batch = batch;
        self.batch.clear();
        self.stats.peak_open = self.stats.peak_open.max(self.open.len());
        Ok(false)
    }

    #[inline]
    fn settle<O: Observer>(
        &mut self,
        candidate: &Candidate<P::State>,
        meter: &mut Meter<'_>,
        observer: &mut O,
    ) -> Result<bool, Stop> {
        let &Candidate { position, parent, cost, mv } = candidate;
        let way = Way::new(Parent::new(parent, self.puzzle.trace(mv)), cost);
        let inserted = self.nodes.insert(position, way)?;
        let state = position.state;
        let (node, was_done) = match inserted {
            Inserted::New(node) => (node, false),
            Inserted::Known(node) => {
                let known = self.nodes.link(node);
                if cost >= known.cost() || known.is_done() && self.first_plan {
                    self.stats.duplicates += 1;
                    if O::LISTENS {
                        observer.event(Event::Duplicate { node, parent });
                    }
                    return Ok(false);
                }
                (node, known.is_done())
            }
        };
        let is_solved = self.puzzle.is_solved(&state);
        let estimate = if is_solved { 0.0 } else { self.estimate(&state, Some(mv)) };
        if let Inserted::Known(_) = inserted {
            self.nodes.set_link(node, way);
            self.stats.reopened += 1;
            if O::LISTENS {
                observer.event(Event::Reopen { node, parent, g: cost });
            }
        } else if O::LISTENS {
            observer.event(Event::Generate { node, parent, mv, g: cost, h: estimate });
        }
        if is_solved {
            self.nodes.set_link(node, way.done());
            return Ok(self.solved(node, cost, meter, observer));
        }
        if was_done && self.ranking.path == 0.0 {
            // While the cost does not count, it is no reason to expand a position twice.
            self.nodes.set_link(node, way.put_off());
            return Ok(false);
        }
        self.wait(node, way, estimate)?;
        Ok(false)
    }

    #[inline]
    fn estimate(&self, state: &P::State, by: Option<Move>) -> f64 {
        if self.ranking.estimate == 0.0 {
            return 0.0;
        }
        self.heuristic.estimate(self.puzzle, state, by)
    }

    /// Puts a position into the open list, unless nothing can come of it.
    #[inline]
    fn wait(&mut self, node: u32, way: Way, estimate: f64) -> Result<(), OutOfMemory> {
        if estimate == DEAD_END {
            self.stats.dead_ends += 1;
            self.nodes.set_link(node, way.done());
            return Ok(());
        }
        let cost = f64::from(way.cost());
        if let Some((_, best)) = self.best {
            let ahead = if self.admissible <= 1.0 { estimate.max(1.0) } else { 1.0 };
            if cost + ahead - ROUNDING > f64::from(best) - 1.0 && P::UNIT_COST {
                self.nodes.set_link(node, way.done());
                return Ok(());
            }
        }
        let key = self.ranking.path * cost + self.ranking.estimate * estimate;
        let budget = self.budget.saturating_sub(self.nodes.bytes());
        self.open.push(Key { key, estimate }, node, budget)
    }

    /// Takes note of a plan. Returns whether the search is content with it.
    #[cold]
    fn solved<O: Observer>(
        &mut self,
        node: u32,
        cost: Cost,
        meter: &mut Meter<'_>,
        observer: &mut O,
    ) -> bool {
        if self.best.is_none_or(|(_, best)| cost < best) {
            self.best = Some((node, cost));
            meter.plan_found(cost);
            if O::LISTENS {
                observer.event(Event::Improve { cost });
            }
        }
        self.first_plan || cost <= self.lower_bound
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.open.bytes()
    }
}
