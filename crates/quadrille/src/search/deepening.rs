//! Iterative deepening, the one behind `ids` and `idastar` (Korf 1985): depth-first within a bound on cost plus estimate,
//! again and again with the least bound that lets anything more in.
//!
//! The path is all that must be kept. Beside it stands a table of positions met in this round, of a fixed size: a position
//! that was met before at no higher cost is not searched again. Entries give way to newer ones when the table is full, so it
//! only ever saves work. Without a table the search is the plain one: it leaves out positions of its own path and moves
//! that [`Puzzle::is_redundant`] knows to be.
//!
//! Costs are whole numbers, so estimates are rounded up, and a position that is not solved counts at least 1 when moves
//! cost 1. A round in which the bound kept nothing out has seen everything that can be reached. A position that was kept
//! out and met again within the bound does not count; as long as no entry of a round had to give way, the table knows.
//!
//! Numbers of positions in events are those of nodes of the search tree, new in each round but for the start's.

use super::conclude::{self, Conclusion};
use super::{Event, Meter, Observer, Pruning, Report, Stats, Stop};
use crate::heuristics::{DEAD_END, Heuristic};
use crate::moves::Move;
use crate::puzzle::{Cost, Puzzle, State};

/// Estimates are rounded up, but not for the sake of a rounding error.
const ROUNDING: f64 = 1e-6;

/// Whole estimates for searches that count in whole costs. `None` is a dead end.
#[inline]
pub(super) fn whole_estimate<P: Puzzle>(estimate: f64) -> Option<Cost> {
    if estimate == DEAD_END {
        return None;
    }
    // Without `ceil`, which is a call on processors that may lack an instruction for it.
    let exact = (estimate - ROUNDING).min(1e9);
    let below = exact as Cost;
    let above = below + Cost::from(f64::from(below) < exact);
    Some(above.max(Cost::from(P::UNIT_COST)))
}

/// How much such an estimate may exceed the true cost, as a factor: that of the heuristic if rounding cannot add to it.
pub(super) fn whole_factor<P: Puzzle, H: Heuristic<P>>(heuristic: &H) -> f64 {
    let claims = heuristic.claims();
    if claims.is_admissible() || claims.whole { claims.admissible.max(1.0) } else { f64::INFINITY }
}

pub(super) fn deepening<P: Puzzle, H: Heuristic<P>, O: Observer>(
    puzzle: &P,
    heuristic: &H,
    table_mebibytes: u32,
    pruning: Pruning,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Report {
    let table_bytes = (table_mebibytes as usize) << 20;
    // The path and the stack are small; what they need is left over.
    let room = meter.memory_budget() / 8 * 7;
    let start = conclude::name(puzzle, pruning, puzzle.start());
    let mut search = Search {
        puzzle,
        heuristic,
        pruning,
        table: (table_mebibytes > 0).then(|| Table::new(start, table_bytes.min(room))),
        stack: Vec::new(),
        path: Vec::new(),
        numbered: 0,
        stats: Stats::default(),
    };
    let factor = whole_factor(heuristic);
    let mut lower_bound = if P::UNIT_COST { 1 } else { 0 };
    let mut solved = puzzle.is_solved(&start);
    let mut stop = None;
    let mut next = (!solved).then_some(lower_bound);
    if solved {
        lower_bound = 0;
    }
    if solved && O::LISTENS {
        observer.event(Event::Improve { cost: 0 });
    }
    while let Some(bound) = next {
        lower_bound = lower_bound.max((f64::from(bound) / factor).ceil() as Cost);
        meter.lower_bound(lower_bound);
        search.stats.depth = bound;
        if O::LISTENS {
            observer.event(Event::Depth { depth: bound });
        }
        match search.round(start, bound, meter, observer) {
            Ok(End::Solved) => {
                solved = true;
                break;
            }
            Ok(End::Exhausted { beyond }) => next = beyond,
            Err(stopped) => {
                stop = Some(stopped);
                break;
            }
        }
    }
    let plan = solved.then(|| search.path.iter().filter_map(|step| step.mv).collect());
    conclude::report(puzzle, Conclusion { plan, lower_bound, stop, stats: search.stats }, meter)
}

/// How a round ended.
enum End {
    /// The path leads to a solution.
    Solved,
    /// Everything within the bound was seen; this is the least sum of cost and estimate beyond it, if any.
    Exhausted { beyond: Option<Cost> },
}

/// A position that waits on the stack.
struct Waiting<S> {
    state: S,
    mv: Option<Move>,
    cost: Cost,
    /// How many positions are on the path before it.
    depth: u32,
}

/// A position on the path.
struct Step<S> {
    state: S,
    mv: Option<Move>,
    number: u32,
}

struct Search<'p, P: Puzzle, H> {
    puzzle: &'p P,
    heuristic: &'p H,
    pruning: Pruning,
    table: Option<Table<P::State>>,
    stack: Vec<Waiting<P::State>>,
    path: Vec<Step<P::State>>,
    /// The number of the newest node of the search tree.
    numbered: u32,
    stats: Stats,
}

