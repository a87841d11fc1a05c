//! A* on several cores, each position owned by one of them (hash-distributed A*: Kishimoto, Fukunaga and Botea 2009).
//!
//! The hash of a position says which worker owns it. A worker keeps a table and an open list of its own positions, expands
//! them, and posts what follows to its owners, many positions to a letter. No table is shared, so none is locked.
//!
//! Workers go through the keys in step: all positions whose cost plus estimate is at most the current key are expanded,
//! including those that come in meanwhile, before the next key begins. Within a key nothing waits for anything. So when a
//! key begins, no plan can be cheaper (with an admissible heuristic), and the first solution within it ends the search. The
//! cost and the proof are therefore those of the serial search; which of several cheapest plans it is, and how many
//! positions of the last key were expanded, depends on the timing.
//!
//! With an estimate that is always 0 the keys are layers, and every worker gets its positions in the order of their layers:
//! the open list is then just a counter, as in the serial breadth-first search.
//!
//! Estimates are rounded up to whole numbers, as in [`deepening`](super::deepening). The calling thread is the first
//! worker, and the only one that looks at the clock.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::*};
use std::sync::{Barrier, Mutex, MutexGuard, PoisonError};

use super::conclude::{self, Conclusion};
use super::deepening::{whole_estimate, whole_factor};
use super::open::{Key, Open};
use super::{Hashed, Inserted, Limit, Link, Meter, Nodes, Parent, Pruning, Report, Stats, Stop};
use crate::heuristics::Heuristic;
use crate::moves::Move;
use crate::puzzle::{Cost, Puzzle, State};

/// Positions a letter.
const LETTER: usize = 256;
/// Positions that are expanded between two looks into the mailbox.
const BATCH: u64 = 64;
/// No worker may own more than this many; the number of a worker is kept in a byte.
pub(super) const MAX_WORKERS: usize = 256;
/// Costs are kept in the bits that the worker's number and a flag leave.
const MAX_COST: Cost = (1 << 23) - 1;

/// Where a position came from: the worker that owns its parent, the parent's number there, and the cost of the way.
#[derive(Clone, Copy)]
struct Way {
    parent: Parent,
    /// From the lowest bit: whether the position does not wait, the worker, the cost.
    packed: u32,
}

impl Way {
    fn new(parent: Parent, worker: u8, cost: Cost) -> Way {
        Way { parent, packed: cost.min(MAX_COST) << 9 | u32::from(worker) << 1 }
    }

    fn cost(self) -> Cost {
        self.packed >> 9
    }

    fn worker(self) -> usize {
        (self.packed >> 1) as u8 as usize
    }

    fn is_done(self) -> bool {
        self.packed & 1 == 1
    }

    fn done(self) -> Way {
        Way { packed: self.packed | 1, ..self }
    }
}

impl Link for Way {
    fn parent(self) -> Parent {
        self.parent
    }
}

/// A position on its way to its owner.
struct Posted<S> {
    position: Hashed<S>,
    parent: u32,
    cost: Cost,
    mv: Move,
}

struct Letter<S> {
    from: u8,
    positions: Vec<Posted<S>>,
}

struct Mailbox<S> {
    has_mail: AtomicBool,
    letters: Mutex<Vec<Letter<S>>>,
}

/// What all workers see.
struct Shared<S> {
    mailboxes: Vec<Mailbox<S>>,
    /// Workers that have something to do, plus letters on their way. Zero ends a key.
    busy: AtomicUsize,
    barrier: Barrier,
    /// Each worker's least key, for the choice of the next.
    least: Vec<AtomicU64>,
    /// Set when the search is to end: solved or stopped.
    halt: AtomicBool,
    stop: Mutex<Option<Stop>>,
    /// The cost of the best solution, its owner and its number.
    best: Mutex<Option<(Cost, u8, u32)>>,
    best_cost: AtomicU32,
    /// How many positions may still be expanded.
    quota: AtomicU64,
    expanded: AtomicU64,
    generated: AtomicU64,
    bytes: AtomicUsize,
}

/// A panic of another worker ends the search anyway; what it guarded is still whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<S> Shared<S> {
    fn halt(&self, stop: Stop) {
        lock(&self.stop).get_or_insert(stop);
        self.halt.store(true, Release);
    }

    fn is_halted(&self) -> bool {
        self.halt.load(Acquire)
    }
}

