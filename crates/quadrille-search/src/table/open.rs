//! The open list of the best-first searches.
//!
//! Positions come out by key, then by the lower estimate, then first in, first out. Chosen by
//! measurement: with last in, first out, A* expands as many positions on one of three puzzles, 6 %
//! fewer on the second and 40 % more on the third, and greedy search finds much longer plans (732
//! moves instead of 61).
//!
//! Whole keys go into buckets, one for each pair of key and estimate; other keys go into a binary
//! heap. Buckets are chains of equal chunks taken from one pool, so the list never moves in memory
//! and knows its size exactly.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::table::OutOfMemory;

/// The order of a position: by key, then by estimate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Key {
    /// Compared first.
    pub key: f64,
    /// Compared for equal keys.
    pub estimate: f64,
}

/// Positions that wait to be expanded.
#[derive(Debug)]
pub struct Open {
    /// True if keys are whole numbers from 0 on, so that buckets can hold them.
    whole: bool,
    buckets: Buckets,
    heap: BinaryHeap<Entry>,
    pushes: u32,
    len: u64,
}

/// Whole keys and estimates above these go into the heap: buckets for them would cost more than
/// they save.
const MAX_KEY: f64 = (1 << 14) as f64;
const MAX_ESTIMATE: f64 = (1 << 12) as f64;

/// A whole number below 2 to the power of 32, from the last bits of a sum whose last bit counts 1.
/// A conversion with `as` handles all other numbers too and takes ten instructions more.
#[inline]
fn number(whole: f64) -> usize {
    const UNIT: f64 = (1_u64 << (f64::MANTISSA_DIGITS - 1)) as f64;
    (whole + UNIT).to_bits() as u32 as usize
}

/// The number as a floating-point number, likewise.
#[inline]
fn real(number: usize) -> f64 {
    f64::from(number as u32)
}

impl Open {
    /// An empty list. With `whole`, keys and estimates are whole numbers from 0 on, which is
    /// faster.
    pub fn new(whole: bool) -> Open {
        Open { whole, buckets: Buckets::default(), heap: BinaryHeap::new(), pushes: 0, len: 0 }
    }

    /// True if no position waits.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of positions that wait.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// The number of bytes that the list holds.
    pub fn bytes(&self) -> usize {
        self.buckets.bytes + self.heap.capacity() * size_of::<Entry>()
    }

    /// Adds a position, unless the list would then hold more bytes than its budget.
    #[inline(always)]
    pub fn push(&mut self, key: Key, node: u32, budget: usize) -> Result<(), OutOfMemory> {
        self.len += 1;
        if self.whole && key.key < MAX_KEY && key.estimate < MAX_ESTIMATE {
            return self.buckets.push(number(key.key), number(key.estimate), node, budget);
        }
        self.push_real(key, node, budget)
    }

    fn push_real(&mut self, key: Key, node: u32, budget: usize) -> Result<(), OutOfMemory> {
        if self.heap.len() == self.heap.capacity() {
            let more = self.heap.capacity().max(256);
            // While the heap grows, the old one still exists.
            let bytes = (self.heap.capacity() + more) * size_of::<Entry>();
            if self.bytes().saturating_add(bytes) > budget {
                return Err(OutOfMemory);
            }
            self.heap.try_reserve_exact(more).map_err(|_| OutOfMemory)?;
        }
        // After four billion pushes ties may come out in another order, the same on every machine.
        self.pushes = self.pushes.wrapping_add(1);
        self.heap.push(Entry { key, push: self.pushes, node });
        Ok(())
    }

    /// The smallest key.
    #[inline]
    pub fn least_key(&mut self) -> Option<f64> {
        let key = self.buckets.least().map(|(key, _)| real(key));
        match self.heap.peek() {
            Some(entry) if key.is_none_or(|key| entry.key.key < key) => Some(entry.key.key),
            _ => key,
        }
    }

    /// True if the best of the heap comes before the best of the buckets.
    #[cold]
    fn heap_is_before(&self, key: usize, estimate: usize) -> bool {
        let best = (real(key), real(estimate));
        self.heap.peek().is_some_and(|entry| (entry.key.key, entry.key.estimate) < best)
    }

    /// Takes the best position, with its key.
    #[inline]
    pub fn pop(&mut self) -> Option<(Key, u32)> {
        self.pop_within(f64::INFINITY)
    }

