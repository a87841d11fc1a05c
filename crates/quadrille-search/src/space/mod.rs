//! The interfaces of a problem: the state space ([`Space`]) and the estimates ([`Heuristic`]).
//!
//! Closures are enough for most problems; see [`Search::from`](crate::Search::from). [`Space`] is
//! for more structure: canonical forms, dead ends, moves that can be left out. It is object-safe: a
//! search over `dyn Space` is compiled once per type of state, however many spaces have such
//! states. Searches get successors in batches, so one dynamic call does the work of many.

mod closures;
pub(crate) mod packed;
pub(crate) mod rows;

use std::hash::Hash;

pub use closures::Closures;
pub(crate) use closures::{IntoSuccessor, State};

use crate::Stop;
pub use crate::heuristic::{Claims, Heuristic};
use crate::table::{Nodes, Parent, hash};
use crate::{Cost, Pruning, Stats};

/// A move with the states before and after it.
#[derive(Debug)]
pub struct Step<'s, S, M> {
    /// The state before.
    pub from: &'s S,
    /// The move.
    pub mv: &'s M,
    /// The state after.
    pub to: &'s S,
}

/// A state space: a start, the successors of each state, and a goal test.
///
/// Two types and three methods are required. The defaults of the others are correct for every
/// space; override them where the structure of the space allows more.
///
/// ```
/// use quadrille_search::{Outcome, Search, algorithm::Ucs, space::{Space, Successors}};
///
/// /// Make a number from 1 by doubling, which costs 2, and adding 1, which costs 1.
/// struct Number(u64);
///
/// impl Space for Number {
///     type State = u64;
///     type Move = char;
///
///     fn start(&self) -> u64 {
///         1
///     }
///
///     fn is_goal(&self, state: &u64) -> bool {
///         *state == self.0
///     }
///
///     fn successors(&self, &state: &u64, next: &mut Successors<u64, char>) {
///         next.push_with_cost('d', 2 * state, 2);
///         next.push_with_cost('+', state + 1, 1);
///     }
///
///     fn has_unit_costs(&self) -> bool {
///         false
///     }
///
///     fn is_dead_end(&self, state: &u64) -> bool {
///         *state > self.0
///     }
/// }
///
/// let report = Search::new(&Number(100)).algorithm(Ucs).run();
/// let Outcome::Solved { plan, cost, optimal } = report.outcome else { panic!("there is a plan") };
/// assert_eq!((String::from_iter(plan), cost, optimal), ("++ddd+dd".to_string(), 13, true));
/// assert_eq!(report.states, [1, 2, 3, 6, 12, 24, 25, 50, 100]);
/// ```
pub trait Space: Sync {
    /// A position of the space: small and fast to clone, compare and hash. Searches store states in
    /// their tables as they are; [`Space::heap_bytes`] is for what they own on the heap.
    type State: Clone + Eq + Hash + Send + Sync;

    /// A move from one position to the next.
    type Move: Clone + Send + Sync + 'static;

    /// The position at the start.
    fn start(&self) -> Self::State;

    /// Returns true if the position is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Pushes every legal move with the position it leads to, in an order that depends on the
    /// position alone. Moves that change nothing may be left out.
    fn successors(&self, state: &Self::State, next: &mut Successors<Self::State, Self::Move>);

    /// Returns true if every move costs 1, so that the shortest plan is the cheapest.
    fn has_unit_costs(&self) -> bool {
        true
    }

    /// Replaces a position by the representative of all positions that differ from it only by
    /// names.
    ///
    /// Every move must be legal in a position if and only if it is legal in its canonical form, and
    /// lead to positions with the same canonical form; both are goals or neither is. Searches see
    /// only canonical forms; the moves and states of a plan are those that follow from the actual
    /// start.
    fn canonical(&self, _state: &mut Self::State) {}

    /// The canonical form of a position.
    #[inline]
    fn canonical_form(&self, mut state: Self::State) -> Self::State {
        self.canonical(&mut state);
        state
    }

    /// Returns true if it is certain that no goal can be reached from here. May miss dead ends,
    /// must never be wrong.
    fn is_dead_end(&self, _state: &Self::State) -> bool {
        false
    }

    /// One bit about a step, stored with the position it leads to, for [`Space::successors_after`].
    fn trace(&self, _step: Step<'_, Self::State, Self::Move>) -> bool {
        false
    }

    /// As [`Space::successors`], for a search that stores every position once, with the trace of
    /// the last step of the cheapest path to it so far (`None` at the start, and for all moves).
    ///
    /// A move may be left out when such a search reaches its position by another path that costs no
    /// more: the positions left out after `state` must follow from positions that the search has
    /// expanded before.
    #[inline]
    fn successors_after(
        &self,
        state: &Self::State,
        _trace: Option<bool>,
        next: &mut Successors<Self::State, Self::Move>,
    ) {
        self.successors(state, next);
    }

