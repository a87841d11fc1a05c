//! Beam search: finds a good plan soon when a shortest one takes too long.
//!
//! Each layer keeps only the most promising boards by the estimate of [`super::guide`]. Wider beams
//! find shorter plans and take longer.
//!
//! Successors are collected in a list of fixed size; whenever it is full, the worse half is
//! dropped. Only boards that reach the next layer are looked up among the known ones. Ranks are
//! sorted separately from the boards and in small portions, so the limits are checked often.

use super::super::heuristics::bounds::Appraiser;
use super::super::rules::Squares;
use super::guide::{Guide, HOPELESS};
use super::swaps::{After, Outlook};
use crate::grid::Words;
use crate::search::{
    Stats, Stop,
    space::Space,
    toolkit::{Inserted, Meter, Nodes, Parent, hash},
};

/// A candidate for the next layer.
#[derive(Clone, Copy)]
struct Candidate<const N: usize> {
    state: Words<N>,
    parent: u32,
}

/// The order of candidates. Ties are broken by the hash, which favours no part of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    estimate: u32,
    hash: u32,
    place: u32,
}

/// The number of candidates kept when there are twice as many, per place in the beam. Many are the
/// same board.
const KEPT: usize = 4;

/// Candidates that are sorted and looked up between two checks of the limits: a few milliseconds'
/// worth.
const PORTION: usize = 1 << 14;

pub(super) struct Beam<'p, const C: usize, const K: usize, const N: usize> {
    puzzle: &'p Squares<C, K, N>,
    appraiser: &'p Appraiser,
    guide: Guide<'p, C, K, N>,
    width: usize,
    others: usize,
    nodes: Nodes<Words<N>>,
    layer: Vec<u32>,
    candidates: Vec<Candidate<N>>,
    ranks: Vec<Rank>,
    /// Places of dropped candidates.
    free: Vec<u32>,
    /// There are enough candidates better than this.
    cutoff: u32,
}

impl<'p, const C: usize, const K: usize, const N: usize> Beam<'p, C, K, N> {
    /// An empty beam, if it fits into the memory limit beside other data.
    pub(super) fn new(
        puzzle: &'p Squares<C, K, N>,
        appraiser: &'p Appraiser,
        width: usize,
        others: usize,
        meter: &Meter<'_>,
    ) -> Result<Self, Stop> {
        let full = 2 * KEPT * width + most_swaps(puzzle);
        let each = size_of::<Candidate<N>>() + size_of::<Rank>() + size_of::<u32>();
        let lists = full * each + width * size_of::<u32>() + Guide::bytes_for(puzzle);
        let left = meter.memory_budget().saturating_sub(others);
        if lists > left {
            return Err(Stop::Memory);
        }
        let mut beam = Self {
            puzzle,
            appraiser,
            width,
            nodes: Nodes::new(left - lists, meter.deadline()),
            layer: Vec::new(),
            candidates: Vec::new(),
            ranks: Vec::new(),
            free: Vec::new(),
            cutoff: HOPELESS,
            others,
            guide: Guide::new(puzzle, appraiser),
        };
        if beam.layer.try_reserve_exact(width).is_err()
            || beam.candidates.try_reserve_exact(full).is_err()
            || beam.ranks.try_reserve_exact(full).is_err()
            || beam.free.try_reserve_exact(full).is_err()
        {
            return Err(Stop::Memory);
        }
        Ok(beam)
    }

    pub(super) fn bytes(&self) -> usize {
        Guide::bytes_for(self.puzzle)
            + self.nodes.bytes()
            + (self.layer.capacity() + self.free.capacity()) * size_of::<u32>()
            + self.candidates.capacity() * size_of::<Candidate<N>>()
            + self.ranks.capacity() * size_of::<Rank>()
    }

