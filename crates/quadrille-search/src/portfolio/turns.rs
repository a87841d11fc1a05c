//! State shared by a proof and its finders: the cost of the best plan, the lower bound, and turns
//! on one core.

#![cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "nothing runs beside a proof there"))]

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::control::Progress;
use crate::{Cost, Stop};

/// The time a proof runs before it pauses for the quickest finder, on its own thread.
const BEFORE_QUICK: Duration = Duration::from_millis(1);

/// The time a proof runs without threads beside it: most end by then, and starting a thread would
/// cost more than it gains. Less if the quickest finder found no plan.
const ALONE: Duration = Duration::from_millis(15);
const ALONE_WITHOUT_PLAN: Duration = Duration::from_millis(5);

const TURN: Duration = Duration::from_millis(4);

/// The interval at which a waiting thread checks for a plan.
const POLL: Duration = Duration::from_millis(2);

/// The time of finders that share a core with the proof: an advance, and a part of all time.
const ADVANCE: Duration = Duration::from_millis(250);
const PART: f64 = 0.1;

/// Finders rest if no better plan came within as much time again as the last one took, and at least
/// within `MIN_STALE`: then they pause for `REST` turns after each turn.
const MIN_STALE: Duration = Duration::from_millis(250);
const REST: u32 = 9;

/// State shared by a proof and its finders.
#[derive(Debug)]
pub(crate) struct Shared {
    /// The cost of the best plan of any search plus one; zero while there is none.
    best: AtomicU32,
    lower_bound: AtomicU32,
    is_over: AtomicBool,
    /// The start of all searches, and the milliseconds until the best plan.
    began: Instant,
    improved: AtomicU32,
    /// The live figures, which show better plans.
    progress: Arc<Progress>,
    turns: Turns,
}

impl Shared {
    /// For finders with these shares of the time; `with_proof` if the proof shares their core.
    pub(crate) fn new(shares: &[u32], with_proof: bool, progress: Arc<Progress>) -> Shared {
        Shared {
            best: AtomicU32::new(0),
            lower_bound: AtomicU32::new(0),
            is_over: AtomicBool::new(false),
            began: Instant::now(),
            improved: AtomicU32::new(0),
            progress,
            turns: Turns::new(shares, with_proof),
        }
    }

    /// Ends the finders when the proof has ended.
    pub(crate) fn end(&self) {
        self.is_over.store(true, Relaxed);
        self.turns.end();
    }

    /// A finder is ready and wants turns.
    pub(crate) fn join(&self, finder: usize) {
        self.turns.join(finder);
    }

    /// A finder has ended.
    pub(crate) fn leave(&self, finder: usize) {
        self.turns.leave(finder);
    }

    /// Called when the proof ended without an answer: waits until a finder has a plan or all have
    /// ended.
    pub(crate) fn wait_for_plan(&self) {
        self.turns.without_proof();
        while self.best().is_none() && self.turns.has_active_finder() {
            thread::sleep(POLL);
        }
    }

    pub(crate) fn lower_bound(&self) -> Cost {
        self.lower_bound.load(Relaxed)
    }

    pub(crate) fn has_plan(&self) -> bool {
        self.best().is_some()
    }

    /// True if there is a plan and it is so old that a better one is unlikely soon.
    fn is_stale(&self) -> bool {
        let improved = Duration::from_millis(self.improved.load(Relaxed).into());
        self.has_plan() && self.began.elapsed() >= (2 * improved).max(MIN_STALE)
    }

    /// The cost of the best plan.
    fn best(&self) -> Option<Cost> {
        self.best.load(Relaxed).checked_sub(1)
    }

    /// True if no plan can be better than the best.
    fn is_settled(&self) -> bool {
        self.best().is_some_and(|best| best <= self.lower_bound())
    }
}

/// The role of one search.
pub(crate) enum Beside<'a> {
    /// The proof: first it pauses for the quickest finder, then it starts the threads of all.
    Proof {
        shared: &'a Shared,
        quick: Option<Box<dyn FnOnce() + 'a>>,
        start: Option<Box<dyn FnOnce() + 'a>>,
    },
    /// A finder, by its number.
    Finder(&'a Shared, usize),
}

