//! Best-first search by moves made plus the lower bound (A*, Hart, Nilsson and Raphael 1968), with
//! partial expansion (Yoshizumi, Miura and Ishida 2000).
//!
//! The bound is consistent, so a position is expanded only when a shortest path to it is known, and
//! the least total in the open list never falls: it is the reported lower bound. When a position is
//! expanded, only successors with the position's own total are kept; for the others the position
//! goes back into the open list with the least total among them. Most successors are never needed,
//! and generating one again is cheaper than storing it.

use super::super::heuristics::bounds::Appraiser;
use super::super::rules::Squares;
use super::swaps::{After, Outlook};
use crate::grid::Words;
use crate::moves::Move;
use crate::search::{
    Cost, Event, Observer, Stats, Stop,
    space::Space,
    toolkit::{Inserted, Key, Link, Meter, Nodes, Open, OutOfMemory, Parent, hash},
};

/// Marks a position in the open list that was expanded before, for a smaller total.
const AGAIN: u32 = 1 << 31;

/// The end of a run of the search.
pub(super) enum Progress<const N: usize> {
    /// The positions along a shortest plan.
    Solved(Vec<Words<N>>),
    /// There is no plan shorter than the limit.
    Exhausted,
    /// The run has used its share of work.
    Paused,
}

/// The least total of the waiting positions, which is a lower bound on plans; `None` if there is no
/// plan shorter than the limit.
#[inline]
pub(super) fn least_total(
    open: &mut Open,
    lower_bound: &mut Cost,
    limit: Cost,
    meter: &Meter<'_>,
    observer: &mut Observer<'_>,
) -> Option<Cost> {
    let total = open.least_key()? as Cost;
    if total > *lower_bound {
        *lower_bound = total;
        meter.lower_bound(total);
        Event::notify(observer, || Event::Depth { depth: total });
    }
    (total < limit).then_some(total)
}

/// The shortest known path to a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) parent: Parent,
    pub(super) moves: Cost,
}

impl Link for Way {
    #[inline]
    fn parent(self) -> Parent {
        self.parent
    }
}

struct Child<const N: usize> {
    state: Words<N>,
    hash: u64,
    mv: Move,
    left: Cost,
}

/// A search that can be run in parts.
pub(super) struct BestFirst<'p, const C: usize, const K: usize, const N: usize> {
    puzzle: &'p Squares<C, K, N>,
    appraiser: &'p Appraiser,
    /// The bytes that the nodes, the open list and the children may hold.
    budget: usize,
    nodes: Nodes<Words<N>, Way>,
    open: Open,
    children: Vec<Child<N>>,
    lower_bound: Cost,
}

impl<'p, const C: usize, const K: usize, const N: usize> BestFirst<'p, C, K, N> {
    /// A search from a non-empty start. Together with the appraiser it stays within the memory
    /// limit.
    pub(super) fn new(
        puzzle: &'p Squares<C, K, N>,
        appraiser: &'p Appraiser,
        meter: &Meter<'_>,
    ) -> Result<Self, Stop> {
        let (height, width) = puzzle.sides();
        let most_swaps = (2 * height * width) as usize;
        let budget = meter.memory_budget().saturating_sub(appraiser.bytes());
        if most_swaps * size_of::<Child<N>>() > budget {
            return Err(Stop::Memory);
        }
        let mut search = Self {
            puzzle,
            appraiser,
            budget,
            nodes: Nodes::new(budget, meter.deadline()),
            open: Open::new(true),
            children: Vec::with_capacity(most_swaps),
            lower_bound: 1,
        };
        let start = puzzle.start();
        search.share_budget();
        search.nodes.insert(start, Way { parent: Parent::NONE, moves: 0 })?;
        let left = Outlook::new(puzzle, appraiser, start, true).bound();
        if !Appraiser::is_dead(left) {
            search.lower_bound = left;
            search.wait(0, left, left)?;
        }
        Ok(search)
    }

    /// The lower bound on plans.
    pub(super) fn lower_bound(&self) -> Cost {
        self.lower_bound
    }

    /// Limits the bytes held to what another search leaves.
    pub(super) fn leave(&mut self, bytes: usize) {
        self.budget = self.budget.saturating_sub(bytes);
    }

    /// Bytes held, without those of the appraiser.
    #[inline]
    pub(super) fn bytes(&self) -> usize {
        self.nodes.bytes() + self.open.bytes() + self.children.capacity() * size_of::<Child<N>>()
    }

