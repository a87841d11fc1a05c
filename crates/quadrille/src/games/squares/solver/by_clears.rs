//! Best-first search over the positions just after a clear, for long proofs.
//!
//! The successors of a position are the ends of its [`Ways`], with all their moves at once. Nearly
//! all positions of a proof are those before the first clear, and few of them are on such a way. A
//! position is expanded for one total after the other: each time, its ways with that total are
//! listed, and it waits for the next total that one of the others may have.

use super::super::heuristics::bounds::{Appraiser, Lookahead};
use super::super::rules::{Planes, Squares};
use super::best_first::{Progress, Way, least_total};
use super::swaps::{After, Outlook};
use super::ways::{Listing, Ways};
use crate::grid::Words;
use crate::search::{
    Cost, Observer, Stats, Stop,
    space::Space,
    toolkit::{Inserted, Key, Meter, Nodes, Open, OutOfMemory, Parent},
};

/// The most memory for the bound.
const MOST_LOOKAHEAD_BYTES: usize = 3 << 30;

/// A search that can be run in parts.
pub(super) struct ByClears<'p, const C: usize, const K: usize, const N: usize> {
    puzzle: &'p Squares<C, K, N>,
    appraiser: &'p Appraiser,
    lookahead: Lookahead,
    ways: Ways<'p, C, K, N>,
    budget: usize,
    nodes: Nodes<Words<N>, Way>,
    /// For each position the swaps since the one before, and their bytes.
    last_ways: Vec<Vec<[u32; 2]>>,
    way_bytes: usize,
    open: Open,
    /// The position whose expansion was interrupted last with its moves and total, and its
    /// listing.
    interrupted: Option<([u32; 3], Listing)>,
    lower_bound: Cost,
}

/// The end of a way.
struct End<const N: usize> {
    way: Vec<[u32; 2]>,
    state: Words<N>,
    left: Cost,
}

impl<'p, const C: usize, const K: usize, const N: usize> ByClears<'p, C, K, N> {
    /// A search from a non-empty start for plans of at least `lower_bound` moves, which stays
    /// within the budget in bytes; `None` without tables, or if they take too much.
    pub(super) fn new(
        puzzle: &'p Squares<C, K, N>,
        appraiser: &'p Appraiser,
        lower_bound: Cost,
        budget: usize,
        stats: &Stats,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Self>, Stop> {
        let most = MOST_LOOKAHEAD_BYTES.min(budget / 8 * 7);
        let mut pause = |bytes| meter.check_now(stats, appraiser.bytes() + bytes);
        let lookahead = appraiser.lookahead(puzzle, most, &mut pause)?;
        let Some(lookahead) = lookahead else { return Ok(None) };
        let mut search = Self {
            puzzle,
            appraiser,
            lookahead,
            ways: Ways::new(puzzle, appraiser),
            budget,
            nodes: Nodes::new(budget / 8, meter.deadline()),
            last_ways: Vec::new(),
            way_bytes: 0,
            open: Open::new(true),
            interrupted: None,
            lower_bound,
        };
        search.nodes.insert(puzzle.start(), Way { parent: Parent::NONE, moves: 0 })?;
        search.wait(0, 0, lower_bound)?;
        Ok(Some(search))
    }

    /// The lower bound on plans.
    pub(super) fn lower_bound(&self) -> Cost {
        self.lower_bound
    }

    /// Bytes held, without those of the appraiser.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.bytes()
            + self.last_ways.capacity() * size_of::<Vec<[u32; 2]>>()
            + self.way_bytes
            + self.open.bytes()
            + self.lookahead.bytes()
    }

    /// Uses a stronger bound from here on, if there is one.
    pub(super) fn look_further(&mut self) {
        self.lookahead.share_more();
    }