impl<P: Puzzle, H: Heuristic<P>> Search<'_, P, H> {
    fn round<O: Observer>(
        &mut self,
        start: P::State,
        bound: Cost,
        meter: &mut Meter<'_>,
        observer: &mut O,
    ) -> Result<End, Stop> {
        if let Some(table) = &mut self.table {
            table.begin_round();
        }
        self.numbered = 0;
        self.path.clear();
        self.stack.clear();
        self.stack.push(Waiting { state: start, mv: None, cost: 0, depth: 0 });
        let mut beyond: Option<Cost> = None;
        while let Some(waiting) = self.stack.pop() {
            self.path.truncate(waiting.depth as usize);
            let Some((number, reached)) = self.settle(&waiting, bound, observer) else { continue };
            let Waiting { state, mv, cost, .. } = waiting;
            match reached {
                Reached::DeadEnd => continue,
                Reached::Within(total) if total > bound => {
                    beyond = Some(beyond.map_or(total, |least| least.min(total)));
                    continue;
                }
                Reached::Within(_) => {}
            }
            if mv.is_some() && self.puzzle.is_solved(&state) {
                self.path.push(Step { state, mv, number });
                if O::LISTENS {
                    observer.event(Event::Improve { cost });
                }
                return Ok(End::Solved);
            }
            let bytes = self.bytes();
            self.stats.peak_bytes = self.stats.peak_bytes.max(bytes as u64);
            meter.check(&self.stats, bytes)?;
            self.path.push(Step { state, mv, number });
            self.expand(&waiting, number, observer);
        }
        if self.table.as_ref().is_some_and(Table::kept_nothing_out) {
            beyond = None;
        }
        Ok(End::Exhausted { beyond })
    }

    /// Looks a position up. Returns its number in the search tree and what it promises, unless it was met before.
    fn settle<O: Observer>(
        &mut self,
        waiting: &Waiting<P::State>,
        bound: Cost,
        observer: &mut O,
    ) -> Option<(u32, Reached)> {
        let &Waiting { state, mv, cost, .. } = waiting;
        let number = if mv.is_some() { self.numbered + 1 } else { 0 };
        let parent = self.path.last().map_or(0, |step| step.number);
        let met = match &mut self.table {
            Some(table) => table.meet(state, cost, number),
            None => match self.path.iter().find(|step| step.state == state) {
                Some(step) => Met::Before(step.number),
                None => Met::New(0),
            },
        };
        self.stats.generated += u64::from(mv.is_some());
        let place = match met {
            Met::New(place) => place,
            Met::Before(node) => {
                self.stats.duplicates += 1;
                if O::LISTENS {
                    observer.event(Event::Duplicate { node, parent });
                }
                return None;
            }
        };
        self.numbered = number;
        let is_solved = mv.is_some() && self.puzzle.is_solved(&state);
        let estimate =
            if is_solved { 0.0 } else { self.heuristic.estimate(self.puzzle, &state, mv) };
        if let (true, Some(mv)) = (O::LISTENS, mv) {
            observer.event(Event::Generate { node: number, parent, mv, g: cost, h: estimate });
        }
        let reached = if is_solved { Reached::Within(cost) } else { self.reached(cost, estimate) };
        if let (Some(table), Reached::Within(total)) = (&mut self.table, &reached) {
            table.set_kept_out(place, *total > bound);
        }
        Some((number, reached))
    }

    fn reached(&mut self, cost: Cost, estimate: f64) -> Reached {
        match whole_estimate::<P>(estimate) {
            Some(estimate) => Reached::Within(cost.saturating_add(estimate)),
            None => {
                self.stats.dead_ends += 1;
                Reached::DeadEnd
            }
        }
    }

    fn expand<O: Observer>(&mut self, waiting: &Waiting<P::State>, node: u32, observer: &mut O) {
        let &Waiting { state, mv: last, cost, depth } = waiting;
        if self.pruning.dead_ends && self.puzzle.is_dead_end(&state) {
            self.stats.dead_ends += 1;
            return;
        }
        self.stats.expanded += 1;
        if O::LISTENS {
            let h = self.heuristic.estimate(self.puzzle, &state, last);
            observer.event(Event::Expand { node, g: cost, h });
        }
        let first = self.stack.len();
        let (puzzle, pruning, stack) = (self.puzzle, self.pruning, &mut self.stack);
        let mut push = |mv: Move, next| {
            let state = conclude::name(puzzle, pruning, next);
            let cost = cost.saturating_add(puzzle.cost(mv));
            stack.push(Waiting { state, mv: Some(mv), cost, depth: depth + 1 });
        };
        if self.table.is_some() {
            puzzle.successors_after(&state, last.map(|mv| puzzle.trace(mv)), push);
        } else {
            puzzle.successors(&state, |mv, next| {
                if last.is_none_or(|last| !puzzle.is_redundant(last, mv)) {
                    push(mv, next);
                }
            });
        }
        // The first move is to come off the stack first.
        self.stack[first..].reverse();
        self.stats.peak_open = self.stats.peak_open.max(self.stack.len() as u64);
    }

    fn bytes(&self) -> usize {
        self.table.as_ref().map_or(0, |table| table.bytes())
            + self.stack.capacity() * size_of::<Waiting<P::State>>()
            + self.path.capacity() * size_of::<Step<P::State>>()
    }
}

