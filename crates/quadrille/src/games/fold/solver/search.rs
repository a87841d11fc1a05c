//! The search for the cheapest cover: choices of which piece covers a cell, with conclusions drawn after each.
//!
//! First any cover is looked for. Then the budget of folds is raised from what is proved to be needed, a fold at a time,
//! until there is a cover or the known one is reached: the tight budget lets the bounds take out most shapes.

use super::super::shapes::Shapes;
use super::domains::{Contradiction, Domain, settle};
use super::prices::{Market, Prices, regret};
use super::sums::{Sizes, Sums};
use crate::grid::Words;
use crate::puzzle::Cost;
use crate::search::{Event, Meter, Observer, Stats, Stop};

/// Rounds of better prices before the first choice, and after each.
const ROOT_ROUNDS: u32 = 200;
const ROUNDS: u32 = 10;

/// A board as a cover problem, and how far its search has come.
pub(super) struct Cover<const C: usize> {
    /// All cells that are no holes.
    whole: Words<C>,
    cells: usize,
    tables: Vec<Shapes<C>>,
    sizes: Vec<Sizes>,
    sums: Sums,
    market: Market,
    /// The domains and prices on the way to the current branch, one for each choice.
    layers: Vec<Layer<C>>,
    /// How many folds a cover may have.
    budget: Cost,
    /// The shapes of the best cover and its folds.
    pub(super) best: Option<(Vec<usize>, Cost)>,
    /// No cover has fewer folds.
    pub(super) lower_bound: Cost,
    pub(super) stats: Stats,
}

#[derive(Clone, Debug)]
struct Layer<const C: usize> {
    domains: Vec<Domain<C>>,
    prices: Prices,
}

/// More folds than any cover has.
const UNLIMITED: Cost = 256;

impl<const C: usize> Cover<C> {
    pub(super) fn new(whole: Words<C>, tables: Vec<Shapes<C>>) -> Cover<C> {
        let domains = tables.iter().map(Domain::all).collect();
        Cover {
            whole,
            cells: whole.count() as usize,
            sizes: tables.iter().map(Sizes::new).collect(),
            sums: Sums::new(),
            market: Market::default(),
            layers: vec![Layer { domains, prices: [0; 256] }],
            tables,
            budget: UNLIMITED,
            best: None,
            lower_bound: 0,
            stats: Stats::default(),
        }
    }

    pub(super) fn tables(&self) -> &[Shapes<C>] {
        &self.tables
    }

    /// The bytes that the tables hold.
    pub(super) fn bytes(&self) -> usize {
        let table = |table: &Shapes<C>| table.masks.len() * (size_of::<Words<C>>() + 5);
        self.tables.iter().map(table).sum::<usize>()
            + self.layers.len() * (self.tables.len() * size_of::<Domain<C>>() + size_of::<Prices>())
            + self.sums.bytes()
            + self.market.bytes()
    }

    /// Finds the cheapest cover; with none at the end there is none.
    pub(super) fn run<O: Observer>(
        &mut self,
        meter: &mut Meter<'_>,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let Ok(folds) = self.conclude(0, 0) else { return Ok(()) };
        self.prove(folds, meter);
        if !self.attempt(meter, observer)? {
            return Ok(());
        }
        while let Some(folds) = self.best.as_ref().map(|&(_, folds)| folds) {
            if self.lower_bound == folds {
                break;
            }
            // What no cheaper cover than the known one can have is out for good.
            self.budget = folds - 1;
            let Ok(needed) = self.conclude(0, ROOT_ROUNDS) else {
                self.prove(folds, meter);
                break;
            };
            self.prove(needed, meter);
            self.budget = self.lower_bound;
            if O::LISTENS {
                observer.event(Event::Depth { depth: self.budget });
            }
            if !self.attempt(meter, observer)? {
                self.prove(self.budget + 1, meter);
            }
        }
        Ok(())
    }

    /// No cover has fewer folds.
    fn prove(&mut self, folds: Cost, meter: &mut Meter<'_>) {
        self.lower_bound = self.lower_bound.max(folds);
        meter.lower_bound(self.lower_bound);
    }

    /// Looks for a cover within the budget. True when there is one.
    fn attempt<O: Observer>(
        &mut self,
        meter: &mut Meter<'_>,
        observer: &mut O,
    ) -> Result<bool, Stop> {
        self.descend(0);
        self.branch(1, meter, observer)
    }

