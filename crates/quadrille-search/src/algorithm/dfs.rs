//! Depth-first search: expands the newest position first and stops at the first plan.
//!
//! Positions are looked up when they are taken from the stack, so the order is truly depth-first:
//! the first move of a position with its whole subtree, then the second. Every position is stored.
//! Without a bound on the depth each is expanded once; with one, a position that is met again
//! nearer to the start is reopened, so an exhausted search has tried everything within the bound.

use super::Task;
use crate::control::Meter;
use crate::control::{self, Conclusion};
use crate::event::Observer;
use crate::space::{Successor, canonical};
use crate::table::make_room;
use crate::table::{Inserted, Link, Nodes, OutOfMemory, Parent, hash};
use crate::{
    Event, Pruning, Report, Stats, Stop,
    space::{Space, Successors},
};

/// Finds a plan of at most `depth` moves, or proves that there is none. Without a bound plans may
/// be very long.
pub(crate) fn dfs<P: Space + ?Sized>(
    task: Task<'_, '_, P>,
    depth: Option<u32>,
) -> Report<P::Move, P::State> {
    let Task { space, pruning, meter, observer, .. } = task;
    let start = canonical(space, pruning, space.start());
    if space.is_goal(&start) {
        let mut observer = observer;
        Event::notify(&mut observer, || Event::Improve { cost: 0 });
        return Conclusion::at_start(space.start()).report(meter);
    }
    let mut search = Search {
        space,
        pruning,
        observer,
        bound: depth,
        budget: meter.memory_budget(),
        nodes: Nodes::new(meter.memory_budget(), meter.deadline())
            .with_heap_bytes(space.heap_bytes()),
        stack: Vec::new(),
        next: Successors::new(),
        was_cut: false,
        stats: Stats::default(),
    };
    let end = search.run(start, meter);
    search.stats.peak_bytes = search.bytes() as u64;
    let goal = end.ok().flatten();
    let plan = |node| control::plan(space, pruning, search.nodes.line_to(node));
    let is_exhausted = end == Ok(None);
    Conclusion {
        plan: goal.map(plan),
        lower_bound: match depth {
            _ if !space.has_unit_costs() => 0,
            Some(depth) if is_exhausted => depth.saturating_add(1),
            _ => 1,
        },
        stop: if is_exhausted && search.was_cut { Some(Stop::Depth) } else { end.err() },
        stats: search.stats,
    }
    .report(meter)
}

/// The parent of a position, and its number of moves from the start.
#[derive(Clone, Copy)]
struct Place {
    parent: Parent,
    depth: u32,
}

impl Link for Place {
    fn parent(self) -> Parent {
        self.parent
    }
}

/// A position that waits on the stack, with the move to it from its parent. The start has none.
struct Waiting<S, M> {
    state: S,
    hash: u64,
    parent: Parent,
    depth: u32,
    mv: Option<M>,
    is_goal: bool,
}

struct Search<'p, 'w, P: Space + ?Sized> {
    space: &'p P,
    pruning: Pruning,
    observer: Observer<'w, P::Move>,
    bound: Option<u32>,
    budget: usize,
    nodes: Nodes<P::State, Place>,
    stack: Vec<Waiting<P::State, P::Move>>,
    next: Successors<P::State, P::Move>,
    /// True if the depth bound left a position unexpanded.
    was_cut: bool,
    stats: Stats,
}

impl<P: Space + ?Sized> Search<'_, '_, P> {
    /// Returns the number of a goal, or `None` when nothing is left.
    fn run(&mut self, state: P::State, meter: &mut Meter<'_>) -> Result<Option<u32>, Stop> {
        let (hash, parent) = (hash(&state), Parent::NONE);
        self.stack.push(Waiting { state, hash, parent, depth: 0, mv: None, is_goal: false });
        while let Some(waiting) = self.stack.pop() {
            let (depth, is_goal) = (waiting.depth, waiting.is_goal);
            let Some(node) = self.insert(waiting)? else { continue };
            if is_goal {
                if self.space.has_unit_costs() {
                    Event::notify(&mut self.observer, || Event::Improve { cost: depth });
                }
                return Ok(Some(node));
            }
            if self.bound.is_some_and(|bound| depth >= bound) {
                self.was_cut = true;
                continue;
            }
            meter.check(&self.stats, self.bytes())?;
            self.expand(node, depth)?;
        }
        Ok(None)
    }

    /// Looks a position up. Returns its number if it must be expanded.
    fn insert(&mut self, waiting: Waiting<P::State, P::Move>) -> Result<Option<u32>, Stop> {
        let Waiting { state, hash, parent, depth, mv, .. } = waiting;
        self.nodes.set_budget(self.budget.saturating_sub(self.stack_bytes()));
        let Some(mv) = mv else {
            self.nodes.insert_hashed(state, hash, Place { parent, depth })?;
            return Ok(Some(0));
        };
        self.stats.generated += 1;
        let place = Place { parent, depth };
        let parent = parent.number();
        match self.nodes.insert_hashed(state, hash, place)? {
            Inserted::New(node) => {
                let event = || Event::Generate { node, parent, mv, g: depth, h: 0.0 };
                Event::notify(&mut self.observer, event);
                Ok(Some(node))
            }
            Inserted::Known(node)
                if self.bound.is_some() && depth < self.nodes.link(node).depth =>
            {
                self.nodes.set_link(node, place);
                self.stats.reopened += 1;
                Event::notify(&mut self.observer, || Event::Reopen { node, parent, g: depth });
                Ok(Some(node))
            }
            Inserted::Known(node) => {
                self.stats.duplicates += 1;
                Event::notify(&mut self.observer, || Event::Duplicate { node, parent });
                Ok(None)
            }
        }
    }

    fn expand(&mut self, node: u32, depth: u32) -> Result<(), OutOfMemory> {
        let trace = self.nodes.link(node).parent.trace();
        let next = self.next.of(node, 0);
        if !self.space.expand(self.nodes.state(node), trace, self.pruning, next) {
            self.stats.dead_ends += 1;
            return Ok(());
        }
        self.stats.expanded += 1;
        self.stats.depth = self.stats.depth.max(depth);
        Event::notify(&mut self.observer, || Event::Expand { node, g: depth, h: 0.0 });
        let held = self.bytes();
        make_room(&mut self.stack, self.next.list.len(), held, self.budget)?;
        // In reverse, so that the first move comes off the stack first.
        for Successor { state, hash, parent, mv, is_goal, .. } in self.next.list.drain(..).rev() {
            let (depth, mv) = (depth + 1, Some(mv));
            self.stack.push(Waiting { state, hash, parent, depth, mv, is_goal });
        }
        self.stats.peak_open = self.stats.peak_open.max(self.stack.len() as u64);
        Ok(())
    }

    fn stack_bytes(&self) -> usize {
        self.stack.capacity() * (size_of::<Waiting<P::State, P::Move>>() + self.space.heap_bytes())
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.stack_bytes()
    }
}
