//! The properties of a formula, derived from those of its parts.
//!
//! All statements are about unsolved positions; a solved one has the estimate 0. Moves cost at
//! least 1, so an unsolved position is at least 1 from a solution: a constant `k` is at most `k`
//! times the true cost, and falls by at most `k`, when the solution is reached.

use super::{Claims, HeuristicInfo};
use crate::search::algorithm::Weight;

/// Bounds on the values of a formula and on their changes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Known {
    /// The value is at most this factor times the true cost.
    admissible: f64,
    /// Along a move the value falls by at most this factor times its cost.
    consistent: f64,
    /// Along a move between two unsolved positions the value rises by at most this.
    rise: f64,
    /// The least value, and the highest.
    low: f64,
    high: f64,
    /// True if all values are whole numbers.
    integral: bool,
}

const ANY: f64 = f64::INFINITY;

/// A product in which 0 times infinity is 0.
fn times(one: f64, other: f64) -> f64 {
    if one == 0.0 || other == 0.0 { 0.0 } else { one * other }
}

/// The largest amount by which a value may be below 0.
fn below_zero(known: &Known) -> f64 {
    (-known.low).max(0.0)
}

impl Known {
    pub(super) const NOTHING: Known = Known {
        admissible: ANY,
        consistent: ANY,
        rise: ANY,
        low: f64::NEG_INFINITY,
        high: ANY,
        integral: false,
    };

    /// A count: a whole number from 0 on.
    pub(super) const COUNT: Known = Known { low: 0.0, integral: true, ..Known::NOTHING };

    /// Declared admissible by its author.
    pub(super) const DECLARED: Known = Known { admissible: 1.0, ..Known::NOTHING };

    pub(super) fn of(info: &HeuristicInfo) -> Known {
        let Claims { admissible, consistent, whole } = info.claims();
        let low = if whole { 0.0 } else { f64::NEG_INFINITY };
        Known { admissible, consistent, low, integral: whole, ..Known::NOTHING }
    }

    pub(super) fn number(weight: Weight) -> Known {
        let value = weight.value();
        let (admissible, consistent) = (value.max(0.0), value.max(0.0));
        let integral = weight.is_whole();
        Known { admissible, consistent, rise: 0.0, low: value, high: value, integral }
    }

    pub(super) fn claims(self) -> Claims {
        let Known { admissible, consistent, integral, low, .. } = self;
        Claims { admissible, consistent, whole: integral && low >= 0.0 }
    }

    pub(super) fn max(self, other: Known) -> Known {
        Known {
            admissible: self.admissible.max(other.admissible),
            consistent: self.consistent.max(other.consistent),
            rise: self.rise.max(other.rise),
            low: self.low.max(other.low),
            high: self.high.max(other.high),
            integral: self.integral && other.integral,
        }
    }

    /// The minimum is at most each of the two. After a move one of them is the minimum, and that
    /// one has fallen by no more than its bound.
    pub(super) fn min(self, other: Known) -> Known {
        Known {
            admissible: self.admissible.min(other.admissible),
            consistent: self.consistent.max(other.consistent),
            rise: self.rise.max(other.rise),
            low: self.low.min(other.low),
            high: self.high.min(other.high),
            integral: self.integral && other.integral,
        }
    }

    pub(super) fn plus(self, other: Known) -> Known {
        Known {
            admissible: self.admissible + other.admissible,
            consistent: self.consistent + other.consistent,
            rise: self.rise + other.rise,
            low: self.low + other.low,
            high: self.high + other.high,
            integral: self.integral && other.integral,
        }
    }

    /// Subtracting a value adds as much as it is below 0, and lets the difference fall as much as
    /// the value rises.
    pub(super) fn minus(self, other: Known) -> Known {
        let below = below_zero(&other);
        Known {
            admissible: self.admissible + below,
            consistent: self.consistent + other.rise.max(below),
            rise: self.rise + other.consistent,
            low: self.low - other.high,
            high: self.high - other.low,
            integral: self.integral && other.integral,
        }
    }

    pub(super) fn times(self, other: Known) -> Known {
        if self.low == self.high {
            return other.scaled(self.low, self.integral);
        }
        if other.low == other.high {
            return self.scaled(other.low, other.integral);
        }
        let by = |one: &Known, factor: &Known| {
            if factor.low >= 0.0 { times(one.admissible, factor.high) } else { ANY }
        };
        let both = self.low >= 0.0 && other.low >= 0.0;
        Known {
            admissible: by(&self, &other).min(by(&other, &self)),
            low: if both { times(self.low, other.low) } else { f64::NEG_INFINITY },
            high: if both { times(self.high, other.high) } else { ANY },
            integral: self.integral && other.integral,
            ..Known::NOTHING
        }
    }

    pub(super) fn over(self, other: Known) -> Known {
        if other.low == other.high && other.low != 0.0 {
            return self.scaled(1.0 / other.low, other.low.abs() == 1.0);
        }
        if other.low <= 0.0 {
            return Known::NOTHING;
        }
        Known {
            admissible: self.admissible / other.low,
            low: if self.low >= 0.0 { 0.0 } else { self.low / other.low },
            high: if self.high <= 0.0 { 0.0 } else { self.high / other.low },
            ..Known::NOTHING
        }
    }

    fn scaled(self, factor: f64, is_whole: bool) -> Known {
        let integral = (self.integral && is_whole) || factor == 0.0;
        if factor >= 0.0 {
            return Known {
                admissible: times(factor, self.admissible),
                consistent: times(factor, self.consistent),
                rise: times(factor, self.rise),
                low: times(factor, self.low),
                high: times(factor, self.high),
                integral,
            };
        }
        // With a negative factor: positive where the value is negative, and falling where it rises.
        let above = times(-factor, below_zero(&self));
        Known {
            admissible: above,
            consistent: times(-factor, self.rise).max(above),
            rise: times(-factor, self.consistent),
            low: times(factor, self.high),
            high: times(factor, self.low),
            integral,
        }
    }
}