    /// Takes the best position if its key is no larger than this.
    #[inline(always)]
    pub fn pop_within(&mut self, most: f64) -> Option<(Key, u32)> {
        let least = self.buckets.least();
        let popped = match least {
            Some((key, estimate))
                if self.heap.is_empty() || !self.heap_is_before(key, estimate) =>
            {
                if real(key) > most {
                    return None;
                }
                let node = self.buckets.pop_from(key, estimate);
                (Key { key: real(key), estimate: real(estimate) }, node)
            }
            _ => {
                self.heap.peek().filter(|entry| entry.key.key <= most)?;
                self.heap.pop().map(|entry| (entry.key, entry.node))?
            }
        };
        self.len -= 1;
        Some(popped)
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Entry {
    key: Key,
    push: u32,
    node: u32,
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Entry) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    /// The greatest comes out of the heap first.
    fn cmp(&self, other: &Entry) -> Ordering {
        (other.key.key.total_cmp(&self.key.key))
            .then_with(|| other.key.estimate.total_cmp(&self.key.estimate))
            .then_with(|| other.push.cmp(&self.push))
    }
}

/// Positions per chunk, so that a chunk is one line of the cache. With larger chunks, a search
/// whose positions spread over thousands of buckets spends its time clearing memory.
const CHUNK: usize = 15;
const NO_CHUNK: u32 = u32::MAX;
/// Chunks that are allocated together.
const BLOCK: usize = 64;

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Chunk {
    next: u32,
    nodes: [u32; CHUNK],
}

/// A chain of chunks: positions are added to the last and taken from the first. Up to two positions
/// need no chunk: where estimates spread wide, as on a map, most buckets never hold more.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    /// The first chunk, or the first position.
    first: u32,
    /// The last chunk, or the second position.
    last: u32,
    /// Positions taken from the first chunk, or [`Bucket::SMALL`].
    taken: u16,
    /// Positions in the last chunk, including those taken from it if it is also the first; without
    /// chunks, the number of positions. Zero only if the bucket is empty.
    used: u16,
}

impl Bucket {
    /// Marks a bucket without chunks.
    const SMALL: u16 = u16::MAX;
    const EMPTY: Bucket = Bucket { first: 0, last: 0, taken: Bucket::SMALL, used: 0 };
}

#[derive(Debug, Default)]
struct Buckets {
    /// By key. The first row has the key `low`.
    rows: Vec<Row>,
    low: usize,
    /// The least key that may have a non-empty row.
    least: usize,
    /// The chunks, in blocks that never move.
    pool: Vec<Box<[Chunk; BLOCK]>>,
    /// Chunks in use or free.
    chunks: u32,
    /// The first free chunk; free chunks form a chain.
    free: u32,
    bytes: usize,
}

/// The buckets of one key. The first has the estimate `low`.
#[derive(Debug, Default)]
struct Row {
    buckets: Vec<Bucket>,
    low: usize,
    /// The least estimate that may have a non-empty bucket.
    least: usize,
}

/// Extends a list whose first entry has the number `low` so that it includes `number`. At the front
/// it doubles, so a number that falls step by step does not move the list each time.
fn reach<T>(
    list: &mut Vec<T>,
    low: &mut usize,
    number: usize,
    mut empty: impl FnMut() -> T,
) -> usize {
    let before = list.len();
    if list.is_empty() {
        *low = number;
    }
    if number < *low {
        let more = (*low - number).max(list.len()).min(*low);
        list.splice(0..0, std::iter::repeat_with(&mut empty).take(more));
        *low -= more;
    }
    if number >= *low + list.len() {
        list.resize_with(number - *low + 1, empty);
    }
    (list.len() - before) * size_of::<T>()
}

impl Buckets {
    #[inline(always)]
    fn push(
        &mut self,
        key: usize,
        estimate: usize,
        node: u32,
        budget: usize,
    ) -> Result<(), OutOfMemory> {
        let row = self.rows.get_mut(key.wrapping_sub(self.low));
        let found = row.and_then(|row| {
            row.least = row.least.min(estimate);
            row.buckets.get_mut(estimate.wrapping_sub(row.low))
        });
        let Some(bucket) = found else {
            return self.push_to_new_bucket(key, estimate, node);
        };
        self.least = self.least.min(key);
        if bucket.taken == Bucket::SMALL && bucket.used < 2 {
            *(if bucket.used == 0 { &mut bucket.first } else { &mut bucket.last }) = node;
            bucket.used += 1;
            return Ok(());
        }
        if bucket.taken == Bucket::SMALL || usize::from(bucket.used) == CHUNK {
            return self.push_to_new_chunk(key, estimate, node, budget);
        }
        let last = bucket.last as usize;
        self.pool[last / BLOCK][last % BLOCK].nodes[usize::from(bucket.used)] = node;
        bucket.used += 1;
        Ok(())
    }

    fn push_to_new_chunk(
        &mut self,
        key: usize,
        estimate: usize,
        node: u32,
        budget: usize,
    ) -> Result<(), OutOfMemory> {
        let chunk = self.add_chunk(budget)?;
        let row = &mut self.rows[key - self.low];
        let bucket = &mut row.buckets[estimate - row.low];
        let Bucket { first, last, taken, .. } = *bucket;
        if taken == Bucket::SMALL {
            *bucket = Bucket { first: chunk, last: chunk, taken: 0, used: 3 };
            self.chunk(chunk).nodes[..3].copy_from_slice(&[first, last, node]);
        } else {
            *bucket = Bucket { last: chunk, used: 1, ..*bucket };
            self.chunk(chunk).nodes[0] = node;
            self.chunk(last).next = chunk;
        }
        Ok(())
    }

