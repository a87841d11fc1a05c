//! The whole of a space: every position that can be reached, the moves between them, and the
//! distance of each from a goal.
//!
//! It is the reference for searches: errors of estimates, dead ends and the size of the space are
//! counted, not guessed.

use super::graph::Graph;
use crate::control::Meter;
use crate::space::{State, Successor, canonical};
use crate::table::{Inserted, Nodes, Parent};
use crate::{
    Cost, Pruning, Stats, Stop,
    space::{Space, Successors},
};

/// Every position of a space. Positions are numbered in the order in which breadth-first search
/// reaches them; the start is 0.
#[derive(Debug)]
pub struct Atlas<S, M> {
    nodes: Nodes<S>,
    graph: Graph<M>,
    stop: Option<Stop>,
}

/// Successors that are collected before they are looked up together, so that their cache misses
/// overlap.
const BATCH: usize = 64;

pub(super) fn atlas<P: Space + ?Sized>(
    space: &P,
    pruning: Pruning,
    meter: &mut Meter<'_>,
) -> Atlas<P::State, P::Move> {
    let graph = Graph::new(space.has_unit_costs());
    let mut atlas = Atlas { nodes: super::nodes(space, meter), graph, stop: None };
    // The limit on nodes is one on positions: it is exceeded long before as many are expanded.
    let most = meter.control().limits.max_nodes.unwrap_or(u64::MAX);
    atlas.stop = atlas.explore(space, pruning, most, meter).err();
    if atlas.stop.is_none() {
        atlas.graph.measure();
    }
    atlas
}

impl<S: State, M: Clone> Atlas<S, M> {
    fn explore<P: Space<State = S, Move = M> + ?Sized>(
        &mut self,
        space: &P,
        pruning: Pruning,
        most: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let start = canonical(space, pruning, space.start());
        self.graph.add(None, space.is_goal(&start));
        self.nodes.insert(start, Parent::NONE)?;
        // Dead ends belong to the space.
        let pruning = Pruning { dead_ends: false, ..pruning };
        let mut stats = Stats::default();
        let mut batch = Successors::new();
        let mut ends = Vec::new();
        let mut next = 0;
        while next < self.nodes.len() {
            let mut stop = None;
            while next < self.nodes.len() && batch.list.len() < BATCH {
                let held = self.nodes.bytes() + self.graph.bytes();
                stop = meter.check(&stats, held).err();
                if stop.is_some() {
                    break;
                }
                stats.expanded += 1;
                if !self.graph.is_goal(next as usize) {
                    let first = batch.list.len();
                    space.expand(self.nodes.state(next), None, pruning, batch.of(next, 0));
                    if self.nodes.is_far() {
                        let new = &batch.list[first..];
                        new.iter().for_each(|successor| self.nodes.fetch_slot(successor.hash));
                    }
                }
                ends.push(batch.list.len());
                next += 1;
            }
            stats.generated += batch.list.len() as u64;
            self.enter(&mut batch, &mut ends)?;
            if let Some(stop) = stop {
                return Err(stop);
            }
            if u64::from(self.nodes.len()) > most {
                return Err(Stop::Nodes);
            }
        }
        meter.finish(&mut stats);
        Ok(())
    }

    /// Looks up all successors of a batch in their order. `ends` has the end of the successors of
    /// each position.
    fn enter(&mut self, batch: &mut Successors<S, M>, ends: &mut Vec<usize>) -> Result<(), Stop> {
        if self.nodes.is_far() {
            batch.list.iter().for_each(|successor| self.nodes.fetch_state(successor.hash));
        }
        let before = self.graph.moves();
        for successor in batch.list.drain(..) {
            let Successor { state, hash, parent, cost, mv, is_goal } = successor;
            let number = match self.nodes.insert_hashed(state, hash, parent)? {
                Inserted::New(number) => {
                    self.graph.add(parent.node(), is_goal);
                    number
                }
                Inserted::Known(number) => number,
            };
            self.graph.connect(parent.number(), mv, number, cost);
        }
        ends.drain(..).for_each(|end| self.graph.close(before + end));
        Ok(())
    }

    /// The number of positions that were reached.
    pub fn len(&self) -> usize {
        self.nodes.len() as usize
    }

    /// True if there was no room even for the start.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The number of positions that were expanded: all, unless [`Atlas::stop`] says otherwise. They
    /// have the lowest numbers.
    pub fn expanded(&self) -> usize {
        self.graph.len()
    }

    /// The reason why positions are missing, if any are.
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// The position with this number.
    pub fn state(&self, number: usize) -> &S {
        self.nodes.state(number as u32)
    }

    /// The moves between the expanded positions.
    pub fn graph(&self) -> &Graph<M> {
        &self.graph
    }

    /// The moves between the expanded positions, without the states.
    pub fn into_graph(self) -> Graph<M> {
        self.graph
    }

    /// The fewest moves to it from the start.
    pub fn depth(&self, number: usize) -> u32 {
        self.graph.depth(number)
    }

    /// The position from which it was first reached; none for the start.
    pub fn parent(&self, number: usize) -> Option<usize> {
        self.graph.parent(number)
    }

    /// The moves from it with where they lead; none for a goal or a position that was not expanded.
    pub fn moves(&self, number: usize) -> &[(M, u32)] {
        self.graph.moves_from(number)
    }

    /// The move by which it was first reached; none for the start.
    pub fn reached_by(&self, number: usize) -> Option<&M> {
        self.graph.reached_by(number)
    }

    /// True if the position is a goal.
    pub fn is_goal(&self, number: usize) -> bool {
        self.graph.is_goal(number)
    }

    /// The least cost from it to a goal. None for a dead end, and when positions are missing.
    pub fn distance(&self, number: usize) -> Option<Cost> {
        self.graph.distance(number)
    }
}
