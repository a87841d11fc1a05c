//! Breadth-first search: layer by layer, so that the first plan has the fewest moves.
//!
//! Ties: positions are expanded in the order in which they were first reached, and their moves are
//! tried in the order of the space. So the plan is always the same. Positions are tested for the
//! goal when they are generated.

use super::Task;
use crate::control::Meter;
use crate::control::{self, Conclusion};
use crate::event::Observer;
use crate::space::{Layers, Successor, canonical};
use crate::table::{Inserted, Nodes, Parent};
use crate::{
    Event, Pruning, Report, Stats, Stop,
    space::{Space, Successors},
};

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
        layers: Layers::default(),
    };
    let end = search.run(meter);
    search.stats.peak_bytes = search.nodes.bytes() as u64;
    search.stats.depth = search.layers.depth.saturating_sub(1);
    let plan =
        |node| control::plan(space, pruning, search.nodes.line_of(node, search.layers.depth));
    Conclusion {
        plan: end.ok().flatten().map(plan),
        // Layers count moves, so they bound costs only if each move costs 1.
        lower_bound: if space.has_unit_costs() { search.layers.depth } else { 0 },
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
    layers: Layers,
}

impl Stats {
    /// Counts successors that were dropped when they were generated, given the count with them.
    fn count_dropped(&mut self, generated: u64) {
        self.duplicates += generated - self.generated;
        self.generated = generated;
    }
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
        let goal = loop {
            if self.is_direct()
                && self.observer.is_none()
                && let Some(goal) = self.reach(meter)?
            {
                break goal;
            }
            let layer = self.layers.depth;
            if !self.layers.enter(self.nodes.len()) {
                return Ok(None);
            }
            if self.layers.depth > layer {
                Event::notify(&mut self.observer, || Event::Depth { depth: layer });
            }
            let stop = self.expand(meter).err();
            // An observer sees the same counts.
            if self.layers.is_full() || self.is_direct() || stop.is_some() {
                if let Some(goal) = self.flush()? {
                    break goal;
                }
                let open = self.nodes.len() - self.layers.next;
                self.stats.peak_open = self.stats.peak_open.max(open.into());
            }
            if let Some(stop) = stop {
                return Err(stop);
            }
        };
        Ok(Some(self.reached(goal)))
    }

    /// True if successors may go into the table one by one, without a list.
    #[inline]
    fn is_direct(&self) -> bool {
        self.reaches_directly && !self.nodes.is_far()
    }

    /// Expands positions while the table is near. Returns the number of a goal.
    fn reach(&mut self, meter: &mut Meter<'_>) -> Result<Option<u32>, Stop> {
        while !self.nodes.is_far() && self.layers.enter(self.nodes.len()) {
            self.check(meter)?;
            let until = self.until(meter);
            let Search { space, layers, nodes, stats, .. } = self;
            if let Some(goal) = space.reach(layers, until, nodes, stats)? {
                return Ok(Some(goal));
            }
        }
        Ok(None)
    }

    /// Checks the limits, and publishes the bound when that is due: a search may have as many
    /// layers as positions.
    #[inline]
    fn check(&self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if meter.is_due(&self.stats) {
            meter.lower_bound(self.layers.depth);
            meter.check_now(&self.stats, self.nodes.bytes())?;
        }
        Ok(())
    }

    /// True if the space expands many positions at once.
    #[inline]
    fn gathers(&self) -> bool {
        self.reaches_directly && self.observer.is_none()
    }

    /// Expands the next position, or several.
    #[inline]
    fn expand(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.check(meter)?;
        let node = self.layers.next;
        if self.gathers() {
            let until = self.until(meter);
            self.space.gather(&mut self.layers, until, &self.nodes, &mut self.batch);
            self.stats.expanded += u64::from(self.layers.next - node);
            return Ok(());
        }
        self.layers.next += 1;
        let first = self.batch.list.len();
        let trace = self.nodes.link(node).trace();
        let next = self.batch.of(node, 0);
        if !self.space.expand(self.nodes.state(node), trace, self.pruning, next) {
            self.stats.dead_ends += 1;
            return Ok(());
        }
        self.stats.expanded += 1;
        self.layers.pending = self.batch.list.len() as u32;
        Event::notify(&mut self.observer, || Event::Expand {
            node,
            g: self.layers.depth - 1,
            h: 0.0,
        });
        if self.nodes.is_far() {
            for successor in &self.batch.list[first..] {
                self.nodes.fetch_slot(successor.hash);
            }
        }
        Ok(())
    }

    /// The first node that must not be expanded before the next check of the limits.
    #[inline]
    fn until(&self, meter: &Meter<'_>) -> u32 {
        let until = u64::from(self.layers.next) + meter.expansions_left(&self.stats);
        until.min(u32::MAX.into()) as u32
    }

    /// Looks up all successors of the batch in their order. Returns the number of a goal.
    fn flush(&mut self) -> Result<Option<u32>, Stop> {
        let pending = u64::from(std::mem::take(&mut self.layers.pending));
        let (gathers, before) = (self.gathers(), self.stats.generated);
        if self.nodes.is_far() {
            let mut has_goal = false;
            for successor in &self.batch.list {
                self.nodes.fetch_state(successor.hash);
                has_goal |= successor.is_goal;
            }
            // A goal ends the search: positions after it do not count.
            if !has_goal && self.observer.is_none() {
                let Search { batch, nodes, stats, .. } = self;
                if gathers {
                    let known = nodes.len();
                    for Successor { state, hash, parent, .. } in batch.list.drain(..) {
                        nodes.add(state, hash, parent)?;
                    }
                    stats.generated += pending;
                    stats.duplicates += pending - u64::from(nodes.len() - known);
                    return Ok(None);
                }
                let known =
                    nodes.remove_known(&mut batch.list, |one| (&one.state, one.hash), |_, _| true);
                stats.generated += known;
                stats.duplicates += known;
            }
        }
        for successor in self.batch.list.drain(..) {
            let Successor { state, hash, parent, cost, mv, is_goal } = successor;
            self.stats.generated += 1;
            match self.nodes.insert_hashed(state, hash, parent)? {
                Inserted::Known(node) => {
                    self.stats.duplicates += 1;
                    let parent = parent.number();
                    Event::notify(&mut self.observer, || Event::Duplicate { node, parent });
                }
                Inserted::New(node) => {
                    let (parent, g) = (parent.number(), self.layers.depth);
                    Event::notify(&mut self.observer, || Event::Generate {
                        node,
                        parent,
                        mv,
                        g,
                        h: 0.0,
                    });
                    if is_goal {
                        if gathers {
                            self.stats.count_dropped(before + u64::from(cost) + 1);
                        }
                        return Ok(Some(node));
                    }
                }
            }
        }
        if gathers {
            self.stats.count_dropped(before + pending);
        }
        Ok(None)
    }

    /// Reports the plan to the observer.
    fn reached(&mut self, node: u32) -> u32 {
        if self.space.has_unit_costs() {
            Event::notify(&mut self.observer, || Event::Improve { cost: self.layers.depth });
        }
        node
    }
}
