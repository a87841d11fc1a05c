//! A lower bound that uses the places of the cells: prices on cells.
//!
//! Let every cell have a price that is paid to the shape that covers it. For any prices, a cover
//! costs at least the sum of all prices plus, for each piece, the least of folds minus prices over
//! its shapes: in a cover the prices cancel out. This is the Lagrangian dual of the exact cover
//! problem (Held and Karp, "The traveling-salesman problem and minimum spanning trees: Part II",
//! 1971); good prices are found by raising them on uncovered cells and lowering them where shapes
//! overlap. The bound also gives the amount that each shape would add to it: one that adds too much
//! is removed.
//!
//! All amounts are whole fractions of a fold, so the bound is exact and the same on every machine.

use super::super::rules::Shapes;
use super::domains::{Contradiction, Domain, Propagation};
use crate::grid::Words;
use crate::search::Cost;

const FOLD: i64 = 1 << 14;

/// The highest and lowest price: 256 of them still fit an `i32`.
const MAX_PRICE: i32 = 1 << 22;

pub(super) type Prices = [i32; 256];

/// The amount above the budget at which the steps aim.
const MARGIN: i64 = 2 * FOLD;

/// The number of rounds without a better bound after which the steps get shorter.
const MAX_STALE_ROUNDS: u32 = 4;

/// The shapes of one piece as runs of consecutive cells in reading order. The price of a run is the
/// difference of two running totals, however long it is.
#[derive(Debug)]
struct Runs {
    /// The first cell of each run and the one after its last.
    runs: Vec<(u16, u16)>,
    /// The end of the runs of each shape.
    ends: Vec<u32>,
}

impl Runs {
    fn new<const C: usize>(table: &Shapes<C>) -> Runs {
        let (mut runs, mut ends): (Vec<(u16, u16)>, Vec<u32>) = Default::default();
        for mask in &table.masks {
            let first = runs.len();
            for cell in mask.bits().map(|cell| cell as u16) {
                match runs[first..].last_mut() {
                    Some((_, end)) if *end == cell => *end += 1,
                    _ => runs.push((cell, cell + 1)),
                }
            }
            ends.push(runs.len() as u32);
        }
        Runs { runs, ends }
    }

    #[inline]
    fn paid(&self, shape: usize, totals: &[i32; 257]) -> i32 {
        let start = shape.checked_sub(1).map_or(0, |before| self.ends[before]);
        let runs = &self.runs[start as usize..self.ends[shape] as usize];
        runs.iter().map(|&(from, to)| totals[usize::from(to)] - totals[usize::from(from)]).sum()
    }
}

/// The sum of the prices of all open cells before each cell.
fn running_totals<const C: usize>(open: Words<C>, prices: &Prices) -> [i32; 257] {
    let mut totals = [0; 257];
    for cell in 0..256 {
        let is_open = open.0.get(cell / 64).is_some_and(|word| word >> (cell % 64) & 1 == 1);
        totals[cell + 1] = totals[cell] + if is_open { prices[cell] } else { 0 };
    }
    totals
}

/// The shapes of all pieces, with buffers for their values.
#[derive(Debug)]
pub(super) struct Pricing {
    runs: Vec<Runs>,
    /// Folds minus prices of the remaining shapes, piece by piece.
    values: Vec<i32>,
}

impl Pricing {
    pub(super) fn new<const C: usize>(tables: &[Shapes<C>]) -> Pricing {
        Pricing { runs: tables.iter().map(Runs::new).collect(), values: Vec::new() }
    }

    pub(super) fn bytes(&self) -> usize {
        let runs = |runs: &Runs| size_of_val(&runs.runs[..]) + size_of_val(&runs.ends[..]);
        self.runs.iter().map(runs).sum::<usize>() + self.values.capacity() * size_of::<i32>()
    }

    /// Improves the prices for up to `rounds` rounds. Removes shapes that no cover of at most
    /// `budget` folds has; fails if there is no such cover.
    pub(super) fn improve<const C: usize>(
        &mut self,
        tables: &[Shapes<C>],
        domains: &mut [Domain<C>],
        open: Words<C>,
        prices: &mut Prices,
        budget: Cost,
        rounds: &mut u32,
    ) -> Result<Propagation, Contradiction> {
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
                    return Ok(Propagation { folds: folds(bound), changed: true });
                }
            } else {
                waited += 1;
                if waited > MAX_STALE_ROUNDS {
                    waited = 0;
                    halvings += 1;
                }
            }
            let norm: i64 = open.bits().map(|cell| i64::from(missing[cell] * missing[cell])).sum();
            // Far enough to exceed the budget clearly if the bound were linear.
            let step = ((limit + MARGIN - bound) / norm.max(1)) >> halvings;
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
        Ok(Propagation { folds: folds(best.0), changed: false })
    }

    /// The bound of these prices. Subtracts every cell that a piece would choose to cover from
    /// `missing`.
    fn bound<const C: usize>(
        &mut self,
        tables: &[Shapes<C>],
        domains: &[Domain<C>],
        open: Words<C>,
        prices: &Prices,
        missing: &mut Prices,
    ) -> i64 {
        self.values.clear();
        let totals = running_totals(open, prices);
        let mut bound = i64::from(totals[256]);
        for ((domain, table), runs) in domains.iter().zip(tables).zip(&self.runs) {
            let mut least = (i32::MAX, 0);
            for shape in domain.shapes.bits() {
                let value = i32::from(table.folds[shape]) * FOLD as i32 - runs.paid(shape, &totals);
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

    /// The pieces that may cover a cell, ordered by the loss of their best such shape against their
    /// best one.
    pub(super) fn coverers<const C: usize>(
        &self,
        tables: &[Shapes<C>],
        domains: &[Domain<C>],
        open: Words<C>,
        prices: &Prices,
        cell: usize,
    ) -> Vec<usize> {
        let totals = running_totals(open, prices);
        let mut order = Vec::new();
        for (piece, (domain, table)) in domains.iter().zip(tables).enumerate() {
            if !domain.may.contains(cell) {
                continue;
            }
            let (mut least, mut covering) = (i32::MAX, i32::MAX);
            for shape in domain.shapes.bits() {
                let folds = i32::from(table.folds[shape]) * FOLD as i32;
                let value = folds - self.runs[piece].paid(shape, &totals);
                least = least.min(value);
                if table.masks[shape].contains(cell) {
                    covering = covering.min(value);
                }
            }
            order.push((covering - least, piece));
        }
        order.sort_unstable();
        order.into_iter().map(|(_, piece)| piece).collect()
    }

    /// Removes the shapes that are worse than the best of their piece by more than `spare`.
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

fn folds(parts: i64) -> Cost {
    Cost::try_from((parts + FOLD - 1).div_euclid(FOLD)).unwrap_or(0)
}