    /// Searches for a plan shorter than `limit` until about `share` swaps were examined.
    pub(super) fn run(
        &mut self,
        share: u64,
        limit: Cost,
        stats: &mut Stats,
        meter: &mut Meter<'_>,
        observer: &mut Observer<'_>,
    ) -> Result<Progress<N>, Stop> {
        let pause_at = stats.generated.saturating_add(share);
        while let Some(total) =
            least_total(&mut self.open, &mut self.lower_bound, limit, meter, observer)
        {
            meter.check(stats, self.appraiser.bytes() + self.bytes())?;
            let Some((key, node)) = self.open.pop() else { break };
            let left = key.estimate as Cost;
            if let Some(solved) = self.expand(node, total, left, stats, observer)? {
                return Ok(Progress::Solved(self.nodes.line_to(solved)));
            }
            if stats.generated >= pause_at {
                return Ok(Progress::Paused);
            }
        }
        Ok(Progress::Exhausted)
    }

    /// Keeps the successors whose total is that of the position. Returns the number of a solved
    /// one.
    #[inline]
    fn expand(
        &mut self,
        entry: u32,
        total: Cost,
        left: Cost,
        stats: &mut Stats,
        observer: &mut Observer<'_>,
    ) -> Result<Option<u32>, Stop> {
        let (again, node) = (entry & AGAIN != 0, entry & !AGAIN);
        let moves = self.nodes.link(node).moves;
        if moves + left != total {
            // It was in the list a second time because of a shorter path found since.
            return Ok(None);
        }
        let here = Outlook::new(self.puzzle, self.appraiser, *self.nodes.state(node), node == 0);
        stats.expanded += 1;
        stats.depth = stats.depth.max(moves);
        Event::notify(observer, || Event::Expand { node, g: moves, h: f64::from(left) });
        let BestFirst { puzzle, nodes, children, .. } = self;
        let mut later = Cost::MAX;
        children.clear();
        here.for_each_swap(|swap| {
            stats.generated += 1;
            let enough = left - 1;
            let after = here.after(&swap, enough);
            let left = match after {
                After::Swapped(left) | After::Cleared(_, left) => left,
                After::Solved => 0,
            };
            if Appraiser::is_dead(left) {
                stats.dead_ends += 1;
                return;
            }
            let through = moves + 1 + left;
            if through > total {
                later = later.min(through);
            } else if through == total || !again {
                let state = match after {
                    After::Swapped(_) => puzzle.pack(&here.swapped(&swap)),
                    After::Cleared(planes, _) => puzzle.pack(&planes),
                    After::Solved => Words::EMPTY,
                };
                let hash = hash(&state);
                nodes.fetch_slot(hash);
                let mv = puzzle.named(swap.cell, swap.direction);
                children.push(Child { state, hash, mv, left });
            }
        });
        if later != Cost::MAX {
            self.wait(node | AGAIN, later, later - moves)?;
        }
        self.keep_children(node, moves + 1, stats, observer)
    }

    /// Adds the children that are new or have a shorter path. Returns the number of a solved one.
    #[inline]
    fn keep_children(
        &mut self,
        parent: u32,
        moves: Cost,
        stats: &mut Stats,
        observer: &mut Observer<'_>,
    ) -> Result<Option<u32>, Stop> {
        self.share_budget();
        for child in &self.children {
            self.nodes.fetch_state_and_link(child.hash);
        }
        for index in 0..self.children.len() {
            let Child { state, hash, mv, left } = self.children[index];
            let way = Way { parent: Parent::new(parent, false), moves };
            let node = match self.nodes.insert_hashed(state, hash, way)? {
                Inserted::New(node) => {
                    let h = f64::from(left);
                    Event::notify(observer, || Event::Generate { node, parent, mv, g: moves, h });
                    node
                }
                Inserted::Known(node) if self.nodes.link(node).moves <= moves => {
                    stats.duplicates += 1;
                    Event::notify(observer, || Event::Duplicate { node, parent });
                    continue;
                }
                Inserted::Known(node) => {
                    stats.reopened += 1;
                    self.nodes.set_link(node, way);
                    Event::notify(observer, || Event::Reopen { node, parent, g: moves });
                    node
                }
            };
            if left == 0 {
                return Ok(Some(node));
            }
            self.wait(node, moves + left, left)?;
        }
        stats.peak_open = stats.peak_open.max(self.open.len());
        Ok(None)
    }

    /// Puts a position into the open list.
    #[inline]
    fn wait(&mut self, entry: u32, total: Cost, left: Cost) -> Result<(), OutOfMemory> {
        let others = self.bytes() - self.open.bytes();
        let key = Key { key: f64::from(total), estimate: f64::from(left) };
        self.open.push(key, entry, self.budget.saturating_sub(others))
    }

    /// Gives the table of positions the memory that the others do not hold.
    #[inline]
    fn share_budget(&mut self) {
        let others = self.bytes() - self.nodes.bytes();
        self.nodes.set_budget(self.budget.saturating_sub(others));
    }
}
