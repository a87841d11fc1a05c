//! Whole spaces: their positions by depth, their dead ends, and the distances between positions.
//!
//! [`Explore`] is the builder; each of its final methods answers one question:
//!
//! | method | answer |
//! |---|---|
//! | [`layers`](Explore::layers) | the number of new positions at each depth |
//! | [`survey`](Explore::survey) | positions, goals, moves and dead ends by depth; the hardest position |
//! | [`atlas`](Explore::atlas) | every position with its moves and its distance to a goal |
//! | [`census`](Explore::census) | of many starts: which can be solved, and in how many moves |
//! | [`spread`](Explore::spread) | of many starts: the largest distance to any position |

mod atlas;
mod census;
mod graph;
mod layers;
mod spread;
mod steps;
mod survey;

use std::ops::ControlFlow;

pub use atlas::Atlas;
pub use census::Census;
pub use graph::{Graph, Place};
pub use spread::Spread;
pub use survey::{Layer, Survey};

use crate::control::Meter;
use crate::{Control, Limits, Pruning, space::Space};

/// A function that is called with one position after the other until it returns `Break`.
pub(crate) type Visitor<'a, S> = &'a mut dyn FnMut(S) -> ControlFlow<()>;

/// The exploration of a space.
#[derive(Clone, Debug)]
#[must_use = "an exploration does nothing until a question is asked"]
pub struct Explore<P> {
    space: P,
    pruning: Pruning,
    control: Control,
}

impl<P: Space> Explore<P> {
    /// An exploration of a space, which may be borrowed.
    pub fn new(space: P) -> Explore<P> {
        Explore { space, pruning: Pruning::ALL, control: Control::default() }
    }

    /// With [`Pruning::canonical`], which is the default, positions with the same canonical form
    /// count once. Dead ends are always explored.
    pub fn pruning(self, pruning: Pruning) -> Explore<P> {
        Explore { pruning, ..self }
    }

    /// Bounds the effort.
    pub fn limits(mut self, limits: Limits) -> Explore<P> {
        self.control.limits = limits;
        self
    }

    /// Uses the limits, the token, the clock and the live figures of a control.
    pub fn control(self, control: &Control) -> Explore<P> {
        Explore { control: control.clone(), ..self }
    }

    /// Counts the positions that are first reached at each depth from 0 to `depth`, as chess
    /// engines do (`perft`): a check of the rules. Goals are expanded like any other position. The
    /// list ends early when no new position is left, or at a limit.
    ///
    /// ```
    /// use quadrille_search::{explore::Explore, space::Closures};
    ///
    /// let knight = Closures::new((0_i8, 0_i8), |&(row, col)| {
    ///     let steps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    ///     let to = steps.map(|(down, right)| ((), (row + down, col + right)));
    ///     to.into_iter().filter(|(_, (row, col))| (0..8).contains(row) && (0..8).contains(col))
    /// }, |_| false);
    /// assert_eq!(Explore::new(&knight).layers(9), [1, 2, 9, 20, 21, 10, 1]);
    /// ```
    pub fn layers(&self, depth: u32) -> Vec<u64> {
        layers::layers(&self.space, depth, self.pruning, &mut self.control.start())
    }

    /// Counts positions, goals, moves and dead ends by depth.
    ///
    /// ```
    /// use quadrille_search::{explore::Explore, space::Closures};
    ///
    /// // Numbers below 20: add 3 or 7. Ten is the goal, and every number past it is a dead end.
    /// let next =
    ///     |&at: &u32| [3, 7].map(|by| (by, at + by)).into_iter().filter(|step| step.1 < 20);
    /// let survey = Explore::new(Closures::new(0_u32, next, |&at| at == 10)).survey();
    /// let sizes: Vec<u64> = survey.layers.iter().map(|layer| layer.positions).collect();
    /// assert_eq!(sizes, [1, 2, 3, 3, 2, 2, 1]);
    /// assert_eq!((survey.first_solved(), survey.dead_ends()), (Some(2), Some(10)));
    /// assert_eq!(survey.to_goal, Some(vec![1, 2, 1]));
    /// ```
    pub fn survey(&self) -> Survey<P::Move> {
        survey::survey(&self.space, self.pruning, &mut self.control.start())
    }

    /// Stores every position with its moves and its distance to a goal. No move is made from a
    /// goal. Stops as soon as it knows more positions than the limit on nodes.
    ///
    /// ```
    /// use quadrille_search::{explore::Explore, space::Closures};
    ///
    /// // Count down from 10 by 1 or by 3; 0 is the goal.
    /// let next =
    ///     |&n: &i32| [1, 3].map(|by| (by, n - by)).into_iter().filter(|&(_, to)| to >= 0);
    /// let atlas = Explore::new(Closures::new(10, next, |&n| n == 0)).atlas();
    /// assert_eq!(atlas.len(), 11);
    /// assert_eq!(atlas.distance(0), Some(4));
    /// ```
    pub fn atlas(&self) -> Atlas<P::State, P::Move> {
        atlas::atlas(&self.space, self.pruning, &mut self.control.start())
    }

    /// Rates many starts at once: `every_start` passes one start after the other to the visitor,
    /// until that returns `Break`. Every move must cost 1.
    ///
    /// ```
    /// use quadrille_search::{explore::Explore, space::Closures};
    ///
    /// // Numbers below 20: add 3 or 7. From which numbers can ten be reached?
    /// let next =
    ///     |&at: &u32| [3, 7].map(|by| (by, at + by)).into_iter().filter(|step| step.1 < 20);
    /// let space = Closures::new(0_u32, next, |&at| at == 10);
    /// let census = Explore::new(space).census(|visit| (0..20).try_for_each(visit));
    /// assert_eq!(census.starts, Some(20));
    /// assert_eq!(census.to_goal, Some(vec![1, 2, 2, 1]));
    /// assert_eq!(census.hardest, Some(1));
    /// ```
    pub fn census(
        &self,
        every_start: impl FnOnce(&mut dyn FnMut(P::State) -> ControlFlow<()>) -> ControlFlow<()>,
    ) -> Census<P::State> {
        census::census(&self.space, self.pruning, every_start, &mut self.control.start())
    }

    /// Measures the largest distances from many starts to any position; starts are passed as to
    /// [`census`](Explore::census). Every move must cost 1; goals are expanded like any other
    /// position.
    ///
    /// ```
    /// use quadrille_search::{explore::Explore, space::Closures};
    ///
    /// // A ring of ten places with a one-way bridge from 2 to 7.
    /// let next = |&at: &u32| {
    ///     [(1, (at + 1) % 10), (9, (at + 9) % 10)].into_iter().chain((at == 2).then_some((0, 7)))
    /// };
    /// let ring = Closures::new(0_u32, next, |_| false);
    /// let spread = Explore::new(ring).spread(|visit| (0..10).try_for_each(visit));
    /// assert_eq!(spread.most(), Some(5));
    /// assert_eq!(spread.by_distance, [0, 0, 0, 1, 2, 7]);
    /// ```
    pub fn spread(
        &self,
        every_start: impl FnOnce(&mut dyn FnMut(P::State) -> ControlFlow<()>) -> ControlFlow<()>,
    ) -> Spread<(P::State, P::State)> {
        spread::spread(&self.space, self.pruning, every_start, &mut self.control.start())
    }
}

/// The table of positions of an exploration.
fn nodes<P: Space + ?Sized>(space: &P, meter: &Meter<'_>) -> crate::table::Nodes<P::State> {
    crate::table::Nodes::new(meter.memory_budget(), meter.deadline())
        .with_heap_bytes(space.heap_bytes())
}