    /// Returns true if a search that stores only its own path may leave out a step after another,
    /// because another path reaches the same position at no higher cost (a step back; moves that
    /// commute, in the other order).
    ///
    /// A search with a table of positions must not use it: with both, each of two paths may be left
    /// out in favour of the other.
    fn is_redundant(
        &self,
        _last: Step<'_, Self::State, Self::Move>,
        _next: Step<'_, Self::State, Self::Move>,
    ) -> bool {
        false
    }

    /// The number of layers back that a move can lead: a successor of a position at depth `d` has a
    /// depth of at least `d + 1` less this.
    ///
    /// `Some(0)` if every move leads to the next layer, as when each move uses something up;
    /// `Some(2)` if every move can be undone by one move; `None`, which is always correct, if a
    /// move may lead to any earlier layer. A search that stores layers outside of memory looks for
    /// known positions in that many layers.
    fn locality(&self) -> Option<u32> {
        None
    }

    /// The approximate number of bytes that a position owns on the heap, for the memory limit.
    fn heap_bytes(&self) -> usize {
        0
    }

    /// Pushes the successors of a position, ready for lookup; returns false and pushes nothing if
    /// the position is a dead end.
    ///
    /// Combines the methods above in one call, because it is the hot dynamic call of searches over
    /// `dyn Space`. There is no need to override it.
    fn expand(
        &self,
        state: &Self::State,
        trace: Option<bool>,
        pruning: Pruning,
        next: &mut Successors<Self::State, Self::Move>,
    ) -> bool {
        if pruning.dead_ends && self.is_dead_end(state) {
            return false;
        }
        let first = next.list.len();
        self.successors_after(state, trace, next);
        let parent = next.parent;
        for successor in &mut next.list[first..] {
            let Successor { state: to, mv, .. } = &*successor;
            let trace = self.trace(Step { from: state, mv, to });
            successor.parent = Parent::new(parent, trace);
            if pruning.canonical {
                self.canonical(&mut successor.state);
            }
            successor.hash = hash(&successor.state);
            successor.is_goal = self.is_goal(&successor.state);
        }
        true
    }

    /// True if breadth-first search may use [`Space::reach`] and [`Space::gather`].
    #[doc(hidden)]
    fn reaches_directly(&self) -> bool {
        false
    }

    /// Expands the next nodes of a breadth-first search, without a list of their successors, while
    /// the table is in the cache. Returns the number of a goal, at which it ends.
    #[doc(hidden)]
    fn reach(
        &self,
        _layers: &mut Layers,
        _until: u32,
        _nodes: &mut Nodes<Self::State>,
        _stats: &mut Stats,
    ) -> Result<Option<u32>, Stop> {
        unreachable!("the space does not reach positions directly")
    }

    /// Expands the next nodes of a layer of a breadth-first search up to `until`, until the list of
    /// successors is full. Leaves out those that are the parent of their node.
    #[doc(hidden)]
    fn gather(
        &self,
        _layers: &mut Layers,
        _until: u32,
        _nodes: &Nodes<Self::State>,
        _next: &mut Successors<Self::State, Self::Move>,
    ) {
        unreachable!("the space does not reach positions directly")
    }

    /// A cheapest move from a position to the next, where the space can find it without generating
    /// all moves. `None` if it cannot.
    #[doc(hidden)]
    fn step_to(
        &self,
        _from: &Self::State,
        _to: &Self::State,
    ) -> Option<(Self::Move, Self::State, Cost)> {
        None
    }

    /// The moves from a position with the positions they lead to, as a list.
    fn following(&self, state: &Self::State) -> Vec<(Self::Move, Self::State)> {
        let mut next = Successors::new();
        self.successors(state, &mut next);
        next.into_iter().collect()
    }
}

/// Implements methods by those of the value behind a reference.
macro_rules! forward {
    ($(fn $name:ident(&self $(, $arg:ident: $type:ty)*) $(-> $result:ty)?;)*) => {$(
        #[inline]
        fn $name(&self $(, $arg: $type)*) $(-> $result)? {
            (**self).$name($($arg),*)
        }
    )*};
}

/// A borrowed space is a space, so that [`Search::new`](crate::Search::new) takes either.
impl<P: Space + ?Sized> Space for &P {
    type State = P::State;
    type Move = P::Move;

