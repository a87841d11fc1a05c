//! Beam search: breadth-first, but only the best positions of each layer by the estimate are
//! expanded.
//!
//! Ties go to the position that was reached first. A position that was dropped does not come back.
//! A beam that runs empty without having dropped a position proves that there is no plan; otherwise
//! nothing is proved.

use super::Task;
use crate::control::Meter;
use crate::control::{self, Conclusion};
use crate::event::Observer;
use crate::heuristic::{DEAD_END, checked};
use crate::space::{Successor, canonical};
use crate::table::make_room;
use crate::table::{Inserted, Nodes, Parent};
use crate::{
    Cost, Event, Pruning, Report, Stats, Stop,
    space::{Heuristic, Space, Successors},
};

/// Finds a plan, or ends without one. At most `width` positions of each layer are expanded.
pub(crate) fn beam<P: Space + ?Sized>(
    task: Task<'_, '_, P>,
    width: u32,
) -> Report<P::Move, P::State> {
    let Task { space, heuristic, pruning, meter, observer } = task;
    let start = canonical(space, pruning, space.start());
    if space.is_goal(&start) {
        let mut observer = observer;
        Event::notify(&mut observer, || Event::Improve { cost: 0 });
        return Conclusion::at_start(space.start()).report(meter);
    }
    let mut search = Search {
        space,
        heuristic,
        width: width as usize,
        pruning,
        observer,
        budget: meter.memory_budget(),
        nodes: Nodes::new(meter.memory_budget(), meter.deadline())
            .with_heap_bytes(space.heap_bytes()),
        layer: Vec::new(),
        following: Vec::new(),
        next: Successors::new(),
        dropped: false,
        stats: Stats::default(),
    };
    let end = search.run(start, meter);
    search.stats.peak_bytes = search.bytes() as u64;
    let goal = end.ok().flatten();
    let plan = |node| control::plan(space, pruning, search.nodes.line_to(node));
    let is_exhausted = end == Ok(None);
    Conclusion {
        plan: goal.map(plan),
        lower_bound: Cost::from(space.has_unit_costs()),
        stop: if is_exhausted && search.dropped { Some(Stop::Width) } else { end.err() },
        stats: search.stats,
    }
    .report(meter)
}

#[derive(Clone, Copy)]
struct Member {
    estimate: f64,
    node: u32,
    cost: Cost,
}

struct Search<'p, 'w, P: Space + ?Sized, H: ?Sized> {
    space: &'p P,
    heuristic: &'p H,
    width: usize,
    pruning: Pruning,
    observer: Observer<'w, P::Move>,
    budget: usize,
    nodes: Nodes<P::State>,
    layer: Vec<Member>,
    following: Vec<Member>,
    next: Successors<P::State, P::Move>,
    /// True if any position was dropped.
    dropped: bool,
    stats: Stats,
}

impl<P: Space + ?Sized, H: Heuristic<P::State, P::Move> + ?Sized> Search<'_, '_, P, H> {
    /// Returns the number of a goal, or `None` when nothing is left.
    fn run(&mut self, start: P::State, meter: &mut Meter<'_>) -> Result<Option<u32>, Stop> {
        self.nodes.insert(start, Parent::NONE)?;
        self.layer.push(Member { estimate: 0.0, node: 0, cost: 0 });
        for depth in 0.. {
            if self.layer.is_empty() {
                break;
            }
            let reached = self.space.has_unit_costs().then_some(depth + 1);
            if meter
                .cost_to_beat()
                .is_some_and(|cost| reached.is_some_and(|reached| reached >= cost))
            {
                // A plan found from here on costs at least as much as one that another search has.
                return Err(Stop::Width);
            }
            self.stats.depth = depth;
            Event::notify(&mut self.observer, || Event::Depth { depth });
            for index in 0..self.layer.len() {
                meter.check(&self.stats, self.bytes())?;
                if let Some(goal) = self.expand(self.layer[index])? {
                    return Ok(Some(goal));
                }
            }
            self.stats.peak_open = self.stats.peak_open.max(self.following.len() as u64);
            self.narrow();
            std::mem::swap(&mut self.layer, &mut self.following);
            self.following.clear();
        }
        Ok(None)
    }

    /// Keeps the best of the next layer, best first.
    fn narrow(&mut self) {
        let by = |a: &Member, b: &Member| {
            a.estimate.total_cmp(&b.estimate).then_with(|| a.node.cmp(&b.node))
        };
        if self.following.len() > self.width {
            self.following.select_nth_unstable_by(self.width, by);
            self.following.truncate(self.width);
            self.dropped = true;
        }
        self.following.sort_unstable_by(by);
    }

    /// Adds the successors of a position to the next layer. Returns the number of a goal.
    fn expand(&mut self, member: Member) -> Result<Option<u32>, Stop> {
        let Member { estimate, node: parent, cost } = member;
        let trace = self.nodes.link(parent).trace();
        let next = self.next.of(parent, cost);
        if !self.space.expand(self.nodes.state(parent), trace, self.pruning, next) {
            self.stats.dead_ends += 1;
            return Ok(None);
        }
        self.stats.expanded += 1;
        Event::notify(&mut self.observer, || Event::Expand { node: parent, g: cost, h: estimate });
        let held = self.bytes();
        make_room(&mut self.following, self.next.list.len(), held, self.budget)?;
        self.nodes.set_budget(self.budget.saturating_sub(self.layer_bytes()));
        for successor in self.next.list.drain(..) {
            let Successor { state, hash, parent: link, cost, mv, is_goal } = successor;
            self.stats.generated += 1;
            let node = match self.nodes.insert_hashed(state, hash, link)? {
                Inserted::New(node) => node,
                Inserted::Known(node) => {
                    self.stats.duplicates += 1;
                    Event::notify(&mut self.observer, || Event::Duplicate { node, parent });
                    continue;
                }
            };
            let state = self.nodes.state(node);
            let estimate =
                if is_goal { 0.0 } else { checked(self.heuristic.estimate(state, Some(&mv)))? };
            let event = || Event::Generate { node, parent, mv, g: cost, h: estimate };
            Event::notify(&mut self.observer, event);
            if is_goal {
                Event::notify(&mut self.observer, || Event::Improve { cost });
                return Ok(Some(node));
            }
            if estimate == DEAD_END {
                self.stats.dead_ends += 1;
            } else {
                self.following.push(Member { estimate, node, cost });
            }
        }
        Ok(None)
    }

    fn layer_bytes(&self) -> usize {
        (self.layer.capacity() + self.following.capacity()) * size_of::<Member>()
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.layer_bytes()
    }
}
