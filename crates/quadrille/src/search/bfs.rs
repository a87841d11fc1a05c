//! Breadth-first search: layer by layer, so that the first plan has the fewest moves.
//!
//! Ties: positions are expanded in the order in which they were first reached, and their moves are tried in the order of
//! the puzzle. The plan found is therefore always the same one. The goal test is made when a position is generated.

use super::conclude::{self, Conclusion};
use super::{
    Event, Hashed, Inserted, Meter, Nodes, Observer, Parent, Pruning, Report, Stats, Stop,
};
use crate::moves::Move;
use crate::puzzle::{Cost, Puzzle};

/// Candidates that are collected before they are looked up together.
const BATCH: usize = 64;

struct Candidate<S> {
    position: Hashed<S>,
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
        nodes: Nodes::new(meter.memory_budget(), meter.deadline()),
        batch: Vec::with_capacity(BATCH + 1024),
        stats: Stats::default(),
        layer: 0,
    };
    let end = search.run(meter, observer);
    search.stats.peak_bytes = search.nodes.bytes() as u64;
    let plan = |node| conclude::plan(puzzle, pruning, &search.nodes.line_to(node));
    let conclusion = Conclusion {
        plan: end.ok().flatten().map(plan),
        // Layers of moves say nothing about costs, unless each move costs 1.
        lower_bound: if P::UNIT_COST { search.layer } else { 0 },
        stop: end.err(),
        stats: search.stats,
    };
    conclude::report(puzzle, conclusion, meter)
}

struct Search<'p, P: Puzzle> {
    puzzle: &'p P,
    pruning: Pruning,
    nodes: Nodes<P::State>,
    batch: Vec<Candidate<P::State>>,
    stats: Stats,
    /// The layer that is being generated: no plan is shorter.
    layer: Cost,
}

impl<P: Puzzle> Search<'_, P> {
    /// Returns the number of a solved position, or `None` when all positions were expanded.
    fn run<O: Observer>(
        &mut self,
        meter: &mut Meter<'_>,
        observer: &mut O,
    ) -> Result<Option<u32>, Stop> {
        let start = conclude::name(self.puzzle, self.pruning, self.puzzle.start());
        self.nodes.insert(start, Parent::NONE)?;
        self.stats.peak_open = 1;
        if self.puzzle.is_solved(&start) {
            return Ok(Some(self.solved(0, observer)));
        }
        let mut next = 0;
        loop {
            let layer_end = self.nodes.len();
            if next == layer_end {
                return Ok(None);
            }
            self.stats.depth = self.layer;
            if O::LISTENS {
                observer.event(Event::Depth { depth: self.layer });
            }
            self.layer += 1;
            meter.lower_bound(self.layer);
            while next < layer_end {
                let stop = self.expand(next, meter, observer).err();
                next += 1;
                if self.batch.len() >= BATCH || next == layer_end || stop.is_some() {
                    if let Some(solved) = self.flush(observer)? {
                        return Ok(Some(self.solved(solved, observer)));
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

    #[inline]
    fn expand<O: Observer>(
        &mut self,
        node: u32,
        meter: &mut Meter<'_>,
        observer: &mut O,
    ) -> Result<(), Stop> {
        meter.check(&self.stats, self.nodes.bytes())?;
        let state = self.nodes.state(node);
        if self.pruning.dead_ends && self.puzzle.is_dead_end(&state) {
            self.stats.dead_ends += 1;
            return Ok(());
        }
        self.stats.expanded += 1;
        if O::LISTENS {
            observer.event(Event::Expand { node, g: self.stats.depth, h: 0.0 });
        }
        let Search { puzzle, pruning, nodes, batch, .. } = self;
        puzzle.successors_after(&state, nodes.link(node).trace(), |mv, next| {
            let position = Hashed::from(conclude::name(*puzzle, *pruning, next));
            nodes.fetch_slot(&position);
            batch.push(Candidate { position, parent: node, mv });
        });
        Ok(())
    }

    /// Looks up all candidates of the batch in their order. Returns the number of a solved position.
    fn flush<O: Observer>(&mut self, observer: &mut O) -> Result<Option<u32>, Stop> {
        for candidate in &self.batch {
            self.nodes.fetch_state(&candidate.position);
        }
        for &Candidate { position, parent, mv } in &self.batch {
            self.stats.generated += 1;
            let link = Parent::new(parent, self.puzzle.trace(mv));
            match self.nodes.insert(position, link)? {
                Inserted::Known(node) => {
                    self.stats.duplicates += 1;
                    if O::LISTENS {
                        observer.event(Event::Duplicate { node, parent });
                    }
                }
                Inserted::New(node) => {
                    if O::LISTENS {
                        let g = self.layer;
                        observer.event(Event::Generate { node, parent, mv, g, h: 0.0 });
                    }
                    if self.puzzle.is_solved(&position.state) {
                        return Ok(Some(node));
                    }
                }
            }
        }
        self.batch.clear();
        Ok(None)
    }

    /// Tells the observer of the plan.
    fn solved<O: Observer>(&self, node: u32, observer: &mut O) -> u32 {
        if O::LISTENS && P::UNIT_COST {
            observer.event(Event::Improve { cost: self.layer });
        }
        node
    }
}
