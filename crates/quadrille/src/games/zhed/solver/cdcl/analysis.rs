//! Learning from a conflict: the first unique implication point, minimised, and the jump back.

use super::literal::{Lit, Truth};
use super::room::Room;
use super::{Engine, Reason};
use crate::search::toolkit::OutOfMemory;

/// The state of a variable during the analysis of one conflict.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Unseen,
    /// In the learnt clause or resolved away.
    Seen,
    /// Follows from literals of the learnt clause.
    Implied,
    /// Does not follow from them.
    Needed,
}

/// Scratch tables of the analysis, reused between conflicts.
#[derive(Default)]
pub(super) struct Workspace {
    marks: Vec<Mark>,
    marked: Vec<u32>,
    learnt: Vec<Lit>,
    antecedents: Vec<Lit>,
    level_stamp: Vec<u64>,
    stamp: u64,
}

/// The depth to which the minimisation follows reasons.
const MINIMISATION_DEPTH: u32 = 40;
const ACTIVITY_DECAY: f64 = 0.95;

impl Workspace {
    /// Makes room for this many variables in total.
    pub(super) fn make_room_for_variables(
        &mut self,
        room: &mut Room,
        all: usize,
    ) -> Result<(), OutOfMemory> {
        room.make_for(&mut self.marks, all)?;
        room.make_for(&mut self.marked, all)?;
        room.make_for(&mut self.learnt, all + 1)?;
        // Reasons within reasons: far more than ever observed.
        room.make_for(&mut self.antecedents, 4 * all)?;
        room.make_for(&mut self.level_stamp, all + 1)
    }

    pub(super) fn push_variable(&mut self) {
        self.marks.push(Mark::Unseen);
        self.level_stamp.push(0);
        if self.level_stamp.len() == 1 {
            self.level_stamp.push(0);
        }
    }
}

impl Engine {
    /// Learns a clause from `conflict`, jumps back and asserts it. There must be an open decision.
    /// If there is no room for the clause it is lost, and the search must return to the root.
    pub(super) fn learn_from_conflict(&mut self) -> Result<(), OutOfMemory> {
        // A theory conflict may lie wholly below the current level.
        let top = self.conflict.iter().map(|lit| self.level[lit.variable()]).max().unwrap_or(0);
        if top == 0 {
            self.broken = true;
            return Ok(());
        }
        self.backtrack(top as usize);
        self.work.learnt.clear();
        self.work.learnt.push(Lit::positive(0));
        let mut on_top = 0;
        let conflict = std::mem::take(&mut self.conflict);
        for &lit in &conflict {
            on_top += u32::from(self.note(lit, top));
        }
        self.conflict = conflict;
        let mut at = self.trail.len();
        let pivot = loop {
            at -= 1;
            let lit = self.trail[at];
            if self.work.marks[lit.variable()] != Mark::Seen {
                continue;
            }
            on_top -= 1;
            if on_top == 0 {
                break lit;
            }
            let start = self.work.antecedents.len();
            self.explain(lit);
            for place in start..self.work.antecedents.len() {
                let antecedent = self.work.antecedents[place];
                on_top += u32::from(self.note(antecedent, top));
            }
            self.work.antecedents.truncate(start);
        };
        self.work.learnt[0] = !pivot;
        self.minimise();
        let glue = self.glue_of_learnt();
        self.quick_glue += (f64::from(glue) - self.quick_glue) / 32.0;
        self.slow_glue +=
            (f64::from(glue) - self.slow_glue) / 4096.0_f64.min(self.conflicts as f64);
        for variable in self.work.marked.drain(..) {
            self.work.marks[variable as usize] = Mark::Unseen;
        }
        self.bump /= ACTIVITY_DECAY;
        let mut learnt = std::mem::take(&mut self.work.learnt);
        let asserted = self.assert_learnt(&mut learnt, glue);
        self.work.learnt = learnt;
        asserted
    }

    /// Uses the learnt clause: jumps back to where it becomes unit.
    fn assert_learnt(&mut self, learnt: &mut [Lit], glue: u32) -> Result<(), OutOfMemory> {
        if let [unit] = *learnt {
            self.backtrack(0);
            self.assign(unit, Reason::None);
            return Ok(());
        }
        let second = (1..learnt.len())
            .max_by_key(|&place| self.level[learnt[place].variable()])
            .expect("there is a second literal");
        learnt.swap(1, second);
        self.backtrack(self.level[learnt[1].variable()] as usize);
        let clause = self.store(learnt, Some(glue))?;
        self.arena.touch(clause, glue, self.conflicts as u32);
        self.learnts += 1;
        self.assign(learnt[0], Reason::Clause(clause));
        Ok(())
    }

    /// Marks a false literal of the conflict or of a reason; returns true if it is of the `top`
    /// level.
    fn note(&mut self, lit: Lit, top: u32) -> bool {
        let variable = lit.variable();
        let level = self.level[variable];
        if level == 0 || self.work.marks[variable] != Mark::Unseen {
            return false;
        }
        self.work.marks[variable] = Mark::Seen;
        self.work.marked.push(variable as u32);
        if self.heap.bump(variable, self.bump) {
            self.heap.rescale(1e-100);
            self.bump *= 1e-100;
        }
        if level < top {
            self.work.learnt.push(lit);
        }
        level == top
    }

