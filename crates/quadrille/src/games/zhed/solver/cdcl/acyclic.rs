//! The order of moves: a graph whose edges are literals and which must stay acyclic.
//!
//! There are at most 256 nodes, so neighbour sets are four words and reachability is a
//! breadth-first search over words. When an edge becomes true, every possible edge that would close
//! a cycle with it is ruled out at once, so the true edges form a cycle only if two of them become
//! true between two propagations.

use super::literal::Lit;
use super::room::Room;
use crate::grid::Words;
use crate::search::toolkit::OutOfMemory;

/// A set of up to 256 nodes.
type NodeSet = Words<4>;

const NO_EDGE: u32 = u32::MAX;

/// Removes and returns the lowest member of the set.
#[inline]
fn take_first(set: &mut NodeSet) -> Option<usize> {
    let first = set.lowest()?;
    set.remove(first);
    Some(first)
}

/// The graph of possible and true edges.
pub(crate) struct OrderGraph {
    nodes: usize,
    /// By pair `from * nodes + to`: the code of the edge's literal.
    edge_at: Vec<u32>,
    /// By variable: its edge, if it is one.
    ends: Vec<Option<(u8, u8)>>,
    possible: Vec<NodeSet>,
    after: Vec<NodeSet>,
    before: Vec<NodeSet>,
    /// By node: its predecessor in the last search.
    came_from: Vec<u8>,
}

impl OrderGraph {
    /// A graph without edges on `nodes` nodes, at most 256.
    pub(crate) fn new(nodes: usize) -> Self {
        assert!(nodes <= 256, "a node set has room for 256 nodes");
        Self {
            nodes,
            edge_at: vec![NO_EDGE; nodes * nodes],
            ends: Vec::new(),
            possible: vec![NodeSet::EMPTY; nodes],
            after: vec![NodeSet::EMPTY; nodes],
            before: vec![NodeSet::EMPTY; nodes],
            came_from: vec![0; nodes],
        }
    }

    /// The literal of the edge between two nodes, if there is one.
    pub(crate) fn edge(&self, from: usize, to: usize) -> Option<Lit> {
        let code = self.edge_at[from * self.nodes + to];
        (code != NO_EDGE).then(|| Lit::from_code(code))
    }

    /// Declares that `lit`, a positive literal, means this edge.
    pub(crate) fn add_edge(&mut self, from: usize, to: usize, lit: Lit) {
        self.edge_at[from * self.nodes + to] = lit.code();
        self.possible[from].insert(to);
        self.ends[lit.variable()] = Some((from as u8, to as u8));
    }

    /// The edge that `lit` asserts, if it does.
    pub(crate) fn asserted(&self, lit: Lit) -> Option<(usize, usize)> {
        if lit.is_negative() {
            return None;
        }
        let (from, to) = self.ends[lit.variable()]?;
        Some((from as usize, to as usize))
    }

    /// Makes an edge true and collects the literals of all edges that would close a cycle with it.
    pub(crate) fn assert(&mut self, from: usize, to: usize, closing: &mut Vec<Lit>) {
        self.after[from].insert(to);
        self.before[to].insert(from);
        let ancestors = reach(&self.before, from);
        let mut descendants = reach(&self.after, to);
        while let Some(tail) = take_first(&mut descendants) {
            let mut heads = self.possible[tail] & ancestors;
            while let Some(head) = take_first(&mut heads) {
                closing.push(Lit::from_code(self.edge_at[tail * self.nodes + head]));
            }
        }
    }

    pub(crate) fn retract(&mut self, from: usize, to: usize) {
        self.after[from].remove(to);
        self.before[to].remove(from);
    }

    /// Finds a shortest path of true edges that `usable` admits and collects their literals;
    /// returns false if there is none.
    pub(crate) fn path(
        &mut self,
        from: usize,
        to: usize,
        usable: impl Fn(Lit) -> bool,
        path: &mut Vec<Lit>,
    ) -> bool {
        let mut seen = NodeSet::EMPTY;
        seen.insert(from);
        let mut layer = seen;
        while layer != NodeSet::EMPTY {
            let mut next = NodeSet::EMPTY;
            while let Some(node) = take_first(&mut layer) {
                let mut heads = self.after[node] & !seen;
                while let Some(head) = take_first(&mut heads) {
                    if usable(Lit::from_code(self.edge_at[node * self.nodes + head])) {
                        self.came_from[head] = node as u8;
                        seen.insert(head);
                        next.insert(head);
                    }
                }
            }
            if next.contains(to) {
                let mut node = to;
                while node != from {
                    let tail = self.came_from[node] as usize;
                    path.push(Lit::from_code(self.edge_at[tail * self.nodes + node]));
                    node = tail;
                }
                return true;
            }
            layer = next;
        }
        false
    }

    /// Bytes of a graph with this many nodes, without those per variable.
    pub(crate) fn bytes(nodes: usize) -> usize {
        nodes * nodes * size_of::<u32>() + nodes * (3 * size_of::<NodeSet>() + 1)
    }

    pub(crate) fn make_room_for_variables(
        &mut self,
        room: &mut Room,
        more: usize,
    ) -> Result<(), OutOfMemory> {
        room.make(&mut self.ends, more)
    }

    /// Adds a variable that is not an edge yet.
    pub(crate) fn push_variable(&mut self) {
        self.ends.push(None);
    }
}

/// All nodes that can be reached from `start`, itself included.
fn reach(neighbours: &[NodeSet], start: usize) -> NodeSet {
    let mut seen = NodeSet::EMPTY;
    seen.insert(start);
    let mut fresh = seen;
    while let Some(node) = take_first(&mut fresh) {
        let new = neighbours[node] & !seen;
        seen |= new;
        fresh |= new;
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::{Lit, OrderGraph};

    #[test]
    fn an_edge_rules_out_those_that_would_close_a_cycle() {
        let mut graph = OrderGraph::new(200);
        let edges = [(0, 70), (70, 199), (199, 0), (199, 70), (0, 199)];
        for (variable, &(from, to)) in edges.iter().enumerate() {
            graph.push_variable();
            graph.add_edge(from, to, Lit::positive(variable as u32));
        }
        let mut closing = Vec::new();
        graph.assert(0, 70, &mut closing);
        assert!(closing.is_empty());
        graph.assert(70, 199, &mut closing);
        assert_eq!(closing, [Lit::positive(2), Lit::positive(3)]);
        let mut path = Vec::new();
        assert!(graph.path(0, 199, |_| true, &mut path));
        assert_eq!(path, [Lit::positive(1), Lit::positive(0)]);
        graph.retract(0, 70);
        assert!(!graph.path(0, 199, |_| true, &mut path));
    }
}
