//! State shared by all workers: mailboxes, the choice of keys, the best solution and common counts.

use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::*};
use std::sync::{Barrier, Mutex, MutexGuard, PoisonError};

use super::share::Posted;
use crate::{Cost, Stop};

/// Keeps data that one core writes often off the cache lines that another reads often. Processors
/// fetch lines in pairs of 64 bytes.
#[repr(align(128))]
pub(super) struct Apart<T>(pub(super) T);

pub(super) type Panic = Box<dyn Any + Send>;

pub(super) type Batch<S, T> = Vec<Posted<S, T>>;

pub(super) struct Mailbox<S, T> {
    has_mail: AtomicBool,
    batches: Mutex<Vec<Batch<S, T>>>,
}

impl<S, T> Mailbox<S, T> {
    pub(super) fn has_mail(&self) -> bool {
        self.has_mail.load(Acquire)
    }

    pub(super) fn put(&self, batch: Batch<S, T>) {
        lock(&self.batches).push(batch);
        self.has_mail.store(true, Release);
    }

    pub(super) fn take(&self) -> Vec<Batch<S, T>> {
        self.has_mail.store(false, Release);
        std::mem::take(&mut *lock(&self.batches))
    }
}

/// The counts of one worker, written by it alone.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) expanded: AtomicU64,
    pub(super) generated: AtomicU64,
    pub(super) bytes: AtomicUsize,
}

pub(super) struct Shared<S, T> {
    pub(super) mailboxes: Vec<Apart<Mailbox<S, T>>>,
    pub(super) counts: Vec<Apart<Counts>>,
    /// Workers with work, plus batches in transit. Zero ends a key.
    pub(super) busy: Apart<AtomicUsize>,
    pub(super) barrier: Barrier,
    /// Each worker's least key, from which the next key is chosen.
    pub(super) least: Vec<AtomicU64>,
    /// Set when the search must end: solved or stopped.
    halt: AtomicBool,
    stop: Mutex<Option<Stop>>,
    /// The payload of the first panic.
    panic: Mutex<Option<Panic>>,
    best: Mutex<Option<Solution>>,
    best_cost: AtomicU32,
    /// The number of positions that may still be expanded.
    quota: Option<AtomicU64>,
}

#[derive(Clone, Copy)]
pub(super) struct Solution {
    pub cost: Cost,
    pub worker: u32,
    pub node: u32,
}

/// Ignores poisoning: a panic of another worker ends the search, and the guarded data is valid.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<S, T> Shared<S, T> {
    pub(super) fn new(workers: usize, quota: Option<u64>) -> Shared<S, T> {
        let mailbox = || Mailbox { has_mail: AtomicBool::new(false), batches: Mutex::default() };
        Shared {
            mailboxes: (0..workers).map(|_| Apart(mailbox())).collect(),
            counts: (0..workers).map(|_| Apart(Counts::default())).collect(),
            busy: Apart(AtomicUsize::new(workers)),
            barrier: Barrier::new(workers),
            least: (0..workers).map(|_| AtomicU64::new(u64::MAX)).collect(),
            halt: AtomicBool::new(false),
            stop: Mutex::new(None),
            panic: Mutex::new(None),
            best: Mutex::new(None),
            best_cost: AtomicU32::new(Cost::MAX),
            quota: quota.map(AtomicU64::new),
        }
    }

    /// Ends the search for this reason, unless it has already ended.
    pub(super) fn halt(&self, stop: Stop) {
        lock(&self.stop).get_or_insert(stop);
        self.halt.store(true, Release);
    }

    /// Ends the search because of a panic, which is resumed when all workers have ended.
    #[cold]
    pub(super) fn panicked(&self, panic: Panic) {
        lock(&self.panic).get_or_insert(panic);
        self.halt.store(true, Release);
    }

    pub(super) fn panic(&self) -> Option<Panic> {
        lock(&self.panic).take()
    }

    pub(super) fn is_halted(&self) -> bool {
        self.halt.load(Acquire)
    }

    /// The reason why the search ended early.
    pub(super) fn stop(&self) -> Option<Stop> {
        *lock(&self.stop)
    }

    /// Records a solution. No plan is cheaper than the key, so one that costs no more ends the
    /// search.
    #[cold]
    pub(super) fn solved(&self, solution: Solution, key: u64) {
        let mut best = lock(&self.best);
        if best.is_none_or(|known| solution.cost < known.cost) {
            *best = Some(solution);
            self.best_cost.store(solution.cost, Release);
        }
        if u64::from(solution.cost) <= key {
            self.halt.store(true, Release);
        }
    }

    /// Reserves expansions, at most `most` at a time where they are limited. Returns 0 when none
    /// are left.
    pub(super) fn grant(&self, most: u64) -> u64 {
        let Some(quota) = &self.quota else { return u64::MAX };
        let take = |left: u64| Some(left - left.min(most));
        quota.fetch_update(Relaxed, Relaxed, take).map_or(0, |left| left.min(most))
    }

    pub(super) fn best(&self) -> Option<Solution> {
        *lock(&self.best)
    }

    /// The cost of the best solution, or `Cost::MAX`.
    pub(super) fn best_cost(&self) -> Cost {
        self.best_cost.load(Acquire)
    }
}