/// Finds a plan, or proves that there is none, with so many threads. With an admissible heuristic the plan is a cheapest
/// one. Returns `None` when the system has no more threads to give.
pub(super) fn distributed<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    workers: usize,
    pruning: Pruning,
    meter: &mut Meter<'_>,
) -> Option<Report> {
    let workers = workers.clamp(1, MAX_WORKERS);
    let start = conclude::name(puzzle, pruning, puzzle.start());
    if puzzle.is_solved(&start) {
        let stats = Stats::default();
        let plan = Some(Vec::new());
        let conclusion = Conclusion { plan, lower_bound: 0, stop: None, stats };
        return Some(conclude::report(puzzle, conclusion, meter));
    }
    let shared = Shared {
        mailboxes: (0..workers)
            .map(|_| Mailbox { has_mail: AtomicBool::new(false), letters: Mutex::default() })
            .collect(),
        busy: AtomicUsize::new(workers),
        barrier: Barrier::new(workers),
        least: (0..workers).map(|_| AtomicU64::new(u64::MAX)).collect(),
        halt: AtomicBool::new(false),
        stop: Mutex::new(None),
        best: Mutex::new(None),
        best_cost: AtomicU32::new(Cost::MAX),
        quota: AtomicU64::new(meter.control().limits.nodes.unwrap_or(u64::MAX)),
        expanded: AtomicU64::new(0),
        generated: AtomicU64::new(0),
        bytes: AtomicUsize::new(0),
    };
    let factor = whole_factor(heuristic);
    // Besides its tables a worker has a letter for each owner, and keeps up to two more for each when they are empty.
    let letters = 3 * workers * LETTER * size_of::<Posted<P::State>>();
    let budget = (meter.memory_budget() / workers).saturating_sub(letters);
    let worker = |number: usize| Worker {
        puzzle,
        heuristic,
        pruning,
        number: number as u8,
        shared: &shared,
        factor,
        budget,
        nodes: Nodes::new(budget, meter.deadline()),
        open: Open::new(true),
        next: (P::UNIT_COST && heuristic.claims().admissible == 0.0).then_some(0),
        outboxes: (0..workers).map(|_| Vec::with_capacity(LETTER)).collect(),
        spare: Vec::new(),
        quota: 0,
        published: (0, 0, 0),
        lower_bound: u32::from(P::UNIT_COST),
        stats: Stats::default(),
    };
    let mut own: Vec<Worker<'_, P, H>> = (0..workers).map(worker).collect();
    let owner = owner_of(start.into(), workers);
    own[owner].begin(start);
    if !run_all(&mut own, meter) {
        return None;
    }
    let mut stats = Stats::default();
    for worker in &own {
        let of = &worker.stats;
        stats.expanded += of.expanded;
        stats.generated += of.generated;
        stats.duplicates += of.duplicates;
        stats.reopened += of.reopened;
        stats.dead_ends += of.dead_ends;
        stats.peak_open += of.peak_open;
        stats.peak_bytes += worker.bytes() as u64;
        stats.depth = stats.depth.max(of.depth);
    }
    let best = *lock(&shared.best);
    let plan = best.map(|(_, worker, node)| {
        let mut line = Vec::new();
        let (mut worker, mut node) = (usize::from(worker), node);
        loop {
            line.push(own[worker].nodes.state(node));
            let way = own[worker].nodes.link(node);
            let Some(parent) = way.parent.node() else { break };
            (worker, node) = (way.worker(), parent);
        }
        line.reverse();
        conclude::plan(puzzle, pruning, &line)
    });
    let stop = *lock(&shared.stop);
    let lower_bound = own[0].lower_bound;
    Some(conclude::report(puzzle, Conclusion { plan, lower_bound, stop, stats }, meter))
}

