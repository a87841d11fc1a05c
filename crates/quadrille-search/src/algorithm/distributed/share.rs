//! The positions that one worker owns, and the order in which they are expanded.

use super::super::deepening::whole_estimate;
use crate::heuristic::checked;
use crate::space::State;
use crate::table::{Inserted, Key, Link, Nodes, Open, OutOfMemory, Parent, hash};
use crate::{
    Cost, Limits, Stats, Stop,
    space::{Heuristic, Space},
};

/// A position on its way to its owner. Kept small: workers spend their waiting time on cache lines
/// that another core has written.
#[repr(C, packed(4))]
pub(super) struct Posted<S, T> {
    pub state: S,
    /// The number of its parent among the positions of all workers.
    pub parent: Parent,
    pub terms: T,
}

pub(super) struct Arrived<S, T> {
    pub state: S,
    pub hash: u64,
    pub parent: Parent,
    pub terms: T,
}

impl<S: State, T> Posted<S, T> {
    #[inline]
    pub(super) fn arrive(self) -> Arrived<S, T> {
        let Posted { state, parent, terms } = self;
        let hash = hash(&state);
        Arrived { state, hash, parent, terms }
    }
}

pub(super) struct Taken {
    pub node: u32,
    pub trace: Option<bool>,
    pub cost: Cost,
}

pub(super) trait Share<P: Space + ?Sized>: Send {
    type Link: Link;
    /// The data about the path to a position that its owner needs.
    type Terms: Send;

    /// Takes the start, which costs nothing.
    fn begin(&mut self, start: P::State) -> Result<(), Stop>;

    /// The smallest key in the open list.
    fn least_key(&mut self) -> Option<u64>;

    /// Starts the expansion of all positions with keys up to this one.
    fn begin_key(&mut self, key: u64);

    /// The next position up to the key.
    fn take(&mut self) -> Option<Taken>;

    /// The terms of a path with this cost and this last move, and whether it leads to a goal.
    fn terms(cost: Cost, mv: P::Move, is_goal: bool) -> Self::Terms;

    /// Prefetches the table entry that a position will be compared with.
    fn fetch_known(&self, hash: u64);

    /// Inserts a position that this worker owns. Returns its number and cost if it is a goal.
    fn insert(
        &mut self,
        arrived: Arrived<P::State, Self::Terms>,
        stats: &mut Stats,
    ) -> Result<Option<(u32, Cost)>, Stop>;

    /// The number of positions in the open list.
    fn waiting(&self) -> u64;

    fn nodes(&self) -> &Nodes<P::State, Self::Link>;

    fn bytes(&self) -> usize;
}

/// For an estimate that is always 0, with moves that cost 1 each: the keys are layers, and
/// positions come in the order of their layers. So the open list is just a counter, as in the
/// serial breadth-first search, and the cost need not be sent.
pub(super) struct Layers<'p, P: Space + ?Sized> {
    space: &'p P,
    nodes: Nodes<P::State>,
    /// The first position of the open list.
    next: u32,
    /// The end of the current layer.
    end: u32,
    /// The cost of the next layer.
    cost: Cost,
}

impl<'p, P: Space + ?Sized> Layers<'p, P> {
    pub(super) fn new(space: &'p P, nodes: Nodes<P::State>) -> Self {
        Layers { space, nodes, next: 0, end: 0, cost: 0 }
    }
}

impl<P: Space + ?Sized> Share<P> for Layers<'_, P> {
    type Link = Parent;
    type Terms = ();

    fn begin(&mut self, start: P::State) -> Result<(), Stop> {
        self.nodes.insert(start, Parent::NONE).map(drop)
    }

    fn least_key(&mut self) -> Option<u64> {
        // A position that waits is not solved: at least one more move follows.
        (self.next < self.nodes.len()).then(|| u64::from(self.cost) + 1)
    }

    fn begin_key(&mut self, key: u64) {
        self.end = self.nodes.len();
        self.cost = key as Cost;
    }

    #[inline]
    fn take(&mut self) -> Option<Taken> {
        let node = self.next;
        if node == self.end {
            return None;
        }
        self.next += 1;
        Some(Taken { node, trace: self.nodes.link(node).trace(), cost: self.cost - 1 })
    }

    #[inline]
    fn terms(_: Cost, _: P::Move, _: bool) {}

    #[inline]
    fn fetch_known(&self, hash: u64) {
        self.nodes.fetch_state(hash);
    }

    #[inline]
    fn insert(
        &mut self,
        arrived: Arrived<P::State, ()>,
        stats: &mut Stats,
    ) -> Result<Option<(u32, Cost)>, Stop> {
        match self.nodes.insert_hashed(arrived.state, arrived.hash, arrived.parent)? {
            Inserted::Known(_) => stats.duplicates += 1,
            Inserted::New(node) if self.space.is_goal(self.nodes.state(node)) => {
                return Ok(Some((node, self.cost)));
            }
            Inserted::New(_) => {}
        }
        Ok(None)
    }

    fn waiting(&self) -> u64 {
        u64::from(self.nodes.len() - self.next)
    }

    fn nodes(&self) -> &Nodes<P::State> {
        &self.nodes
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes()
    }
}

#[derive(Clone, Copy)]
pub(super) struct Way {
    parent: Parent,
    /// Twice the cost, plus 1 if the position is not in the open list.
    packed: u32,
}

impl Way {
    fn new(parent: Parent, cost: Cost) -> Way {
        Way { parent, packed: cost << 1 }
    }

