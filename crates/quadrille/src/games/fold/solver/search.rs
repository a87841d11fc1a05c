//! The search for the cheapest cover: branches on the piece that covers a cell, and propagates
//! after each choice.
//!
//! Two kinds of attempts alternate until one has a cover. One looks for any cover, with quick
//! propagation only; on a board without a solution it gives the proof. The other has a budget of
//! folds equal to the proved lower bound: so tight that the bounds remove most shapes. When it
//! fails, the lower bound rises by one. Once a cover is known, only budgets are tried, until one is
//! met or the known cover is optimal.

use super::super::rules::Shapes;
use super::domains::{Contradiction, Domain, propagate};
use super::prices::{Prices, Pricing};
use super::sums::{Sizes, Sums};
use crate::grid::Words;
use crate::search::{Cost, Event, Observer, Stats, Stop, toolkit::Meter};

/// Rounds of price improvement before the first choice, and after each.
const ROOT_ROUNDS: u32 = 200;
const ROUNDS: u32 = 40;

/// The number of choices after which the first attempt at any cover is given up.
const FIRST_CHOICES: u64 = 128;

/// A board as a cover problem, and the state of its search.
pub(super) struct Cover<const C: usize> {
    whole: Words<C>,
    cells: usize,
    tables: Vec<Shapes<C>>,
    table_bytes: usize,
    sizes: Vec<Sizes>,
    sums: Sums,
    pricing: Pricing,
    /// The domains and prices on the path to the current branch, one for each choice.
    layers: Vec<Layer<C>>,
    /// No cover has more folds.
    most_folds: Cost,
    /// The current attempt: the most folds of a cover, the rounds of price improvement after each
    /// choice, and the count of choices at which it is given up.
    budget: Cost,
    rounds: u32,
    deadline: u64,
    /// The shapes of the best cover, and its folds.
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

/// The aim of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Aim {
    /// Any cover, at any cost: quick propagation is enough.
    Any,
    /// A cover within a tight budget, or a proof that there is none.
    Budget,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Attempt {
    Succeeded,
    /// It proved that there is none.
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
            pricing: Pricing::new(&tables),
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

    pub(super) fn bytes(&self) -> usize {
        self.table_bytes
            + self.layers.len() * (self.tables.len() * size_of::<Domain<C>>() + size_of::<Prices>())
            + self.sums.bytes()
            + self.pricing.bytes()
    }

    /// Finds the cheapest cover; `best` stays empty if there is none.
    pub(super) fn run(
        &mut self,
        meter: &mut Meter<'_>,
        observer: &mut Observer<'_>,
    ) -> Result<(), Stop> {
        let Ok(folds) = self.conclude(0, 0) else { return Ok(()) };
        self.prove(folds, meter);
        let mut choices = FIRST_CHOICES;
        if self.attempt(Aim::Any, choices, meter, observer)? == Attempt::Failed {
            return Ok(());
        }
        // The most folds of a useful cover.
        while let Some(most) = self.ceiling().filter(|&most| self.lower_bound <= most) {
            meter.check_now(&self.stats, self.bytes())?;
            // Shapes that no such cover has are removed permanently.
            self.budget = most;
            let Ok(needed) = self.conclude(0, ROOT_ROUNDS) else {
                self.prove(most + 1, meter);
                break;
            };
            self.prove(needed, meter);
            if self.best.is_none() {
                choices *= 2;
                if self.attempt(Aim::Any, choices, meter, observer)? == Attempt::Failed {
                    return Ok(());
                }
            }
            let choices = if self.best.is_some() { u64::MAX } else { choices };
            self.budget = self.lower_bound;
            Event::notify(observer, || Event::Depth { depth: self.budget });
            if self.attempt(Aim::Budget, choices, meter, observer)? == Attempt::Failed {
                self.prove(self.budget + 1, meter);
            }
        }
        Ok(())
    }

    /// The most folds of a cover that is better than the known one, or of any if none is known.
    fn ceiling(&self) -> Option<Cost> {
        match &self.best {
            Some((_, folds)) => folds.checked_sub(1),
            None => Some(self.most_folds),
        }
    }

    fn prove(&mut self, folds: Cost, meter: &mut Meter<'_>) {
        self.lower_bound = self.lower_bound.max(folds);
        meter.lower_bound(self.lower_bound);
    }

    /// Looks for a cover within the budget, with a limited number of choices.
    fn attempt(
        &mut self,
        aim: Aim,
        choices: u64,
        meter: &mut Meter<'_>,
        observer: &mut Observer<'_>,
    ) -> Result<Attempt, Stop> {
        self.rounds = match aim {
            Aim::Any => 0,
            Aim::Budget => ROUNDS,
        };
        self.deadline = self.stats.expanded.saturating_add(choices);
        self.descend(0);
        self.branch(1, meter, observer)
    }

    /// Propagates the domains of a layer, with this many rounds of price improvement. Returns a
    /// lower bound on the folds.
    fn conclude(&mut self, depth: usize, mut rounds: u32) -> Result<Cost, Contradiction> {
        let Layer { domains, prices } = &mut self.layers[depth];
        let mut folds = 0;
        loop {
            let claimed = propagate(&self.tables, domains, self.whole)?;
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
            let bound = self
                .pricing
                .improve(&self.tables, domains, open, prices, self.budget, &mut rounds)?;
            folds = folds.max(bound.folds);
            if !bound.changed {
                return Ok(folds);
            }
        }
    }

    /// Looks for a cover within the budget after one more choice.
    fn branch(
        &mut self,
        depth: usize,
        meter: &mut Meter<'_>,
        observer: &mut Observer<'_>,
    ) -> Result<Attempt, Stop> {
        // Prices take so long that the clock is checked at each choice; without them less often is
        // enough.
        match self.rounds {
            0 => meter.check(&self.stats, self.bytes())?,
            _ => meter.check_now(&self.stats, self.bytes())?,
        }
        if self.conclude(depth, self.rounds).is_err() {
            return Ok(Attempt::Failed);
        }
        let open = self.open(depth);
        let Some(cell) = self.narrowest_cell(depth, open) else {
            self.keep_cover(depth, meter, observer);
            return Ok(Attempt::Succeeded);
        };
        if self.stats.expanded >= self.deadline {
            return Ok(Attempt::GivenUp);
        }
        self.stats.expanded += 1;
        self.stats.depth = self.stats.depth.max(depth as u32);
        let inside: Words<C> = [cell].into_iter().collect();
        let Layer { domains, prices } = &self.layers[depth];
        for piece in self.pricing.coverers(&self.tables, domains, open, prices, cell) {
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
    fn keep_cover(&mut self, depth: usize, meter: &mut Meter<'_>, observer: &mut Observer<'_>) {
        let domains = &self.layers[depth].domains;
        let shapes: Vec<usize> =
            domains.iter().map(|domain| domain.shapes.lowest().unwrap_or(0)).collect();
        let folds = shapes.iter().zip(&self.tables).map(|(&shape, table)| table.folds[shape]);
        let folds = folds.map(Cost::from).sum();
        meter.plan_found(folds, || (super::plan(&self.tables, &shapes), folds));
        self.best = Some((shapes, folds));
        Event::notify(observer, || Event::Improve { cost: folds });
    }

    /// The cells whose piece is open.
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
        // Counters of the pieces that may cover each cell, as bit planes.
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

/// The most folds that fit: each adds as many cells as its piece has by then, and the smallest come
/// first.
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