/// Runs the first worker here and each other one on a thread of its own. Returns false, with nothing done, when there
/// are not enough threads: the workers wait for each other, so it takes all of them or none.
fn run_all<P: Puzzle, H: Heuristic<P>>(
    workers: &mut [Worker<'_, P, H>],
    meter: &mut Meter<'_>,
) -> bool {
    std::thread::scope(|scope| {
        let mut all = workers.iter_mut();
        let first = all.next();
        let mut signals = Vec::new();
        for worker in all {
            let (signal, go) = std::sync::mpsc::channel::<()>();
            let thread = std::thread::Builder::new().spawn_scoped(scope, move || {
                if go.recv().is_ok() {
                    worker.run(None);
                }
            });
            if thread.is_err() {
                return false;
            }
            signals.push(signal);
        }
        for signal in &signals {
            signal.send(()).expect("the thread waits for its signal");
        }
        if let Some(first) = first {
            first.run(Some(meter));
        }
        true
    })
}

/// The tables use the upper half of the hash; owners are told apart by the lower.
#[inline]
fn owner_of<S: State>(position: Hashed<S>, workers: usize) -> usize {
    ((u64::from(position.hash() as u32) * workers as u64) >> 32) as usize
}

struct Worker<'p, P: Puzzle, H> {
    puzzle: &'p P,
    heuristic: &'p H,
    pruning: Pruning,
    number: u8,
    shared: &'p Shared<P::State>,
    /// Keys never exceed this factor times the cost of a plan.
    factor: f64,
    budget: usize,
    nodes: Nodes<P::State, Way>,
    open: Open,
    /// The first of its positions that waits, when they are expanded in the order of their coming.
    next: Option<u32>,
    /// What is to be posted, by owner; at its own place what it keeps for itself.
    outboxes: Vec<Vec<Posted<P::State>>>,
    /// Empty letters for reuse.
    spare: Vec<Vec<Posted<P::State>>>,
    /// How many positions it may expand before it asks for more.
    quota: u64,
    /// What of its counts the others have been told.
    published: (u64, u64, usize),
    lower_bound: Cost,
    stats: Stats,
}

