//! The largest distance between positions: the most moves that a shortest path takes from any start
//! to any position that can be reached from it. For a puzzle in which every position may be the
//! goal, this is known as God's number.
//!
//! One breadth-first search per start, many at a time (Then and others, "The More the Merrier:
//! Efficient Multi-Source Graph Traversal", 2014): a position has a bit for each start of a batch,
//! so one word operation advances many searches. Two observations make the work smaller. Only
//! positions that some move leads to can be met again, and these are often few; the others are only
//! starts. Starts with the same successors are searched once.

use std::ops::ControlFlow;

use super::Visitor;
use super::survey::Exploration;
use crate::control::Meter;
use crate::{Pruning, Stats, Stop, space::Space};

/// The largest distances between positions.
#[derive(Clone, PartialEq, Debug)]
pub struct Spread<T> {
    /// The number of different starts. `None` when not all of them were visited.
    pub starts: Option<u64>,
    /// The number of positions that can be reached from them, the starts included.
    pub positions: u64,
    /// The number of starts by the distance to the farthest position that can be reached, from 0
    /// on. Only the starts that were examined, when it ended early.
    pub by_distance: Vec<u64>,
    /// A start and a position that are farthest apart: [`Stats::depth`] moves.
    pub farthest: Option<T>,
    /// The reason for an early end.
    pub stop: Option<Stop>,
    /// The effort.
    pub stats: Stats,
}

impl<T> Spread<T> {
    /// The largest distance found: of all starts, if it did not end early.
    pub fn most(&self) -> Option<u32> {
        Some(self.by_distance.len().checked_sub(1)? as u32)
    }
}

pub(super) fn spread<P: Space + ?Sized>(
    space: &P,
    pruning: Pruning,
    every_start: impl FnOnce(Visitor<'_, P::State>) -> ControlFlow<()>,
    meter: &mut Meter<'_>,
) -> Spread<(P::State, P::State)> {
    let mut exploration = Exploration::new(space, pruning, meter).with_steps();
    let end = exploration.run(meter, every_start);
    let (starts, held) = (exploration.starts(), exploration.bytes());
    let Exploration { nodes, steps, stats, .. } = exploration;
    let mut spread = Spread {
        starts: (starts > 0).then_some(u64::from(starts)),
        positions: u64::from(nodes.len()),
        by_distance: Vec::new(),
        farthest: None,
        stop: end.err(),
        stats: Stats { peak_bytes: held as u64, ..stats },
    };
    if let (None, Some(steps)) = (spread.stop, steps) {
        let (ends, targets) = steps.flat();
        let mut sweep = Sweep { stats: spread.stats, ..Sweep::default() };
        spread.stop = sweep.run(starts, &ends, targets, nodes.bytes(), meter).err();
        spread.stats = sweep.stats;
        spread.by_distance = sweep.by_distance;
        let state = |node: u32| nodes.state(node).clone();
        spread.farthest = sweep.farthest.map(|(start, to)| (state(start), state(to)));
    }
    meter.finish(&mut spread.stats);
    spread
}

const WORDS: usize = 8;
const BATCH: usize = 64 * WORDS;

/// A set of the starts of a batch.
type Set = [u64; WORDS];

const NONE: Set = [0; WORDS];

fn bit(set: &Set, number: usize) -> bool {
    set[number / 64] >> (number % 64) & 1 == 1
}

fn insert(set: &mut Set, number: usize) {
    set[number / 64] |= 1 << (number % 64);
}

/// A start, and the number of starts with the same successors, itself included.
#[derive(Clone, Copy)]
struct Source {
    node: u32,
    weight: u32,
}

#[derive(Default)]
struct Sweep {
    by_distance: Vec<u64>,
    farthest: Option<(u32, u32)>,
    stats: Stats,
}

/// The successors of each position; the lists are sorted.
struct Graph<'a> {
    ends: &'a [u32],
    targets: Vec<u32>,
}

impl Graph<'_> {
    fn range(&self, node: u32) -> std::ops::Range<usize> {
        let begin = (node as usize).checked_sub(1).map_or(0, |before| self.ends[before]);
        begin as usize..self.ends[node as usize] as usize
    }

    fn after(&self, node: u32) -> &[u32] {
        &self.targets[self.range(node)]
    }
}

/// The sets of starts that have reached each position.
struct Reached {
    seen: Vec<Set>,
    /// Starts that reached the position in the previous step.
    frontier: Vec<Set>,
    /// Starts that reach it in this step.
    next: Vec<Set>,
    /// The positions with a non-empty set in `frontier`, and in `next`.
    active: Vec<u32>,
    coming: Vec<u32>,
}

impl Reached {
    fn send(&mut self, to: u32, set: &Set) {
        let next = &mut self.next[to as usize];
        if *next == NONE {
            self.coming.push(to);
        }
        for (word, more) in next.iter_mut().zip(set) {
            *word |= more;
        }
    }

