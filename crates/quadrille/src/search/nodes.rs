//! The table of known positions: packed states with links to where they came from, found by hash.
//!
//! States and links lie in blocks that never move, in the order in which they were first reached; a breadth-first
//! queue is therefore just a counter. Beside them stands an open-addressing table of 64-bit slots, each a 32-bit tag of
//! the hash and a 32-bit number of a node. The tag decides almost every comparison, so that a new position costs one
//! cache miss and a known one two, and it also says where the slot moves to when the table grows.

use crate::puzzle::State;

/// There is no room for another position within the budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory;

/// What came of [`Nodes::insert`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inserted {
    /// The position was new and has this number now.
    New(u32),
    /// The position was known by this number.
    Known(u32),
}

/// From where a position was reached, with the trace of the move ([`Puzzle::trace`](crate::puzzle::Puzzle::trace)) in
/// the spare bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parent(u32);

impl Parent {
    /// The start comes from nowhere.
    pub const NONE: Parent = Parent(u32::MAX);

    /// Reached from this node.
    #[inline]
    pub fn new(node: u32, trace: bool) -> Parent {
        Parent(node << 1 | u32::from(trace))
    }

    /// The node, unless this is the start.
    #[inline]
    pub fn node(self) -> Option<u32> {
        (self != Parent::NONE).then_some(self.0 >> 1)
    }

    /// The trace of the move, unless this is the start.
    #[inline]
    pub fn trace(self) -> Option<bool> {
        (self != Parent::NONE).then_some(self.0 & 1 == 1)
    }
}

/// What a search keeps with each position: its parent, and perhaps more.
pub trait Link: Copy + Send {
    /// From where the position was reached.
    fn parent(self) -> Parent;
}

impl Link for Parent {
    #[inline]
    fn parent(self) -> Parent {
        self
    }
}

/// Known positions, numbered from 0 in the order of their coming.
#[derive(Debug)]
pub struct Nodes<S, L = Parent> {
    blocks: Vec<Block<S, L>>,
    slots: Vec<u64>,
    /// How far a tag is shifted to become the index of a slot.
    shift: u32,
    len: u32,
    /// The number of positions at which the table wants to grow.
    full: u32,
    budget: usize,
    bytes: usize,
}

#[derive(Debug)]
struct Block<S, L> {
    states: Vec<S>,
    links: Vec<L>,
}

/// Nodes a block. Small enough that a puzzle of a few hundred states touches little memory.
const BLOCK: usize = 1 << 12;
const FIRST_SLOTS: usize = 1 << 10;
/// One bit of a node's number is spent on the trace.
const MAX_NODES: u32 = (1 << 31) - 2 * BLOCK as u32;

/// The upper half of the hash: where the state belongs, and by what it is told from others.
#[inline]
fn tag_of<S: State>(state: S) -> u32 {
    (state.mix() >> 32) as u32
}

/// Three quarters full: probes stay short, and the tags tell strangers apart without looking at them.
const fn comfortable(slots: usize) -> u32 {
    (slots / 4 * 3) as u32
}

impl<S: State, L: Link> Nodes<S, L> {
    /// An empty table that will hold at most `budget` bytes.
    pub fn new(budget: usize) -> Nodes<S, L> {
        Nodes {
            blocks: Vec::new(),
            slots: vec![0; FIRST_SLOTS],
            shift: 32 - FIRST_SLOTS.trailing_zeros(),
            len: 0,
            full: comfortable(FIRST_SLOTS),
            budget,
            bytes: FIRST_SLOTS * size_of::<u64>(),
        }
    }

    /// How many positions are known.
    #[inline]
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Whether no position is known.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many bytes the tables hold.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Changes the budget: what else a search holds has to fit into the same limit.
    #[inline]
    pub fn set_budget(&mut self, budget: usize) {
        self.budget = budget;
    }

    /// The position with this number.
    #[inline]
    pub fn state(&self, node: u32) -> S {
        self.blocks[node as usize / BLOCK].states[node as usize % BLOCK]
    }

    /// What is kept with it.
    #[inline]
    pub fn link(&self, node: u32) -> L {
        self.blocks[node as usize / BLOCK].links[node as usize % BLOCK]
    }

    /// Changes what is kept with it.
    #[inline]
    pub fn set_link(&mut self, node: u32, link: L) {
        self.blocks[node as usize / BLOCK].links[node as usize % BLOCK] = link;
    }

    /// The positions from the start to this one.
    pub fn line_to(&self, node: u32) -> Vec<S> {
        let parent = |&node: &u32| self.link(node).parent().node();
        let mut line: Vec<S> =
            std::iter::successors(Some(node), parent).map(|node| self.state(node)).collect();
        line.reverse();
        line
    }