impl<P: Puzzle, H: Heuristic<P>> Worker<'_, P, H> {
    /// Takes the start, which it owns.
    fn begin(&mut self, start: P::State) {
        let way = Way::new(Parent::NONE, self.number, 0);
        let estimate = whole_estimate::<P>(self.heuristic.estimate(self.puzzle, &start, None));
        if let (Ok(Inserted::New(node)), Some(estimate)) = (self.nodes.insert(start, way), estimate)
        {
            if self.next.is_some() || self.wait(node, way, estimate).is_ok() {
                return;
            }
            self.shared.halt(Stop::Limit(Limit::Memory));
        }
    }

    /// Goes through the keys together with the others. The first worker has the meter.
    fn run(&mut self, mut meter: Option<&mut Meter<'_>>) {
        loop {
            let least = self.least_key().unwrap_or(u64::MAX);
            self.shared.least[usize::from(self.number)].store(least, Release);
            self.shared.barrier.wait();
            let key = self.shared.least.iter().map(|least| least.load(Acquire)).min();
            let key = key.unwrap_or(u64::MAX);
            let best = self.shared.best_cost.load(Acquire);
            let is_over = self.shared.is_halted();
            // Everyone has read; the first gets the next key ready.
            self.shared.barrier.wait();
            if is_over {
                return;
            }
            if key == u64::MAX {
                // Nothing is left: what was found is the best there is.
                if best != Cost::MAX {
                    self.lower_bound = best;
                }
                return;
            }
            if self.factor.is_finite() {
                let bound = (key as f64 / self.factor).ceil() as Cost;
                self.lower_bound = self.lower_bound.max(bound);
            }
            if u64::from(best) <= key {
                return;
            }
            if let Some(meter) = &mut meter {
                meter.lower_bound(self.lower_bound);
                self.shared.busy.store(self.outboxes.len(), Release);
            }
            self.shared.barrier.wait();
            if let Err(stop) = self.work_through(key, &mut meter) {
                self.shared.halt(stop);
            }
        }
    }

    /// Expands all positions up to a key, its own and those that come in, until nobody has any left.
    fn work_through(&mut self, key: u64, meter: &mut Option<&mut Meter<'_>>) -> Result<(), Stop> {
        let mut is_busy = true;
        let mut idle_rounds = 0_u32;
        loop {
            if self.shared.is_halted() {
                return Ok(());
            }
            if self.shared.mailboxes[usize::from(self.number)].has_mail.load(Acquire) {
                if !is_busy {
                    self.shared.busy.fetch_add(1, AcqRel);
                    is_busy = true;
                }
                self.read_mail(key)?;
            }
            if is_busy && self.least_key().is_some_and(|least| least <= key) {
                idle_rounds = 0;
                self.expand_batch(key)?;
                self.publish(meter)?;
                continue;
            }
            if is_busy {
                // Whatever was held back goes out before this worker calls itself idle.
                self.post_all();
                is_busy = false;
                self.publish(meter)?;
                self.shared.busy.fetch_sub(1, AcqRel);
            }
            if self.shared.busy.load(Acquire) == 0 {
                return Ok(());
            }
            idle_rounds += 1;
            if idle_rounds < 64 {
                std::hint::spin_loop()
            } else {
                std::thread::yield_now()
            }
            if idle_rounds.is_multiple_of(1024) {
                self.publish(meter)?;
            }
        }
    }

    fn read_mail(&mut self, key: u64) -> Result<(), Stop> {
        let mailbox = &self.shared.mailboxes[usize::from(self.number)];
        mailbox.has_mail.store(false, Release);
        let letters = std::mem::take(&mut *lock(&mailbox.letters));
        for Letter { from, mut positions } in letters {
            let end = self.take_in(&positions, from, key);
            positions.clear();
            if self.spare.len() < 2 * self.outboxes.len() {
                self.spare.push(positions);
            }
            self.shared.busy.fetch_sub(1, AcqRel);
            end?;
        }
        Ok(())
    }

    /// Expands a few positions up to the key and hands on what follows.
    fn expand_batch(&mut self, key: u64) -> Result<(), Stop> {
        let own = usize::from(self.number);
        for _ in 0..BATCH {
            if self.least_key().is_none_or(|least| least > key) {
                break;
            }
            let Some(node) = self.take_next() else { break };
            let way = self.nodes.link(node);
            if way.is_done() {
                continue;
            }
            self.ask_for_quota()?;
            self.expand(node, way);
            for owner in 0..self.outboxes.len() {
                if owner != own && self.outboxes[owner].len() >= LETTER - 32 {
                    self.post(owner);
                }
            }
        }
        let positions = std::mem::take(&mut self.outboxes[own]);
        let end = self.take_in(&positions, self.number, key);
        self.outboxes[own] = positions;
        self.outboxes[own].clear();
        end
    }

    /// The smallest key of the positions that wait.
    #[inline]
    fn least_key(&mut self) -> Option<u64> {
        match self.next {
            None => self.open.least_key().map(|key| key as u64),
            Some(next) if next == self.nodes.len() => None,
            Some(next) => Some(u64::from(self.nodes.link(next).cost()) + 1),
        }
    }

    #[inline]
    fn take_next(&mut self) -> Option<u32> {
        match &mut self.next {
            None => self.open.pop().map(|popped| popped.node),
            Some(next) => {
                *next += 1;
                Some(*next - 1)
            }
        }
    }

    fn ask_for_quota(&mut self) -> Result<(), Stop> {
        if self.quota == 0 {
            let take = |left: u64| (left > 0).then(|| left - left.min(BATCH));
            match self.shared.quota.fetch_update(AcqRel, Acquire, take) {
                Ok(left) => self.quota = left.min(BATCH),
                Err(_) => return Err(Stop::Limit(Limit::Nodes)),
            }
        }
        Ok(())
    }

    fn expand(&mut self, node: u32, way: Way) {
        self.nodes.set_link(node, way.done());
        let state = self.nodes.state(node);
        if self.pruning.dead_ends && self.puzzle.is_dead_end(&state) {
            self.stats.dead_ends += 1;
            return;
        }
        self.quota -= 1;
        self.stats.expanded += 1;
        let cost = way.cost();
        self.stats.depth = self.stats.depth.max(cost);
        let (puzzle, pruning, outboxes) = (self.puzzle, self.pruning, &mut self.outboxes);
        let workers = outboxes.len();
        puzzle.successors_after(&state, way.parent.trace(), |mv, next| {
            let position = Hashed::from(conclude::name(puzzle, pruning, next));
            let cost = cost.saturating_add(puzzle.cost(mv));
            outboxes[owner_of(position, workers)].push(Posted { position, parent: node, cost, mv });
        });
    }

    fn post(&mut self, owner: usize) {
        let empty = self.spare.pop().unwrap_or_else(|| Vec::with_capacity(LETTER));
        let positions = std::mem::replace(&mut self.outboxes[owner], empty);
        self.shared.busy.fetch_add(1, AcqRel);
        let mailbox = &self.shared.mailboxes[owner];
        lock(&mailbox.letters).push(Letter { from: self.number, positions });
        mailbox.has_mail.store(true, Release);
    }

    fn post_all(&mut self) {
        for owner in 0..self.outboxes.len() {
            if !self.outboxes[owner].is_empty() {
                self.post(owner);
            }
        }
    }

    /// Looks up positions that this worker owns.
    fn take_in(&mut self, positions: &[Posted<P::State>], from: u8, key: u64) -> Result<(), Stop> {
        self.nodes.set_budget(self.budget.saturating_sub(self.open.bytes()));
        for posted in positions {
            self.nodes.fetch_slot(&posted.position);
        }
        for posted in positions {
            self.nodes.fetch_state(&posted.position);
        }
        for &Posted { position, parent, cost, mv } in positions {
            self.stats.generated += 1;
            let way = Way::new(Parent::new(parent, self.puzzle.trace(mv)), from, cost);
            let state = position.state;
            let node = match self.nodes.insert(position, way)? {
                Inserted::New(node) => node,
                Inserted::Known(node) if cost < self.nodes.link(node).cost() => {
                    self.nodes.set_link(node, way);
                    self.stats.reopened += 1;
                    node
                }
                Inserted::Known(_) => {
                    self.stats.duplicates += 1;
                    continue;
                }
            };
            if self.puzzle.is_solved(&state) {
                self.nodes.set_link(node, way.done());
                self.solved(node, cost, key);
                continue;
            }
            if self.next.is_some() {
                continue;
            }
            let estimate = self.heuristic.estimate(self.puzzle, &state, Some(mv));
            match whole_estimate::<P>(estimate) {
                Some(estimate) => self.wait(node, way, estimate)?,
                None => {
                    self.nodes.set_link(node, way.done());
                    self.stats.dead_ends += 1;
                }
            }
        }
        let waiting = self.next.map_or(self.open.len(), |next| u64::from(self.nodes.len() - next));
        self.stats.peak_open = self.stats.peak_open.max(waiting);
        Ok(())
    }

    fn wait(&mut self, node: u32, way: Way, estimate: Cost) -> Result<(), super::OutOfMemory> {
        let estimate = f64::from(estimate);
        let key = Key { key: f64::from(way.cost()) + estimate, estimate };
        let budget = self.budget.saturating_sub(self.nodes.bytes());
        self.open.push(key, node, budget)
    }

    #[cold]
    fn solved(&mut self, node: u32, cost: Cost, key: u64) {
        let mut best = lock(&self.shared.best);
        if best.is_none_or(|(known, ..)| cost < known) {
            *best = Some((cost, self.number, node));
            self.shared.best_cost.store(cost, Release);
        }
        if u64::from(cost) <= key {
            // No plan is cheaper than the key.
            self.shared.halt.store(true, Release);
        }
    }

    /// Adds what was counted to the figures of all; the first worker then looks at the limits.
    fn publish(&mut self, meter: &mut Option<&mut Meter<'_>>) -> Result<(), Stop> {
        let now = (self.stats.expanded, self.stats.generated, self.bytes());
        let (expanded, generated, bytes) = self.published;
        self.published = now;
        self.shared.expanded.fetch_add(now.0 - expanded, Relaxed);
        self.shared.generated.fetch_add(now.1 - generated, Relaxed);
        self.shared.bytes.fetch_add(now.2.wrapping_sub(bytes), Relaxed);
        let Some(meter) = meter else { return Ok(()) };
        let stats = Stats {
            expanded: self.shared.expanded.load(Relaxed),
            generated: self.shared.generated.load(Relaxed),
            ..Stats::default()
        };
        // The quota keeps the limit on positions; the meter would be a batch late.
        match meter.check(&stats, self.shared.bytes.load(Relaxed)) {
            Err(Stop::Limit(Limit::Nodes)) => Ok(()),
            end => end,
        }
    }

    fn bytes(&self) -> usize {
        let letters = self.outboxes.len() + self.spare.len();
        self.nodes.bytes() + self.open.bytes() + letters * LETTER * size_of::<Posted<P::State>>()
    }
}
