//! What a proof and the searches beside it share: the cost of the best plan, the lower bound, and
//! turns on one core.

#![cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "nothing runs beside a proof there"))]

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::control::Progress;
use crate::{Cost, Stop};

/// How long a proof runs before it pauses for the quickest finder, on its own thread.
const BEFORE_QUICK: Duration = Duration::from_millis(1);

/// How long a proof runs without threads beside it: most are over by then, and none of them pays
/// for a thread. Less where the quickest finder has brought no plan.
const ALONE: Duration = Duration::from_millis(15);
const ALONE_WITHOUT_PLAN: Duration = Duration::from_millis(5);

/// How long a turn is.
const TURN: Duration = Duration::from_millis(4);

/// The interval at which a waiting thread looks for a plan.
const POLL: Duration = Duration::from_millis(2);

/// What the searches beside a proof may take of a core that they share with it: so much at once,
/// and this part of all time.
const ADVANCE: Duration = Duration::from_millis(250);
const PART: f64 = 0.1;

/// Finders rest when they had as long again without a better plan as until the last one, and this
/// long at least: then for so many turns after each. One in ten is left to them.
const PATIENCE: Duration = Duration::from_millis(250);
const REST: u32 = 9;

/// What a proof and the searches beside it know of each other.
#[derive(Debug)]
pub(crate) struct Shared {
    /// The cost of the best plan of any of them plus one; zero while there is none.
    best: AtomicU32,
    lower_bound: AtomicU32,
    is_over: AtomicBool,
    /// When all began, and milliseconds until the best plan.
    began: Instant,
    improved: AtomicU32,
    /// The live figures that show better plans.
    progress: Arc<Progress>,
    turns: Turns,
}

impl Shared {
    /// For searches beside a proof with these shares of their time; `with_proof` when it has no
    /// core of its own.
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

    /// The proof is over, and with it all searches beside it.
    pub(crate) fn end(&self) {
        self.is_over.store(true, Relaxed);
        self.turns.end();
    }

    /// One of the searches beside the proof has what it needs and wants turns.
    pub(crate) fn join(&self, finder: usize) {
        self.turns.join(finder);
    }

    /// One of the searches beside the proof has nothing more to do.
    pub(crate) fn leave(&self, finder: usize) {
        self.turns.leave(finder);
    }

    /// The proof is over without an answer: waits until one of the searches beside it has a plan,
    /// or none is at work.
    pub(crate) fn wait_for_plan(&self) {
        self.turns.without_proof();
        while self.best().is_none() && self.turns.is_anyone_at_work() {
            thread::sleep(POLL);
        }
    }

    pub(crate) fn lower_bound(&self) -> Cost {
        self.lower_bound.load(Relaxed)
    }

    pub(crate) fn has_plan(&self) -> bool {
        self.best().is_some()
    }

    /// Whether there is a plan, and it took long enough that no better one is to be expected soon.
    fn is_stale(&self) -> bool {
        let improved = Duration::from_millis(self.improved.load(Relaxed).into());
        self.has_plan() && self.began.elapsed() >= (2 * improved).max(PATIENCE)
    }

    /// The cost of the best plan.
    fn best(&self) -> Option<Cost> {
        self.best.load(Relaxed).checked_sub(1)
    }

    /// Whether no plan can be better than the best.
    fn is_settled(&self) -> bool {
        self.best().is_some_and(|best| best <= self.lower_bound())
    }
}

/// The part of one search in it.
pub(crate) enum Beside<'a> {
    /// The proof; first it pauses for the quickest finder, then it starts the threads of all.
    Proof {
        shared: &'a Shared,
        quick: Option<Box<dyn FnOnce() + 'a>>,
        start: Option<Box<dyn FnOnce() + 'a>>,
    },
    /// A search beside the proof, by its number.
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

    /// To be called about every millisecond: waits for the next turn, and fails when there is
    /// nothing left to do.
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

    /// Tells the others that no plan is cheaper than this.
    pub(crate) fn bounded(&self, bound: Cost) {
        if let Beside::Proof { shared, .. } = self {
            shared.lower_bound.fetch_max(bound, Relaxed);
        }
    }

    /// The live figures that show plans.
    pub(crate) fn progress(&self) -> &Progress {
        &self.shared().progress
    }

    /// Publishes a plan of this cost to the other searches and the caller.
    pub(crate) fn plan_found(&self, cost: Cost) {
        let shared = self.shared();
        shared.progress.improved(cost);
        let better = |best: u32| (best == 0 || cost < best - 1).then_some(cost + 1);
        // It fails when another plan is at least as good, which is as well.
        if shared.best.fetch_update(Relaxed, Relaxed, better).is_ok() {
            let elapsed = shared.began.elapsed().as_millis();
            shared.improved.store(elapsed.try_into().unwrap_or(u32::MAX), Relaxed);
        }
    }

    /// What a plan must cost less than to be of use.
    pub(crate) fn cost_to_beat(&self) -> Option<Cost> {
        self.shared().best()
    }
}