    /// Draws conclusions for the domains of a layer, with so many rounds of better prices. Returns a lower bound on the
    /// folds.
    fn conclude(&mut self, depth: usize, mut rounds: u32) -> Result<Cost, Contradiction> {
        let Layer { domains, prices } = &mut self.layers[depth];
        let mut folds = 0;
        loop {
            let claimed = settle(&self.tables, domains, self.whole)?;
            let sums =
                self.sums.check(&self.tables, &self.sizes, domains, self.cells, self.budget)?;
            folds = folds.max(sums.folds);
            if sums.changed {
                continue;
            }
            if self.budget == UNLIMITED || rounds == 0 {
                return Ok(folds);
            }
            let open = self.whole & !claimed;
            let bound = self.market.improve(
                &self.tables,
                domains,
                open,
                prices,
                self.budget,
                &mut rounds,
            )?;
            folds = folds.max(bound.folds);
            if !bound.changed {
                return Ok(folds);
            }
        }
    }

    /// Looks for a cover within the budget in a layer where one choice more was made. True when there is one.
    fn branch<O: Observer>(
        &mut self,
        depth: usize,
        meter: &mut Meter<'_>,
        observer: &mut O,
    ) -> Result<bool, Stop> {
        meter.check(&self.stats, self.bytes())?;
        let rounds = if depth == 1 { ROOT_ROUNDS } else { ROUNDS };
        if self.conclude(depth, rounds).is_err() {
            return Ok(false);
        }
        let open = self.open(depth);
        let Some(cell) = self.narrowest_cell(depth, open) else {
            self.found(depth, meter, observer);
            return Ok(true);
        };
        self.stats.expanded += 1;
        self.stats.depth = self.stats.depth.max(depth as u32);
        let inside: Words<C> = [cell].into_iter().collect();
        let Layer { domains, prices } = &self.layers[depth];
        let coverers = domains.iter().zip(&self.tables).enumerate();
        let mut order: Vec<(i32, usize)> = coverers
            .filter(|(_, (domain, _))| domain.may.contains(cell))
            .map(|(piece, (domain, table))| (regret(table, domain, open, prices, cell), piece))
            .collect();
        order.sort_unstable();
        for (_, piece) in order {
            self.stats.generated += 1;
            self.descend(depth);
            let domain = &mut self.layers[depth + 1].domains[piece];
            let kept = domain.keep(&self.tables[piece], inside, Words::EMPTY);
            if kept.is_ok() && self.branch(depth + 1, meter, observer)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Keeps the cover of a layer where every piece has one shape left.
    fn found<O: Observer>(&mut self, depth: usize, meter: &mut Meter<'_>, observer: &mut O) {
        let domains = &self.layers[depth].domains;
        let shapes: Vec<usize> =
            domains.iter().map(|domain| domain.shapes.lowest().unwrap_or(0)).collect();
        let folds = shapes.iter().zip(&self.tables).map(|(&shape, table)| table.folds[shape]);
        let folds = folds.map(Cost::from).sum();
        self.best = Some((shapes, folds));
        meter.plan_found(folds);
        if O::LISTENS {
            observer.event(Event::Improve { cost: folds });
        }
    }

    /// The cells of which it is open what covers them.
    fn open(&self, depth: usize) -> Words<C> {
        let domains = &self.layers[depth].domains;
        self.whole & !domains.iter().fold(Words::EMPTY, |all, domain| all | domain.must)
    }

    /// Copies a layer for the next choice.
    fn descend(&mut self, depth: usize) {
        if self.layers.len() == depth + 1 {
            let layer = self.layers[depth].clone();
            self.layers.push(layer);
        } else {
            let (above, below) = self.layers.split_at_mut(depth + 1);
            below[0].domains.copy_from_slice(&above[depth].domains);
            below[0].prices = above[depth].prices;
        }
    }

    /// The open cell that the fewest pieces may cover.
    fn narrowest_cell(&self, depth: usize, open: Words<C>) -> Option<usize> {
        // Counters of how many pieces may cover each cell, a bit plane each.
        let mut planes = [Words::<C>::EMPTY; 6];
        for domain in &self.layers[depth].domains {
            let mut carry = domain.may & open;
            for plane in &mut planes {
                (*plane, carry) = (*plane ^ carry, *plane & carry);
            }
        }
        let mut narrowest = open;
        for plane in planes.iter().rev() {
            let without = narrowest & !*plane;
            if !without.is_empty() {
                narrowest = without;
            }
        }
        narrowest.lowest()
    }
}
