//! Depth-first search: always on from the newest position, to the first plan.
//!
//! Positions are looked up when they are taken from the stack, so that the order is the true depth-first one: the first move
//! of a position with all that follows from it, then the second. Every position is remembered. Without a bound on the
//! depth each is expanded once; with one, a position that is met again nearer to the start is taken up again, so that
//! a search that runs dry has tried everything within the bound.

use super::conclude::{self, Conclusion};
use super::room::make_room;
use super::{
    Event, Inserted, Limit, Link, Meter, Nodes, Observer, OutOfMemory, Parent, Pruning, Report,
    Stats, Stop,
};
use crate::moves::Move;
use crate::puzzle::Puzzle;

/// Finds a plan of at most `depth` moves, or proves that there is none. Without a bound plans may be very long.
pub fn dfs<P: Puzzle, O: Observer>(
    puzzle: &P,
    depth: Option<u32>,
    pruning: Pruning,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Report {
    let mut search = Search {
        puzzle,
        pruning,
        bound: depth,
        budget: meter.memory_budget(),
        nodes: Nodes::new(meter.memory_budget(), meter.deadline()),
        stack: Vec::new(),
        was_cut: false,
        stats: Stats::default(),
    };
    let end = search.run(meter, observer);
    search.stats.peak_bytes = search.bytes() as u64;
    let solved = end.ok().flatten();
    let plan = |node| conclude::plan(puzzle, pruning, &search.nodes.line_to(node));
    let is_dry = end == Ok(None);
    let conclusion = Conclusion {
        plan: solved.map(plan),
        lower_bound: match depth {
            _ if solved == Some(0) || !P::UNIT_COST => 0,
            Some(depth) if is_dry => depth.saturating_add(1),
            _ => 1,
        },
        stop: if is_dry && search.was_cut { Some(Stop::Limit(Limit::Depth)) } else { end.err() },
        stats: search.stats,
    };
    conclude::report(puzzle, conclusion, meter)
}

/// Where a position came from, and how many moves away the start is.
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
struct Waiting<S> {
    state: S,
    parent: u32,
    depth: u32,
    mv: Option<Move>,
}

struct Search<'p, P: Puzzle> {
    puzzle: &'p P,
    pruning: Pruning,
    bound: Option<u32>,
    budget: usize,
    nodes: Nodes<P::State, Place>,
    stack: Vec<Waiting<P::State>>,
    /// Whether the bound kept anything from being expanded.
    was_cut: bool,
    stats: Stats,
}

impl<P: Puzzle> Search<'_, P> {
    /// Returns the number of a solved position, or `None` when nothing is left.
    fn run<O: Observer>(
        &mut self,
        meter: &mut Meter<'_>,
        observer: &mut O,
    ) -> Result<Option<u32>, Stop> {
        let state = conclude::name(self.puzzle, self.pruning, self.puzzle.start());
        self.stack.push(Waiting { state, parent: 0, depth: 0, mv: None });
        while let Some(waiting) = self.stack.pop() {
            let Some(node) = self.settle(&waiting, observer)? else { continue };
            if self.puzzle.is_solved(&waiting.state) {
                if O::LISTENS && P::UNIT_COST {
                    observer.event(Event::Improve { cost: waiting.depth });
                }
                return Ok(Some(node));
            }
            if self.bound.is_some_and(|bound| waiting.depth >= bound) {
                self.was_cut = true;
                continue;
            }
            meter.check(&self.stats, self.bytes())?;
            self.expand(node, &waiting, observer)?;
        }
        Ok(None)
    }

    /// Looks a position up. Returns its number when it is to be expanded.
    fn settle<O: Observer>(
        &mut self,
        waiting: &Waiting<P::State>,
        observer: &mut O,
    ) -> Result<Option<u32>, Stop> {
        let &Waiting { state, parent, depth, mv } = waiting;
        self.nodes.set_budget(self.budget.saturating_sub(self.stack_bytes()));
        let Some(mv) = mv else {
            self.nodes.insert(state, Place { parent: Parent::NONE, depth })?;
            return Ok(Some(0));
        };
        self.stats.generated += 1;
        let place = Place { parent: Parent::new(parent, self.puzzle.trace(mv)), depth };
        match self.nodes.insert(state, place)? {
            Inserted::New(node) => {
                if O::LISTENS {
                    observer.event(Event::Generate { node, parent, mv, g: depth, h: 0.0 });
                }
                Ok(Some(node))
            }
            Inserted::Known(node)
                if self.bound.is_some() && depth < self.nodes.link(node).depth =>
            {
                self.nodes.set_link(node, place);
                self.stats.reopened += 1;
                if O::LISTENS {
                    observer.event(Event::Reopen { node, parent, g: depth });
                }
                Ok(Some(node))
            }
            Inserted::Known(node) => {
                self.stats.duplicates += 1;
                if O::LISTENS {
                    observer.event(Event::Duplicate { node, parent });
                }
                Ok(None)
            }
        }
    }

    fn expand<O: Observer>(
        &mut self,
        node: u32,
        waiting: &Waiting<P::State>,
        observer: &mut O,
    ) -> Result<(), OutOfMemory> {
        let &Waiting { state, depth, mv, .. } = waiting;
        if self.pruning.dead_ends && self.puzzle.is_dead_end(&state) {
            self.stats.dead_ends += 1;
            return Ok(());
        }
        self.stats.expanded += 1;
        self.stats.depth = self.stats.depth.max(depth);
        if O::LISTENS {
            observer.event(Event::Expand { node, g: depth, h: 0.0 });
        }
        let held = self.bytes();
        make_room(&mut self.stack, held, self.budget)?;
        let first = self.stack.len();
        let (puzzle, pruning, stack) = (self.puzzle, self.pruning, &mut self.stack);
        let trace = mv.map(|mv| puzzle.trace(mv));
        puzzle.successors_after(&state, trace, |mv, next| {
            let state = conclude::name(puzzle, pruning, next);
            stack.push(Waiting { state, parent: node, depth: depth + 1, mv: Some(mv) });
        });
        // The first move is to come off the stack first.
        self.stack[first..].reverse();
        self.stats.peak_open = self.stats.peak_open.max(self.stack.len() as u64);
        Ok(())
    }

    fn stack_bytes(&self) -> usize {
        self.stack.capacity() * size_of::<Waiting<P::State>>()
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.stack_bytes()
    }
}