    /// Touches the slots that a batch of insertions will look at. The reads do not depend on each other, so the
    /// processor waits for many of them at once instead of for each in turn.
    #[inline]
    pub fn warm(&self, states: impl Iterator<Item = S>) {
        let mut touched = 0;
        for state in states {
            touched ^= self.slots[(tag_of(state) >> self.shift) as usize];
        }
        std::hint::black_box(touched);
    }

    /// Looks a position up and adds it with its link when it is new.
    #[inline]
    pub fn insert(&mut self, state: S, link: L) -> Result<Inserted, OutOfMemory> {
        let tag = tag_of(state);
        let mask = self.slots.len() - 1;
        let mut at = (tag >> self.shift) as usize;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                break;
            }
            let node = slot as u32 - 1;
            if (slot >> 32) as u32 == tag && self.state(node) == state {
                return Ok(Inserted::Known(node));
            }
            at = (at + 1) & mask;
        }
        let node = self.push(state, link)?;
        self.slots[at] = u64::from(tag) << 32 | u64::from(node + 1);
        if self.len > self.full {
            self.grow()?;
        }
        Ok(Inserted::New(node))
    }

    #[inline]
    fn push(&mut self, state: S, link: L) -> Result<u32, OutOfMemory> {
        let node = self.len;
        if (node as usize).is_multiple_of(BLOCK) {
            self.add_block()?;
        }
        let block = self.blocks.last_mut().expect("a block was added before its first node");
        block.states.push(state);
        block.links.push(link);
        self.len += 1;
        Ok(node)
    }

    #[cold]
    fn add_block(&mut self) -> Result<(), OutOfMemory> {
        let size = BLOCK * (size_of::<S>() + size_of::<L>());
        if self.len >= MAX_NODES || self.bytes.saturating_add(size) > self.budget {
            return Err(OutOfMemory);
        }
        let mut block = Block { states: Vec::new(), links: Vec::new() };
        block.states.try_reserve_exact(BLOCK).map_err(|_| OutOfMemory)?;
        block.links.try_reserve_exact(BLOCK).map_err(|_| OutOfMemory)?;
        self.blocks.try_reserve(1).map_err(|_| OutOfMemory)?;
        self.blocks.push(block);
        self.bytes += size;
        Ok(())
    }

    #[cold]
    fn grow(&mut self) -> Result<(), OutOfMemory> {
        let old = self.slots.len();
        let new_bytes = 2 * old * size_of::<u64>();
        // While it grows, the old table is still there.
        if self.shift == 0 || self.bytes.saturating_add(new_bytes) > self.budget {
            // Too dear: go on in what there is, with longer probes, until it is nearly full.
            let crowded = (old / 16 * 15) as u32;
            let is_last = self.full == crowded;
            self.full = crowded;
            return if is_last { Err(OutOfMemory) } else { Ok(()) };
        }
        let mut slots = Vec::new();
        slots.try_reserve_exact(2 * old).map_err(|_| OutOfMemory)?;
        slots.resize(2 * old, 0);
        self.shift -= 1;
        let mask = slots.len() - 1;
        for &slot in self.slots.iter().filter(|&&slot| slot != 0) {
            let mut at = ((slot >> 32) as u32 >> self.shift) as usize;
            while slots[at] != 0 {
                at = (at + 1) & mask;
            }
            slots[at] = slot;
        }
        self.bytes += new_bytes - old * size_of::<u64>();
        self.slots = slots;
        self.full = comfortable(2 * old);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Words;

    #[test]
    fn positions_keep_their_numbers_while_the_table_grows() {
        let mut nodes = Nodes::new(usize::MAX);
        for i in 0..100_000_u64 {
            let parent = Parent::new(i as u32, i % 3 == 0);
            assert_eq!(nodes.insert(Words([i * i]), parent), Ok(Inserted::New(i as u32)));
        }
        for i in 0..100_000_u64 {
            assert_eq!(nodes.insert(Words([i * i]), Parent::NONE), Ok(Inserted::Known(i as u32)));
            assert_eq!(nodes.state(i as u32), Words([i * i]));
            assert_eq!(nodes.link(i as u32).node(), Some(i as u32));
            assert_eq!(nodes.link(i as u32).trace(), Some(i % 3 == 0));
        }
    }

    #[test]
    fn the_budget_holds() {
        let mut nodes = Nodes::new(1 << 20);
        let full = (0_u64..).find(|&i| nodes.insert(Words([i, i]), Parent::NONE).is_err());
        // A third of the budget may be lost to a table that cannot double, no more.
        assert!(full.is_some_and(|count| count * 28 > 1 << 19));
        assert!(nodes.bytes() <= 1 << 20);
    }
}
