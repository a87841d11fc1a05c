//! A space as rows of words, expanded in batches, for searches that keep positions outside of
//! memory.

use std::fmt;

use crate::algorithm::{whole_estimate, whole_factor};
use crate::control::Plan;
use crate::heuristic::checked;
use crate::space::canonical;
use crate::space::packed::Packed;
use crate::{
    Cost, Pruning,
    space::{Heuristic, Space, Successors},
};

/// A space whose positions are rows of [`PackedRows::words`] words, one row after the other in a
/// slice. Object-safe and the same for every type of state and move: a search over it is compiled
/// once.
pub trait PackedRows: Sync {
    /// The words of a row; at least one.
    fn words(&self) -> usize;

    /// The position at the start, in canonical form.
    fn start(&self) -> Vec<u64>;

    /// Returns true if every move costs 1.
    fn has_unit_costs(&self) -> bool;

    /// See [`Space::locality`].
    fn locality(&self) -> Option<u32>;

    /// Returns true if the position is a goal.
    fn is_goal(&self, row: &[u64]) -> bool;

    /// An estimate of the cost from a position to a goal: a whole number, at least 1 where moves
    /// cost 1 (it is not called for goals). `None` is a dead end.
    fn estimate(&self, row: &[u64]) -> Option<Cost>;

    /// The factor by which estimates may exceed the least cost; infinite without a claim.
    fn estimate_factor(&self) -> f64;

    /// Adds the successors of each row, in canonical form, given the traces of the steps that led
    /// to the rows (none at the start).
    fn expand(&self, rows: &[u64], traces: Option<&[bool]>, expansion: &mut Expansion);
}

/// Rows with the moves between them.
pub trait PackedSpace: PackedRows {
    /// A move from one position to the next.
    type Move;

    /// The moves along a line of rows, the start first, and their cost. `None` if no move joins two
    /// neighbours.
    fn plan(&self, rows: &[u64]) -> Option<(Vec<Self::Move>, Cost)>;
}

/// The successors of rows, with counts.
#[derive(Clone, Default, Debug)]
pub struct Expansion {
    /// The successors: first those whose steps have trace 0, then those with trace 1.
    pub rows: [Vec<u64>; 2],
    /// The number of rows that were expanded.
    pub expanded: u64,
    /// The number of rows dropped as dead ends.
    pub dead_ends: u64,
    /// The number of goals among the successors.
    pub goals: u64,
}

/// A [`Space`] of packed states as a [`PackedSpace`].
pub struct Rows<'p, P: Space + ?Sized> {
    space: &'p P,
    heuristic: &'p dyn Heuristic<P::State, P::Move>,
    pruning: Pruning,
    start: P::State,
    words: usize,
}

impl<'p, P> Rows<'p, P>
where
    P: Space + ?Sized,
    P::State: Packed,
{
    /// The rows of a space.
    pub fn new(space: &'p P, pruning: Pruning) -> Rows<'p, P> {
        let start = canonical(space, pruning, space.start());
        let words = start.words().max(1);
        Rows { space, heuristic: &(), pruning, start, words }
    }

    /// Adds a heuristic.
    pub fn guided(self, heuristic: &'p dyn Heuristic<P::State, P::Move>) -> Rows<'p, P> {
        Rows { heuristic, ..self }
    }
}

impl<P: Space + ?Sized> fmt::Debug for Rows<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rows").field("words", &self.words).finish_non_exhaustive()
    }
}

impl<P> PackedRows for Rows<'_, P>
where
    P: Space + ?Sized,
    P::State: Packed,
{
    fn words(&self) -> usize {
        self.words
    }

    fn start(&self) -> Vec<u64> {
        let mut row = vec![0; self.words];
        self.start.pack(&mut row);
        row
    }

    fn has_unit_costs(&self) -> bool {
        self.space.has_unit_costs()
    }

    fn locality(&self) -> Option<u32> {
        self.space.locality()
    }

    fn is_goal(&self, row: &[u64]) -> bool {
        self.space.is_goal(&self.start.unpack(row))
    }

    fn estimate(&self, row: &[u64]) -> Option<Cost> {
        // An estimate without a last move holds for every move that may follow.
        let estimate = self.heuristic.estimate(&self.start.unpack(row), None);
        // An invalid estimate counts as 0, which is never too high.
        whole_estimate(checked(estimate).unwrap_or(0.0), self.space.has_unit_costs())
    }

    fn estimate_factor(&self) -> f64 {
        whole_factor(self.heuristic)
    }

    fn expand(&self, rows: &[u64], traces: Option<&[bool]>, expansion: &mut Expansion) {
        let mut next = Successors::with_capacity(64);
        for (number, row) in rows.chunks_exact(self.words).enumerate() {
            let state = self.start.unpack(row);
            let trace = traces.map(|traces| traces[number]);
            if !self.space.expand(&state, trace, self.pruning, next.of(0, 0)) {
                expansion.dead_ends += 1;
                continue;
            }
            expansion.expanded += 1;
            for successor in next.list.drain(..) {
                let rows = &mut expansion.rows[usize::from(successor.parent.trace() == Some(true))];
                let end = rows.len();
                rows.resize(end + self.words, 0);
                successor.state.pack(&mut rows[end..]);
                expansion.goals += u64::from(successor.is_goal);
            }
        }
    }
}

impl<P> PackedSpace for Rows<'_, P>
where
    P: Space + ?Sized,
    P::State: Packed,
{
    type Move = P::Move;

    fn plan(&self, rows: &[u64]) -> Option<(Vec<P::Move>, Cost)> {
        let line: Vec<P::State> =
            rows.chunks_exact(self.words).map(|row| self.start.unpack(row)).collect();
        let plan = Plan::along(self.space, line, self.pruning)?;
        Some((plan.moves, plan.cost))
    }
}