    /// Searches for a plan shorter than `limit` until `share` swaps were examined. The expansion at
    /// that moment is interrupted. The meter checks the bytes held here and by others.
    pub(super) fn run(
        &mut self,
        share: u64,
        limit: Cost,
        others: usize,
        stats: &mut Stats,
        meter: &mut Meter<'_>,
        observer: &mut Observer<'_>,
    ) -> Result<Progress<N>, Stop> {
        let pause_at = stats.generated.saturating_add(share);
        while let Some(total) =
            least_total(&mut self.open, &mut self.lower_bound, limit, meter, observer)
        {
            if stats.generated >= pause_at {
                return Ok(Progress::Paused);
            }
            let Some((key, node)) = self.open.pop() else { break };
            let moves = self.nodes.link(node).moves;
            if moves + key.estimate as Cost != total {
                // It was in the list a second time because of a shorter path found since.
                continue;
            }
            if let Some(solved) = self.expand(node, total, others, pause_at, stats, meter)? {
                return Ok(Progress::Solved(self.line_to(solved)));
            }
        }
        Ok(Progress::Exhausted)
    }

    /// Keeps the ends of the ways whose total is that of the position. Returns the number of a
    /// solved one.
    fn expand(
        &mut self,
        node: u32,
        total: Cost,
        others: usize,
        pause_at: u64,
        stats: &mut Stats,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Stop> {
        let (puzzle, appraiser, lookahead) = (self.puzzle, self.appraiser, &self.lookahead);
        let moves = self.nodes.link(node).moves;
        let state = *self.nodes.state(node);
        let planes = puzzle.unpack(&state);
        let mut ends = Vec::new();
        let place = [node, moves, total];
        let before = self.interrupted.take_if(|(other, _)| *other == place);
        let mut listing = before.map_or(Listing::of_at_most(total - moves), |(_, listing)| listing);
        let mut is_over = false;
        if node == 0 && !puzzle.standing_squares(&planes).is_empty() {
            // Its squares are cleared by the first move.
            let start = Outlook::new(puzzle, appraiser, state, true);
            start.for_each_swap(|swap| {
                let (after, left) = match start.after(&swap, Cost::MAX) {
                    After::Swapped(left) => (start.swapped(&swap), left),
                    After::Cleared(after, left) => (after, left),
                    After::Solved => (Planes([Words::EMPTY; K]), 0),
                };
                if !Appraiser::is_dead(left) {
                    ends.push(End { way: vec![swap.cells], state: puzzle.pack(&after), left });
                }
            });
        } else {
            let held = appraiser.bytes() + others + self.bytes() - lookahead.bytes();
            let mut pause = |stats: &Stats| {
                is_over = stats.generated >= pause_at;
                if is_over {
                    Err(Stop::Nodes)
                } else {
                    meter.check(stats, held + lookahead.bytes())
                }
            };
            let mut visit = |way, after: &Planes<C, K>, left| {
                ends.push(End { way, state: puzzle.pack(&puzzle.renamed(after)), left });
            };
            let result =
                self.ways.list(lookahead, &planes, &mut listing, stats, &mut pause, &mut visit);
            if !is_over {
                result?;
            }
        }
        if is_over {
            self.interrupted = Some((place, listing));
            self.wait(node, moves, total)?;
        } else if listing.later != Cost::MAX {
            self.wait(node, moves, moves + listing.later)?;
        }
        for End { way, state, left } in ends {
            let moves = moves + way.len() as Cost;
            let link = Way { parent: Parent::new(node, false), moves };
            let node = match self.nodes.insert(state, link)? {
                Inserted::New(node) => node,
                Inserted::Known(node) if self.nodes.link(node).moves <= moves => {
                    stats.duplicates += 1;
                    continue;
                }
                Inserted::Known(node) => {
                    stats.reopened += 1;
                    self.nodes.set_link(node, link);
                    node
                }
            };
            self.keep_way(node, way)?;
            if state.is_empty() {
                return Ok(Some(node));
            }
            self.wait(node, moves, total.max(moves + left))?;
        }
        stats.peak_open = stats.peak_open.max(self.open.len());
        Ok(None)
    }

    /// All positions along the plan that ends with this one.
    fn line_to(&self, solved: u32) -> Vec<Words<N>> {
        let mut nodes = vec![solved];
        while let Some(parent) = self.nodes.link(nodes[nodes.len() - 1]).parent.node() {
            nodes.push(parent);
        }
        nodes.reverse();
        let mut line = vec![self.puzzle.start()];
        for pair in nodes.windows(2) {
            let mut board = self.puzzle.unpack(self.nodes.state(pair[0]));
            for &[one, other] in &self.last_ways[pair[1] as usize] {
                board = board.swapped(one, other);
                line.push(self.puzzle.pack(&board));
            }
            line.pop();
            line.push(*self.nodes.state(pair[1]));
        }
        line
    }

    /// Stores the way that leads to a position from the one before.
    fn keep_way(&mut self, node: u32, way: Vec<[u32; 2]>) -> Result<(), Stop> {
        let node = node as usize;
        if self.last_ways.len() <= node {
            self.last_ways.try_reserve(1).map_err(|_| Stop::Memory)?;
            self.last_ways.resize_with(node + 1, Vec::new);
        }
        self.way_bytes += size_of_val(&way[..]);
        self.last_ways[node] = way;
        Ok(())
    }

    /// Puts a position into the open list.
    fn wait(&mut self, node: u32, moves: Cost, total: Cost) -> Result<(), OutOfMemory> {
        let others = self.bytes() - self.open.bytes();
        let key = Key { key: f64::from(total), estimate: f64::from(total - moves) };
        self.open.push(key, node, self.budget.saturating_sub(others))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::samples::Dice;
    use super::*;
    use crate::search::{Control, Limits, Pruning, Search, algorithm::Bfs, toolkit::Plan};

    /// Random boards with a plan that breadth-first search finds in little time: with blanks, with
    /// squares at the start, with one or several squares of a colour.
    #[test]
    fn plans_are_shortest() {
        let mut dice = Dice(17);
        let (mut compared, mut long, mut gapped, mut unsettled, mut several) = (0, 0, 0, 0, 0);
        while compared < 2_500 {
            let sides = [(4, 4), (4, 5), (6, 3), (2, 8), (4, 6), (8, 2)][dice.roll(6)];
            let most = sides.0 * sides.1 / 4;
            let squares = (2 + dice.roll(4)).min(most);
            let colours = if dice.roll(3) == 0 { 2 } else { 12 };
            let gaps = squares < most && dice.roll(2) == 0;
            let puzzle: Squares<1, 5, 2> =
                Squares::from_board(&dice.board(sides, squares, colours, gaps));
            let limits = Limits { max_nodes: Some(4_000), ..Limits::default() };
            let truth = Search::new(&puzzle).algorithm(Bfs).limits(limits).run();
            let Some((_, fewest)) = truth.plan().filter(|_| truth.is_optimal()) else { continue };
            let appraiser =
                Appraiser::new(&puzzle, usize::MAX, &mut |_| Ok(())).expect("never stopped");
            let control = Control::default();
            let mut meter = control.start();
            let mut stats = Stats::default();
            let search = ByClears::new(&puzzle, &appraiser, 1, 1 << 30, &stats, &mut meter);
            let mut search = search.expect("enough memory").expect("a small board");
            for _ in 0..dice.roll(4) {
                search.look_further();
            }
            let mut share = 100;
            let line = loop {
                let progress = search.run(share, Cost::MAX, 0, &mut stats, &mut meter, &mut None);
                match progress.expect("no limit") {
                    Progress::Solved(line) => break line,
                    Progress::Exhausted => panic!("there is a plan of {fewest} moves"),
                    Progress::Paused => share *= 2,
                }
            };
            let start = puzzle.unpack(&puzzle.start());
            assert_eq!(line.len() as Cost - 1, fewest, "{start:?}");
            assert_eq!(search.lower_bound(), fewest, "{start:?}");
            let line = line.into_iter().map(|state| puzzle.canonical_form(state)).collect();
            assert!(Plan::along(&puzzle, line, Pruning::default()).is_some());
            compared += 1;
            long += u32::from(fewest > 4);
            gapped += u32::from(gaps);
            unsettled += u32::from(!puzzle.standing_squares(&start).is_empty());
            several += u32::from((puzzle.colours() as usize) < squares);
        }
        let found = [long, gapped, unsettled, several];
        assert!(found.iter().all(|&boards| boards > 100), "{found:?}");
    }
}
