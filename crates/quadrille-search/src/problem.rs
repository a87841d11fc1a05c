//! A state space made of closures.

use crate::{
    Algorithm, Claims, Control, Cost, DEAD_END, Heuristic, Observer, Pruning, Report, Space, State,
    Successors, Zero, solve,
};

/// A state space and an estimate, each given as a closure.
///
/// `S` is the state, `N` makes the successors, `G` knows the goals, `E` estimates. Successors are pairs of a move and a
/// state, or triples with the cost of the move; moves and costs are of any type you like (see [`IntoSuccessor`] and [`IntoCost`]).
///
/// ```
/// use quadrille_search::{Algorithm, Problem};
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
/// let report = Problem::new((0, 0), pour, |&(_, b)| b == 4).solve(Algorithm::Bfs);
/// let (plan, moves) = report.plan().unwrap();
/// assert_eq!(moves, 6);
/// assert_eq!(plan[..3], ["fill B", "B to A", "empty A"]);
/// assert_eq!(report.states[3], (0, 2));
/// ```
#[derive(Clone, Debug)]
pub struct Problem<S, N, G, E = Zero> {
    start: S,
    successors: N,
    goal: G,
    estimate: E,
    claims: Claims,
    heap_bytes: usize,
}

impl<S, N, G> Problem<S, N, G> {
    /// The problem to come from a start, by the successors of each state, to a goal.
    pub fn new<I>(start: S, successors: N, goal: G) -> Problem<S, N, G>
    where
        N: Fn(&S) -> I + Sync,
        I: IntoIterator<Item: IntoSuccessor<S>>,
        G: Fn(&S) -> bool + Sync,
    {
        let claims = Claims::ZERO;
        Problem { start, successors, goal, estimate: Zero, claims, heap_bytes: 0 }
    }

    /// The same with an estimate of the cost that is left, which must never be more than the true one. A whole number is
    /// quicker to handle than a fraction; `None` says that no goal can be reached.
    pub fn estimate<E, V>(self, estimate: E) -> Problem<S, N, G, E>
    where
        E: Fn(&S) -> V + Sync,
        V: IntoEstimate,
    {
        let Problem { start, successors, goal, heap_bytes, .. } = self;
        let claims = Claims { admissible: 1.0, consistent: f64::INFINITY, whole: V::WHOLE };
        Problem { start, successors, goal, estimate, claims, heap_bytes }
    }
}

impl<S, N, G, E> Problem<S, N, G, E> {
    /// Says what is true of the estimate, if that is not that it never exceeds the true cost.
    pub fn claims(self, claims: Claims) -> Problem<S, N, G, E> {
        Problem { claims, ..self }
    }

    /// Says about how many bytes a state owns on the heap, so that the memory limit counts them.
    pub fn heap_bytes(self, heap_bytes: usize) -> Problem<S, N, G, E> {
        Problem { heap_bytes, ..self }
    }

    /// Solves the problem without limits.
    pub fn solve<M>(&self, algorithm: Algorithm) -> Report<M, S>
    where
        Self: Space<State = S, Move = M> + Heuristic<S, M>,
    {
        self.run(algorithm, &Control::default(), None)
    }

    /// Solves the problem within the limits of the control, with somebody watching or not.
    ///
    /// ```
    /// use quadrille_search::{Algorithm, Control, Event, Limits, Outcome, Problem, Stop};
    ///
    /// let endless = Problem::new(0_u64, |&n| [('+', n + 1), ('d', 2 * n)], |_| false);
    /// let limits = Limits { max_nodes: Some(1000), ..Limits::default() };
    /// let mut depth = 0;
    /// let mut watch = |event| if let Event::Depth { depth: layer } = event { depth = layer };
    /// let report =
    ///     endless.run(Algorithm::Bfs, &Control::with_limits(limits), Some(&mut watch));
    /// assert_eq!(report.outcome, Outcome::Unknown);
    /// assert_eq!(report.stop, Some(Stop::Nodes));
    /// assert_eq!(report.stats.expanded, 1000);
    /// assert_eq!(report.lower_bound, depth + 1);
    /// ```
    pub fn run<M>(
        &self,
        algorithm: Algorithm,
        control: &Control,
        observer: Observer<'_, M>,
    ) -> Report<M, S>
    where
        Self: Space<State = S, Move = M> + Heuristic<S, M>,
    {
        solve(self, algorithm, self, Pruning::default(), &mut control.start(), observer)
    }
}

