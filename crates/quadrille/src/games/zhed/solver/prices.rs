//! Prices that make the bound of the lines strong.
//!
//! Each line is solved alone. Where a row and its crossing column disagree on who fills a cell, or
//! both use a number, the prices of that cell are changed so that agreement becomes cheaper. The
//! sum over all lines is a lower bound for any prices (Lagrangian decomposition; Guignard and Kim
//! 1987), and steps along its slope raise it (Held, Wolfe and Crowder 1974). On the hardest known
//! board of 36 numbers it proves that 34 moves are needed, where the linear relaxation of the
//! claims gives 16.5.
//!
//! All amounts are whole fractions of a number, so the bound is exact and the same on every
//! machine.

use super::effort::Effort;
use super::lines::{AXES, Lines, NEVER, ONE, Prices};
use crate::search::{Cost, Stop};

/// The highest and lowest price: the sum over all cells fits an `i32`.
const MAX_PRICE: i32 = 16 * ONE;

/// The pace of the first steps, which aim at the whole gap.
const FULL_PACE: i64 = 1 << 12;

/// The number of rounds without a better bound after which the steps get shorter.
const MAX_STALE_ROUNDS: u32 = 10;

/// Lines with the best prices so far.
pub(super) struct Pricing {
    pub(super) lines: Lines,
    pub(super) prices: Prices,
    /// The bound of these prices.
    pub(super) bound: i32,
}

impl Pricing {
    /// Raises the bound until it proves `target` or `rounds` without success are over.
    pub(super) fn of(
        mut lines: Lines,
        target: Cost,
        rounds: u32,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Self, Stop> {
        let mut prices = lines.free_prices();
        let mut slope = prices.clone();
        let mut best = prices.clone();
        let mut bound = i32::MIN;
        let (mut pace, mut stale) = (FULL_PACE, 0);
        for _ in 0..rounds {
            effort.check_now(lines.bytes())?;
            let sum = lines.solve(&prices);
            if sum > bound {
                (bound, stale) = (sum, 0);
                best.clone_from(&prices);
            } else {
                stale += 1;
            }
            if stale > MAX_STALE_ROUNDS {
                (pace, stale) = (pace / 2, 0);
            }
            if bound >= NEVER || lower_bound(bound) >= target || pace <= 1 {
                break;
            }
            lines.slope(&prices, &mut slope);
            if !step(&mut prices, &slope, i64::from(target) * i64::from(ONE) - i64::from(sum), pace)
            {
                break;
            }
        }
        let bound = lines.solve(&best);
        Ok(Self { lines, prices: best, bound })
    }

    pub(super) fn bytes(&self) -> usize {
        self.lines.bytes()
    }

    /// The proved bound on the moves of a plan that fills the goal; `Cost::MAX` if there is none.
    pub(super) fn lower_bound(&self) -> Cost {
        lower_bound(self.bound)
    }
}

fn lower_bound(bound: i32) -> Cost {
    if bound >= NEVER { Cost::MAX } else { ((bound + ONE - 1) / ONE).max(0) as Cost }
}

/// Moves the prices along the slope, farther the larger the gap; returns false at a flat place.
fn step(prices: &mut Prices, slope: &Prices, gap: i64, pace: i64) -> bool {
    // A surcharge is never negative: a number may be used in neither line.
    let blocked = |price: i32, slope: i32| price == 0 && slope < 0;
    let uses = prices.uses.iter().zip(&slope.uses);
    let uses = uses.filter(|&(&price, &slope)| !blocked(price, slope)).map(|(_, slope)| slope);
    let norm: i32 = slope.fills.iter().flatten().chain(uses).map(|slope| slope * slope).sum();
    if norm == 0 {
        return false;
    }
    let length = (gap.max(i64::from(ONE) / 8) * pace / FULL_PACE / i64::from(norm)).max(1) as i32;
    for axis in AXES {
        for (price, slope) in prices.fills[axis].iter_mut().zip(&slope.fills[axis]) {
            *price = (*price + length * slope).clamp(-MAX_PRICE, MAX_PRICE);
        }
    }
    for (price, slope) in prices.uses.iter_mut().zip(&slope.uses) {
        *price = (*price + length * slope).clamp(0, MAX_PRICE);
    }
    true
}
