//! A sample of the positions of a search, so that a picture shows the whole search and not only its
//! beginning.
//!
//! For each position, up to a fixed number, it keeps the parent, the move, and when it was found
//! and expanded. At the end a few are drawn at even distances, with their ancestors and the plan.

use std::collections::BTreeSet;

use quadrille::moves::{Move, Notation};
use quadrille::search::Event;
use serde::Serialize;

/// The most positions kept, in 24 bytes each.
const MOST: usize = 1 << 21;

struct Node {
    parent: u32,
    mv: Move,
    g: u32,
    h: f32,
    /// The number of expansions when it was found.
    born: u32,
    /// The number of its expansion; zero when it was not expanded.
    expanded: u32,
}

/// All positions so far. Position 0 is the start.
#[derive(Default)]
pub(super) struct Sample {
    /// The position with the number of its place plus one.
    nodes: Vec<Node>,
    start_expanded: u32,
    start_h: f32,
    expanded: u32,
}

#[derive(Serialize)]
pub(super) struct SampledNode {
    node: u32,
    parent: Option<u32>,
    #[serde(rename = "move")]
    mv: Option<String>,
    g: u32,
    h: Option<f32>,
    born: u32,
    expanded: Option<u32>,
}

#[derive(Serialize)]
pub(super) struct Tree {
    /// The number of positions it is drawn from.
    total: usize,
    nodes: Vec<SampledNode>,
}

impl Sample {
    pub(super) fn take(&mut self, event: Event) {
        match event {
            Event::Expand { node, h, .. } => {
                self.expanded = self.expanded.saturating_add(1);
                let number = self.expanded;
                if node == 0 {
                    self.start_expanded = number;
                    self.start_h = h as f32;
                } else if let Some(node) = self.node_mut(node)
                    && node.expanded == 0
                {
                    node.expanded = number;
                }
            }
            // Numbers count up; a search that counts otherwise is not sampled beyond the first gap.
            Event::Generate { node, parent, mv, g, h }
                if node as usize == self.nodes.len() + 1 && self.nodes.len() < MOST =>
            {
                let born = self.expanded;
                self.nodes.push(Node { parent, mv, g, h: h as f32, born, expanded: 0 });
            }
            Event::Reopen { node, parent, g } => {
                if let Some(node) = self.node_mut(node) {
                    node.parent = parent;
                    node.g = g;
                }
            }
            _ => {}
        }
    }

    fn node_mut(&mut self, node: u32) -> Option<&mut Node> {
        self.nodes.get_mut((node as usize).checked_sub(1)?)
    }

    /// About this many positions, evenly over the search, with their ancestors and those of a plan;
    /// `None` when there are no more than that.
    pub(super) fn tree(&self, wanted: usize, plan: &[Move], notation: Notation) -> Option<Tree> {
        if self.nodes.len() <= wanted {
            return None;
        }
        let mut chosen = BTreeSet::new();
        let mut at = 0;
        for &mv in plan {
            let is_next = |node: &Node| node.parent == at && node.mv == mv;
            let Some(place) = self.nodes.iter().position(is_next) else { break };
            at = place as u32 + 1;
            chosen.insert(at);
        }
        // Indices with their bits reversed: each falls into the middle of a largest gap, so the
        // sample is even wherever it stops.
        let bits = self.nodes.len().next_power_of_two().trailing_zeros();
        let places = (1..1_usize << bits).map(|count| count.reverse_bits() >> (usize::BITS - bits));
        for place in places.filter(|&place| place < self.nodes.len()) {
            if chosen.len() >= wanted {
                break;
            }
            let mut node = place as u32 + 1;
            while node != 0 && chosen.insert(node) {
                node = self.nodes[node as usize - 1].parent;
            }
        }
        let finite = |h: f32| h.is_finite().then_some(h);
        let start = SampledNode {
            node: 0,
            parent: None,
            mv: None,
            g: 0,
            h: finite(self.start_h),
            born: 0,
            expanded: (self.start_expanded > 0).then_some(self.start_expanded),
        };
        // A parent can have a larger number only after it was reached again: parents come first.
        let mut order: Vec<u32> = chosen.into_iter().collect();
        order.sort_by_key(|&node| (self.nodes[node as usize - 1].g, node));
        let row = |number: u32| {
            let node = &self.nodes[number as usize - 1];
            SampledNode {
                node: number,
                parent: Some(node.parent),
                mv: Some(notation.write(node.mv)),
                g: node.g,
                h: finite(node.h),
                born: node.born,
                expanded: (node.expanded > 0).then_some(node.expanded),
            }
        };
        let nodes = std::iter::once(start).chain(order.into_iter().map(row)).collect();
        Some(Tree { total: self.nodes.len() + 1, nodes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille::grid::Direction::{Left, Up};
    use quadrille::moves::MoveKind;

    const NOTATION: Notation = Notation { kind: MoveKind::All, lowercase: false };

    #[test]
    fn a_sample_has_ancestors_and_the_whole_plan() {
        let mut sample = Sample::default();
        sample.take(Event::Expand { node: 0, g: 0, h: 3.0 });
        let mut node = 0;
        for parent in 0..2000_u32 {
            if parent > 0 {
                sample.take(Event::Expand { node: parent, g: parent.ilog2() + 1, h: 1.0 });
            }
            for direction in [Up, Left] {
                node += 1;
                let g = (parent + 1).ilog2() + 1;
                sample.take(Event::Generate { node, parent, mv: Move::All(direction), g, h: 1.0 });
            }
        }
        let plan = [Up, Left, Left, Up, Left].map(Move::All);
        let tree = sample.tree(200, &plan, NOTATION).expect("it is larger than the sample");
        assert_eq!(tree.total, 4001);
        assert!((200..260).contains(&tree.nodes.len()), "{}", tree.nodes.len());
        let known: BTreeSet<u32> = tree.nodes.iter().map(|node| node.node).collect();
        let mut seen = BTreeSet::from([0]);
        for node in &tree.nodes[1..] {
            assert!(seen.contains(&node.parent.unwrap()), "parents come first");
            seen.insert(node.node);
        }
        // Up, left, left … from the start: 1, then the second child of 1, and so on.
        let mut at = 0;
        for direction in [Up, Left, Left, Up, Left] {
            at = 2 * at + if direction == Up { 1 } else { 2 };
            assert!(known.contains(&at), "position {at} of the plan");
        }
        // Each quarter of the second half is sampled equally, whatever the size of the sample.
        for wanted in [200, 250, 300, 400, 500] {
            let tree = sample.tree(wanted, &plan, NOTATION).expect("it is larger than the sample");
            let born_in = |from: u32| {
                tree.nodes
                    .iter()
                    .filter(|node| (from + 1..=from + 250).contains(&node.born))
                    .count()
            };
            let quarters = [1000, 1250, 1500, 1750].map(born_in);
            let (least, most) = (quarters.iter().min().unwrap(), quarters.iter().max().unwrap());
            assert!(*least > 0 && most - least <= 2, "{wanted}: {quarters:?}");
        }
        assert!(
            sample.tree(5000, &plan, NOTATION).is_none(),
            "all of them are reported one by one"
        );
    }
}
