//! A lower bound that knows where the cells lie: prices on cells.
//!
//! Let every cell have a price that is paid to the shape that covers it. Whatever the prices, a cover costs at least the sum
//! of all prices plus, for each piece, the least of folds less prices over its shapes: in a cover the prices cancel out.
//! This is the Lagrangian dual of the exact cover problem (Held and Karp, "The traveling-salesman problem and minimum
//! spanning trees: Part II", 1971); good prices are found by raising them where no shape lies and lowering them where
//! several do. With the bound comes for each shape how much it would add to it: one that adds too much is out.
//!
//! All is counted in whole parts of a fold, so that the bound is exact and the same on every machine.

use super::super::shapes::Shapes;
use super::domains::{Contradiction, Domain, Verdict};
use crate::grid::Words;
use crate::puzzle::Cost;

/// Parts of a fold.
const FOLD: i64 = 1 << 14;

/// The highest and lowest price: 256 of them still fit an `i32`.
const MAX_PRICE: i32 = 1 << 22;

/// What is paid for each cell.
pub(super) type Prices = [i32; 256];

/// Rounds without a better bound after which the steps get shorter.
const PATIENCE: u32 = 4;

/// Room for the values of all shapes of all pieces, kept from call to call.
#[derive(Debug, Default)]
pub(super) struct Market {
    /// Folds less prices of the shapes of the undecided pieces, in their order.
    values: Vec<i32>,
}

impl Market {
    /// The bytes that the values hold.
    pub(super) fn bytes(&self) -> usize {
        self.values.capacity() * size_of::<i32>()
    }

    /// Betters the prices for up to `rounds` rounds. Takes out shapes that no cover of at most `budget` folds has; fails
    /// when there is no such cover.
    pub(super) fn improve<const C: usize>(
        &mut self,
        tables: &[Shapes<C>],
        domains: &mut [Domain<C>],
        open: Words<C>,
        prices: &mut Prices,
        budget: Cost,
        rounds: &mut u32,
    ) -> Result<Verdict, Contradiction> {
        let limit = i64::from(budget) * FOLD;
        let mut best = (i64::MIN, *prices);
        let (mut halvings, mut waited) = (0, 0);
        while *rounds > 0 {
            *rounds -= 1;
            let mut missing = [0_i32; 256];
            for cell in open.bits() {
                missing[cell] = 1;
            }
            let bound = self.bound(tables, domains, open, prices, &mut missing);
            if bound > limit {
                return Err(Contradiction);
            }
            if bound > best.0 {
                best = (bound, *prices);
                waited = 0;
                if self.sift(tables, domains, limit - bound)? {
                    return Ok(Verdict { folds: folds(bound), changed: true });
                }
            } else {
                waited += 1;
                if waited > PATIENCE {
                    waited = 0;
                    halvings += 1;
                }
            }
            let norm: i64 = open.bits().map(|cell| i64::from(missing[cell] * missing[cell])).sum();
            // Far enough to prove the budget too small, were the bound a straight line.
            let step = ((limit + FOLD - bound) / norm.max(1)) >> halvings;
            if norm == 0 || step == 0 {
                break;
            }
            let step = step.min(i64::from(MAX_PRICE)) as i32;
            for cell in open.bits() {
                let price = prices[cell].saturating_add(step.saturating_mul(missing[cell]));
                prices[cell] = price.clamp(-MAX_PRICE, MAX_PRICE);
            }
        }
        *prices = best.1;
        Ok(Verdict { folds: folds(best.0), changed: false })
    }

    /// The bound that the prices give. Takes every cell that a piece would choose to cover off `missing`.
    fn bound<const C: usize>(
        &mut self,
        tables: &[Shapes<C>],
        domains: &[Domain<C>],
        open: Words<C>,
        prices: &Prices,
        missing: &mut Prices,
    ) -> i64 {
        self.values.clear();
        let mut bound: i64 = open.bits().map(|cell| i64::from(prices[cell])).sum();
        for (domain, table) in domains.iter().zip(tables) {
            let mut least = (i32::MAX, 0);
            for shape in domain.shapes.bits() {
                let value = value(table, shape, open, prices);
                self.values.push(value);
                if value < least.0 {
                    least = (value, shape);
                }
            }
            bound += i64::from(least.0);
            for cell in (table.masks[least.1] & open).bits() {
                missing[cell] -= 1;
            }
        }
        bound
    }

    /// Takes out the shapes that are worse than the best of their piece by more than is `spare`.
    fn sift<const C: usize>(
        &self,
        tables: &[Shapes<C>],
        domains: &mut [Domain<C>],
        spare: i64,
    ) -> Result<bool, Contradiction> {
        let mut values = self.values.iter().map(|&value| i64::from(value));
        let mut changed = false;
        for (domain, table) in domains.iter_mut().zip(tables) {
            let shapes = domain.shapes;
            let count = shapes.count() as usize;
            let own = values.clone().take(count);
            let least = own.clone().min().unwrap_or(0);
            let mut kept = shapes;
            for (shape, value) in shapes.bits().zip(own) {
                if value - least > spare {
                    kept.remove(shape);
                }
            }
            if kept != shapes {
                domain.keep_set(table, kept)?;
                changed = true;
            }
            if count > 0 {
                values.nth(count - 1);
            }
        }
        Ok(changed)
    }
}

/// The folds of a shape less the prices of its cells.
#[inline]
fn value<const C: usize>(table: &Shapes<C>, shape: usize, open: Words<C>, prices: &Prices) -> i32 {
    let paid: i32 = (table.masks[shape] & open).bits().map(|cell| prices[cell]).sum();
    i32::from(table.folds[shape]) * FOLD as i32 - paid
}

/// By how much the best shape of a piece that covers a cell is worse than its best one.
pub(super) fn regret<const C: usize>(
    table: &Shapes<C>,
    domain: &Domain<C>,
    open: Words<C>,
    prices: &Prices,
    cell: usize,
) -> i32 {
    let (mut least, mut covering) = (i32::MAX, i32::MAX);
    for shape in domain.shapes.bits() {
        let value = value(table, shape, open, prices);
        least = least.min(value);
        if table.masks[shape].contains(cell) {
            covering = covering.min(value);
        }
    }
    covering.saturating_sub(least)
}

/// Whole folds, rounded up.
fn folds(parts: i64) -> Cost {
    Cost::try_from((parts + FOLD - 1).div_euclid(FOLD)).unwrap_or(0)
}
