//! The interface between state spaces and searches.
//!
//! [`Space`] is object-safe: a search over `dyn Space` is compiled once for a type of state, whatever the number of
//! spaces with such states. What a search asks for most is asked for in batches, so that one dynamic call does the work
//! of many.

use std::hash::Hash;

use crate::{Parent, Pruning, hash};

/// The price of moves and plans. Sums may go up to [`MAX_COST`]; a way that costs more ends the search.
pub type Cost = u32;

/// The highest cost of a way that searches can tell from others.
pub const MAX_COST: Cost = (1 << 30) - 1;

/// What a state has to be: small and quick to clone, compare and hash. Every type that can be is one.
///
/// States lie in the tables of a search as they are. What they own elsewhere on the heap is counted as
/// [`Space::heap_bytes`] says.
pub trait State: Clone + Eq + Hash + Send + Sync {}

impl<S: Clone + Eq + Hash + Send + Sync> State for S {}

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

/// A state space: where to start, what follows from what, and what is looked for.
///
/// Two types and three methods must be given. The others have defaults that are true of every space; override them where the
/// structure of the space allows better.
///
/// ```
/// use quadrille_search::{Algorithm, Control, Pruning, Space, Successors, Zero, solve};
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
/// let control = Control::default();
/// let report =
///     solve(&Number(100), Algorithm::Ucs, &Zero, Pruning::default(), &mut control.start(), None);
/// let (plan, cost) = report.plan().unwrap();
/// assert_eq!((String::from_iter(plan), cost), ("++ddd+dd".to_string(), 13));
/// assert_eq!(report.states, [1, 2, 3, 6, 12, 24, 25, 50, 100]);
/// assert!(report.is_optimal());
/// ```
pub trait Space: Sync {
    /// A position of the space.
    type State: State;

    /// What leads from one position to the next.
    type Move: Clone + Send + Sync + 'static;

    /// The position at the start.
    fn start(&self) -> Self::State;

    /// Whether the position is what is looked for.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Pushes every legal move with the position that it leads to, in an order that depends on the position alone. Moves that
    /// change nothing may be left out.
    fn successors(&self, state: &Self::State, next: &mut Successors<Self::State, Self::Move>);

    /// Whether every move costs 1, so that the fewest moves are the cheapest.
    fn has_unit_costs(&self) -> bool {
        true
    }

    /// Turns a position into the one that stands for all that are the same but for names. Every move must be legal in a
    /// position if and only if it is in its canonical form, and lead to positions with the same canonical form; both are goals or
    /// neither is. Searches look at canonical forms alone; the moves and states of a plan are those that follow from the start as it is.
    fn canonical(&self, _state: &mut Self::State) {}

    /// The canonical form of a position.
    #[inline]
    fn canonical_form(&self, mut state: Self::State) -> Self::State {
        self.canonical(&mut state);
        state
    }

    /// Whether it is certain that no plan leads from here to a goal. May miss dead ends, must never be wrong.
    fn is_dead_end(&self, _state: &Self::State) -> bool {
        false
    }

    /// One bit about a step that is worth remembering with the position it leads to, for [`Space::successors_after`].
    fn trace(&self, _step: Step<'_, Self::State, Self::Move>) -> bool {
        false
    }

    /// As [`Space::successors`], for a search that keeps every position it meets once, with the trace of the step that
    /// led to it by the cheapest way so far (`None` at the start, and for all moves). Moves may be left out whose positions
    /// such a search reaches otherwise at no higher price: all that were left out after `state` must come out of positions
    /// that it has expanded before.
    #[inline]
    fn successors_after(
        &self,
        state: &Self::State,
        _trace: Option<bool>,
        next: &mut Successors<Self::State, Self::Move>,
    ) {
        self.successors(state, next);
    }

    /// Whether a search that remembers nothing but its own path may leave out a step after another, because the same is
    /// reached otherwise at no higher price (a step back; moves that commute, the other way round). A search with a
    /// table of positions must not use it: with both, each of two ways may be left out for the other's sake.
    fn is_redundant(
        &self,
        _last: Step<'_, Self::State, Self::Move>,
        _next: Step<'_, Self::State, Self::Move>,
    ) -> bool {
        false
    }

    /// How far back a move can lead: what follows from a position at depth `d` has a depth of at least `d + 1` less this.
    /// `Some(0)` when a move always leads to the next layer, as where something is used up with each of them; `Some(2)` when every
    /// move can be taken back by one move; `None`, which is always true, when a move may lead to any layer before. A search on disk
    /// looks for known positions in no more layers than this tells it to.
    fn locality(&self) -> Option<u32> {
        None
    }

    /// About how many bytes a position owns on the heap, for the memory limit: 0 when it owns none.
    fn heap_bytes(&self) -> usize {
        0
    }

    /// What follows from a position, ready to be looked up; false, with nothing pushed, if it is a dead end. Made of the
    /// methods above in one call, since it is what searches over `dyn Space` spend their calls on: there is no need to
    /// override it.
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

    /// The moves from a position with the positions they lead to, as a list.
    fn following(&self, state: &Self::State) -> Vec<(Self::Move, Self::State)> {
        let mut next = Successors::new();
        self.successors(state, &mut next);
        next.into_iter().collect()
    }
}

/// The position that stands for this one, if canonical forms are used.
#[inline]
pub(crate) fn canonical<P: Space + ?Sized>(
    space: &P,
    pruning: Pruning,
    state: P::State,
) -> P::State {
    if pruning.canonical { space.canonical_form(state) } else { state }
}

/// Where a space puts what follows from a position.
#[derive(Clone, Debug)]
pub struct Successors<S, M> {
    pub(crate) list: Vec<Successor<S, M>>,
    /// The number and the cost of the position that is expanded, if the search has such.
    parent: u32,
    cost: Cost,
}

/// A move and where it leads.
#[derive(Clone, Debug)]
pub(crate) struct Successor<S, M> {
    pub(crate) state: S,
    /// Filled in by [`Space::expand`], as are `parent` and `is_goal`.
    pub(crate) hash: u64,
    pub(crate) parent: Parent,
    /// What the way costs, this move included.
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

    /// Whose successors come next, and what the way to it costs.
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

    /// Adds a move with its price.
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
