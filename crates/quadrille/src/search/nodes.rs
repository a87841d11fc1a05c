//! The table of known positions: packed states with parent links, found by hash.
//!
//! States and parents lie in blocks that never move, in the order in which they were first reached; a breadth-first
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

/// Known positions, numbered from 0 in the order of their coming.
#[derive(Debug)]
pub struct Nodes<S> {
    blocks: Vec<Block<S>>,
    slots: Vec<u64>,
    /// How far a tag is shifted to become the index of a slot.
    shift: u32,
    len: u32,
    budget: usize,
    bytes: usize,
}

#[derive(Debug)]
struct Block<S> {
    states: Vec<S>,
    parents: Vec<u32>,
}

/// Nodes a block. Small enough that a puzzle of a few hundred states touches little memory.
const BLOCK: usize = 1 << 12;
const FIRST_SLOTS: usize = 1 << 10;

/// The upper half of the hash: where the state belongs, and by what it is told from others.
#[inline]
fn tag_of<S: State>(state: S) -> u32 {
    (state.mix() >> 32) as u32
}

impl<S: State> Nodes<S> {
    /// An empty table that will hold at most `budget` bytes.
    pub fn new(budget: usize) -> Nodes<S> {
        Nodes {
            blocks: Vec::new(),
            slots: vec![0; FIRST_SLOTS],
            shift: 32 - FIRST_SLOTS.trailing_zeros(),
            len: 0,
            budget,
            bytes: FIRST_SLOTS * size_of::<u64>(),
        }
    }

    /// How many positions are known.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Whether no position is known.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many bytes the tables hold.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The position with this number.
    #[inline]
    pub fn state(&self, node: u32) -> S {
        self.blocks[node as usize / BLOCK].states[node as usize % BLOCK]
    }

    /// The number of the position from which this one was reached; that of the start is its own.
    #[inline]
    pub fn parent(&self, node: u32) -> u32 {
        self.blocks[node as usize / BLOCK].parents[node as usize % BLOCK]
    }

    /// Changes from where a position was reached.
    #[inline]
    pub fn set_parent(&mut self, node: u32, parent: u32) {
        self.blocks[node as usize / BLOCK].parents[node as usize % BLOCK] = parent;
    }

    /// The positions from the start to this one.
    pub fn line_to(&self, mut node: u32) -> Vec<S> {
        let mut line = vec![self.state(node)];
        while self.parent(node) != node {
            node = self.parent(node);
            line.push(self.state(node));
        }
        line.reverse();
        line
    }

    /// Touches the slots and positions that a batch of insertions will look at. The reads do not depend on each other,
    /// so the processor waits for many of them at once instead of for each in turn.
    #[inline]
    pub fn warm(&self, states: impl Iterator<Item = S> + Clone) {
        let mut touched = 0;
        for state in states.clone() {
            touched ^= self.slots[(tag_of(state) >> self.shift) as usize];
        }
        std::hint::black_box(touched);
    }

    /// Looks a position up and adds it, reached from `parent`, when it is new.
    #[inline]
    pub fn insert(&mut self, state: S, parent: u32) -> Result<Inserted, OutOfMemory> {
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
        let node = self.push(state, parent)?;
        self.slots[at] = u64::from(tag) << 32 | u64::from(node + 1);
        // Three quarters full: probes stay short, and the tags tell strangers apart without looking at them.
        if self.len as usize > self.slots.len() / 4 * 3 {
            self.grow()?;
        }
        Ok(Inserted::New(node))
    }

    fn push(&mut self, state: S, parent: u32) -> Result<u32, OutOfMemory> {
        let node = self.len;
        if (node as usize).is_multiple_of(BLOCK) {
            self.add_block()?;
        }
        let block = self.blocks.last_mut().expect("a block was added before its first node");
        block.states.push(state);
        block.parents.push(parent);
        self.len += 1;
        Ok(node)
    }

    #[cold]
    fn add_block(&mut self) -> Result<(), OutOfMemory> {
        let size = BLOCK * (size_of::<S>() + size_of::<u32>());
        if self.len > u32::MAX - 2 * BLOCK as u32 || self.bytes.saturating_add(size) > self.budget {
            return Err(OutOfMemory);
        }
        let mut block = Block { states: Vec::new(), parents: Vec::new() };
        block.states.try_reserve_exact(BLOCK).map_err(|_| OutOfMemory)?;
        block.parents.try_reserve_exact(BLOCK).map_err(|_| OutOfMemory)?;
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
            return Err(OutOfMemory);
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
            assert_eq!(nodes.insert(Words([i * i]), 0), Ok(Inserted::New(i as u32)));
        }
        for i in 0..100_000_u64 {
            assert_eq!(nodes.insert(Words([i * i]), 7), Ok(Inserted::Known(i as u32)));
            assert_eq!(nodes.state(i as u32), Words([i * i]));
            assert_eq!(nodes.parent(i as u32), 0);
        }
    }

    #[test]
    fn the_budget_holds() {
        let mut nodes = Nodes::new(1 << 20);
        let full = (0_u64..).find(|&i| nodes.insert(Words([i, i]), 0).is_err());
        assert!(full.is_some_and(|count| count > 1000));
        assert!(nodes.bytes() <= 1 << 20);
    }
}