/// What a position promises.
enum Reached {
    /// Nothing: no plan leads from it to a solution.
    DeadEnd,
    /// The least cost of a plan through it.
    Within(Cost),
}

/// What a table says of a position.
enum Met {
    /// It was met in this round at no higher cost, and has this number.
    Before(u32),
    /// It was not, and has this place in the table now.
    New(usize),
}

/// The positions met in this round, as many as fit: sets of a few entries each, in which a new position takes the place
/// of one from an earlier round, or else of the one that is farthest from the start and so the least work to lose.
struct Table<S> {
    entries: Vec<Entry<S>>,
    most: usize,
    round: u32,
    /// Entries of this round.
    used: usize,
    /// Entries of this round that are beyond the bound.
    kept_out: usize,
    /// Whether entries of this round had to give way.
    has_lost: bool,
}

#[derive(Clone, Copy)]
struct Entry<S> {
    state: S,
    cost: Cost,
    round: u32,
    number: u32,
    /// Whether the bound kept the position from being expanded.
    is_kept_out: bool,
}

/// Entries a set.
const SET: usize = 4;
const FIRST_ENTRIES: usize = 1 << 10;

impl<S: State> Table<S> {
    fn new(filler: S, bytes: usize) -> Table<S> {
        // While a table grows, the old one is still there: one and a half of the new.
        let most = (bytes / 3 * 2 / size_of::<Entry<S>>() + 1).next_power_of_two() / 2;
        let empty = Entry { state: filler, cost: 0, round: 0, number: 0, is_kept_out: false };
        let first = FIRST_ENTRIES.min(most).max(SET);
        Table { entries: vec![empty; first], most, round: 0, used: 0, kept_out: 0, has_lost: false }
    }

    fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry<S>>()
    }

    fn begin_round(&mut self) {
        self.round += 1;
        (self.used, self.kept_out, self.has_lost) = (0, 0, false);
    }

    /// Whether it is certain that everything that was met was also expanded.
    fn kept_nothing_out(&self) -> bool {
        self.kept_out == 0 && !self.has_lost
    }

    /// Says whether the position at a place is beyond the bound.
    fn set_kept_out(&mut self, place: usize, is_kept_out: bool) {
        let entry = &mut self.entries[place];
        self.kept_out += usize::from(is_kept_out);
        self.kept_out -= usize::from(entry.is_kept_out);
        entry.is_kept_out = is_kept_out;
    }

    fn set_of(&self, state: S) -> usize {
        let sets = (self.entries.len() / SET) as u64;
        (((state.mix() >> 32) * sets) >> 32) as usize * SET
    }

    /// Looks a position up and takes note of it.
    fn meet(&mut self, state: S, cost: Cost, number: u32) -> Met {
        if self.used > self.entries.len() / 2 && self.entries.len() * 2 <= self.most {
            self.grow();
        }
        let first = self.set_of(state);
        let round = self.round;
        let mut place = first;
        let mut worth_least = (false, 0);
        for (index, entry) in self.entries.iter_mut().enumerate().skip(first).take(SET) {
            if entry.round == round && entry.state == state {
                if entry.cost <= cost {
                    return Met::Before(entry.number);
                }
                *entry = Entry { cost, number, ..*entry };
                return Met::New(index);
            }
            let worth = (entry.round != round, entry.cost);
            if index == first || worth > worth_least {
                (place, worth_least) = (index, worth);
            }
        }
        let entry = &mut self.entries[place];
        let gives_way = entry.round == round;
        self.used += usize::from(!gives_way);
        self.has_lost |= gives_way;
        *entry = Entry { state, cost, round, number, is_kept_out: false };
        Met::New(place)
    }

    #[cold]
    fn grow(&mut self) {
        let empty = Entry { round: 0, is_kept_out: false, ..self.entries[0] };
        let old = std::mem::take(&mut self.entries);
        self.entries = vec![empty; 2 * old.len()];
        (self.used, self.kept_out) = (0, 0);
        let round = self.round;
        for entry in old.into_iter().filter(|entry| entry.round == round) {
            if let Met::New(place) = self.meet(entry.state, entry.cost, entry.number) {
                self.set_kept_out(place, entry.is_kept_out);
            }
        }
    }
}
