//! Estimates of the cost that is left.

/// The estimate of a position from which no plan leads to a goal.
pub const DEAD_END: f64 = f64::INFINITY;

/// What is true of a heuristic in every position.
///
/// Both properties are factors, so that they can be worked out for sums and weights: a heuristic is *admissible* when its
/// factor is at most 1, and *consistent* likewise. No claim is a factor of infinity.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Claims {
    /// The estimate is never more than this factor times the least cost of reaching a goal.
    pub admissible: f64,
    /// Along every move the estimate falls by no more than this factor times the cost of the move.
    pub consistent: f64,
    /// The estimates are whole numbers from 0 on.
    pub whole: bool,
}

impl Claims {
    /// What is true of an estimate that is always 0.
    pub const ZERO: Claims = Claims { admissible: 0.0, consistent: 0.0, whole: true };

    /// Whether estimates never exceed the least cost.
    pub fn is_admissible(self) -> bool {
        self.admissible <= 1.0
    }

    /// Whether estimates never fall by more than a move costs. With such a heuristic no position is expanded twice.
    pub fn is_consistent(self) -> bool {
        self.consistent <= 1.0
    }
}

/// An estimate of the cost that is left.
///
/// Smaller is better. The estimate of a goal is never asked for: it is 0. Heuristics that only order positions may give any
/// number; those that claim to be admissible must give [`DEAD_END`] only where there is no plan.
pub trait Heuristic<S, M>: Sync {
    /// What is true of its estimates.
    fn claims(&self) -> Claims;

    /// The estimate for a position that was reached by this move, or for the start.
    ///
    /// Only what lies ahead matters to most heuristics. Some are about the move itself; others use that a shortest plan
    /// does not go on with certain moves after it (see [`Space::successors_after`](crate::Space::successors_after)), and
    /// their claims hold for searches that leave those out.
    fn estimate(&self, state: &S, by: Option<&M>) -> f64;
}

/// The estimate that is always 0.
#[derive(Clone, Copy, Debug)]
pub struct Zero;

impl<S, M> Heuristic<S, M> for Zero {
    fn claims(&self) -> Claims {
        Claims::ZERO
    }

    #[inline]
    fn estimate(&self, _state: &S, _by: Option<&M>) -> f64 {
        0.0
    }
}
