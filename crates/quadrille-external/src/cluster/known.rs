//! The positions that one worker owns in a search by A*, and the order in which they are expanded.

use quadrille_search::{
    Cost, Stats, Stop,
    toolkit::{Deadline, Inserted, Key, Link, Nodes, Open, OutOfMemory, PackedRows, Parent},
};

use crate::row::Row;

/// The cheapest known path to a position: four times its cost, plus 2 for the trace of its last
/// step, plus 1 if the position is not in the open list.
#[derive(Clone, Copy)]
pub(super) struct Way(pub(super) u32);

impl Way {
    pub(super) fn new(cost: Cost, trace: bool) -> Way {
        Way(cost << 2 | u32::from(trace) << 1)
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

pub(super) struct Known<'a, const N: usize> {
    space: &'a dyn PackedRows,
    pub(super) nodes: Nodes<Row<N>, Way>,
    pub(super) open: Open,
    budget: usize,
    pub(super) goal: Option<(Cost, Row<N>)>,
}

impl<'a, const N: usize> Known<'a, N> {
    pub(super) fn new(space: &'a dyn PackedRows, budget: usize, deadline: Deadline) -> Self {
        let nodes = Nodes::new(budget, deadline);
        Known { space, nodes, open: Open::new(true), budget, goal: None }
    }

    pub(super) fn insert(&mut self, row: Row<N>, way: Way, stats: &mut Stats) -> Result<(), Stop> {
        self.nodes.set_budget(self.budget.saturating_sub(self.open.bytes()));
        let node = match self.nodes.insert(row, way)? {
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
        match self.space.estimate(words) {
            Some(estimate) => self.wait(node, way, estimate)?,
            None => {
                self.nodes.set_link(node, way.done());
                stats.dead_ends += 1;
            }
        }
        Ok(())
    }

    fn wait(&mut self, node: u32, way: Way, estimate: Cost) -> Result<(), OutOfMemory> {
        let estimate = f64::from(estimate);
        let key = Key { key: f64::from(way.cost()) + estimate, estimate };
        self.open.push(key, node, self.budget.saturating_sub(self.nodes.bytes()))
    }

    /// The next position up to a key, with the path to it.
    pub(super) fn take(&mut self, key: f64) -> Option<(Row<N>, Way)> {
        while let Some((_, node)) = self.open.pop_within(key) {
            let way = self.nodes.link(node);
            if !way.is_done() {
                self.nodes.set_link(node, way.done());
                return Some((*self.nodes.state(node), way));
            }
        }
        None
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.bytes() + self.open.bytes()
    }
}
