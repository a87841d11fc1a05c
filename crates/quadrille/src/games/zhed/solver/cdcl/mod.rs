//! A compact conflict-driven solver for clauses, conditional cardinalities and an acyclic order.
//!
//! The structure is that of MiniSat (Eén and Sörensson 2003) with the clause-quality measure and
//! restarts of Glucose (Audemard and Simon 2009). Cardinalities and the order graph are propagated
//! natively and explained lazily, so a plan's counting and ordering need no auxiliary variables.
//!
//! Every table grows through `room`, which counts the bytes of all of them against the budget. When
//! memory runs out in the middle of a search, it returns to the root, deletes many learnt clauses
//! and continues; if that frees too little, it ends.

mod acyclic;
mod analysis;
mod cardinality;
mod clauses;
mod heap;
mod literal;
mod propagation;
mod reduction;
mod room;

use super::effort::Effort;
use crate::search::{Stop, toolkit::OutOfMemory};
use acyclic::OrderGraph;
use cardinality::Cardinalities;
use clauses::{ClauseArena, ClauseRef};
use heap::ActivityHeap;
pub(super) use literal::Lit;
use literal::Truth;
use room::Room;

/// The reason why a literal was assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// Decided, assumed, or known from the start.
    None,
    /// The other literals of this clause are false.
    Clause(ClauseRef),
    /// This cardinality has no slack left.
    Cardinality(u32),
    /// The edge would close a cycle.
    Cycle,
}

/// A clause that watches a literal, and another of its literals that often satisfies it without
/// reading the clause.
#[derive(Clone, Copy)]
struct Watcher {
    clause: ClauseRef,
    blocker: Lit,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SatResult {
    /// All constraints and assumptions hold in the model; see `Engine::holds`.
    Satisfied,
    /// There is no model; `Engine::core` has assumptions that suffice for that.
    Refuted,
    Spent,
    /// A limit was reached, or the work was cancelled.
    Stopped(Stop),
}

/// Conflicts between two checks of the caller's limits.
const CONFLICTS_PER_CHECK: u64 = 8;
/// Decisions between two checks of the caller's limits.
const DECISIONS_PER_CHECK: u64 = 128;

pub(crate) struct Engine {
    truth: Vec<Truth>,
    level: Vec<u32>,
    position: Vec<u32>,
    reason: Vec<Reason>,
    phase: Vec<bool>,
    trail: Vec<Lit>,
    level_starts: Vec<usize>,
    clause_head: usize,
    theory_head: usize,
    watchers: Vec<Vec<Watcher>>,
    arena: ClauseArena,
    /// The number of learnt clauses in the arena.
    learnts: usize,
    /// Scratch list of clauses that may be deleted.
    spare: Vec<ClauseRef>,
    /// The number of memory shortages, and the count of conflicts at the last one.
    shortages: u64,
    short_at: u64,
    cardinalities: Cardinalities,
    graph: OrderGraph,
    heap: ActivityHeap,
    bump: f64,
    /// True if the constraints alone are contradictory.
    broken: bool,
    model: Vec<bool>,
    core: Vec<Lit>,
    conflicts: u64,
    reduce_at: u64,
    reduce_step: u64,
    quick_glue: f64,
    slow_glue: f64,
    work: analysis::Workspace,
    /// The false literals of the constraint that failed.
    conflict: Vec<Lit>,
    tight: Vec<u32>,
    closing: Vec<Lit>,
    room: Room,
}

impl Engine {
    /// An engine without variables whose order graph has `nodes` nodes, at most 256, and whose
    /// tables may hold `budget` bytes.
    pub(crate) fn new(nodes: usize, budget: usize) -> Result<Self, OutOfMemory> {
        let mut room = Room::new(budget);
        room.take(OrderGraph::bytes(nodes))?;
        Ok(Self {
            truth: Vec::new(),
            level: Vec::new(),
            position: Vec::new(),
            reason: Vec::new(),
            phase: Vec::new(),
            trail: Vec::new(),
            level_starts: Vec::new(),
            clause_head: 0,
            theory_head: 0,
            watchers: Vec::new(),
            arena: ClauseArena::default(),
            learnts: 0,
            spare: Vec::new(),
            shortages: 0,
            short_at: 0,
            cardinalities: Cardinalities::default(),
            graph: OrderGraph::new(nodes),
            heap: ActivityHeap::default(),
            bump: 1.0,
            broken: false,
            model: Vec::new(),
            core: Vec::new(),
            conflicts: 0,
            reduce_at: 2000,
            reduce_step: 2000,
            quick_glue: 0.0,
            slow_glue: 0.0,
            work: analysis::Workspace::default(),
            conflict: Vec::new(),
            tight: Vec::new(),
            closing: Vec::new(),
            room,
        })
    }

