//! A state space made of closures.

use std::hash::Hash;
use std::ops::ControlFlow::{Break, Continue};

use crate::space::{Layers, Space, Successor, Successors};
use crate::table::{Inserted, Nodes, Parent, hash};
use crate::{Cost, Pruning, Stats, Stop};

/// The bounds of a state as one trait. Every type with these traits is one.
pub trait State: Clone + Eq + Hash + Send + Sync {}

impl<S: Clone + Eq + Hash + Send + Sync> State for S {}

/// A state space made of closures: `S` is the state, `N` makes the successors, `G` tests for goals.
///
/// [`Search::from`](crate::Search::from) makes one; make it by hand to run several searches on it,
/// or to [explore](crate::explore) it.
#[derive(Clone, Debug)]
pub struct Closures<S, N, G> {
    start: S,
    successors: N,
    is_goal: G,
    heap_bytes: usize,
}

impl<S, N, G> Closures<S, N, G> {
    /// The space with this start, these successors of each state and this goal test.
    ///
    /// A successor is a move with a state, and perhaps the cost of the move, which is 1 otherwise.
    /// Moves may have any type. Costs are whole numbers of any type; a negative cost, or one above
    /// [`Limits::MAX_COST`](crate::Limits::MAX_COST), ends the search.
    pub fn new<I>(start: S, successors: N, is_goal: G) -> Closures<S, N, G>
    where
        N: Fn(&S) -> I + Sync,
        I: IntoIterator<Item: IntoSuccessor<S>>,
        G: Fn(&S) -> bool + Sync,
    {
        Closures { start, successors, is_goal, heap_bytes: 0 }
    }

    /// Sets the approximate number of bytes that a state owns on the heap, for the memory limit.
    #[must_use]
    pub fn heap_bytes(self, heap_bytes: usize) -> Closures<S, N, G> {
        Closures { heap_bytes, ..self }
    }
}

