//! The search for the shortest plan: quick descent first, then plans from above and a bound from
//! below, alternating.

use super::super::cell::Cell;
use super::super::plain;
use super::super::rules::Zhed;
use super::cdcl::{Lit, SatResult};
use super::claims::Claims;
use super::counting::count_by_lines;
use super::effort::Effort;
use super::encoding::Encoding;
use super::lines::Lines;
use super::neighbourhood::Neighbourhood;
use super::plan;
use super::prices::Pricing;
use super::sweep::{Solutions, Sweep, sweep};
use crate::grid::Grid;
use crate::moves::Move;
use crate::search::{
    Cost, Event, Observer, Outcome, Report, Stop,
    toolkit::{Meter, OutOfMemory},
};

/// The division of work, in conflicts.
#[derive(Clone, Copy)]
struct Shares {
    /// For each of the first attempts at a plan.
    first_tries: u64,
    /// For the plain descent since its last plan, before the slower methods start.
    descent: u64,
    /// The first turn of proving, and of improving.
    first_turn: u64,
    /// The longest turn: long enough to be efficient, short enough for both sides to progress.
    longest_turn: u64,
    /// For one neighbourhood.
    neighbourhood: u64,
    /// For the exchange of a plan for one of the same length.
    exchange: u64,
    /// The number of exchanges tried in one neighbourhood.
    exchanges: usize,
    /// The most rounds of pricing lines.
    rounds: u32,
    /// The bytes of a sweep for each conflict of the turn: takes about as long.
    sweep_bytes: usize,
}

/// Measured on boards of 30 to 60 numbers. On the hardest known board, tried with three orders of
/// decisions, these exchanges reach the shortest known plan within 46,000, 79,000 and 219,000
/// decisions; with one exchange of 100 conflicts it took 63,000, 166,000 and 303,000.
const SHARES: Shares = Shares {
    first_tries: 150,
    descent: 500,
    first_turn: 4000,
    longest_turn: 50_000,
    neighbourhood: 500,
    exchange: 200,
    exchanges: 3,
    rounds: 1000,
    sweep_bytes: 2048,
};

/// Finds a shortest plan and proves it, or proves that there is none.
///
/// The search is deterministic: it depends only on the board and on where it is stopped.
pub(in super::super) fn solve(
    board: &Grid<Cell>,
    meter: &mut Meter<'_>,
    observer: &mut Observer<'_>,
) -> Report {
    solve_by_shares(board, meter, observer, SHARES)
}

fn solve_by_shares(
    board: &Grid<Cell>,
    meter: &mut Meter<'_>,
    observer: &mut Observer<'_>,
    shares: Shares,
) -> Report {
    let mut incumbent = Incumbent { best: None, lower: 0, observer };
    let mut effort = Effort::new(meter);
    let stop = match search(board, &mut incumbent, &mut effort, shares) {
        End::Proved => None,
        End::Stopped(stop) => Some(stop),
    };
    let mut stats = effort.stats;
    meter.finish(&mut stats);
    let (best, mut lower_bound) = (incumbent.best, incumbent.lower);
    let outcome = match (best, stop) {
        (Some(plan), _) => {
            let cost = plan.len() as Cost;
            if stop.is_none() {
                lower_bound = cost;
                meter.lower_bound(cost);
            }
            Outcome::Solved { plan, cost, optimal: stop.is_none() }
        }
        (None, None) => Outcome::Unsolvable,
        (None, Some(_)) => Outcome::Unknown,
    };
    Report { outcome, states: Vec::new(), lower_bound, stop, stats }
}

