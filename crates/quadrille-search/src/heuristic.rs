//! Estimates of the cost from a position to a goal.

use crate::Stop;

/// The estimate of a position from which no goal can be reached.
pub(crate) const DEAD_END: f64 = f64::INFINITY;

/// Properties of a heuristic that hold in every position.
///
/// Both are factors, so that they can be computed for sums and weights: a heuristic is *admissible*
/// when its factor is at most 1, and *consistent* likewise. A factor of infinity claims nothing. A
/// consistent estimate in whole numbers has
/// `Claims { admissible: 1.0, consistent: 1.0, whole: true }`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Claims {
    /// The estimate never exceeds this factor times the cost of a cheapest plan.
    pub admissible: f64,
    /// Along every move the estimate falls by at most this factor times the cost of the move.
    pub consistent: f64,
    /// Estimates are whole numbers from 0 on.
    pub whole: bool,
}

impl Claims {
    /// The claims of an estimate that is always 0.
    pub const ZERO: Claims = Claims { admissible: 0.0, consistent: 0.0, whole: true };

    /// No claims.
    pub const NONE: Claims =
        Claims { admissible: f64::INFINITY, consistent: f64::INFINITY, whole: false };

    /// True if estimates never exceed the cost of a cheapest plan.
    pub fn is_admissible(self) -> bool {
        self.admissible <= 1.0
    }

    /// True if estimates never fall by more than a move costs. With such a heuristic no position is
    /// expanded twice.
    pub fn is_consistent(self) -> bool {
        self.consistent <= 1.0
    }
}

/// An estimate of the cost from a position to a goal. Smaller is better.
///
/// It is never called for goals, whose estimate is 0. The meaning of other values:
///
/// * Infinity: no goal can be reached. The position is dropped.
/// * A negative estimate only orders positions; where a search bounds costs by it, it counts as 0.
/// * An estimate that is not a number, or minus infinity, ends the search with
///   [`Stop::Heuristic`].
pub trait Heuristic<S, M>: Sync {
    /// The properties that hold for all its estimates.
    fn claims(&self) -> Claims;

    /// The estimate for a position that was reached by the move `by`, or for the start.
    ///
    /// Most heuristics use only the position. Some rate the move; others exclude certain moves
    /// after it, which a shortest plan never makes (see
    /// [`Space::successors_after`](crate::space::Space::successors_after)), and their claims hold
    /// for searches that leave those moves out.
    fn estimate(&self, state: &S, by: Option<&M>) -> f64;
}

/// Rejects an estimate that is not a number or minus infinity: positions cannot be ordered by
/// those.
#[inline]
pub(crate) fn checked(estimate: f64) -> Result<f64, Stop> {
    if estimate > f64::NEG_INFINITY { Ok(estimate) } else { Err(Stop::Heuristic) }
}

/// A borrowed heuristic is a heuristic.
impl<S, M, H: Heuristic<S, M> + ?Sized> Heuristic<S, M> for &H {
    fn claims(&self) -> Claims {
        (**self).claims()
    }

    #[inline]
    fn estimate(&self, state: &S, by: Option<&M>) -> f64 {
        (**self).estimate(state, by)
    }
}

/// No heuristic: the estimate is always 0.
impl<S, M> Heuristic<S, M> for () {
    fn claims(&self) -> Claims {
        Claims::ZERO
    }

    #[inline]
    fn estimate(&self, _state: &S, _by: Option<&M>) -> f64 {
        0.0
    }
}

/// A closure as a heuristic, with its claims.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Estimate<F> {
    estimate: F,
    claims: Claims,
}

impl<F> Estimate<F> {
    /// A closure that claims only that a whole number type gives whole estimates.
    pub(crate) fn new<S, V: IntoEstimate>(estimate: F) -> Estimate<F>
    where
        F: Fn(&S) -> V + Sync,
    {
        Estimate { estimate, claims: Claims { whole: V::WHOLE, ..Claims::NONE } }
    }

    /// Claims that estimates never exceed the cost of a cheapest plan.
    #[must_use]
    pub(crate) fn admissible(self) -> Estimate<F> {
        Estimate { claims: Claims { admissible: 1.0, ..self.claims }, ..self }
    }

    /// Claims that estimates are admissible and never fall by more than a move costs.
    #[must_use]
    pub(crate) fn consistent(self) -> Estimate<F> {
        Estimate { claims: Claims { admissible: 1.0, consistent: 1.0, ..self.claims }, ..self }
    }
}

impl<S, M, V: IntoEstimate, F: Fn(&S) -> V + Sync> Heuristic<S, M> for Estimate<F> {
    fn claims(&self) -> Claims {
        self.claims
    }

    #[inline]
    fn estimate(&self, state: &S, _by: Option<&M>) -> f64 {
        (self.estimate)(state).into_estimate()
    }
}

/// A number that can be an estimate. `None` means that no goal can be reached.
pub trait IntoEstimate {
    /// True for whole numbers from 0 on. Negative whole numbers count as 0.
    const WHOLE: bool;

    /// The number as an estimate.
    fn into_estimate(self) -> f64;
}

macro_rules! whole_numbers {
    ($($number:ty)*) => {$(
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