impl<S, N, G, I> Space for Closures<S, N, G>
where
    S: State,
    N: Fn(&S) -> I + Sync,
    I: IntoIterator<Item: IntoSuccessor<S>>,
    G: Fn(&S) -> bool + Sync,
{
    type State = S;
    type Move = <I::Item as IntoSuccessor<S>>::Move;

    fn start(&self) -> S {
        self.start.clone()
    }

    #[inline]
    fn is_goal(&self, state: &S) -> bool {
        (self.is_goal)(state)
    }

    #[inline]
    fn successors(&self, state: &S, next: &mut Successors<S, Self::Move>) {
        for successor in (self.successors)(state) {
            let (mv, state, cost) = successor.into_parts();
            next.push_with_cost(mv, state, cost);
        }
    }

    /// In one pass: there is nothing to prune, and no trace.
    #[inline]
    fn expand(
        &self,
        state: &S,
        _trace: Option<bool>,
        _pruning: Pruning,
        next: &mut Successors<S, Self::Move>,
    ) -> bool {
        let parent = Parent::new(next.parent, false);
        let behind = next.cost;
        next.list.extend((self.successors)(state).into_iter().map(|successor| {
            let (mv, state, cost) = successor.into_parts();
            let (hash, is_goal) = (hash(&state), (self.is_goal)(&state));
            Successor { state, hash, parent, cost: behind.saturating_add(cost), mv, is_goal }
        }));
        true
    }

    #[inline]
    fn step_to(&self, from: &S, to: &S) -> Option<(Self::Move, S, Cost)> {
        if !self.has_unit_costs() {
            return None;
        }
        let mut steps = (self.successors)(from).into_iter().map(IntoSuccessor::into_parts);
        if size_of::<Self::Move>() == 0 {
            // All moves are the same value.
            return steps.next().map(|(mv, _, cost)| (mv, to.clone(), cost));
        }
        steps.find(|(_, state, _)| state == to)
    }

    #[inline]
    fn reaches_directly(&self) -> bool {
        self.heap_bytes == 0
    }

    // While the table is in the cache, a list of successors would only be copied. A function of its
    // own: inlined into the search, its values would not stay in registers.
    #[inline(never)]
    fn reach(
        &self,
        layers: &mut Layers,
        until: u32,
        nodes: &mut Nodes<S>,
        stats: &mut Stats,
    ) -> Result<Option<u32>, Stop> {
        let (first, known) = (layers.next, nodes.len());
        let (mut generated, mut peak_open) = (0, 0);
        let mut goal = Ok(None);
        while layers.next < until && !nodes.is_far() && layers.enter(nodes.len()) {
            let node = layers.next;
            let (parent, state) = (Parent::new(node, false), nodes.state(node).clone());
            layers.next += 1;
            let end = (self.successors)(&state).into_iter().try_for_each(|successor| {
                let (_, state, _) = successor.into_parts();
                let hash = hash(&state);
                generated += 1;
                if nodes.is_at_home(&state, hash) {
                    return Continue(());
                }
                match nodes.insert_hashed(state, hash, parent) {
                    Ok(Inserted::New(new)) if (self.is_goal)(nodes.state(new)) => {
                        Break(Ok(Some(new)))
                    }
                    Ok(_) => Continue(()),
                    Err(stop) => Break(Err(stop)),
                }
            });
            if let Break(end) = end {
                goal = end;
                break;
            }
            peak_open = peak_open.max(nodes.len() - layers.next);
        }
        stats.expanded += u64::from(layers.next - first);
        stats.generated += generated;
        stats.duplicates += generated.saturating_sub(u64::from(nodes.len() - known));
        stats.peak_open = stats.peak_open.max(peak_open.into());
        goal
    }

    // Where moves can be undone, more than a third of the successors are the parent of their node.
    // They are dropped without a branch, which could not be predicted.
    #[inline(never)]
    fn gather(
        &self,
        layers: &mut Layers,
        until: u32,
        nodes: &Nodes<S>,
        next: &mut Successors<S, Self::Move>,
    ) {
        let list = &mut next.list;
        while layers.next < until && !layers.is_full() {
            let node = layers.next;
            layers.next += 1;
            let before = nodes.state(nodes.link(node).node().unwrap_or(node));
            (self.successors)(nodes.state(node)).into_iter().for_each(|successor| {
                let (mv, state, _) = successor.into_parts();
                let (hash, is_goal) = (hash(&state), (self.is_goal)(&state));
                nodes.fetch_slot(hash);
                let kept = list.len() + usize::from(state != *before);
                let (parent, cost) = (Parent::new(node, false), layers.pending);
                list.push(Successor { state, hash, parent, cost, mv, is_goal });
                list.truncate(kept);
                layers.pending += 1;
            });
        }
    }

    fn has_unit_costs(&self) -> bool {
        <I::Item as IntoSuccessor<S>>::HAS_UNIT_COST
    }

    fn heap_bytes(&self) -> usize {
        self.heap_bytes
    }
}

/// A successor as a closure returns it.
pub trait IntoSuccessor<S> {
    /// The type of the move.
    type Move: Clone + Send + Sync + 'static;

    /// True if the cost is always 1.
    const HAS_UNIT_COST: bool;

    /// The move, the state and the cost.
    fn into_parts(self) -> (Self::Move, S, Cost);
}

impl<S, M: Clone + Send + Sync + 'static> IntoSuccessor<S> for (M, S) {
    type Move = M;

    const HAS_UNIT_COST: bool = true;

    #[inline]
    fn into_parts(self) -> (M, S, Cost) {
        (self.0, self.1, 1)
    }
}

impl<S, M: Clone + Send + Sync + 'static, C: TryInto<Cost>> IntoSuccessor<S> for (M, S, C) {
    type Move = M;

    const HAS_UNIT_COST: bool = false;

    #[inline]
    fn into_parts(self) -> (M, S, Cost) {
        (self.0, self.1, self.2.try_into().unwrap_or(Cost::MAX))
    }
}