fn search(
    board: &Grid<Cell>,
    incumbent: &mut Incumbent<'_, '_>,
    effort: &mut Effort<'_, '_>,
    shares: Shares,
) -> End {
    if plain::is_solved(board) {
        incumbent.plan(Vec::new(), effort);
        return End::Proved;
    }
    let claims = match Claims::of(board, effort) {
        Ok(claims) if claims.rays.is_empty() => return End::Proved,
        Ok(claims) => claims,
        Err(stop) => return End::Stopped(stop),
    };
    incumbent.bound(1, effort);
    let puzzle = Zhed::from_board(board);
    if let Some(plan) = plan::of_one_move(&puzzle) {
        incumbent.plan(plan, effort);
        return End::Proved;
    }
    effort.elsewhere = claims.bytes() + size_of_val(&puzzle) + puzzle.bytes();
    let improver = match Encoding::of(&claims, effort) {
        Ok(improver) => improver,
        Err(stop) => return End::Stopped(stop),
    };
    let own_bytes = effort.elsewhere;
    let mut search = Search {
        board,
        puzzle: &puzzle,
        claims: &claims,
        own_bytes,
        improver,
        shorter: None,
        prover: None,
        effort,
        shares,
        incumbent,
    };
    match search.run() {
        Ok(never) => match never {},
        Err(end) => end,
    }
}

/// The reason for the end of a search.
enum End {
    /// The best plan is optimal, or there is none at all.
    Proved,
    /// A limit was reached, or the work was cancelled.
    Stopped(Stop),
}

impl From<Stop> for End {
    fn from(stop: Stop) -> Self {
        End::Stopped(stop)
    }
}

impl From<OutOfMemory> for End {
    fn from(full: OutOfMemory) -> Self {
        End::Stopped(full.into())
    }
}

/// The best plan and bound so far, and the observer.
struct Incumbent<'a, 'w> {
    best: Option<Vec<Move>>,
    lower: Cost,
    observer: &'a mut Observer<'w>,
}

impl Incumbent<'_, '_> {
    /// Records a shorter plan.
    fn plan(&mut self, plan: Vec<Move>, effort: &mut Effort<'_, '_>) {
        let cost = plan.len() as Cost;
        effort.meter.plan_found(cost, || (plan.clone(), cost));
        Event::notify(self.observer, || Event::Improve { cost });
        self.best = Some(plan);
    }

    fn bound(&mut self, lower: Cost, effort: &mut Effort<'_, '_>) {
        self.lower = lower;
        effort.meter.lower_bound(lower);
        Event::notify(self.observer, || Event::Depth { depth: lower });
    }

    fn is_settled(&self) -> bool {
        self.best.as_ref().is_some_and(|best| best.len() <= self.lower as usize)
    }
}

/// The engine that raises the bound, with the unary count of used numbers.
struct Prover {
    encoding: Encoding,
    more_than: Vec<Lit>,
}

/// The most goals for which lines are priced: each has its own prices.
const MOST_PRICED_GOALS: usize = 8;

/// The relaxation by lines, with a bound for each goal.
struct ByLines {
    goals: Vec<PricedGoal>,
    /// The length of turn from which on another try is worth its time.
    next_turn: u64,
}

/// A goal, and the bound on plans that fill it.
struct PricedGoal {
    cell: usize,
    pricing: Pricing,
    bound: Cost,
}

/// No value: the search runs until it ends.
enum Never {}

struct Search<'a, 'e, 'm, 'o, 'w> {
    board: &'a Grid<Cell>,
    puzzle: &'a Zhed<4>,
    claims: &'a Claims,
    /// Bytes held outside of the two engines.
    own_bytes: usize,
    /// Looks for plans that are no longer than the best.
    improver: Encoding,
    /// In the improver: that plans are shorter than the best, once there is one.
    shorter: Option<Lit>,
    /// Created if the descent alone does not settle the board.
    prover: Option<Prover>,
    effort: &'a mut Effort<'e, 'm>,
    shares: Shares,
    incumbent: &'a mut Incumbent<'o, 'w>,
}

