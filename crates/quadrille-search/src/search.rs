//! The builder that every search starts with.

use std::fmt;

use crate::algorithm::{Best, Strategy, Task};
use crate::control::Meter;
use crate::heuristic::{Estimate, IntoEstimate};
use crate::space::{Closures, IntoSuccessor, State};
use crate::{
    Cancel, Control, Event, Limits, Report,
    space::{Heuristic, Space},
};

/// The prunings of a space that a search uses.
///
/// All are on by default; switch one off to measure its effect.
/// [`Algorithm::Best`](crate::Algorithm::Best) always uses all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pruning {
    /// Treat positions with the same [canonical form](crate::space::Space::canonical) as one.
    pub canonical: bool,
    /// Drop [dead ends](crate::space::Space::is_dead_end).
    pub dead_ends: bool,
}

impl Pruning {
    /// All prunings.
    pub const ALL: Pruning = Pruning { canonical: true, dead_ends: true };
    /// No pruning.
    pub const NONE: Pruning = Pruning { canonical: false, dead_ends: false };
}

impl Default for Pruning {
    fn default() -> Self {
        Pruning::ALL
    }
}

/// A search: the space and all options.
///
/// ```
/// use quadrille_search::{Event, Limits, Outcome, Search, Stop, algorithm::Bfs};
///
/// let mut depth = 0;
/// let report = Search::from(0_u64, |&n| [('+', n + 1), ('d', 2 * n)], |_| false)
///     .algorithm(Bfs)
///     .limits(Limits { max_nodes: Some(1000), ..Limits::default() })
///     .observe(|event| if let Event::Depth { depth: layer } = event { depth = layer })
///     .run();
/// assert_eq!(report.outcome, Outcome::Unknown);
/// assert_eq!(report.stop, Some(Stop::Nodes));
/// assert_eq!(report.stats.expanded, 1000);
/// assert_eq!(report.lower_bound, depth + 1);
/// ```
#[must_use = "a search does nothing until it is run"]
pub struct Search<'a, P: Space, H = (), A = Best> {
    space: P,
    heuristic: H,
    algorithm: A,
    pruning: Pruning,
    control: Control,
    observer: Option<Box<dyn FnMut(Event<P::Move>) + 'a>>,
}

impl<P: Space> Search<'_, P> {
    /// A search of a space by [`Best`], without a heuristic.
    pub fn new(space: P) -> Self {
        Search {
            space,
            heuristic: (),
            algorithm: Best,
            pruning: Pruning::ALL,
            control: Control::default(),
            observer: None,
        }
    }
}

impl<S, N, G, I> Search<'_, Closures<S, N, G>>
where
    S: State,
    N: Fn(&S) -> I + Sync,
    I: IntoIterator<Item: IntoSuccessor<S>>,
    G: Fn(&S) -> bool + Sync,
{
    /// A search of a space given by closures.
    ///
    /// Successors are pairs of a move and a state, or triples with the cost of the move, as for
    /// [`Closures::new`].
    ///
    /// ```
    /// use quadrille_search::{Outcome, Search, algorithm::Bfs};
    ///
    /// // Jugs of 3 and 5 litres, and a tap: measure 4 litres.
    /// let pour = |&(a, b): &(u8, u8)| {
    ///     let (ab, ba) = (a.min(5 - b), b.min(3 - a));
    ///     [
    ///         ("fill A", (3, b)),
    ///         ("fill B", (a, 5)),
    ///         ("empty A", (0, b)),
    ///         ("empty B", (a, 0)),
    ///         ("A to B", (a - ab, b + ab)),
    ///         ("B to A", (a + ba, b - ba)),
    ///     ]
    /// };
    /// let report = Search::from((0, 0), pour, |&(_, b)| b == 4).algorithm(Bfs).run();
    /// let Outcome::Solved { plan, cost, .. } = report.outcome else { panic!("there is a plan") };
    /// assert_eq!(cost, 6);
    /// assert_eq!(plan[..3], ["fill B", "B to A", "empty A"]);
    /// assert_eq!(report.states[3], (0, 2));
    /// ```
    #[allow(clippy::should_implement_trait, reason = "not a conversion, but a search from a start")]
    pub fn from(start: S, successors: N, is_goal: G) -> Self {
        Search::new(Closures::new(start, successors, is_goal))
    }
}

impl<S, N, G, H, A> Search<'_, Closures<S, N, G>, H, A>
where
    Closures<S, N, G>: Space,
{
    /// Sets the approximate number of bytes that a state owns on the heap, for the memory limit.
    pub fn heap_bytes(self, heap_bytes: usize) -> Self {
        Search { space: self.space.heap_bytes(heap_bytes), ..self }
    }
}

impl<'a, P: Space, H, A> Search<'a, P, H, A> {
    /// Uses a heuristic, which may be borrowed.
    pub fn heuristic<E>(self, heuristic: E) -> Search<'a, P, E, A>
    where
        E: Heuristic<P::State, P::Move>,
    {
        let Search { space, algorithm, pruning, control, observer, .. } = self;
        Search { space, heuristic, algorithm, pruning, control, observer }
    }

