//! The positions that one worker owns in a search by A*, and the order in which they are expanded.

use quadrille_search::{
    Cost, Stats, Stop,
    toolkit::{Deadline, Inserted, Key, Link, Nodes, Open, OutOfMemory, PackedRows, Parent},
};

use super::packet::Step;
use crate::row::Row;

/// The cheapest known path to a position: four times its cost, plus 2 for the trace of its last
/// step, plus 1 if the position is not in the open list.
#[derive(Clone, Copy)]
pub(super) struct Way(u32);

impl Way {
    pub(super) fn new(step: Step) -> Way {
        Way(step.cost << 2 | u32::from(step.trace) << 1)
    }

    /// The number that the ways of a block of a checkpoint share: twice the cost, plus 1 if the
    /// position is not in the open list.
    pub(super) fn label(self) -> u32 {
        self.cost() << 1 | u32::from(self.is_done())
    }

    pub(super) fn of_label(label: u32, trace: bool) -> Way {
        let way = Way::new(Step { cost: label >> 1, trace });
        if label & 1 == 1 { way.done() } else { way }
    }

    pub(super) fn cost(self) -> Cost {
        self.0 >> 2
    }

    pub(super) fn trace(self) -> bool {
        self.0 & 2 == 2
    }

    pub(super) fn is_done(self) -> bool {
        self.0 & 1 == 1
    }

    fn done(self) -> Way {
        Way(self.0 | 1)
    }
}

impl Link for Way {
    fn parent(self) -> Parent {
        Parent::new(0, self.trace())
    }
}

/// Positions that are expanded together: their paths cost the same.
#[derive(Default)]
pub(super) struct Group {
    pub(super) cost: Cost,
    pub(super) rows: Vec<u64>,
    pub(super) traces: Vec<bool>,
}

const GROUP: usize = 64;
/// Rows that are looked up together, so that their cache misses overlap.
const LOOKUPS: usize = 64;

pub(super) struct Known<'a, const N: usize> {
    space: &'a dyn PackedRows,
    /// Taken out of the open list, for the next group.
    next: Option<u32>,
    /// Rows to look up, with their hashes.
    lookups: Vec<(Row<N>, u64, Step)>,
    pub(super) nodes: Nodes<Row<N>, Way>,
    pub(super) open: Open,
    budget: usize,
    pub(super) goal: Option<(Cost, Row<N>)>,
}

impl<'a, const N: usize> Known<'a, N> {
    pub(super) fn new(space: &'a dyn PackedRows, budget: usize, deadline: Deadline) -> Self {
        let nodes = Nodes::new(budget, deadline);
        let lookups = Vec::with_capacity(LOOKUPS);
        Known { space, next: None, lookups, nodes, open: Open::new(true), budget, goal: None }
    }

    /// Adds a row with this hash, at the latest when [`Known::add_all`] is called.
    #[inline]
    pub(super) fn add(
        &mut self,
        row: Row<N>,
        hash: u64,
        step: Step,
        stats: &mut Stats,
    ) -> Result<(), Stop> {
        self.nodes.fetch_slot(hash);
        self.lookups.push((row, hash, step));
        if self.lookups.len() == LOOKUPS { self.add_all(stats) } else { Ok(()) }
    }

    pub(super) fn add_all(&mut self, stats: &mut Stats) -> Result<(), Stop> {
        let mut lookups = std::mem::take(&mut self.lookups);
        lookups.iter().for_each(|&(_, hash, _)| self.nodes.fetch_state_and_link(hash));
        let end = lookups.drain(..).try_for_each(|lookup| self.insert(lookup, stats));
        self.lookups = lookups;
        end
    }

    fn insert(
        &mut self,
        (row, hash, step): (Row<N>, u64, Step),
        stats: &mut Stats,
    ) -> Result<(), Stop> {
        self.nodes.set_budget(self.budget.saturating_sub(self.open.bytes()));
        let way = Way::new(step);
        let node = match self.nodes.insert_hashed(row, hash, way)? {
            Inserted::New(node) => node,
            Inserted::Known(node) if way.cost() < self.nodes.link(node).cost() => {
                self.nodes.set_link(node, way);
                stats.reopened += 1;
                node
            }
            Inserted::Known(_) => {
                stats.duplicates += 1;
                return Ok(());
            }
        };
        let words = &row[N - self.space.words()..];
        if self.space.is_goal(words) {
            self.nodes.set_link(node, way.done());
            if self.goal.is_none_or(|(cost, known)| (way.cost(), row) < (cost, known)) {
                self.goal = Some((way.cost(), row));
            }
            return Ok(());
        }
        if !self.wait(node, way, &row)? {
            stats.dead_ends += 1;
        }
        Ok(())
    }

    pub(super) fn restore(&mut self, row: Row<N>, way: Way) -> Result<(), Stop> {
        self.nodes.set_budget(self.budget.saturating_sub(self.open.bytes()));
        if let Inserted::New(node) = self.nodes.insert(row, way)?
            && !way.is_done()
        {
            self.wait(node, way, &row)?;
        }
        Ok(())
    }

    /// Adds a position to the open list. False if it is a dead end.
    fn wait(&mut self, node: u32, way: Way, row: &Row<N>) -> Result<bool, OutOfMemory> {
        let Some(estimate) = self.space.estimate(&row[N - self.words()..]) else {
            self.nodes.set_link(node, way.done());
            return Ok(false);
        };
        let estimate = f64::from(estimate);
        let key = Key { key: f64::from(way.cost()) + estimate, estimate };
        self.open.push(key, node, self.budget.saturating_sub(self.nodes.bytes()))?;
        Ok(true)
    }

    /// Takes the next positions up to a key, at most `most`. False if there are none.
    pub(super) fn take(&mut self, key: f64, most: usize, group: &mut Group) -> bool {
        group.rows.clear();
        group.traces.clear();
        let words = self.space.words();
        while group.traces.len() < most.min(GROUP) {
            let popped =
                self.next.take().or_else(|| self.open.pop_within(key).map(|(_, node)| node));
            let Some(node) = popped else { break };
            let way = self.nodes.link(node);
            if way.is_done() {
                continue;
            }
            if !group.traces.is_empty() && way.cost() != group.cost {
                self.next = Some(node);
                break;
            }
            self.nodes.set_link(node, way.done());
            group.cost = way.cost();
            group.rows.extend_from_slice(&self.nodes.state(node)[N - words..]);
            group.traces.push(way.trace());
        }
        !group.traces.is_empty()
    }

    pub(super) fn words(&self) -> usize {
        self.space.words()
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.bytes() + self.open.bytes()
    }
}