/// Searches that take turns, so that they use one core however many they are.
#[derive(Debug)]
struct Turns {
    state: Mutex<Turn>,
    news: Condvar,
}

#[derive(Debug)]
struct Turn {
    /// Whose turn it is; `None` for the proof, or when no finder is at work.
    of: Option<usize>,
    since: Instant,
    finders: Vec<Part>,
    /// Whether the proof takes turns with them. If not, it has a core of its own.
    with_proof: bool,
    /// When the finders began, and how much time they had.
    began: Instant,
    used: Duration,
    is_over: bool,
}

/// Where a finder is in its work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// It makes what it needs, and takes no turns yet.
    Preparing,
    AtWork,
    Left,
}

/// The part of a finder in the turns.
#[derive(Debug)]
struct Part {
    /// Its share of the time of all.
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
        Turns { state: Mutex::new(turn), news: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Turn> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The proof goes on, after a turn of a finder if that is due.
    fn proof(&self) {
        let mut turn = self.lock();
        if !turn.with_proof {
            return;
        }
        let allowed = ADVANCE + turn.began.elapsed().mul_f64(PART);
        if turn.since.elapsed() >= TURN && turn.used <= allowed {
            turn.pass_on();
            self.news.notify_all();
        }
        while turn.of.is_some() && !turn.is_over {
            turn = self.news.wait(turn).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A finder goes on when it is its turn. After its turn it may rest, and all others with it.
    fn finder(&self, number: usize, rests: bool) {
        let mut turn = self.lock();
        if turn.of == Some(number) && turn.since.elapsed() >= TURN {
            // A proof that takes turns has nine of ten in any case, and must not wait.
            let rest = if rests && !turn.with_proof { REST * TURN } else { Duration::ZERO };
            let begun = Instant::now();
            while let Some(left) = rest.checked_sub(begun.elapsed())
                && !left.is_zero()
                && !turn.is_over
                && !turn.with_proof
            {
                let waited = self.news.wait_timeout(turn, left);
                turn = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
            turn.pass_on();
            self.news.notify_all();
        }
        while turn.of != Some(number) && !turn.is_over {
            turn = self.news.wait(turn).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn leave(&self, number: usize) {
        let mut turn = self.lock();
        turn.finders[number].phase = Phase::Left;
        if turn.of == Some(number) {
            turn.pass_on();
            self.news.notify_all();
        }
    }

    fn join(&self, number: usize) {
        let mut turn = self.lock();
        turn.finders[number].phase = Phase::AtWork;
        if turn.of.is_none() && !turn.with_proof {
            turn.pass_on();
            self.news.notify_all();
        }
    }

    /// The proof takes no turn any more.
    fn without_proof(&self) {
        let mut turn = self.lock();
        turn.with_proof = false;
        if turn.of.is_none() {
            turn.pass_on();
            self.news.notify_all();
        }
    }

    fn is_anyone_at_work(&self) -> bool {
        self.lock().finders.iter().any(|finder| finder.phase != Phase::Left)
    }

    fn end(&self) {
        self.lock().is_over = true;
        self.news.notify_all();
    }
}

impl Turn {
    /// The next one's turn: that of the proof after each finder, if it takes turns; else of the
    /// finder that had least of its share.
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
        // The quickest of several: a busy machine makes any of them slow.
        let quickest = |rests| (0..10).map(|_| after_a_turn(rests)).min().unwrap_or_default();
        assert!(quickest(false) < REST * TURN);
        assert!(after_a_turn(true) >= REST * TURN);
        turns.end();
        assert!(quickest(true) < REST * TURN, "nobody rests when the proof is over");
    }

    #[test]
    fn a_plan_is_stale_after_as_long_again() {
        let shared = Shared::new(&[1], false, Arc::default());
        thread::sleep(PATIENCE);
        assert!(!shared.is_stale(), "there is no plan");
        Beside::Finder(&shared, 0).plan_found(10);
        let found = shared.began.elapsed();
        assert!(!shared.is_stale() || shared.began.elapsed() >= 2 * PATIENCE);
        thread::sleep(found);
        assert!(shared.is_stale());
        Beside::Finder(&shared, 0).plan_found(11);
        assert!(shared.is_stale(), "a plan that is no better changes nothing");
    }
}
