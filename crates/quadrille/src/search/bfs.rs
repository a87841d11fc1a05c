//! Breadth-first search: layer by layer, so that the first plan has the fewest moves.
//!
//! Ties: positions are expanded in the order in which they were first reached, and their moves are tried in the order of
//! the puzzle. The plan found is therefore always the same one. The goal test is made when a position is generated.

use super::{
    Event, Inserted, Limit, Meter, Nodes, Observer, Outcome, Pruning, Report, Stats, Stop,
    plan_between,
};
use crate::moves::Move;
use crate::puzzle::{Cost, Puzzle};

/// Candidates that are collected before they are looked up together, so that their cache misses overlap.
const BATCH: usize = 64;

struct Candidate<S> {
    state: S,
    parent: u32,
    mv: Move,
}

/// Finds a plan with the fewest moves, or proves that there is none.
///
/// ```
/// use quadrille::games::tiles::Tiles;
/// use quadrille::search::{bfs, Control, Outcome, Pruning};
/// # use quadrille::levels::read;
/// # let level = read("level one\nr . . R\n. . . .\n", None).levels().next().unwrap().clone();
/// let puzzle = Tiles::<1>::new(&level).unwrap();
/// let report = bfs(&puzzle, Pruning::default(), &mut Control::default().start(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved { cost: 1, optimal: true, .. }));
/// ```
pub fn bfs<P: Puzzle, O: Observer>(
    puzzle: &P,
    pruning: Pruning,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Report {
    let mut search = Search {
        puzzle,
        pruning,
        nodes: Nodes::new(meter.memory_budget()),
        batch: Vec::with_capacity(BATCH + 1024),
        stats: Stats::default(),
        depth: 0,
    };
    let end = search.run(meter, observer);
    search.report(end, meter)
}

struct Search<'p, P: Puzzle> {
    puzzle: &'p P,
    pruning: Pruning,
    nodes: Nodes<P::State>,
    batch: Vec<Candidate<P::State>>,
    stats: Stats,
    depth: Cost,
}

/// How the loop ended, when nothing stopped it.
enum End {
    Solved(u32),
    Exhausted,
}

impl<P: Puzzle> Search<'_, P> {
    fn run<O: Observer>(&mut self, meter: &mut Meter<'_>, observer: &mut O) -> Result<End, Stop> {
        let start = self.name(self.puzzle.start());
        self.nodes.insert(start, 0).map_err(|_| Stop::Limit(Limit::Memory))?;
        self.stats.peak_open = 1;
        if self.puzzle.is_solved(&start) {
            return Ok(End::Solved(0));
        }
        let mut next = 0;
        loop {
            let layer_end = self.nodes.len();
            if next == layer_end {
                return Ok(End::Exhausted);
            }
            meter.lower_bound(self.depth + 1);
            self.stats.depth = self.depth;
            if O::LISTENS {
                observer.event(Event::Depth { depth: self.depth });
            }
            while next < layer_end {
                meter.check(&self.stats, self.nodes.bytes())?;
                self.expand(next, observer);
                next += 1;
                if self.batch.len() >= BATCH || next == layer_end {
                    if let Some(solved) = self.flush(observer)? {
                        return Ok(End::Solved(solved));
                    }
                    self.stats.peak_open =
                        self.stats.peak_open.max(u64::from(self.nodes.len() - next));
                }
            }
            self.depth += 1;
        }
    }

    #[inline]
    fn name(&self, state: P::State) -> P::State {
        if self.pruning.canonical { self.puzzle.canonical(state) } else { state }
    }

    #[inline]
    fn expand<O: Observer>(&mut self, node: u32, observer: &mut O) {
        let state = self.nodes.state(node);
        if self.pruning.dead_ends && self.puzzle.is_dead_end(&state) {
            self.stats.dead_ends += 1;
            return;
        }
        self.stats.expanded += 1;
        if O::LISTENS {
            observer.event(Event::Expand { node, g: self.depth, h: 0.0 });
        }
        let (puzzle, pruning, batch) = (self.puzzle, self.pruning, &mut self.batch);
        puzzle.successors(&state, |mv, next| {
            let state = if pruning.canonical { puzzle.canonical(next) } else { next };
            batch.push(Candidate { state, parent: node, mv });
        });
    }

    /// Looks up all candidates of the batch in their order. Returns the number of a solved position.
    fn flush<O: Observer>(&mut self, observer: &mut O) -> Result<Option<u32>, Stop> {
        self.nodes.warm(self.batch.iter().map(|candidate| candidate.state));
        let mut solved = None;
        for Candidate { state, parent, mv } in self.batch.drain(..) {
            self.stats.generated += 1;
            match self.nodes.insert(state, parent).map_err(|_| Stop::Limit(Limit::Memory))? {
                Inserted::Known(node) => {
                    self.stats.duplicates += 1;
                    if O::LISTENS {
                        observer.event(Event::Duplicate { node, parent });
                    }
                }
                Inserted::New(node) => {
                    if O::LISTENS {
                        observer.event(Event::Generate {
                            node,
                            parent,
                            mv,
                            g: self.depth + 1,
                            h: 0.0,
                        });
                    }
                    if self.puzzle.is_solved(&state) {
                        solved = Some(node);
                        break;
                    }
                }
            }
        }
        Ok(solved)
    }

    fn report(mut self, end: Result<End, Stop>, meter: &mut Meter<'_>) -> Report {
        self.stats.peak_bytes = self.nodes.bytes() as u64;
        let (outcome, lower_bound, stop) = match end {
            Ok(End::Solved(node)) => {
                let line = self.nodes.line_to(node);
                let plan = plan_between(self.puzzle, &line, self.pruning)
                    .expect("every position was reached from its parent by a move");
                let cost = super::plan_cost(self.puzzle, &plan);
                meter.plan_found(cost);
                let bound = if P::UNIT_COST { cost } else { 0 };
                (Outcome::Solved { plan, cost, optimal: P::UNIT_COST }, bound, None)
            }
            Ok(End::Exhausted) => (Outcome::Unsolvable, self.depth, None),
            Err(stop) => {
                (Outcome::Unknown, if P::UNIT_COST { self.depth + 1 } else { 0 }, Some(stop))
            }
        };
        meter.finish(&mut self.stats);
        Report { outcome, lower_bound, stop, stats: self.stats }
    }
}