    /// A new variable, tried as `phase` first.
    pub(crate) fn variable(&mut self, phase: bool) -> Result<Lit, OutOfMemory> {
        if self.level.len() == self.level.capacity() {
            self.make_room_for_variables()?;
        }
        let lit = Lit::positive(self.level.len() as u32);
        self.truth.extend([Truth::Open; 2]);
        self.level.push(0);
        self.position.push(0);
        self.reason.push(Reason::None);
        self.phase.push(phase);
        self.watchers.extend([Vec::new(), Vec::new()]);
        self.cardinalities.push_variable();
        self.graph.push_variable();
        self.heap.push_variable();
        self.work.push_variable();
        Ok(lit)
    }

    /// Lets every table with one entry per variable grow by half.
    #[cold]
    fn make_room_for_variables(&mut self) -> Result<(), OutOfMemory> {
        let variables = self.level.len();
        let more = variables / 2 + 64;
        let (room, all) = (&mut self.room, variables + more);
        room.make(&mut self.truth, 2 * more)?;
        room.make(&mut self.position, more)?;
        room.make(&mut self.reason, more)?;
        room.make(&mut self.phase, more)?;
        room.make(&mut self.watchers, 2 * more)?;
        self.cardinalities.make_room_for_variables(room, more)?;
        self.graph.make_room_for_variables(room, more)?;
        self.heap.make_room_for_variables(room, more)?;
        self.work.make_room_for_variables(room, all)?;
        for list in [&mut self.trail, &mut self.core, &mut self.conflict, &mut self.closing] {
            room.make_for(list, all)?;
        }
        room.make_for(&mut self.level_starts, all)?;
        room.make_for(&mut self.model, all)?;
        // Reserved last: its capacity shows that all the others have room.
        room.make(&mut self.level, more)
    }

    /// The literal of the edge that orders two nodes, created on first use.
    pub(crate) fn edge(&mut self, from: usize, to: usize) -> Result<Lit, OutOfMemory> {
        if let Some(lit) = self.graph.edge(from, to) {
            return Ok(lit);
        }
        let lit = self.variable(false)?;
        self.graph.add_edge(from, to, lit);
        if let Some(back) = self.graph.edge(to, from) {
            self.add_clause(&[!lit, !back])?;
        }
        Ok(lit)
    }

    /// Adds the constraint that one of `lits` holds. Only between searches.
    pub(crate) fn add_clause(&mut self, lits: &[Lit]) -> Result<(), OutOfMemory> {
        debug_assert!(self.level_starts.is_empty());
        if self.broken {
            return Ok(());
        }
        let mut kept: Vec<Lit> = Vec::with_capacity(lits.len());
        for &lit in lits {
            match self.truth[lit.index()] {
                Truth::True => return Ok(()),
                Truth::False => {}
                Truth::Open if kept.contains(&!lit) => return Ok(()),
                Truth::Open if kept.contains(&lit) => {}
                Truth::Open => kept.push(lit),
            }
        }
        match kept[..] {
            [] => self.broken = true,
            [unit] => self.assign(unit, Reason::None),
            _ => {
                self.store(&kept, None)?;
            }
        }
        Ok(())
    }

    /// Stores a clause and watches its first two literals.
    fn store(&mut self, lits: &[Lit], glue: Option<u32>) -> Result<ClauseRef, OutOfMemory> {
        for lit in &lits[..2] {
            self.room.make(&mut self.watchers[lit.index()], 1)?;
        }
        let clause = self.arena.store(&mut self.room, lits, glue)?;
        self.watch(clause);
        Ok(clause)
    }

