//! Beam search: breadth-first, but only the best of each layer by the estimate go on.
//!
//! Ties go to the position that was reached first. A position that was dropped does not come back. A beam that runs dry
//! without ever having dropped anything has seen everything, which is a proof that there is no plan; otherwise nothing is
//! known.

use super::conclude::{self, Conclusion};
use super::room::make_room;
use super::{Event, Inserted, Limit, Meter, Nodes, Observer, Parent, Pruning, Report, Stats, Stop};
use crate::heuristics::{DEAD_END, Heuristic};
use crate::puzzle::{Cost, Puzzle};

/// Finds a plan, or runs dry. At most `width` positions of each layer are expanded.
pub fn beam<P: Puzzle, H: Heuristic<P>, O: Observer>(
    puzzle: &P,
    heuristic: &H,
    width: u32,
    pruning: Pruning,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Report {
    let mut search = Search {
        puzzle,
        heuristic,
        width: width as usize,
        pruning,
        budget: meter.memory_budget(),
        nodes: Nodes::new(meter.memory_budget(), meter.deadline()),
        layer: Vec::new(),
        following: Vec::new(),
        dropped: false,
        stats: Stats::default(),
    };
    let end = search.run(meter, observer);
    search.stats.peak_bytes = search.bytes() as u64;
    let solved = end.ok().flatten();
    let plan = |node| conclude::plan(puzzle, pruning, &search.nodes.line_to(node));
    let is_dry = end == Ok(None);
    let conclusion = Conclusion {
        plan: solved.map(plan),
        lower_bound: if solved == Some(0) || !P::UNIT_COST { 0 } else { 1 },
        stop: if is_dry && search.dropped { Some(Stop::Limit(Limit::Width)) } else { end.err() },
        stats: search.stats,
    };
    conclude::report(puzzle, conclusion, meter)
}

/// A position of a layer.
#[derive(Clone, Copy)]
struct Member {
    estimate: f64,
    node: u32,
    cost: Cost,
}

struct Search<'p, P: Puzzle, H> {
    puzzle: &'p P,
    heuristic: &'p H,
    width: usize,
    pruning: Pruning,
    budget: usize,
    nodes: Nodes<P::State>,
    layer: Vec<Member>,
    following: Vec<Member>,
    /// Whether any position was left behind.
    dropped: bool,
    stats: Stats,
}

impl<P: Puzzle, H: Heuristic<P>> Search<'_, P, H> {
    /// Returns the number of a solved position, or `None` when nothing is left.
    fn run<O: Observer>(
        &mut self,
        meter: &mut Meter<'_>,
        observer: &mut O,
    ) -> Result<Option<u32>, Stop> {
        let start = conclude::name(self.puzzle, self.pruning, self.puzzle.start());
        self.nodes.insert(start, Parent::NONE)?;
        if self.puzzle.is_solved(&start) {
            if O::LISTENS {
                observer.event(Event::Improve { cost: 0 });
            }
            return Ok(Some(0));
        }
        self.layer.push(Member { estimate: 0.0, node: 0, cost: 0 });
        for depth in 0.. {
            if self.layer.is_empty() {
                break;
            }
            self.stats.depth = depth;
            if O::LISTENS {
                observer.event(Event::Depth { depth });
            }
            for index in 0..self.layer.len() {
                meter.check(&self.stats, self.bytes())?;
                if let Some(solved) = self.expand(self.layer[index], observer)? {
                    return Ok(Some(solved));
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

    /// Adds what follows from a position to the next layer. Returns the number of a solved position.
    fn expand<O: Observer>(
        &mut self,
        member: Member,
        observer: &mut O,
    ) -> Result<Option<u32>, Stop> {
        let Member { estimate, node: parent, cost } = member;
        let state = self.nodes.state(parent);
        if self.pruning.dead_ends && self.puzzle.is_dead_end(&state) {
            self.stats.dead_ends += 1;
            return Ok(None);
        }
        self.stats.expanded += 1;
        if O::LISTENS {
            observer.event(Event::Expand { node: parent, g: cost, h: estimate });
        }
        let trace = self.nodes.link(parent).trace();
        let held = self.bytes();
        make_room(&mut self.following, held, self.budget)?;
        self.nodes.set_budget(self.budget.saturating_sub(self.layer_bytes()));
        let (puzzle, pruning) = (self.puzzle, self.pruning);
        let mut end = Ok(None);
        puzzle.successors_after(&state, trace, |mv, next| {
            if !matches!(end, Ok(None)) {
                return;
            }
            self.stats.generated += 1;
            let next = conclude::name(puzzle, pruning, next);
            match self.nodes.insert(next, Parent::new(parent, puzzle.trace(mv))) {
                Err(stop) => end = Err(stop),
                Ok(Inserted::Known(node)) => {
                    self.stats.duplicates += 1;
                    if O::LISTENS {
                        observer.event(Event::Duplicate { node, parent });
                    }
                }
                Ok(Inserted::New(node)) => {
                    let cost = cost + puzzle.cost(mv);
                    let is_solved = puzzle.is_solved(&next);
                    let estimate = if is_solved {
                        0.0
                    } else {
                        self.heuristic.estimate(puzzle, &next, Some(mv))
                    };
                    if O::LISTENS {
                        observer.event(Event::Generate { node, parent, mv, g: cost, h: estimate });
                    }
                    if is_solved {
                        if O::LISTENS {
                            observer.event(Event::Improve { cost });
                        }
                        end = Ok(Some(node));
                    } else if estimate == DEAD_END {
                        self.stats.dead_ends += 1;
                    } else {
                        self.following.push(Member { estimate, node, cost });
                    }
                }
            }
        });
        end
    }

    fn layer_bytes(&self) -> usize {
        (self.layer.capacity() + self.following.capacity()) * size_of::<Member>()
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.layer_bytes()
    }
}