    /// Uses a closure as a heuristic without claims: its numbers guide the search but prove
    /// nothing.
    ///
    /// `None` and infinity are different: they state that no goal can be reached from a position,
    /// which is dropped. Proofs rely on this, as on [`Space::is_dead_end`]. Whole numbers are
    /// faster than fractions. See [`Heuristic`] for estimates that are negative or not a number.
    ///
    /// ```
    /// use quadrille_search::{Outcome, Search, algorithm::Astar};
    ///
    /// let steps = |&n: &u32| {
    ///     [((), n + 1, 1), ((), n + 2, 3)].into_iter().filter(|step| step.1 <= 9)
    /// };
    /// // Twice the remaining cost, so A* may return an expensive plan; it does not claim a proof.
    /// let report = Search::from(0, steps, |&n| n == 9)
    ///     .estimate(|&n| 2 * (9 - n))
    ///     .algorithm(Astar)
    ///     .run();
    /// assert!(matches!(report.outcome, Outcome::Solved { optimal: false, .. }));
    /// ```
    pub fn estimate<F, V>(self, estimate: F) -> Search<'a, P, impl Heuristic<P::State, P::Move>, A>
    where
        F: Fn(&P::State) -> V + Sync,
        V: IntoEstimate,
    {
        self.heuristic(Estimate::new(estimate))
    }

    /// Uses a closure as an admissible heuristic: one that never exceeds the cost of a cheapest
    /// plan.
    ///
    /// Proofs rely on this: with a closure that does exceed it, a plan may be reported as optimal
    /// that is not.
    pub fn admissible<F, V>(
        self,
        estimate: F,
    ) -> Search<'a, P, impl Heuristic<P::State, P::Move>, A>
    where
        F: Fn(&P::State) -> V + Sync,
        V: IntoEstimate,
    {
        self.heuristic(Estimate::new(estimate).admissible())
    }

    /// Uses a closure as a consistent heuristic: an admissible one that never falls by more than a
    /// move costs.
    pub fn consistent<F, V>(
        self,
        estimate: F,
    ) -> Search<'a, P, impl Heuristic<P::State, P::Move>, A>
    where
        F: Fn(&P::State) -> V + Sync,
        V: IntoEstimate,
    {
        self.heuristic(Estimate::new(estimate).consistent())
    }

    /// Chooses the algorithm: a type of [`algorithm`](crate::algorithm), which compiles that
    /// algorithm alone, or an [`Algorithm`](crate::Algorithm), which is chosen at run time and
    /// compiles all.
    pub fn algorithm<B>(self, algorithm: B) -> Search<'a, P, H, B> {
        let Search { space, heuristic, pruning, control, observer, .. } = self;
        Search { space, heuristic, algorithm, pruning, control, observer }
    }

    /// Chooses the prunings of the space to use; all by default.
    pub fn pruning(self, pruning: Pruning) -> Self {
        Search { pruning, ..self }
    }

    /// Bounds the effort.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.control.limits = limits;
        self
    }

    /// Stops the search when the token is cancelled.
    pub fn cancel(mut self, cancel: &Cancel) -> Self {
        self.control.cancel = cancel.clone();
        self
    }

    /// Uses the limits, the token, the clock and the live figures of a control. Replaces those
    /// given before.
    pub fn control(self, control: &Control) -> Self {
        Search { control: control.clone(), ..self }
    }

    /// Calls a function with every event. Without one, events cost nothing.
    pub fn observe(self, observer: impl FnMut(Event<P::Move>) + 'a) -> Self {
        Search { observer: Some(Box::new(observer)), ..self }
    }

    /// Runs the search.
    pub fn run(self) -> Report<P::Move, P::State>
    where
        H: Heuristic<P::State, P::Move>,
        A: Strategy<P>,
    {
        let Search { space, heuristic, algorithm, pruning, control, mut observer } = self;
        let observer = observer.as_deref_mut().map(|observer| observer as _);
        let meter = &mut control.start();
        algorithm.run(Task { space: &space, heuristic: &heuristic, pruning, meter, observer })
    }

    /// Runs the search as a part of work whose meter is running: the limits are those of the meter.
    pub fn run_in(self, meter: &mut Meter<'_>) -> Report<P::Move, P::State>
    where
        H: Heuristic<P::State, P::Move>,
        A: Strategy<P>,
    {
        let Search { space, heuristic, algorithm, pruning, mut observer, .. } = self;
        let observer = observer.as_deref_mut().map(|observer| observer as _);
        algorithm.run(Task { space: &space, heuristic: &heuristic, pruning, meter, observer })
    }
}

impl<P: Space, H, A: fmt::Debug> fmt::Debug for Search<'_, P, H, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("algorithm", &self.algorithm)
            .field("pruning", &self.pruning)
            .field("limits", &self.control.limits)
            .finish_non_exhaustive()
    }
}