    /// Adds the constraint that at least `count` of `lits` hold if `condition` does. Only between
    /// searches; no literal may occur twice or be assigned already.
    pub(crate) fn add_at_least(
        &mut self,
        condition: Option<Lit>,
        lits: &[Lit],
        count: usize,
    ) -> Result<(), OutOfMemory> {
        debug_assert!(self.level_starts.is_empty());
        let open: Vec<Lit> =
            lits.iter().copied().filter(|lit| self.truth[lit.index()] == Truth::Open).collect();
        let held = lits.iter().filter(|lit| self.truth[lit.index()] == Truth::True).count();
        let count = count.saturating_sub(held);
        if count == 0 {
            return Ok(());
        }
        let denied = condition.map(|lit| !lit);
        if count > open.len() {
            self.add_clause(denied.as_slice())?;
        } else if count == open.len() {
            for lit in open {
                match denied {
                    Some(denied) => self.add_clause(&[denied, lit])?,
                    None => self.add_clause(&[lit])?,
                }
            }
        } else if count == 1 {
            let mut clause = open;
            clause.extend(denied);
            self.add_clause(&clause)?;
        } else {
            let slack = (open.len() - count) as u32;
            self.room.make_for(&mut self.tight, 2 * self.cardinalities.len() + 2)?;
            self.cardinalities.add(&mut self.room, condition, &open, slack)?;
        }
        Ok(())
    }

    /// Makes the next decision of its variable try the literal as true first.
    pub(crate) fn prefer(&mut self, lit: Lit) {
        self.phase[lit.variable()] = !lit.is_negative();
    }

    /// True if a literal held in the last model.
    pub(crate) fn holds(&self, lit: Lit) -> bool {
        self.model[lit.variable()] != lit.is_negative()
    }

    /// Assumptions that cannot hold together, after a refutation; empty if there is no model at
    /// all.
    pub(crate) fn core(&self) -> &[Lit] {
        &self.core
    }

    /// The number of conflicts so far, each of which gave a clause.
    pub(crate) fn conflicts(&self) -> u64 {
        self.conflicts
    }

    pub(crate) fn bytes(&self) -> usize {
        self.room.held()
    }

    /// Searches for a model of all constraints and `assumptions`, within `budget` conflicts.
    pub(crate) fn search(
        &mut self,
        assumptions: &[Lit],
        budget: u64,
        effort: &mut Effort<'_, '_>,
    ) -> SatResult {
        self.room.set_budget(effort.budget());
        let answer = self.search_to_the_end(assumptions, budget, effort);
        self.backtrack(0);
        effort.note(self.bytes());
        answer.unwrap_or_else(SatResult::Stopped)
    }