    #[inline]
    fn chunk(&mut self, chunk: u32) -> &mut Chunk {
        &mut self.pool[chunk as usize / BLOCK][chunk as usize % BLOCK]
    }

    #[cold]
    fn push_to_new_bucket(
        &mut self,
        key: usize,
        estimate: usize,
        node: u32,
    ) -> Result<(), OutOfMemory> {
        if self.rows.is_empty() {
            (self.least, self.free) = (key, NO_CHUNK);
        }
        self.least = self.least.min(key);
        self.bytes += reach(&mut self.rows, &mut self.low, key, Row::default);
        let row = &mut self.rows[key - self.low];
        if row.buckets.is_empty() {
            row.least = estimate;
        }
        self.bytes += reach(&mut row.buckets, &mut row.low, estimate, || Bucket::EMPTY);
        row.buckets[estimate - row.low] = Bucket { first: node, used: 1, ..Bucket::EMPTY };
        Ok(())
    }

    fn add_chunk(&mut self, budget: usize) -> Result<u32, OutOfMemory> {
        if self.free != NO_CHUNK {
            let chunk = self.free;
            self.free = self.chunk(chunk).next;
            return Ok(chunk);
        }
        if self.chunks as usize == self.pool.len() * BLOCK {
            self.add_block(budget)?;
        }
        self.chunks += 1;
        Ok(self.chunks - 1)
    }

    #[cold]
    fn add_block(&mut self, budget: usize) -> Result<(), OutOfMemory> {
        let size = size_of::<[Chunk; BLOCK]>() + size_of::<Box<[Chunk; BLOCK]>>();
        if self.bytes.saturating_add(size) > budget {
            return Err(OutOfMemory);
        }
        self.bytes += size;
        self.pool.push(Box::new([Chunk { next: NO_CHUNK, nodes: [0; CHUNK] }; BLOCK]));
        Ok(())
    }

    /// The key and estimate of the first non-empty bucket.
    #[inline]
    fn least(&mut self) -> Option<(usize, usize)> {
        loop {
            let row = self.rows.get_mut(self.least - self.low)?;
            match row.buckets.get(row.least - row.low) {
                None => self.least += 1,
                Some(bucket) if bucket.used == 0 => row.least += 1,
                Some(_) => return Some((self.least, row.least)),
            }
        }
    }

    /// Takes the oldest position out of a non-empty bucket.
    #[inline]
    fn pop_from(&mut self, key: usize, estimate: usize) -> u32 {
        let row = &mut self.rows[key - self.low];
        let bucket = &mut row.buckets[estimate - row.low];
        let first = bucket.first;
        if bucket.taken == Bucket::SMALL {
            bucket.first = bucket.last;
            bucket.used -= 1;
            return first;
        }
        let chunk = &mut self.pool[first as usize / BLOCK][first as usize % BLOCK];
        let node = chunk.nodes[usize::from(bucket.taken)];
        bucket.taken += 1;
        let is_last = first == bucket.last;
        if bucket.taken == bucket.used && is_last || usize::from(bucket.taken) == CHUNK {
            *bucket = match is_last {
                true => Bucket::EMPTY,
                false => Bucket { first: chunk.next, taken: 0, ..*bucket },
            };
            chunk.next = self.free;
            self.free = first;
        }
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pushes and pops in a fixed, mixed order; buckets and heap must return the same.
    #[test]
    fn buckets_and_heap_agree() {
        let (mut whole, mut real) = (Open::new(true), Open::new(false));
        let mut mixed = 1_u64;
        for step in 0..20_000_u32 {
            mixed = mixed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            if mixed >> 61 < 5 {
                let estimate = (mixed >> 40 & 7) as f64;
                // A few keys lie beyond the buckets, and a few estimates whose keys do not.
                let key = match mixed >> 50 & 63 {
                    0 => Key { key: MAX_KEY + 3.0, estimate },
                    1 => Key { key: (mixed >> 33 & 15) as f64, estimate: MAX_ESTIMATE + 1.0 },
                    _ => Key { key: (mixed >> 33 & 15) as f64, estimate },
                };
                whole.push(key, step, usize::MAX).unwrap();
                real.push(key, step, usize::MAX).unwrap();
            } else {
                assert_eq!(whole.pop(), real.pop());
            }
            assert_eq!(whole.len(), real.len());
        }
        while let Some(popped) = whole.pop() {
            assert_eq!(real.pop(), Some(popped));
        }
        assert_eq!(real.pop(), None);
    }

    #[test]
    fn the_budget_holds() {
        for whole in [true, false] {
            let mut open = Open::new(whole);
            let key = Key { key: 1.0, estimate: 1.0 };
            let full = (0..).find(|&node| open.push(key, node, 1 << 16).is_err());
            assert!(full.is_some_and(|count| count > 1000));
            assert!(open.bytes() <= 1 << 16);
        }
    }
}