    /// Makes `next` the frontier. Returns the starts that reached a position for the first time.
    fn step(&mut self) -> Set {
        let mut all = NONE;
        for &node in &self.active {
            self.frontier[node as usize] = NONE;
        }
        self.active.clear();
        for &node in &self.coming {
            let at = node as usize;
            let mut new = std::mem::replace(&mut self.next[at], NONE);
            for ((word, seen), all) in new.iter_mut().zip(&mut self.seen[at]).zip(&mut all) {
                *word &= !*seen;
                *seen |= *word;
                *all |= *word;
            }
            if new != NONE {
                self.frontier[at] = new;
                self.active.push(node);
            }
        }
        self.coming.clear();
        all
    }
}

impl Sweep {
    fn run(
        &mut self,
        starts: u32,
        ends: &[u32],
        targets: Vec<u32>,
        held: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let (numbers, inner) = inner_numbers(ends.len(), &targets);
        let bytes = held
            + 4 * (ends.len() + targets.len() + numbers.len())
            + starts as usize * size_of::<Source>()
            + inner as usize * (3 * size_of::<Set>() + 12);
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes as u64);
        if bytes > meter.memory_budget() {
            return Err(Stop::Memory);
        }
        let mut graph = Graph { ends, targets };
        for node in 0..ends.len() as u32 {
            let range = graph.range(node);
            graph.targets[range].sort_unstable();
        }
        let sources = sources(starts, &graph, &numbers);
        let sets = || vec![NONE; inner as usize];
        let mut reached = Reached {
            seen: sets(),
            frontier: sets(),
            next: sets(),
            active: Vec::new(),
            coming: Vec::new(),
        };
        let mut nodes = vec![0_u32; inner as usize];
        for (node, &number) in (0..).zip(&numbers) {
            if number != OUTER {
                nodes[number as usize] = node;
            }
        }
        for (number, batch) in sources.chunks(BATCH).enumerate() {
            meter.share(number * BATCH, sources.len());
            let far = self.batch(batch, &graph, (&numbers, &nodes), &mut reached, bytes, meter)?;
            for (source, far) in batch.iter().zip(far) {
                let far = far as usize;
                if self.by_distance.len() <= far {
                    self.by_distance.resize(far + 1, 0);
                }
                self.by_distance[far] += u64::from(source.weight);
            }
        }
        meter.share(1, 1);
        Ok(())
    }

    /// The distance of the farthest position for each start of a batch.
    fn batch(
        &mut self,
        batch: &[Source],
        graph: &Graph<'_>,
        (numbers, nodes): (&[u32], &[u32]),
        reached: &mut Reached,
        bytes: usize,
        meter: &mut Meter<'_>,
    ) -> Result<[u32; BATCH], Stop> {
        let mut far = [0; BATCH];
        reached.seen.fill(NONE);
        reached.frontier.fill(NONE);
        reached.active.clear();
        for (number, source) in batch.iter().enumerate() {
            let mut set = NONE;
            insert(&mut set, number);
            let own = numbers[source.node as usize];
            if own != OUTER {
                insert(&mut reached.seen[own as usize], number);
            }
            for &to in graph.after(source.node) {
                reached.send(numbers[to as usize], &set);
            }
        }
        for depth in 1.. {
            let new = reached.step();
            if new == NONE {
                break;
            }
            for number in (0..batch.len()).filter(|&number| bit(&new, number)) {
                far[number] = depth;
            }
            if self.stats.depth < depth
                && let Some(&at) = reached.active.first()
                && let Some(number) =
                    (0..batch.len()).find(|&number| bit(&reached.frontier[at as usize], number))
            {
                self.stats.depth = depth;
                self.farthest = Some((batch[number].node, nodes[at as usize]));
                meter.lower_bound(depth);
            }
            self.stats.expanded += reached.active.len() as u64;
            meter.check_now(&self.stats, bytes)?;
            let active = std::mem::take(&mut reached.active);
            for &at in &active {
                let set = reached.frontier[at as usize];
                for &to in graph.after(nodes[at as usize]) {
                    reached.send(numbers[to as usize], &set);
                }
            }
            reached.active = active;
        }
        Ok(far)
    }
}

/// No move leads to it.
const OUTER: u32 = u32::MAX;

/// The positions that moves lead to, numbered from 0 on, and their count.
fn inner_numbers(positions: usize, targets: &[u32]) -> (Vec<u32>, u32) {
    let mut numbers = vec![OUTER; positions];
    for &to in targets {
        numbers[to as usize] = 0;
    }
    let mut count = 0;
    for number in numbers.iter_mut().filter(|number| **number == 0) {
        *number = count;
        count += 1;
    }
    (numbers, count)
}

/// The starts, sorted so that those with the same successors are neighbours and share their paths.
/// One represents all that no move leads to and that have the same successors.
fn sources(starts: u32, graph: &Graph<'_>, numbers: &[u32]) -> Vec<Source> {
    let mut sources: Vec<Source> = (0..starts).map(|node| Source { node, weight: 1 }).collect();
    let is_inner = |source: &Source| numbers[source.node as usize] != OUTER;
    sources.sort_unstable_by(|one, other| {
        let key = |source: &Source| (graph.after(source.node), is_inner(source), source.node);
        key(one).cmp(&key(other))
    });
    sources.dedup_by(|other, kept| {
        let same = !is_inner(other)
            && !is_inner(kept)
            && graph.after(other.node) == graph.after(kept.node);
        if same {
            kept.weight += other.weight;
        }
        same
    });
    sources
}