impl Search<'_, '_, '_, '_, '_> {
    fn run(&mut self) -> Result<Never, End> {
        self.find_plan()?;
        self.descend()?;
        self.take_turns()
    }

    /// Looks for a first plan in three ways, alternating, each turn twice as long as the last:
    /// among plans of few moves, which suits crowded boards; freely with numbers tried as unused
    /// first; and with numbers tried as used first, which suits boards where nearly all of them are
    /// needed. Each way alone fails on boards that another solves at once.
    fn find_plan(&mut self) -> Result<(), End> {
        let used: Vec<Lit> = self.improver.used.iter().flatten().copied().collect();
        let unused: Vec<Lit> = used.iter().map(|&lit| !lit).collect();
        let (mut most, mut budget) = (1, self.shares.first_tries);
        loop {
            if most < used.len() {
                let engine = &mut self.improver.engine;
                let within = engine.variable(true)?;
                engine.add_at_least(Some(within), &unused, used.len() - most)?;
                let refuted = self.attempt(&[within], budget)?;
                self.improver.engine.add_clause(&[!within])?;
                if refuted {
                    self.incumbent.bound(most as Cost + 1, self.effort);
                }
            }
            for (preferred, budget) in [(&unused, budget), (&used, 2 * budget)] {
                if self.incumbent.best.is_some() {
                    return Ok(());
                }
                for &lit in preferred {
                    self.improver.engine.prefer(lit);
                }
                self.attempt(&[], budget)?;
            }
            most = 2 * most + 1;
            budget = budget.saturating_mul(2);
        }
    }

    /// One search for a plan, which is stored if found; returns true if the assumptions were
    /// refuted.
    fn attempt(&mut self, assumptions: &[Lit], budget: u64) -> Result<bool, End> {
        match self.improve(assumptions, budget) {
            SatResult::Satisfied => self.take_plan().map(|_| false),
            SatResult::Refuted if self.improver.engine.core().is_empty() => Err(End::Proved),
            SatResult::Refuted => Ok(true),
            SatResult::Stopped(stop) => Err(End::Stopped(stop)),
            SatResult::Spent => Ok(false),
        }
    }

    /// Finds plans from above, each shorter than the last, until there are none or the budget is
    /// spent.
    fn descend(&mut self) -> Result<(), End> {
        loop {
            let shorter = self.shorter;
            match self.improve(shorter.as_slice(), self.shares.descent) {
                SatResult::Satisfied => drop(self.take_plan()?),
                SatResult::Refuted => return Err(End::Proved),
                SatResult::Stopped(stop) => return Err(End::Stopped(stop)),
                SatResult::Spent => return Ok(()),
            }
        }
    }

    /// Prices the lines of the board, for each goal; `None` if there are many, or little memory.
    fn price_lines(&mut self) -> Result<Option<ByLines>, End> {
        let best = self.incumbent.best.as_ref().map_or(0, Vec::len) as Cost;
        self.effort.elsewhere = self.own_bytes + self.improver.bytes();
        let count = self.claims.goals.count() as usize;
        if count > MOST_PRICED_GOALS || self.effort.budget() < count * Lines::MOST_BYTES {
            return Ok(None);
        }
        let mut goals = Vec::new();
        for cell in self.claims.goals.bits() {
            let lines = Lines::of(self.board, self.claims, cell);
            let pricing = Pricing::of(lines, best, self.shares.rounds, self.effort)?;
            self.own_bytes += pricing.bytes();
            self.effort.elsewhere += pricing.bytes();
            goals.push(PricedGoal { cell, bound: pricing.lower_bound(), pricing });
        }
        Ok(Some(ByLines { goals, next_turn: 0 }))
    }

    /// Raises the bound with the relaxation by lines, and looks for plans among its solutions.
    fn solve_by_lines(&mut self, by_lines: &mut ByLines, turn: u64) -> Result<(), End> {
        if turn < by_lines.next_turn {
            return Ok(());
        }
        let best = self.incumbent.best.as_ref().map_or(0, Vec::len) as Cost;
        loop {
            let Some(goal) = by_lines.goals.iter_mut().min_by_key(|goal| goal.bound) else {
                return Err(End::Proved);
            };
            if goal.bound > self.incumbent.lower {
                self.incumbent.bound(goal.bound.min(best), self.effort);
            }
            goal.bound = goal.bound.max(self.incumbent.lower);
            if goal.bound >= best {
                return Err(End::Proved);
            }
            let other = self.prover.as_ref().map_or(0, |prover| prover.encoding.bytes());
            self.effort.elsewhere = self.own_bytes + self.improver.bytes() + other;
            let bytes = turn as usize * self.shares.sweep_bytes;
            let is_empty = match sweep(&goal.pricing, goal.bound, bytes, self.effort)? {
                Sweep::Nothing => true,
                Sweep::TooLarge => false,
                Sweep::Solutions(solutions) => {
                    let (cell, bound) = (goal.cell, goal.bound);
                    self.search_solutions(&solutions, cell, bound, turn)?
                }
            };
            if !is_empty {
                by_lines.next_turn = 2 * turn;
                return Ok(());
            }
            goal.bound += 1;
        }
    }

    /// Looks for a plan of at most `most` moves that fills `goal`, among the solutions of the
    /// relaxation; returns true if there is none.
    fn search_solutions(
        &mut self,
        solutions: &Solutions,
        goal: usize,
        most: Cost,
        budget: u64,
    ) -> Result<bool, End> {
        let unused: Vec<Lit> = self.improver.used.iter().flatten().map(|&lit| !lit).collect();
        let engine = &mut self.improver.engine;
        let within = engine.variable(true)?;
        engine.add_at_least(Some(within), &unused, unused.len().saturating_sub(most as usize))?;
        let mut kept = vec![within];
        for (lits, ray) in self.improver.rays.iter().zip(&self.claims.rays) {
            let cell = self.board.size().index(self.claims.numbers[ray.number].at);
            if !solutions.goes[cell][ray.direction as usize] {
                kept.push(!lits.goes);
            }
            let is_in_one = solutions.one[cell] == Some(ray.direction);
            engine.prefer(if is_in_one { lits.goes } else { !lits.goes });
            let mut claims = ray.cells.iter().zip(&lits.claims);
            kept.extend(claims.find_map(|(&cell, &claim)| {
                let is_other = usize::from(cell) != goal && self.claims.goals.contains(cell.into());
                claim.filter(|_| is_other).map(|claim| !claim)
            }));
        }
        for (number, used) in self.claims.numbers.iter().zip(&self.improver.used) {
            if !solutions.unused[self.board.size().index(number.at)] {
                kept.extend(*used);
            }
        }
        let end = match self.improve(&kept, budget) {
            SatResult::Satisfied => self.take_plan().map(|_| false),
            SatResult::Refuted => Ok(true),
            SatResult::Stopped(stop) => Err(End::Stopped(stop)),
            SatResult::Spent => Ok(false),
        };
        self.improver.engine.add_clause(&[!within])?;
        end
    }

    /// Alternates proof and improvement, with about equal work.
    fn take_turns(&mut self) -> Result<Never, End> {
        let mut neighbourhood = Neighbourhood::new();
        let mut plan = self.incumbent.best.clone().unwrap_or_default();
        let mut turn = self.shares.first_turn;
        let mut by_lines = self.price_lines()?;
        loop {
            if let Some(by_lines) = &mut by_lines {
                self.solve_by_lines(by_lines, turn)?;
            }
            self.raise_bound(turn)?;
            self.search_neighbourhood(&mut neighbourhood, &mut plan, turn)?;
            turn = (turn + turn / 4 + 1).min(self.shares.longest_turn);
        }
    }

    /// Raises the lower bound by refuting one count after the other.
    fn raise_bound(&mut self, budget: u64) -> Result<(), End> {
        self.effort.elsewhere = self.own_bytes + self.improver.bytes();
        let mut prover = match self.prover.take() {
            Some(prover) => prover,
            None => {
                let most = self.incumbent.best.as_ref().map_or(usize::MAX, Vec::len);
                let mut encoding = Encoding::of(self.claims, self.effort)?;
                let more_than = count_by_lines(&mut encoding, self.claims, most, self.effort)?;
                for &more in more_than.iter().take(self.incumbent.lower as usize) {
                    encoding.engine.add_clause(&[more])?;
                }
                Prover { encoding, more_than }
            }
        };
        let end = self.raise_bound_with(&mut prover, budget);
        self.prover = Some(prover);
        end
    }

    fn raise_bound_with(&mut self, prover: &mut Prover, budget: u64) -> Result<(), End> {
        let engine = &mut prover.encoding.engine;
        let end = engine.conflicts() + budget;
        loop {
            let left = end.saturating_sub(engine.conflicts());
            let Some(&more) = prover.more_than.get(self.incumbent.lower as usize) else {
                return Err(End::Proved);
            };
            match engine.search(&[!more], left, self.effort) {
                SatResult::Refuted => {
                    engine.add_clause(&[more])?;
                    self.incumbent.bound(self.incumbent.lower + 1, self.effort);
                    if self.incumbent.is_settled() {
                        return Err(End::Proved);
                    }
                }
                SatResult::Satisfied => {
                    let plan = plan::from_model(self.puzzle, self.claims, &prover.encoding)
                        .expect("a model is a plan that replays");
                    self.incumbent.plan(plan, self.effort);
                    return Err(End::Proved);
                }
                SatResult::Stopped(stop) => return Err(End::Stopped(stop)),
                SatResult::Spent => return Ok(()),
            }
        }
    }

    /// Looks for shorter plans near `plan`, which is one of the best and is exchanged on the way.
    fn search_neighbourhood(
        &mut self,
        neighbourhood: &mut Neighbourhood,
        plan: &mut Vec<Move>,
        budget: u64,
    ) -> Result<(), End> {
        let end = self.improver.engine.conflicts() + budget;
        while self.improver.engine.conflicts() < end {
            let choice = neighbourhood.choose(plan, self.claims, &self.improver);
            let mut kept = choice.kept;
            kept.extend(self.shorter);
            match self.improve(&kept, self.shares.neighbourhood) {
                SatResult::Satisfied => {
                    *plan = self.take_plan()?;
                    continue;
                }
                SatResult::Refuted if self.is_refuted_for_good() => return Err(End::Proved),
                SatResult::Refuted => neighbourhood.grow(),
                SatResult::Spent => neighbourhood.shrink(),
                SatResult::Stopped(stop) => return Err(End::Stopped(stop)),
            }
            if self.shorter.is_some() {
                kept.pop();
            }
            for &loose in choice.loose.iter().take(self.shares.exchanges) {
                kept.push(!loose);
                match self.improve(&kept, self.shares.exchange) {
                    SatResult::Satisfied => {
                        *plan = self.take_plan()?;
                        break;
                    }
                    SatResult::Stopped(stop) => return Err(End::Stopped(stop)),
                    SatResult::Refuted | SatResult::Spent => {}
                }
                kept.pop();
            }
        }
        Ok(())
    }

    /// True if the last refutation of the improver only depended on the plan being shorter.
    fn is_refuted_for_good(&self) -> bool {
        self.improver.engine.core().iter().all(|&lit| Some(lit) == self.shorter)
    }

    fn improve(&mut self, assumptions: &[Lit], budget: u64) -> SatResult {
        let other = self.prover.as_ref().map_or(0, |prover| prover.encoding.bytes());
        let outside = self.improver.bytes() - self.improver.engine.bytes();
        self.effort.elsewhere = self.own_bytes + other + outside;
        self.improver.engine.search(assumptions, budget, self.effort)
    }

    /// Reads the improver's model as a plan and returns it. If it is better than the best, only
    /// shorter ones are searched for from now on.
    fn take_plan(&mut self) -> Result<Vec<Move>, End> {
        let plan = plan::from_model(self.puzzle, self.claims, &self.improver)
            .expect("a model is a plan that replays");
        if self.incumbent.best.as_ref().is_none_or(|best| plan.len() < best.len()) {
            self.incumbent.plan(plan.clone(), self.effort);
            if self.incumbent.is_settled() {
                return Err(End::Proved);
            }
            self.demand_shorter(plan.len())?;
        }
        Ok(plan)
    }

    /// Limits the plans of the improver to `most` moves, or fewer if `shorter` is assumed.
    fn demand_shorter(&mut self, most: usize) -> Result<(), End> {
        let used = self.improver.used.iter().flatten();
        let unused: Vec<Lit> = used.map(|&lit| !lit).collect();
        let engine = &mut self.improver.engine;
        if let Some(shorter) = self.shorter.take() {
            // It follows from the new bound; as a clause, it makes clauses learnt under it
            // unconditional.
            engine.add_clause(&[shorter])?;
        }
        engine.add_at_least(None, &unused, unused.len().saturating_sub(most))?;
        let shorter = engine.variable(true)?;
        engine.add_at_least(Some(shorter), &unused, unused.len().saturating_sub(most - 1))?;
        self.shorter = Some(shorter);
        if let Some(prover) = &mut self.prover
            && let Some(&more) = prover.more_than.get(most - 1)
        {
            prover.encoding.engine.add_clause(&[!more])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
