//! The table of known positions: packed states with links to their parents, found by hash.
//!
//! States and links lie in blocks in the order in which they were first reached; a breadth-first
//! queue is therefore just a counter. Blocks lie on large pages and never move, except for the
//! first one, which starts small. An open-addressing table of 32-bit slots, at most half full,
//! finds them. A slot has the number of a node in its lower bits, as many as the size of the table
//! needs, and a tag in the others: bits of the hash that do not determine the place of the slot.
//! With a million positions the tag has ten bits and is wrong once in a thousand, so a new position
//! costs one cache miss and a known one two. When the table grows, the hashes are computed again
//! from the states, block by block; the old table is freed before the new one is filled.
//!
//! A search of a million positions spends most of its time waiting for memory, unless it
//! prefetches. So it prefetches the slots of a batch of positions while it generates them
//! ([`Nodes::fetch_slot`]), then the states of those that seem known ([`Nodes::fetch_state`]), and
//! only then looks them up.
//!
//! Compared with 64-bit slots with tags of 32 bits, three quarters full, breadth-first search of a
//! million positions takes a fifth less time, and less memory.

use super::block::Block;
use super::hints::{fetch, lay_on_large_pages};
use crate::control::Deadline;
use crate::space::State;
use crate::table::hash;
use crate::{Cost, Stop};

/// There is no room for another position within the budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory;

/// The result of [`Nodes::insert`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inserted {
    /// The position was new and has this number now.
    New(u32),
    /// The position was known by this number.
    Known(u32),
}

/// The parent of a position, with the trace of the move
/// ([`Space::trace`](crate::space::Space::trace)) in the spare bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parent(u32);

impl Parent {
    /// The parent of the start.
    pub const NONE: Parent = Parent(u32::MAX);

    /// Reached from this node.
    #[inline]
    pub fn new(node: u32, trace: bool) -> Parent {
        Parent(node << 1 | u32::from(trace))
    }

    #[inline]
    pub(crate) fn bits(self) -> u32 {
        self.0
    }

    #[inline]
    pub(crate) fn from_bits(bits: u32) -> Parent {
        Parent(bits)
    }

