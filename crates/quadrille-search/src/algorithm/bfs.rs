//! Breadth-first search: layer by layer, so that the first plan has the fewest moves.
//!
//! Ties: positions are expanded in the order in which they were first reached, and their moves are
//! tried in the order of the space. So the plan is always the same. Positions are tested for the
//! goal when they are generated.

use super::Task;
use crate::control::Meter;
use crate::control::{self, Conclusion};
use crate::event::Observer;
use crate::space::{Reached, Successor, canonical};
use crate::table::{Inserted, Nodes, Parent};
use crate::{
    Cost, Event, Pruning, Report, Stats, Stop,
    space::{Space, Successors},
};

/// Successors that are collected before they are looked up together.
const BATCH: usize = 64;

/// Finds a plan with the fewest moves, or proves that there is none.
pub(crate) fn bfs<P: Space + ?Sized>(task: Task<'_, '_, P>) -> Report<P::Move, P::State> {
    let Task { space, pruning, meter, observer, .. } = task;
    let mut search = Search {
        space,
        pruning,
        observer,
        reaches_directly: space.reaches_directly(),
        nodes: Nodes::new(meter.memory_budget(), meter.deadline())
            .with_heap_bytes(space.heap_bytes()),
        batch: Successors::new(),
        stats: Stats::default(),
        layer: 0,
    };
    let end = search.run(meter);
    search.stats.peak_bytes = search.nodes.bytes() as u64;
    let plan = |node| control::plan(space, pruning, search.nodes.line_to(node));
    Conclusion {
        plan: end.ok().flatten().map(plan),
        // Layers count moves, so they bound costs only if each move costs 1.
        lower_bound: if space.has_unit_costs() { search.layer } else { 0 },
        stop: end.err(),
        stats: search.stats,
    }
    .report(meter)
}

struct Search<'p, 'w, P: Space + ?Sized> {
    space: &'p P,
    pruning: Pruning,
    observer: Observer<'w, P::Move>,
    reaches_directly: bool,
    nodes: Nodes<P::State>,
    batch: Successors<P::State, P::Move>,
    stats: Stats,
    /// The layer that is being generated: no plan is shorter.
    layer: Cost,
}

impl<P: Space + ?Sized> Search<'_, '_, P> {
    /// Returns the number of a goal, or `None` when all positions were expanded.
    fn run(&mut self, meter: &mut Meter<'_>) -> Result<Option<u32>, Stop> {
        let start = canonical(self.space, self.pruning, self.space.start());
        let is_goal = self.space.is_goal(&start);
        self.nodes.insert(start, Parent::NONE)?;
        self.stats.peak_open = 1;
        if is_goal {
            return Ok(Some(self.reached(0)));
        }
        let mut next = 0;
        loop {
            let layer_end = self.nodes.len();
            if next == layer_end {
                return Ok(None);
            }
            self.stats.depth = self.layer;
            Event::notify(&mut self.observer, || Event::Depth { depth: self.layer });
            self.layer += 1;
            while next < layer_end {
                if self.is_direct()
                    && self.observer.is_none()
                    && let Some(goal) = self.reach(&mut next, layer_end, meter)?
                {
                    return Ok(Some(self.reached(goal)));
                }
                if next == layer_end {
                    break;
                }
                let is_direct = self.is_direct();
                let stop = self.expand(next, meter).err();
                next += 1;
                // An observer sees the same counts.
                let is_full = self.batch.list.len() >= BATCH || is_direct;
                if is_full || next == layer_end || stop.is_some() {
                    if let Some(goal) = self.flush()? {
                        return Ok(Some(self.reached(goal)));
                    }
                    self.stats.peak_open =
                        self.stats.peak_open.max(u64::from(self.nodes.len() - next));
                }
                if let Some(stop) = stop {
                    return Err(stop);
                }
            }
        }
    }

    /// True if successors may go into the table one by one, without a list.
    #[inline]
    fn is_direct(&self) -> bool {
        self.reaches_directly && !self.nodes.is_far()
    }

    /// Expands positions of the layer while the table is near. Returns the number of a goal.
    #[inline]
    fn reach(
        &mut self,
        next: &mut u32,
        layer_end: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Stop> {
        while *next < layer_end && !self.nodes.is_far() {
            self.check(meter)?;
            let Reached { generated, known, goal } = self.space.reach(*next, &mut self.nodes)?;
            *next += 1;
            self.stats.expanded += 1;
            self.stats.generated += generated;
            self.stats.duplicates += known;
            self.stats.peak_open = self.stats.peak_open.max(u64::from(self.nodes.len() - *next));
            if goal.is_some() {
                return Ok(goal);
            }
        }
        Ok(None)
    }

    /// Checks the limits, and publishes the bound when that is due: a search may have as many
    /// layers as positions.
    #[inline]
    fn check(&self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if meter.is_due(&self.stats) {
            meter.lower_bound(self.layer);
            meter.check_now(&self.stats, self.nodes.bytes())?;
        }
        Ok(())
    }

    #[inline]
    fn expand(&mut self, node: u32, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.check(meter)?;
        let first = self.batch.list.len();
        let trace = self.nodes.link(node).trace();
        let next = self.batch.of(node, 0);
        if !self.space.expand(self.nodes.state(node), trace, self.pruning, next) {
            self.stats.dead_ends += 1;
            return Ok(());
        }
        self.stats.expanded += 1;
        Event::notify(&mut self.observer, || Event::Expand { node, g: self.stats.depth, h: 0.0 });
        if self.nodes.is_far() {
            for successor in &self.batch.list[first..] {
                self.nodes.fetch_slot(successor.hash);
            }
        }
        Ok(())
    }

    /// Looks up all successors of the batch in their order. Returns the number of a goal.
    fn flush(&mut self) -> Result<Option<u32>, Stop> {
        if self.nodes.is_far() {
            for successor in &self.batch.list {
                self.nodes.fetch_state(successor.hash);
            }
        }
        for successor in self.batch.list.drain(..) {
            let Successor { state, hash, parent, mv, is_goal, .. } = successor;
            self.stats.generated += 1;
            match self.nodes.insert_hashed(state, hash, parent)? {
                Inserted::Known(node) => {
                    self.stats.duplicates += 1;
                    let parent = parent.number();
                    Event::notify(&mut self.observer, || Event::Duplicate { node, parent });
                }
                Inserted::New(node) => {
                    let (parent, g) = (parent.number(), self.layer);
                    Event::notify(&mut self.observer, || Event::Generate {
                        node,
                        parent,
                        mv,
                        g,
                        h: 0.0,
                    });
                    if is_goal {
                        return Ok(Some(node));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Reports the plan to the observer.
    fn reached(&mut self, node: u32) -> u32 {
        if self.space.has_unit_costs() {
            Event::notify(&mut self.observer, || Event::Improve { cost: self.layer });
        }
        node
    }
}
