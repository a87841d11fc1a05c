//! Deletes learnt clauses of little use and satisfied clauses, and rebuilds the watch lists.

use super::clauses::ClauseRef;
use super::literal::{Lit, Truth};
use super::{Engine, Propagated};
use crate::search::{Stop, toolkit::OutOfMemory};

/// Learnt clauses with at most this many levels are kept permanently.
const KEPT_GLUE: u32 = 2;

/// A search that runs out of memory again after fewer conflicts makes no progress.
const CONFLICTS_BETWEEN_SHORTAGES: u64 = 1000;

/// The most memory shortages of a search. Without a limit, a search that deletes nearly all clauses
/// each time may never end.
const MOST_SHORTAGES: u64 = 1000;

impl Engine {
    /// Deletes the worse half of the learnt clauses. Only at the root, with or without complete
    /// propagation.
    pub(super) fn forget_half(&mut self) -> Result<(), Stop> {
        debug_assert!(self.level_starts.is_empty());
        match self.propagate() {
            Propagated::Settled => {}
            Propagated::Failed => {
                self.broken = true;
                return Ok(());
            }
            Propagated::OutOfMemory => return self.make_room(),
        }
        let mut spare = std::mem::take(&mut self.spare);
        spare.clear();
        let listed = self.room.make(&mut spare, self.learnts);
        if listed.is_ok() {
            let arena = &self.arena;
            spare.extend(
                arena
                    .iter()
                    .filter(|&clause| arena.is_learnt(clause) && arena.glue(clause) > KEPT_GLUE),
            );
            spare.sort_unstable_by_key(|&clause| {
                (arena.glue(clause), std::cmp::Reverse(arena.last_use(clause)), clause)
            });
            for &clause in &spare[spare.len() / 2..] {
                self.arena.delete(clause);
            }
        }
        self.spare = spare;
        match listed.and_then(|()| self.rebuild()) {
            Ok(()) => Ok(()),
            Err(OutOfMemory) => self.make_room(),
        }
    }

    /// Frees memory after a shortage: returns to the root, deletes all learnt clauses except for
    /// the very best, and releases memory.
    #[cold]
    pub(super) fn make_room(&mut self) -> Result<(), Stop> {
        self.backtrack(0);
        let since = self.conflicts - self.short_at;
        self.short_at = self.conflicts;
        self.shortages += 1;
        let is_hopeless = self.shortages > 1 && since < CONFLICTS_BETWEEN_SHORTAGES;
        if is_hopeless || self.shortages > MOST_SHORTAGES {
            return Err(Stop::Memory);
        }
        let mut next = self.arena.first();
        while let Some(clause) = next {
            next = self.arena.after(clause);
            if self.arena.is_learnt(clause) && self.arena.glue(clause) > KEPT_GLUE {
                self.arena.delete(clause);
            }
        }
        for watchers in &mut self.watchers {
            self.room.free(watchers);
        }
        self.room.free(&mut self.spare);
        let rebuilt = self.rebuild();
        self.arena.release(&mut self.room);
        rebuilt.map_err(|OutOfMemory| Stop::Memory)
    }

    /// Drops satisfied clauses, compacts the arena and watches the rest.
    fn rebuild(&mut self) -> Result<(), OutOfMemory> {
        for watchers in &mut self.watchers {
            watchers.clear();
        }
        let mut next = self.arena.first();
        while let Some(clause) = next {
            next = self.arena.after(clause);
            self.settle_at_root(clause);
        }
        self.arena.compact();
        self.learnts = 0;
        let mut next = self.arena.first();
        while let Some(clause) = next {
            next = self.arena.after(clause);
            self.learnts += usize::from(self.arena.is_learnt(clause));
            for place in 0..2 {
                let lit = self.arena.lit(clause, place);
                self.room.make(&mut self.watchers[lit.index()], 1)?;
            }
            self.watch(clause);
        }
        // After incomplete propagation a clause may watch a false literal, so all are propagated
        // again.
        self.clause_head = 0;
        Ok(())
    }

    /// Deletes the clause if it is satisfied at the root; otherwise moves open literals to its
    /// front.
    fn settle_at_root(&mut self, clause: ClauseRef) {
        if self.arena.is_deleted(clause) {
            return;
        }
        let truth = &self.truth;
        let codes = self.arena.codes_mut(clause);
        let mut front = 0;
        for place in 0..codes.len() {
            match truth[Lit::from_code(codes[place]).index()] {
                Truth::True => {
                    self.arena.delete(clause);
                    return;
                }
                Truth::Open if front < 2 => {
                    codes.swap(front, place);
                    front += 1;
                }
                Truth::Open | Truth::False => {}
            }
        }
    }
}
