//! The search for the cheapest cover: choices of which piece covers a cell, with conclusions drawn
//! after each.
//!
//! Attempts of two kinds take turns until one has a cover. One looks for any cover, with quick
//! conclusions alone; on a board without a solution it is the one to prove it. The other has a
//! budget of folds, no more than is proved to be needed: so tight that the bounds take out most
//! shapes. When it fails, one fold more is needed. As soon as a cover is known, budgets alone are
//! left, until one is met or only the known cover is left.

use super::super::rules::Shapes;
use super::domains::{Contradiction, Domain, settle};
use super::prices::{Market, Prices};
use super::sums::{Sizes, Sums};
use crate::grid::Words;
use crate::search::{Cost, Event, Observer, Stats, Stop, toolkit::Meter};

/// Rounds of better prices before the first choice, and after each.
const ROOT_ROUNDS: u32 = 200;
const ROUNDS: u32 = 40;

/// After how many choices the first attempt at any cover is given up.
const FIRST_PATIENCE: u64 = 128;

/// A board as a cover problem, and how far its search has come.
pub(super) struct Cover<const C: usize> {
    whole: Words<C>,
    cells: usize,
    tables: Vec<Shapes<C>>,
    table_bytes: usize,
    sizes: Vec<Sizes>,
    sums: Sums,
    market: Market,
    /// The domains and prices on the way to the current branch, one for each choice.
    layers: Vec<Layer<C>>,
    /// No cover has more folds.
    most_folds: Cost,
    /// How many folds a cover may have in the current attempt, how many rounds of better prices
    /// there are after each choice, and at which count of choices it is given up.
    budget: Cost,
    rounds: u32,
    deadline: u64,
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

/// What an attempt is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Aim {
    /// A cover, whatever it costs: quick conclusions will do.
    Any,
    /// A cover within a tight budget, or the proof that there is none.
    Budget,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Attempt {
    /// With a cover.
    Succeeded,
    /// With the proof that there is none.
    Failed,
    /// The limit of choices was reached.
    GivenUp,
}

impl<const C: usize> Cover<C> {
    pub(super) fn new(whole: Words<C>, tables: Vec<Shapes<C>>) -> Cover<C> {
        let domains = tables.iter().map(Domain::all).collect();
        let most_folds = most_folds(whole.count(), &tables);
        let bytes = |table: &Shapes<C>| table.masks.len() * (size_of::<Words<C>>() + 5);
        Cover {
            whole,
            cells: whole.count() as usize,
            sizes: tables.iter().map(Sizes::new).collect(),
            sums: Sums::new(),
            market: Market::new(&tables),
            layers: vec![Layer { domains, prices: [0; 256] }],
            table_bytes: tables.iter().map(bytes).sum(),
            tables,
            budget: most_folds,
            most_folds,
            rounds: 0,
            deadline: 0,
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
        self.table_bytes
            + self.layers.len() * (self.tables.len() * size_of::<Domain<C>>() + size_of::<Prices>())
            + self.sums.bytes()
            + self.market.bytes()
    }

    /// Finds the cheapest cover; with none at the end there is none.
    pub(super) fn run(
        &mut self,
        meter: &mut Meter<'_>,
        observer: &mut Observer<'_>,
    ) -> Result<(), Stop> {
        let Ok(folds) = self.conclude(0, 0) else { return Ok(()) };
        self.prove(folds, meter);
        let mut patience = FIRST_PATIENCE;
        if self.attempt(Aim::Any, patience, meter, observer)? == Attempt::Failed {
            return Ok(());
        }
        // A cover that is of interest has at most so many folds.
        while let Some(most) = self.ceiling().filter(|&most| self.lower_bound <= most) {
            meter.check_now(&self.stats, self.bytes())?;
            // What no such cover has is out for good.
            self.budget = most;
            let Ok(needed) = self.conclude(0, ROOT_ROUNDS) else {
                self.prove(most + 1, meter);
                break;
            };
            self.prove(needed, meter);
            if self.best.is_none() {
                patience *= 2;
                if self.attempt(Aim::Any, patience, meter, observer)? == Attempt::Failed {
                    return Ok(());
                }
            }
            let patience = if self.best.is_some() { u64::MAX } else { patience };
            self.budget = self.lower_bound;
            Event::notify(observer, || Event::Depth { depth: self.budget });
            if self.attempt(Aim::Budget, patience, meter, observer)? == Attempt::Failed {
                self.prove(self.budget + 1, meter);
            }
        }
        Ok(())
    }

    /// The most folds of a cover that is better than the known one, or of any while none is known.
    fn ceiling(&self) -> Option<Cost> {
        match &self.best {
            Some((_, folds)) => folds.checked_sub(1),
            None => Some(self.most_folds),
        }
    }

    /// No cover has fewer folds.
    fn prove(&mut self, folds: Cost, meter: &mut Meter<'_>) {
        self.lower_bound = self.lower_bound.max(folds);
        meter.lower_bound(self.lower_bound);
    }

    /// Looks for a cover within the budget, with a limited number of choices.
    fn attempt(
        &mut self,
        aim: Aim,
        patience: u64,
        meter: &mut Meter<'_>,
        observer: &mut Observer<'_>,
    ) -> Result<Attempt, Stop> {
        self.rounds = match aim {
            Aim::Any => 0,
            Aim::Budget => ROUNDS,
        };
        self.deadline = self.stats.expanded.saturating_add(patience);
        self.descend(0);
        self.branch(1, meter, observer)
    }

    /// Draws conclusions for the domains of a layer, with so many rounds of better prices. Returns
    /// a lower bound on the folds.
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
            if rounds == 0 {
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

    /// Looks for a cover within the budget in a layer where one choice more was made.
    fn branch(
        &mut self,
        depth: usize,
        meter: &mut Meter<'_>,
        observer: &mut Observer<'_>,
    ) -> Result<Attempt, Stop> {
        // Prices take so long that the clock is looked at for each choice; without them now and
        // then is often enough.
        match self.rounds {
            0 => meter.check(&self.stats, self.bytes())?,
            _ => meter.check_now(&self.stats, self.bytes())?,
        }
        if self.conclude(depth, self.rounds).is_err() {
            return Ok(Attempt::Failed);
        }
        let open = self.open(depth);
        let Some(cell) = self.narrowest_cell(depth, open) else {
            self.found(depth, meter, observer);
            return Ok(Attempt::Succeeded);
        };
        if self.stats.expanded >= self.deadline {
            return Ok(Attempt::GivenUp);
        }
        self.stats.expanded += 1;
        self.stats.depth = self.stats.depth.max(depth as u32);
        let inside: Words<C> = [cell].into_iter().collect();
        let Layer { domains, prices } = &self.layers[depth];
        for piece in self.market.coverers(&self.tables, domains, open, prices, cell) {
            self.stats.generated += 1;
            self.descend(depth);
            let domain = &mut self.layers[depth + 1].domains[piece];
            let kept = domain.keep(&self.tables[piece], inside, Words::EMPTY);
            if kept.is_ok() {
                match self.branch(depth + 1, meter, observer)? {
                    Attempt::Failed => {}
                    end => return Ok(end),
                }
            }
        }
        Ok(Attempt::Failed)
    }

    /// Keeps the cover of a layer where every piece has one shape left.
    fn found(&mut self, depth: usize, meter: &mut Meter<'_>, observer: &mut Observer<'_>) {
        let domains = &self.layers[depth].domains;
        let shapes: Vec<usize> =
            domains.iter().map(|domain| domain.shapes.lowest().unwrap_or(0)).collect();
        let folds = shapes.iter().zip(&self.tables).map(|(&shape, table)| table.folds[shape]);
        let folds = folds.map(Cost::from).sum();
        meter.plan_found(folds, || (super::plan(&self.tables, &shapes), folds));
        self.best = Some((shapes, folds));
        Event::notify(observer, || Event::Improve { cost: folds });
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

/// How many folds there is room for: each adds as many cells as its piece has by then, and the
/// smallest come first.
fn most_folds<const C: usize>(cells: u32, tables: &[Shapes<C>]) -> Cost {
    let mut gains: Vec<u32> = Vec::new();
    let mut left = cells;
    for table in tables {
        let size = table.masks[0].count();
        let most = table.folds.iter().copied().max().unwrap_or(0);
        gains.extend((0..most).map(|folds| size << folds));
        left = left.saturating_sub(size);
    }
    gains.sort_unstable();
    let fits = |gain: &u32| left.checked_sub(*gain).map(|rest| left = rest).is_some();
    gains.into_iter().take_while(fits).count() as Cost
}