    forward! {
        fn start(&self) -> P::State;
        fn is_goal(&self, state: &P::State) -> bool;
        fn successors(&self, state: &P::State, next: &mut Successors<P::State, P::Move>);
        fn has_unit_costs(&self) -> bool;
        fn canonical(&self, state: &mut P::State);
        fn canonical_form(&self, state: P::State) -> P::State;
        fn is_dead_end(&self, state: &P::State) -> bool;
        fn trace(&self, step: Step<'_, P::State, P::Move>) -> bool;
        fn successors_after(
            &self, state: &P::State, trace: Option<bool>,
            next: &mut Successors<P::State, P::Move>
        );
        fn is_redundant(
            &self, last: Step<'_, P::State, P::Move>, next: Step<'_, P::State, P::Move>
        ) -> bool;
        fn locality(&self) -> Option<u32>;
        fn heap_bytes(&self) -> usize;
        fn expand(
            &self, state: &P::State, trace: Option<bool>, pruning: Pruning,
            next: &mut Successors<P::State, P::Move>
        ) -> bool;
        fn reaches_directly(&self) -> bool;
        fn reach(
            &self, layers: &mut Layers, until: u32, nodes: &mut Nodes<P::State>, stats: &mut Stats
        ) -> Result<Option<u32>, Stop>;
        fn gather(
            &self, layers: &mut Layers, until: u32, nodes: &Nodes<P::State>,
            next: &mut Successors<P::State, P::Move>
        );
        fn step_to(&self, from: &P::State, to: &P::State) -> Option<(P::Move, P::State, Cost)>;
        fn following(&self, state: &P::State) -> Vec<(P::Move, P::State)>;
    }
}

/// The canonical form of a position, if canonical forms are used.
#[inline]
pub(crate) fn canonical<P: Space + ?Sized>(
    space: &P,
    pruning: Pruning,
    state: P::State,
) -> P::State {
    if pruning.canonical { space.canonical_form(state) } else { state }
}

/// The progress of a breadth-first search through its layers.
#[doc(hidden)]
#[derive(Clone, Copy, Default, Debug)]
pub struct Layers {
    /// The next node to be expanded.
    pub(crate) next: u32,
    /// The end of the layer that is expanded.
    pub(crate) end: u32,
    /// The layer that is generated: no plan is shorter.
    pub(crate) depth: Cost,
    /// Successors that were generated and not yet looked up.
    pub(crate) pending: u32,
}

/// Successors that are looked up together.
const BATCH: u32 = 64;

impl Layers {
    /// Begins the next layer if this one is at its end. Returns false if all `known` positions were
    /// expanded.
    #[inline]
    pub(crate) fn enter(&mut self, known: u32) -> bool {
        if self.next == self.end {
            if self.end == known {
                return false;
            }
            self.end = known;
            self.depth += 1;
        }
        true
    }

    /// True if the pending successors should be looked up.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.pending >= BATCH || self.next == self.end
    }
}

/// The list that a space pushes the successors of a position to.
#[derive(Clone, Debug)]
pub struct Successors<S, M> {
    pub(crate) list: Vec<Successor<S, M>>,
    /// The number and the path cost of the position that is expanded, in searches with numbered
    /// positions.
    parent: u32,
    cost: Cost,
}

/// A move and the position it leads to.
#[derive(Clone, Debug)]
pub(crate) struct Successor<S, M> {
    pub(crate) state: S,
    /// Filled in by [`Space::expand`], as are `parent` and `is_goal`.
    pub(crate) hash: u64,
    pub(crate) parent: Parent,
    /// The cost of the path, this move included; from [`Space::gather`], the number of successors
    /// generated before it in its batch.
    pub(crate) cost: Cost,
    pub(crate) mv: M,
    pub(crate) is_goal: bool,
}

impl<S, M> Successors<S, M> {
    /// An empty list.
    pub const fn new() -> Successors<S, M> {
        Successors { list: Vec::new(), parent: 0, cost: 0 }
    }

    pub(crate) fn with_capacity(capacity: usize) -> Successors<S, M> {
        Successors { list: Vec::with_capacity(capacity), parent: 0, cost: 0 }
    }

    /// Sets the position whose successors come next, and the cost of the path to it.
    #[inline]
    pub(crate) fn of(&mut self, parent: u32, cost: Cost) -> &mut Self {
        (self.parent, self.cost) = (parent, cost);
        self
    }

    /// Adds a move that costs 1.
    #[inline]
    pub fn push(&mut self, mv: M, state: S) {
        self.push_with_cost(mv, state, 1);
    }

    /// Adds a move with its cost.
    #[inline]
    pub fn push_with_cost(&mut self, mv: M, state: S, cost: Cost) {
        let cost = self.cost.saturating_add(cost);
        let parent = Parent::NONE;
        self.list.push(Successor { state, hash: 0, parent, cost, mv, is_goal: false });
    }
}

impl<S, M> IntoIterator for Successors<S, M> {
    type Item = (M, S);
    type IntoIter = std::vec::IntoIter<(M, S)>;

    fn into_iter(self) -> Self::IntoIter {
        let pairs = self.list.into_iter().map(|successor| (successor.mv, successor.state));
        pairs.collect::<Vec<_>>().into_iter()
    }
}

impl<S, M> Default for Successors<S, M> {
    fn default() -> Self {
        Successors::new()
    }
}