    /// The node, for a position that is not the start.
    #[inline]
    pub(crate) fn number(self) -> u32 {
        self.0 >> 1
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

/// The data that a search stores with each position: its parent, and perhaps more.
pub trait Link: Copy + Send {
    /// The parent of the position.
    fn parent(self) -> Parent;
}

impl Link for Parent {
    #[inline]
    fn parent(self) -> Parent {
        self
    }
}

/// Known positions, numbered from 0 in the order of insertion.
#[derive(Debug)]
pub struct Nodes<S, L = Parent> {
    /// The first block, and the others. Most searches need one, and find its states without reading
    /// the list of blocks: a tenth faster where the table is in the cache.
    first: Block<S, L>,
    others: Vec<Block<S, L>>,
    slots: Vec<u32>,
    /// The bits of a hash that are the index of its first slot, and of a slot that are the number
    /// of its node. The others are the tag.
    mask: u32,
    len: u32,
    /// The number of positions at which the table grows.
    full: u32,
    /// The number of tables that share the positions of the search; size thresholds apply to all
    /// together.
    tables: usize,
    budget: usize,
    bytes: usize,
    /// Bytes that each state owns on the heap.
    heap_bytes: usize,
    deadline: Deadline,
}

/// Nodes in a portion of small states.
const PORTION: usize = 1 << 14;
/// The most bytes of the states in a block. Most searches need one block, and find its states
/// without a branch that depends on the node. Only the pages in use take memory, except where
/// addresses are few.
const BLOCK_BYTES: usize = if cfg!(target_pointer_width = "64") { 1 << 24 } else { 1 << 23 };
/// The most nodes in a block.
const BLOCK_NODES: usize = 1 << 21;
/// Positions that are handled together when the table grows, so that their cache misses overlap.
const BATCH: usize = 64;
/// Slots that are cleared between two checks of the clock.
const CLEARED: usize = 1 << 22;
/// Small, so that a search of a dozen positions does not clear a table for thousands.
const FIRST_SLOTS: usize = 1 << 6;
const LEAST_SLOTS: usize = 1 << 3;
/// Tables of up to this many slots stay in a near cache: prefetching costs more than it saves.
const NEAR_SLOTS: usize = 1 << 16;
/// The initial capacity of the first block; it doubles up to a portion.
const FIRST_ROOM: usize = 1 << 5;
/// Up to this many slots the table quadruples when it grows: moving all positions to a new table is
/// a large part of the work of a short search. A larger table only doubles to save memory.
const QUADRUPLED: usize = 1 << 22;
/// A slot needs at least one bit for the tag.
const MAX_SLOTS: usize = 1 << 31;
/// One bit of a node's number holds the trace. Numbers are shared by all tables of a search.
const MAX_NODES: usize = (1 << 31) - 1;

/// A quarter while the table is in the cache, where a second probe costs a mispredicted branch and
/// not a cache miss; then a half, since a larger table waits for memory more.
const fn comfortable(slots: usize) -> u32 {
    (if slots <= NEAR_SLOTS { slots / 4 } else { slots / 2 }) as u32
}

impl<S: State, L: Link> Nodes<S, L> {
    /// Nodes in a portion: few, so that a short search takes little memory.
    const PORTION: usize = if size_of::<S>() <= 16 { PORTION } else { PORTION / 8 };
    /// Nodes in a block: many, so that it lies on large pages. Only the used portions count as
    /// memory.
    const BLOCK: usize = {
        let mut nodes = Self::PORTION;
        while 2 * nodes * size_of::<S>() <= BLOCK_BYTES && nodes < BLOCK_NODES {
            nodes *= 2;
        }
        nodes
    };

    /// The number of the block of a node, and the node's index there.
    #[inline(always)]
    const fn place(node: u32) -> (usize, usize) {
        (node as usize / Self::BLOCK, node as usize % Self::BLOCK)
    }

    /// The block of a node, and the node's index there.
    #[inline(always)]
    fn block(&self, node: u32) -> (&Block<S, L>, usize) {
        let (block, place) = Self::place(node);
        (block.checked_sub(1).map_or(&self.first, |other| &self.others[other]), place)
    }

    #[inline(always)]
    fn block_mut(&mut self, node: u32) -> (&mut Block<S, L>, usize) {
        let (block, place) = Self::place(node);
        let block = match block.checked_sub(1) {
            None => &mut self.first,
            Some(other) => &mut self.others[other],
        };
        (block, place)
    }

    /// An empty table that will hold at most `budget` bytes. Growing can take half a second, so it
    /// checks the deadline meanwhile.
    pub fn new(budget: usize, deadline: Deadline) -> Nodes<S, L> {
        Nodes::one_of(1, budget, deadline)
    }

    /// One of `tables` tables that share the positions of a search evenly.
    pub(crate) fn one_of(tables: usize, budget: usize, deadline: Deadline) -> Nodes<S, L> {
        // Together they grow as often as one.
        let first = (FIRST_SLOTS / tables.next_power_of_two()).max(LEAST_SLOTS);
        // With room for one more, so that the compiler does not ask for cleared memory, which does
        // not come from the allocator's cache.
        let mut slots = Vec::with_capacity(first + 1);
        slots.resize(first, 0);
        Nodes {
            first: Block::default(),
            others: Vec::new(),
            slots,
            mask: first as u32 - 1,
            len: 0,
            full: comfortable(first),
            tables,
            budget,
            bytes: first * size_of::<u32>(),
            heap_bytes: 0,
            deadline,
        }
    }

    /// Sets the number of bytes that each state owns on the heap.
    pub(crate) fn with_heap_bytes(self, heap_bytes: usize) -> Nodes<S, L> {
        Nodes { heap_bytes, ..self }
    }

    /// The number of known positions.
    #[inline]
    pub fn len(&self) -> u32 {
        self.len
    }

    /// True if no position is known.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of bytes that the tables hold.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Changes the budget: other data of the search shares the same limit.
    #[inline]
    pub fn set_budget(&mut self, budget: usize) {
        self.budget = budget;
    }

    /// The position with this number.
    #[inline]
    pub fn state(&self, node: u32) -> &S {
        let (block, place) = self.block(node);
        block.state(place)
    }

    /// The data stored with a position.
    #[inline]
    pub fn link(&self, node: u32) -> L {
        let (block, place) = self.block(node);
        block.link(place)
    }

    /// Replaces the data stored with a position.
    #[inline]
    pub fn set_link(&mut self, node: u32, link: L) {
        let (block, place) = self.block_mut(node);
        *block.link_mut(place) = link;
    }

    /// The positions from the start to `node`.
    pub fn line_to(&self, node: u32) -> Vec<S> {
        self.line_of(node, 0)
    }

    /// As [`Nodes::line_to`], with room for this many moves.
    pub(crate) fn line_of(&self, node: u32, moves: Cost) -> Vec<S> {
        let parent = |&node: &u32| self.link(node).parent().node();
        let mut line = Vec::with_capacity(moves.min(self.len) as usize + 1);
        line.extend(std::iter::successors(Some(node), parent).map(|node| self.state(node).clone()));
        line.reverse();
        line
    }

    /// Prefetches the first slot for a position with this hash.
    #[inline]
    pub fn fetch_slot(&self, hash: u64) {
        fetch(&self.slots, self.home(hash));
    }

    /// Prefetches the known position that a position with this hash will probably be compared with.
    /// Its slot should be in the cache.
    #[inline]
    pub(crate) fn fetch_state(&self, hash: u64) {
        let (block, place) = self.block(self.node_alike(hash));
        block.fetch_state(place);
    }

    /// As `fetch_state`, with the link of the known position.
    #[inline]
    pub fn fetch_state_and_link(&self, hash: u64) {
        self.fetch_node(self.node_alike(hash));
    }

    /// Prefetches a known position and its link.
    #[inline]
    pub(crate) fn fetch_node(&self, node: u32) {
        let (block, place) = self.block(node);
        block.fetch(place);
    }

    /// True if the table is so large that prefetching pays ([`Nodes::fetch_slot`]).
    #[inline]
    pub(crate) fn is_far(&self) -> bool {
        self.slots.len() > NEAR_SLOTS
    }

    /// The known position in the first slot of a hash if it has the same tag, else the start.
    // Without a branch, which would be mispredicted half of the time.
    #[inline(always)]
    fn node_alike(&self, hash: u64) -> u32 {
        let slot = self.slots[self.home(hash)];
        let is_alike = (slot != 0) & self.is_alike(slot, hash);
        u32::from(is_alike).wrapping_neg() & (slot & self.mask).wrapping_sub(1)
    }

    /// Removes those positions from a list that are known by their first slot and that `is_old`
    /// holds for, given their node. Returns how many. The order of the others stays.
    // Without a branch that depends on the table.
    #[inline(always)]
    pub(crate) fn remove_known<T>(
        &self,
        list: &mut Vec<T>,
        key: impl Fn(&T) -> (&S, u64),
        is_old: impl Fn(&T, u32) -> bool,
    ) -> u64 {
        let mut kept = 0;
        for at in 0..list.len() {
            let (state, hash) = key(&list[at]);
            let node = self.node_alike(hash);
            let is_known = (*self.state(node) == *state) & is_old(&list[at], node);
            list.swap(kept, at);
            kept += usize::from(!is_known);
        }
        let known = list.len() - kept;
        list.truncate(kept);
        known as u64
    }

    /// The first slot to probe for a hash.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        (hash as u32 & self.mask) as usize
    }

    /// True if a slot in use has the tag of a hash.
    #[inline]
    fn is_alike(&self, slot: u32, hash: u64) -> bool {
        (slot ^ hash as u32) & !self.mask == 0
    }

    /// The node of a slot in use.
    #[inline]
    fn node_of(&self, slot: u32) -> u32 {
        (slot & self.mask) - 1
    }

    /// True if a position is known by its first slot, for tables in the cache: without a look at
    /// the tag and at other blocks, which would be more instructions. False if it is unknown, or
    /// known by another slot.
    #[inline(always)]
    pub(crate) fn is_at_home(&self, state: &S, hash: u64) -> bool {
        // A free slot stands for the start, which is known.
        let node = (self.slots[self.home(hash)] & self.mask).saturating_sub(1);
        (node as usize) < self.first.len() && self.first.state(node as usize) == state
    }

    /// Looks a position up and adds it with its link if it is new. After a failure nothing more can
    /// be looked up, but known positions can be read.
    #[inline]
    pub fn insert(&mut self, state: S, link: L) -> Result<Inserted, Stop> {
        let hash = hash(&state);
        self.insert_hashed(state, hash, link)
    }

    /// As [`Nodes::insert`], with the hash of the state.
    // Always: it is in the innermost loop of every search, and the compiler finds it too large in
    // some.
    #[inline(always)]
    pub fn insert_hashed(&mut self, state: S, hash: u64, link: L) -> Result<Inserted, Stop> {
        let mask = self.slots.len() - 1;
        let mut at = self.home(hash);
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                break;
            }
            if self.is_alike(slot, hash) {
                let node = self.node_of(slot);
                if *self.state(node) == state {
                    return Ok(Inserted::Known(node));
                }
            }
            at = (at + 1) & mask;
        }
        let node = self.push(state, link)?;
        self.slots[at] = hash as u32 & !self.mask | (node + 1);
        if self.len > self.full {
            self.grow()?;
        }
        Ok(Inserted::New(node))
    }

    /// Adds a position if it is new. Unlike [`Nodes::insert_hashed`] it has no branch that depends
    /// on whether the position is new or known by its first slot, which cannot be predicted.
    #[inline(always)]
    pub(crate) fn add(&mut self, state: S, hash: u64, link: L) -> Result<(), Stop> {
        let at = self.home(hash);
        let slot = self.slots[at];
        let (is_new, is_known) = (slot == 0, *self.state(self.node_alike(hash)) == state);
        let node = self.len;
        let needs_room = (node as usize).is_multiple_of(Self::PORTION);
        if !(is_new | is_known) | needs_room {
            return self.insert_hashed(state, hash, link).map(drop);
        }
        let (block, place) = self.block_mut(node);
        block.push(state, link);
        block.truncate(place + usize::from(is_new));
        let new_slot = hash as u32 & !self.mask | (node + 1);
        self.slots[at] = slot | u32::from(is_new).wrapping_neg() & new_slot;
        self.len += u32::from(is_new);
        if self.len > self.full {
            self.grow()?;
        }
        Ok(())
    }

    #[inline]
    fn push(&mut self, state: S, link: L) -> Result<u32, OutOfMemory> {
        let node = self.len;
        if (node as usize).is_multiple_of(Self::PORTION) {
            self.add_portion()?;
        }
        self.block_mut(node).0.push(state, link);
        self.len += 1;
        Ok(node)
    }

    /// Makes room for a portion of nodes.
    #[cold]
    fn add_portion(&mut self) -> Result<(), OutOfMemory> {
        let portion = Self::PORTION;
        let node_bytes = size_of::<S>() + self.heap_bytes + size_of::<L>();
        let size = portion * node_bytes;
        let is_beyond = self.len as usize + portion > MAX_NODES / self.tables;
        if is_beyond || self.bytes.saturating_add(size) > self.budget {
            return Err(OutOfMemory);
        }
        let used = Self::place(self.len).1;
        if used == 0 && self.len > 0 {
            self.others.try_reserve(1).map_err(|_| OutOfMemory)?;
            self.others.push(Block::default());
        }
        let block = self.others.last_mut().unwrap_or(&mut self.first);
        let affordable = (self.budget - self.bytes) / node_bytes / portion * portion;
        // The first block grows as it is filled, up to its first portion.
        let most = if self.len == 0 { FIRST_ROOM } else { Self::BLOCK - used };
        // The budget may have been smaller when the block was made.
        if block.capacity() < used + portion.min(most) {
            block.reserve(most.min(affordable))?;
        }
        self.bytes += size;
        Ok(())
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        let old = self.slots.len();
        let fits = |new: usize| {
            let more = (new - old) * size_of::<u32>();
            new <= MAX_SLOTS && self.bytes.saturating_add(more) <= self.budget
        };
        let is_small = 4 * old * self.tables <= QUADRUPLED;
        let new = if is_small && fits(4 * old) { 4 * old } else { 2 * old };
        if !fits(new) {
            // Over budget: keep the table, with longer probes, until it is nearly full.
            let crowded = (old / 16 * 15) as u32;
            let is_last = self.full == crowded;
            self.full = crowded;
            return if is_last { Err(OutOfMemory.into()) } else { Ok(()) };
        }
        self.deadline.free(std::mem::take(&mut self.slots));
        self.slots.try_reserve_exact(new).map_err(|_| OutOfMemory)?;
        lay_on_large_pages(&self.slots);
        while self.slots.len() < new {
            self.deadline.check(self.bytes)?;
            self.slots.resize(new.min(self.slots.len() + CLEARED), 0);
        }
        self.mask = new as u32 - 1;
        self.bytes += (new - old) * size_of::<u32>();
        self.full = comfortable(new);
        let mask = self.slots.len() - 1;
        let mut number = 0;
        let mut batch = [0; BATCH];
        for block in std::iter::once(&self.first).chain(&self.others) {
            for first in (0..block.len()).step_by(BATCH) {
                if first % Self::PORTION == 0 {
                    self.deadline.check(self.bytes)?;
                }
                let count = BATCH.min(block.len() - first);
                for (place, hash) in batch[..count].iter_mut().enumerate() {
                    *hash = crate::table::hash(block.state(first + place));
                    fetch(&self.slots, self.home(*hash));
                }
                for &hash in &batch[..count] {
                    number += 1;
                    let mut at = self.home(hash);
                    while self.slots[at] != 0 {
                        at = (at + 1) & mask;
                    }
                    self.slots[at] = hash as u32 & !self.mask | number;
                }
            }
        }
        Ok(())
    }
}