    /// Appends to `antecedents` the false literals that forced `lit`.
    fn explain(&mut self, lit: Lit) {
        let before = self.position[lit.variable()];
        let antecedents = &mut self.work.antecedents;
        match self.reason[lit.variable()] {
            Reason::None => {}
            Reason::Clause(clause) => {
                let codes = &self.arena.codes(clause)[1..];
                antecedents.extend(codes.iter().map(|&code| Lit::from_code(code)));
                if self.arena.is_learnt(clause) {
                    let glue = self.arena.glue(clause);
                    self.arena.touch(clause, glue, self.conflicts as u32);
                }
            }
            Reason::Cardinality(id) => {
                let constraint = self.cardinalities.get(id);
                let mut wanted = constraint.slack;
                match constraint.condition {
                    Some(condition) if lit == !condition => wanted += 1,
                    Some(condition) => antecedents.push(!condition),
                    None => {}
                }
                let (truth, position) = (&self.truth, &self.position);
                antecedents.extend(
                    self.cardinalities
                        .lits(id)
                        .iter()
                        .filter(|other| {
                            truth[other.index()] == Truth::False
                                && position[other.variable()] < before
                        })
                        .take(wanted as usize),
                );
            }
            Reason::Cycle => {
                let (from, to) = self.graph.asserted(!lit).expect("a cycle forbids an edge");
                let position = &self.position;
                let start = antecedents.len();
                let found = self.graph.path(
                    to,
                    from,
                    |edge| position[edge.variable()] < before,
                    antecedents,
                );
                debug_assert!(found, "the path that forbade the edge stands");
                for edge in &mut antecedents[start..] {
                    *edge = !*edge;
                }
            }
        }
    }

    /// Drops literals of the learnt clause that the others imply.
    fn minimise(&mut self) {
        let mut kept = 1;
        for place in 1..self.work.learnt.len() {
            let lit = self.work.learnt[place];
            if self.reason[lit.variable()] == Reason::None || !self.implied(lit, 0) {
                self.work.learnt[kept] = lit;
                kept += 1;
            }
        }
        self.work.learnt.truncate(kept);
    }

    /// True if the reason of a false literal depends only on seen or implied literals.
    fn implied(&mut self, lit: Lit, depth: u32) -> bool {
        let start = self.work.antecedents.len();
        self.explain(!lit);
        let mut all = true;
        for place in start..self.work.antecedents.len() {
            let antecedent = self.work.antecedents[place];
            let variable = antecedent.variable();
            if self.level[variable] == 0 {
                continue;
            }
            match self.work.marks[variable] {
                Mark::Seen | Mark::Implied => continue,
                Mark::Needed => all = false,
                Mark::Unseen => {
                    all = depth < MINIMISATION_DEPTH
                        && self.reason[variable] != Reason::None
                        && self.implied(antecedent, depth + 1);
                }
            }
            if !all {
                break;
            }
        }
        self.work.antecedents.truncate(start);
        let mark = &mut self.work.marks[lit.variable()];
        if *mark == Mark::Unseen {
            *mark = if all { Mark::Implied } else { Mark::Needed };
            self.work.marked.push(lit.variable() as u32);
        }
        all
    }

    /// The number of decision levels in the learnt clause.
    fn glue_of_learnt(&mut self) -> u32 {
        self.work.stamp += 1;
        let mut glue = 0;
        for lit in &self.work.learnt {
            let stamp = &mut self.work.level_stamp[self.level[lit.variable()] as usize];
            if *stamp != self.work.stamp {
                *stamp = self.work.stamp;
                glue += 1;
            }
        }
        glue
    }

    /// Collects the assumptions that imply the falsity of the assumption `failed` as the core.
    pub(super) fn blame_assumptions(&mut self, failed: Lit) {
        self.core.clear();
        self.core.push(failed);
        if self.level[failed.variable()] == 0 {
            return;
        }
        self.work.marks[failed.variable()] = Mark::Seen;
        self.work.marked.push(failed.variable() as u32);
        for at in (self.level_starts[0]..self.trail.len()).rev() {
            let lit = self.trail[at];
            if self.work.marks[lit.variable()] != Mark::Seen {
                continue;
            }
            if self.reason[lit.variable()] == Reason::None {
                if lit != failed {
                    self.core.push(lit);
                }
                continue;
            }
            self.explain(lit);
            for antecedent in self.work.antecedents.drain(..) {
                let variable = antecedent.variable();
                if self.level[variable] > 0 && self.work.marks[variable] == Mark::Unseen {
                    self.work.marks[variable] = Mark::Seen;
                    self.work.marked.push(variable as u32);
                }
            }
        }
        for variable in self.work.marked.drain(..) {
            self.work.marks[variable as usize] = Mark::Unseen;
        }
    }
}