impl fmt::Debug for Beside<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, shared) = match self {
            Beside::Proof { shared, .. } => ("Proof", shared),
            Beside::Finder(shared, _) => ("Finder", shared),
        };
        f.debug_tuple(name).field(shared).finish()
    }
}

impl Beside<'_> {
    fn shared(&self) -> &Shared {
        match self {
            Beside::Proof { shared, .. } | Beside::Finder(shared, _) => shared,
        }
    }

    /// Called about every millisecond: waits for the next turn, and fails when there is nothing
    /// left to do.
    pub(crate) fn check(&mut self, elapsed: Duration) -> Result<(), Stop> {
        match self {
            Beside::Proof { shared, start: None, .. } => shared.turns.proof(),
            Beside::Proof { shared, quick, start } => {
                if elapsed >= BEFORE_QUICK
                    && let Some(quick) = quick.take()
                {
                    quick();
                }
                let has_plan = shared.best().is_some();
                let alone = if has_plan { ALONE } else { ALONE_WITHOUT_PLAN };
                if elapsed >= alone
                    && let Some(start) = start.take()
                {
                    start();
                }
            }
            Beside::Finder(shared, number) => shared.turns.finder(*number, shared.is_stale()),
        }
        let shared = self.shared();
        if shared.is_over.load(Relaxed) || shared.is_settled() {
            return Err(Stop::Cancelled);
        }
        Ok(())
    }

    /// Publishes the lower bound to the other searches.
    pub(crate) fn bounded(&self, bound: Cost) {
        if let Beside::Proof { shared, .. } = self {
            shared.lower_bound.fetch_max(bound, Relaxed);
        }
    }

    pub(crate) fn progress(&self) -> &Progress {
        &self.shared().progress
    }

    /// Publishes a plan of this cost to the other searches and the caller.
    pub(crate) fn plan_found(&self, cost: Cost) {
        let shared = self.shared();
        shared.progress.improved(cost);
        let better = |best: u32| (best == 0 || cost < best - 1).then_some(cost + 1);
        // Fails if another plan is at least as good, which is fine.
        if shared.best.fetch_update(Relaxed, Relaxed, better).is_ok() {
            let elapsed = shared.began.elapsed().as_millis();
            shared.improved.store(elapsed.try_into().unwrap_or(u32::MAX), Relaxed);
        }
    }

    /// The cost that a useful plan must be below.
    pub(crate) fn cost_to_beat(&self) -> Option<Cost> {
        self.shared().best()
    }
}

/// Turns: the searches use one core together, however many they are.
#[derive(Debug)]
struct Turns {
    state: Mutex<Turn>,
    changed: Condvar,
}

#[derive(Debug)]
struct Turn {
    /// The finder whose turn it is; `None` for the proof, or when no finder is running.
    of: Option<usize>,
    since: Instant,
    finders: Vec<Part>,
    /// True if the proof takes turns with the finders; otherwise it has its own core.
    with_proof: bool,
    /// The start of the finders, and the time they have used.
    began: Instant,
    used: Duration,
    is_over: bool,
}

/// The phase of a finder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// It builds its heuristic and takes no turns yet.
    Preparing,
    AtWork,
    Left,
}

/// The account of a finder.
#[derive(Debug)]
struct Part {
    /// Its share of the finders' time.
    share: u32,
    used: Duration,
    phase: Phase,
}