    /// Looks for a plan shorter than `limit` moves and returns the positions along it.
    pub(super) fn run(
        &mut self,
        limit: usize,
        stats: &mut Stats,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Words<N>>>, Stop> {
        self.nodes.insert(self.puzzle.start(), Parent::NONE)?;
        self.layer.push(0);
        for depth in 1..limit {
            self.cutoff = HOPELESS;
            for index in 0..self.layer.len() {
                meter.check(stats, self.others + self.bytes())?;
                let node = self.layer[index];
                // More moves than this after the next one do not give a better plan.
                let enough = (limit - 1 - depth) as u32;
                if self.expand(node, enough, stats) {
                    let mut line = self.nodes.line_to(node);
                    line.push(Words::EMPTY);
                    return Ok(Some(line));
                }
                if self.ranks.len() > 2 * KEPT * self.width {
                    self.drop_worse_half();
                }
            }
            self.next_layer(stats, meter)?;
            if self.layer.is_empty() {
                break;
            }
        }
        Ok(None)
    }

    /// Collects the successors of a position. Returns true if one is solved.
    fn expand(&mut self, node: u32, enough: u32, stats: &mut Stats) -> bool {
        let here = Outlook::new(self.puzzle, self.appraiser, *self.nodes.state(node), node == 0);
        let seen = self.guide.look(&here.planes);
        let mut is_solved = false;
        stats.expanded += 1;
        here.for_each_swap(|swap| {
            stats.generated += 1;
            let (after, estimate, left) = match here.after(&swap, enough) {
                After::Solved => {
                    is_solved = true;
                    return;
                }
                After::Swapped(left) => {
                    (here.swapped(&swap), self.guide.after_swap(&seen, &swap), left)
                }
                After::Cleared(after, left) => (after, self.guide.look(&after).total(), left),
            };
            if estimate >= HOPELESS || Appraiser::is_dead(left) {
                stats.dead_ends += 1;
            } else if estimate < self.cutoff && left <= enough {
                let state = self.puzzle.pack(&after);
                let candidate = Candidate { state, parent: node };
                let place = match self.free.pop() {
                    Some(place) => {
                        self.candidates[place as usize] = candidate;
                        place
                    }
                    None => {
                        self.candidates.push(candidate);
                        self.candidates.len() as u32 - 1
                    }
                };
                self.ranks.push(Rank { estimate, hash: (hash(&state) >> 32) as u32, place });
            }
        });
        is_solved
    }

    fn drop_worse_half(&mut self) {
        let kept = KEPT * self.width;
        let (_, best_dropped, _) = self.ranks.select_nth_unstable(kept);
        self.cutoff = best_dropped.estimate.saturating_add(1);
        self.free.extend(self.ranks.drain(kept..).map(|rank| rank.place));
    }

    /// Turns the best new candidates into the next layer, and drops all others.
    fn next_layer(&mut self, stats: &mut Stats, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.layer.clear();
        let lists = self.bytes() - self.nodes.bytes();
        let mut rest = &mut self.ranks[..];
        while !rest.is_empty() && self.layer.len() < self.width {
            let portion = self.width.min(PORTION).min(rest.len());
            if portion < rest.len() {
                rest.select_nth_unstable(portion);
            }
            let (best, others) = rest.split_at_mut(portion);
            best.sort_unstable();
            for rank in best {
                let Candidate { state, parent } = self.candidates[rank.place as usize];
                if self.layer.len() == self.width {
                    break;
                }
                match self.nodes.insert(state, Parent::new(parent, false))? {
                    Inserted::New(node) => self.layer.push(node),
                    Inserted::Known(_) => stats.duplicates += 1,
                }
            }
            rest = others;
            meter.check_now(stats, self.others + lists + self.nodes.bytes())?;
        }
        self.ranks.clear();
        self.candidates.clear();
        self.free.clear();
        Ok(())
    }
}

/// An upper bound on the swaps of a position.
fn most_swaps<const C: usize, const K: usize, const N: usize>(puzzle: &Squares<C, K, N>) -> usize {
    let (height, width) = puzzle.sides();
    (2 * height * width) as usize
}
