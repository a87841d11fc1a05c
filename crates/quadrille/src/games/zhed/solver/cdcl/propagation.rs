//! Propagation of assignments through clauses, cardinalities and the order.

use super::clauses::ClauseRef;
use super::literal::{Lit, Truth};
use super::{Engine, Propagated, Reason, Watcher};

impl Engine {
    pub(super) fn propagate(&mut self) -> Propagated {
        loop {
            while self.clause_head < self.trail.len() {
                let lit = self.trail[self.clause_head];
                self.clause_head += 1;
                let end = self.propagate_clauses(lit);
                if end != Propagated::Settled {
                    return end;
                }
            }
            if self.theory_head == self.trail.len() {
                return Propagated::Settled;
            }
            let lit = self.trail[self.theory_head];
            self.theory_head += 1;
            if !self.propagate_cardinalities(lit) || !self.propagate_order(lit) {
                return Propagated::Failed;
            }
        }
    }

    /// Adds a clause to the watch lists of its first two literals, which have room for it.
    pub(super) fn watch(&mut self, clause: ClauseRef) {
        let (first, second) = (self.arena.lit(clause, 0), self.arena.lit(clause, 1));
        self.watchers[first.index()].push(Watcher { clause, blocker: second });
        self.watchers[second.index()].push(Watcher { clause, blocker: first });
    }

    fn propagate_clauses(&mut self, lit: Lit) -> Propagated {
        let falsified = !lit;
        let mut watchers = std::mem::take(&mut self.watchers[falsified.index()]);
        let mut kept = 0;
        let mut at = 0;
        let mut end = Propagated::Settled;
        'watchers: while at < watchers.len() {
            let Watcher { clause, blocker } = watchers[at];
            at += 1;
            if self.truth[blocker.index()] == Truth::True {
                watchers[kept] = Watcher { clause, blocker };
                kept += 1;
                continue;
            }
            let codes = self.arena.codes_mut(clause);
            if codes[0] == falsified.code() {
                codes.swap(0, 1);
            }
            let first = Lit::from_code(codes[0]);
            let watcher = Watcher { clause, blocker: first };
            if first != blocker && self.truth[first.index()] == Truth::True {
                watchers[kept] = watcher;
                kept += 1;
                continue;
            }
            for place in 2..codes.len() {
                let other = Lit::from_code(codes[place]);
                if self.truth[other.index()] != Truth::False {
                    if self.room.make(&mut self.watchers[other.index()], 1).is_err() {
                        watchers[kept] = watcher;
                        kept += 1;
                        end = Propagated::OutOfMemory;
                        break 'watchers;
                    }
                    codes.swap(1, place);
                    self.watchers[other.index()].push(watcher);
                    continue 'watchers;
                }
            }
            watchers[kept] = watcher;
            kept += 1;
            if self.truth[first.index()] == Truth::False {
                self.conflict.clear();
                let codes = self.arena.codes(clause);
                self.conflict.extend(codes.iter().map(|&code| Lit::from_code(code)));
                end = Propagated::Failed;
                break;
            }
            self.assign(first, Reason::Clause(clause));
        }
        watchers.copy_within(at.., kept);
        watchers.truncate(kept + watchers.len() - at);
        self.watchers[falsified.index()] = watchers;
        end
    }

    fn propagate_cardinalities(&mut self, lit: Lit) -> bool {
        let mut tight = std::mem::take(&mut self.tight);
        tight.clear();
        self.cardinalities.count_false(!lit, &mut tight);
        self.cardinalities.turned_on(lit, &mut tight);
        let mut fine = true;
        for &id in &tight {
            let constraint = self.cardinalities.get(id);
            let over = constraint.falses > constraint.slack;
            let condition = constraint.condition;
            let truth = condition.map_or(Truth::True, |lit| self.truth[lit.index()]);
            match (over, truth) {
                (_, Truth::False) | (false, Truth::Open) => {}
                (true, Truth::Open) => {
                    let condition = condition.expect("only a condition can be open");
                    self.assign(!condition, Reason::Cardinality(id));
                }
                (true, Truth::True) => {
                    self.conflict.clear();
                    self.conflict.extend(condition.map(|lit| !lit));
                    let truth = &self.truth;
                    self.conflict.extend(
                        self.cardinalities
                            .lits(id)
                            .iter()
                            .filter(|lit| truth[lit.index()] == Truth::False)
                            .take(self.cardinalities.get(id).slack as usize + 1),
                    );
                    fine = false;
                    break;
                }
                (false, Truth::True) => {
                    for place in 0..self.cardinalities.lits(id).len() {
                        let lit = self.cardinalities.lits(id)[place];
                        if self.truth[lit.index()] == Truth::Open {
                            self.assign(lit, Reason::Cardinality(id));
                        }
                    }
                }
            }
        }
        self.tight = tight;
        fine
    }

    fn propagate_order(&mut self, lit: Lit) -> bool {
        let Some((from, to)) = self.graph.asserted(lit) else {
            return true;
        };
        let mut closing = std::mem::take(&mut self.closing);
        closing.clear();
        self.graph.assert(from, to, &mut closing);
        let mut fine = true;
        for &edge in &closing {
            match self.truth[edge.index()] {
                Truth::False => {}
                Truth::Open => self.assign(!edge, Reason::Cycle),
                Truth::True => {
                    let (tail, head) =
                        self.graph.asserted(edge).expect("closing literals are edges");
                    self.conflict.clear();
                    self.graph.path(head, tail, |_| true, &mut self.conflict);
                    self.conflict.push(edge);
                    for lit in &mut self.conflict {
                        *lit = !*lit;
                    }
                    fine = false;
                    break;
                }
            }
        }
        self.closing = closing;
        fine
    }
}