    fn cost(self) -> Cost {
        self.packed >> 1
    }

    fn is_done(self) -> bool {
        self.packed & 1 == 1
    }

    fn done(self) -> Way {
        Way { packed: self.packed | 1, ..self }
    }
}

impl Link for Way {
    fn parent(self) -> Parent {
        self.parent
    }
}

pub(super) struct Terms<M> {
    /// Twice the cost, plus 1 if the position is a goal: one more byte would be four.
    packed: u32,
    mv: M,
}

/// For any estimate, with an open list.
pub(super) struct Keys<'p, P: Space + ?Sized, H: ?Sized> {
    heuristic: &'p H,
    nodes: Nodes<P::State, Way>,
    open: Open,
    budget: usize,
    has_unit_costs: bool,
    key: f64,
    /// The next positions to be expanded, as a stack.
    next: Vec<u32>,
}

/// Positions taken from the open list together, so that their cache misses overlap.
const AHEAD: usize = 16;

impl<'p, P, H> Keys<'p, P, H>
where
    P: Space + ?Sized,
    H: Heuristic<P::State, P::Move> + ?Sized,
{
    pub(super) fn new(
        space: &'p P,
        heuristic: &'p H,
        nodes: Nodes<P::State, Way>,
        budget: usize,
    ) -> Self {
        Keys {
            heuristic,
            nodes,
            open: Open::new(true),
            budget,
            has_unit_costs: space.has_unit_costs(),
            key: 0.0,
            next: Vec::with_capacity(AHEAD),
        }
    }

    /// The next position up to the key; it may have been expanded already.
    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.next.is_empty() {
            while self.next.len() < AHEAD
                && let Some((_, node)) = self.open.pop_within(self.key)
            {
                self.nodes.fetch_node(node);
                self.next.push(node);
            }
            self.next.reverse();
        }
        self.next.pop()
    }

    #[inline]
    fn wait(&mut self, node: u32, way: Way, estimate: Cost) -> Result<(), OutOfMemory> {
        let estimate = f64::from(estimate);
        let key = Key { key: f64::from(way.cost()) + estimate, estimate };
        let budget = self.budget.saturating_sub(self.nodes.bytes());
        self.open.push(key, node, budget)
    }
}

impl<P, H> Share<P> for Keys<'_, P, H>
where
    P: Space + ?Sized,
    H: Heuristic<P::State, P::Move> + ?Sized,
{
    type Link = Way;
    type Terms = Terms<P::Move>;

    fn begin(&mut self, start: P::State) -> Result<(), Stop> {
        let way = Way::new(Parent::NONE, 0);
        let estimate = checked(self.heuristic.estimate(&start, None))?;
        let estimate = whole_estimate(estimate, self.has_unit_costs);
        if let (Inserted::New(node), Some(estimate)) = (self.nodes.insert(start, way)?, estimate) {
            self.wait(node, way, estimate)?;
        }
        Ok(())
    }

    fn least_key(&mut self) -> Option<u64> {
        self.open.least_key().map(|key| key as u64)
    }

    fn begin_key(&mut self, key: u64) {
        self.key = key as f64;
    }

    #[inline]
    fn take(&mut self) -> Option<Taken> {
        while let Some(node) = self.next() {
            let way = self.nodes.link(node);
            if !way.is_done() {
                self.nodes.set_link(node, way.done());
                return Some(Taken { node, trace: way.parent.trace(), cost: way.cost() });
            }
        }
        None
    }

    #[inline]
    fn terms(cost: Cost, mv: P::Move, is_goal: bool) -> Terms<P::Move> {
        // A cost beyond the limit stays beyond it.
        let cost = cost.min(Cost::MAX >> 1);
        Terms { packed: cost << 1 | u32::from(is_goal), mv }
    }

    #[inline]
    fn fetch_known(&self, hash: u64) {
        self.nodes.fetch_state_and_link(hash);
    }

    #[inline]
    fn insert(
        &mut self,
        arrived: Arrived<P::State, Terms<P::Move>>,
        stats: &mut Stats,
    ) -> Result<Option<(u32, Cost)>, Stop> {
        let Arrived { state, hash, parent, terms: Terms { packed, mv } } = arrived;
        let (cost, is_goal) = (packed >> 1, packed & 1 == 1);
        if cost > Limits::MAX_COST {
            return Err(Stop::Cost);
        }
        self.nodes.set_budget(self.budget.saturating_sub(self.open.bytes()));
        let way = Way::new(parent, cost);
        let node = match self.nodes.insert_hashed(state, hash, way)? {
            Inserted::New(node) => node,
            Inserted::Known(node) if cost < self.nodes.link(node).cost() => {
                self.nodes.set_link(node, way);
                stats.reopened += 1;
                node
            }
            Inserted::Known(_) => {
                stats.duplicates += 1;
                return Ok(None);
            }
        };
        if is_goal {
            self.nodes.set_link(node, way.done());
            return Ok(Some((node, cost)));
        }
        let state = self.nodes.state(node);
        let estimate = checked(self.heuristic.estimate(state, Some(&mv)))?;
        match whole_estimate(estimate, self.has_unit_costs) {
            Some(estimate) => self.wait(node, way, estimate)?,
            None => {
                self.nodes.set_link(node, way.done());
                stats.dead_ends += 1;
            }
        }
        Ok(None)
    }

    fn waiting(&self) -> u64 {
        self.open.len()
    }

    fn nodes(&self) -> &Nodes<P::State, Way> {
        &self.nodes
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.open.bytes()
    }
}