    fn search_to_the_end(
        &mut self,
        assumptions: &[Lit],
        budget: u64,
        effort: &mut Effort<'_, '_>,
    ) -> Result<SatResult, Stop> {
        self.core.clear();
        let limit = self.conflicts.saturating_add(budget);
        let mut since_restart = 0u64;
        let mut decisions_unchecked = 0;
        effort.check_now(self.bytes())?;
        loop {
            if self.broken {
                return Ok(SatResult::Refuted);
            }
            let followed = self.theory_head;
            let end = self.propagate();
            effort.stats.generated += (self.theory_head - followed) as u64;
            match end {
                Propagated::Settled => {}
                Propagated::Failed => {
                    self.conflicts += 1;
                    effort.stats.dead_ends += 1;
                    since_restart += 1;
                    if self.level_starts.is_empty() {
                        self.broken = true;
                        return Ok(SatResult::Refuted);
                    }
                    if self.learn_from_conflict().is_err() {
                        self.make_room()?;
                    }
                    if self.conflicts.is_multiple_of(CONFLICTS_PER_CHECK) {
                        effort.check_now(self.bytes())?;
                    }
                    continue;
                }
                Propagated::OutOfMemory => {
                    self.make_room()?;
                    continue;
                }
            }
            if self.conflicts >= limit {
                return Ok(SatResult::Spent);
            }
            if since_restart >= 50 && self.quick_glue > 1.2 * self.slow_glue {
                since_restart = 0;
                self.quick_glue = self.slow_glue;
                self.backtrack(0);
                if self.conflicts >= self.reduce_at {
                    self.reduce_step += 300;
                    self.reduce_at = self.conflicts + self.reduce_step;
                    self.forget_half()?;
                }
                continue;
            }
            match self.next_decision(assumptions) {
                Decision::Assume(lit) => {
                    self.level_starts.push(self.trail.len());
                    self.assign(lit, Reason::None);
                }
                Decision::Try(lit) => {
                    if let Err(stop) = effort.check(self.bytes()) {
                        self.heap.insert(lit.variable());
                        return Err(stop);
                    }
                    effort.stats.expanded += 1;
                    self.level_starts.push(self.trail.len());
                    effort.stats.depth = effort.stats.depth.max(self.level_starts.len() as u32);
                    self.assign(lit, Reason::None);
                }
                Decision::AssumptionFailed(lit) => {
                    self.blame_assumptions(lit);
                    return Ok(SatResult::Refuted);
                }
                Decision::AllAssigned => {
                    self.model.clear();
                    let truths = self.truth.iter().step_by(2);
                    self.model.extend(truths.map(|&truth| truth == Truth::True));
                    return Ok(SatResult::Satisfied);
                }
            }
            decisions_unchecked += 1;
            if decisions_unchecked >= DECISIONS_PER_CHECK {
                decisions_unchecked = 0;
                effort.check_now(self.bytes())?;
            }
        }
    }

    fn next_decision(&mut self, assumptions: &[Lit]) -> Decision {
        while let Some(&assumption) = assumptions.get(self.level_starts.len()) {
            match self.truth[assumption.index()] {
                Truth::True => self.level_starts.push(self.trail.len()),
                Truth::False => return Decision::AssumptionFailed(assumption),
                Truth::Open => return Decision::Assume(assumption),
            }
        }
        while let Some(variable) = self.heap.pop() {
            let lit = Lit::positive(variable as u32);
            if self.truth[lit.index()] == Truth::Open {
                return Decision::Try(if self.phase[variable] { lit } else { !lit });
            }
        }
        Decision::AllAssigned
    }

    fn assign(&mut self, lit: Lit, reason: Reason) {
        let variable = lit.variable();
        self.truth[lit.index()] = Truth::True;
        self.truth[(!lit).index()] = Truth::False;
        self.level[variable] = self.level_starts.len() as u32;
        self.position[variable] = self.trail.len() as u32;
        self.reason[variable] = reason;
        self.trail.push(lit);
    }

    fn backtrack(&mut self, level: usize) {
        let Some(&start) = self.level_starts.get(level) else {
            return;
        };
        self.level_starts.truncate(level);
        for at in (start..self.trail.len()).rev() {
            let lit = self.trail[at];
            if at < self.theory_head {
                self.cardinalities.uncount_false(!lit);
                if let Some((from, to)) = self.graph.asserted(lit) {
                    self.graph.retract(from, to);
                }
            }
            let variable = lit.variable();
            self.truth[lit.index()] = Truth::Open;
            self.truth[(!lit).index()] = Truth::Open;
            self.phase[variable] = !lit.is_negative();
            self.heap.insert(variable);
        }
        self.trail.truncate(start);
        self.clause_head = self.clause_head.min(start);
        self.theory_head = self.theory_head.min(start);
    }
}

/// The result of propagation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Propagated {
    /// All consequences are known.
    Settled,
    /// A constraint fails: its false literals are in `Engine::conflict`.
    Failed,
    /// A table would have to grow beyond the budget. The state is valid again once the search is
    /// back at the root.
    OutOfMemory,
}

/// The next step after propagation.
enum Decision {
    Assume(Lit),
    Try(Lit),
    AssumptionFailed(Lit),
    AllAssigned,
}

#[cfg(test)]
mod tests;