impl Turns {
    fn new(shares: &[u32], with_proof: bool) -> Turns {
        let now = Instant::now();
        let part = |&share| Part { share, used: Duration::ZERO, phase: Phase::Preparing };
        let turn = Turn {
            of: None,
            since: now,
            finders: shares.iter().map(part).collect(),
            with_proof,
            began: now,
            used: Duration::ZERO,
            is_over: false,
        };
        Turns { state: Mutex::new(turn), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Turn> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Continues the proof, after a turn of a finder if one is due.
    fn proof(&self) {
        let mut turn = self.lock();
        if !turn.with_proof {
            return;
        }
        let allowed = ADVANCE + turn.began.elapsed().mul_f64(PART);
        if turn.since.elapsed() >= TURN && turn.used <= allowed {
            turn.pass_on();
            self.changed.notify_all();
        }
        while turn.of.is_some() && !turn.is_over {
            turn = self.changed.wait(turn).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Continues a finder when it is its turn. After its turn it may rest, and all others with it.
    fn finder(&self, number: usize, rests: bool) {
        let mut turn = self.lock();
        if turn.of == Some(number) && turn.since.elapsed() >= TURN {
            // A proof that takes turns has nine of ten anyway, and must not wait.
            let rest = if rests && !turn.with_proof { REST * TURN } else { Duration::ZERO };
            let begun = Instant::now();
            while let Some(left) = rest.checked_sub(begun.elapsed())
                && !left.is_zero()
                && !turn.is_over
                && !turn.with_proof
            {
                let waited = self.changed.wait_timeout(turn, left);
                turn = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
            turn.pass_on();
            self.changed.notify_all();
        }
        while turn.of != Some(number) && !turn.is_over {
            turn = self.changed.wait(turn).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn leave(&self, number: usize) {
        let mut turn = self.lock();
        turn.finders[number].phase = Phase::Left;
        if turn.of == Some(number) {
            turn.pass_on();
            self.changed.notify_all();
        }
    }

    fn join(&self, number: usize) {
        let mut turn = self.lock();
        turn.finders[number].phase = Phase::AtWork;
        if turn.of.is_none() && !turn.with_proof {
            turn.pass_on();
            self.changed.notify_all();
        }
    }

    /// Ends the turns of the proof.
    fn without_proof(&self) {
        let mut turn = self.lock();
        turn.with_proof = false;
        if turn.of.is_none() {
            turn.pass_on();
            self.changed.notify_all();
        }
    }

    fn has_active_finder(&self) -> bool {
        self.lock().finders.iter().any(|finder| finder.phase != Phase::Left)
    }

    fn end(&self) {
        self.lock().is_over = true;
        self.changed.notify_all();
    }
}

impl Turn {
    /// Passes the turn: to the proof after each finder, if it takes turns; otherwise to the finder
    /// that has used the least of its share.
    fn pass_on(&mut self) {
        let had = self.since.elapsed();
        if let Some(finder) = self.of {
            self.used += had;
            self.finders[finder].used += had;
        }
        let at_work =
            (0..self.finders.len()).filter(|&finder| self.finders[finder].phase == Phase::AtWork);
        let next = at_work.min_by_key(|&finder| {
            let Part { share, used, .. } = self.finders[finder];
            used / share
        });
        self.of = if self.with_proof && self.of.is_some() { None } else { next };
        self.since = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finders_rest_when_no_better_plan_comes() {
        let turns = Turns::new(&[1], false);
        turns.join(0);
        let after_a_turn = |rests| {
            thread::sleep(TURN);
            let begun = Instant::now();
            turns.finder(0, rests);
            begun.elapsed()
        };
        // The fastest of several: a busy machine can slow any of them down.
        let quickest = |rests| (0..10).map(|_| after_a_turn(rests)).min().unwrap_or_default();
        assert!(quickest(false) < REST * TURN);
        assert!(after_a_turn(true) >= REST * TURN);
        turns.end();
        assert!(quickest(true) < REST * TURN, "finders do not rest after the end of the proof");
    }

    #[test]
    fn a_plan_is_stale_after_as_long_again() {
        let shared = Shared::new(&[1], false, Arc::default());
        thread::sleep(MIN_STALE);
        assert!(!shared.is_stale(), "there is no plan");
        Beside::Finder(&shared, 0).plan_found(10);
        let elapsed = shared.began.elapsed();
        assert!(!shared.is_stale() || shared.began.elapsed() >= 2 * MIN_STALE);
        thread::sleep(elapsed);
        assert!(shared.is_stale());
        Beside::Finder(&shared, 0).plan_found(11);
        assert!(shared.is_stale(), "an equal plan changes nothing");
    }
}
