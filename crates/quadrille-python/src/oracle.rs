//! Exact distances of positions, from tables of whole levels.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use quadrille::search::{Control, Limits};

use crate::rules::{Distances, Rules};

/// The most positions of a level that is explored. A larger level costs about a second before it is
/// left to the solver.
const MOST_OF_LEVEL: u64 = 1_000_000;

/// The most positions of all levels together: about half a gigabyte.
const MOST: usize = 16_000_000;

/// The distance of a dead end.
pub(crate) const DEAD_END: i64 = -1;

/// The known facts about a position.
pub(crate) struct Optimum {
    /// The moves of a shortest plan, or [`DEAD_END`].
    pub(crate) distance: i64,
    /// The actions that start shortest plans.
    pub(crate) actions: Vec<usize>,
}

/// The distances of all positions of the levels, explored on first use.
pub(crate) struct Tables<K> {
    levels: Vec<OnceLock<Option<Distances<K>>>>,
    left: AtomicUsize,
}

impl<K> Tables<K> {
    pub(crate) fn new(levels: usize) -> Tables<K> {
        let levels = (0..levels).map(|_| OnceLock::new()).collect();
        Tables { levels, left: AtomicUsize::new(MOST) }
    }

    /// The answer for a position of a level; `None` if the level is too large, or the position is
    /// not of this level.
    pub(crate) fn ask<R: Rules<Key = K>>(
        &self,
        rules: &R,
        level: usize,
        state: &R::State,
        with_actions: bool,
    ) -> Option<Optimum>
    where
        K: Clone + Eq + std::hash::Hash,
    {
        let table = self.levels.get(level)?.get_or_init(|| self.explore(rules, level)).as_ref()?;
        let Some(distance) = *table.get(&rules.key(level, state))? else {
            return Some(Optimum { distance: DEAD_END, actions: Vec::new() });
        };
        let mut actions = Vec::new();
        if with_actions && distance > 0 {
            rules.next_keys(level, state, |action, key| {
                if matches!(table.get(&key), Some(Some(next)) if next + 1 == distance) {
                    actions.push(action);
                }
            });
        }
        actions.sort_unstable();
        Some(Optimum { distance: distance.into(), actions })
    }

    /// Forgets a level that was replaced.
    pub(crate) fn forget(&mut self, level: usize) {
        if let Some(Some(table)) = self.levels[level].take() {
            *self.left.get_mut() += table.len();
        }
    }

    fn explore<R: Rules<Key = K>>(&self, rules: &R, level: usize) -> Option<Distances<K>> {
        let left = self.left.load(Ordering::Relaxed) as u64;
        let limits = Limits { max_nodes: Some(MOST_OF_LEVEL.min(left)), ..Limits::default() };
        let table = rules.distances(level, &Control::with_limits(limits))?;
        // Two threads may both use the last of it, and exceed it by one level.
        let after = self.left.load(Ordering::Relaxed).saturating_sub(table.len());
        self.left.store(after, Ordering::Relaxed);
        Some(table)
    }
}