impl<S, N, G, E, I> Space for Problem<S, N, G, E>
where
    S: State,
    N: Fn(&S) -> I + Sync,
    I: IntoIterator<Item: IntoSuccessor<S>>,
    G: Fn(&S) -> bool + Sync,
    E: Sync,
{
    type State = S;
    type Move = <I::Item as IntoSuccessor<S>>::Move;

    fn start(&self) -> S {
        self.start.clone()
    }

    #[inline]
    fn is_goal(&self, state: &S) -> bool {
        (self.goal)(state)
    }

    #[inline]
    fn successors(&self, state: &S, next: &mut Successors<S, Self::Move>) {
        for successor in (self.successors)(state) {
            let (mv, state, cost) = successor.into_parts();
            next.push_with_cost(mv, state, cost);
        }
    }

    fn has_unit_costs(&self) -> bool {
        <I::Item as IntoSuccessor<S>>::HAS_UNIT_COST
    }

    fn heap_bytes(&self) -> usize {
        self.heap_bytes
    }
}

impl<S, N, G, E, M> Heuristic<S, M> for Problem<S, N, G, E>
where
    S: Sync,
    N: Sync,
    G: Sync,
    E: Estimate<S>,
{
    fn claims(&self) -> Claims {
        self.claims
    }

    #[inline]
    fn estimate(&self, state: &S, _by: Option<&M>) -> f64 {
        self.estimate.estimate(state)
    }
}

/// The estimate of a [`Problem`]: a closure, or none.
pub trait Estimate<S>: Sync {
    /// The estimate of a state.
    fn estimate(&self, state: &S) -> f64;
}

impl<S> Estimate<S> for Zero {
    #[inline]
    fn estimate(&self, _state: &S) -> f64 {
        0.0
    }
}

impl<S, V: IntoEstimate, F: Fn(&S) -> V + Sync> Estimate<S> for F {
    #[inline]
    fn estimate(&self, state: &S) -> f64 {
        self(state).into_estimate()
    }
}

/// What a closure may give as a successor: a move and a state, and perhaps the cost of the move, which is 1 otherwise.
pub trait IntoSuccessor<S> {
    /// The type of the move.
    type Move: Clone + Send + Sync + 'static;

    /// Whether the cost is always 1.
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

impl<S, M: Clone + Send + Sync + 'static, C: IntoCost> IntoSuccessor<S> for (M, S, C) {
    type Move = M;

    const HAS_UNIT_COST: bool = false;

    #[inline]
    fn into_parts(self) -> (M, S, Cost) {
        (self.0, self.1, self.2.into_cost())
    }
}

/// A whole number that can be the cost of a move. A search ends at one that is negative, or above
/// [`MAX_COST`](crate::MAX_COST), as it does at a way that costs more than that.
pub trait IntoCost {
    /// The number as a cost.
    fn into_cost(self) -> Cost;
}

/// A number that can be an estimate. `None` says that no goal can be reached.
pub trait IntoEstimate {
    /// Whether it is a whole number from 0 on. Negative whole numbers count as 0.
    const WHOLE: bool;

    /// The number as an estimate.
    fn into_estimate(self) -> f64;
}

macro_rules! whole_numbers {
    ($($number:ty)*) => {$(
        impl IntoCost for $number {
            #[inline]
            fn into_cost(self) -> Cost {
                Cost::try_from(self).unwrap_or(Cost::MAX)
            }
        }

        impl IntoEstimate for $number {
            const WHOLE: bool = true;

            #[inline]
            fn into_estimate(self) -> f64 {
                self.max(0) as f64
            }
        }
    )*};
}

whole_numbers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

impl IntoEstimate for f64 {
    const WHOLE: bool = false;

    #[inline]
    fn into_estimate(self) -> f64 {
        self
    }
}

impl<V: IntoEstimate> IntoEstimate for Option<V> {
    const WHOLE: bool = V::WHOLE;

    #[inline]
    fn into_estimate(self) -> f64 {
        self.map_or(DEAD_END, V::into_estimate)
    }
}
