//! State shared by all workers: mailboxes, the choice of keys, the best solution and common counts.

use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::*};
use std::sync::{Barrier, Mutex, MutexGuard, PoisonError};

use super::share::Posted;
use crate::{Cost, Stop};

/// Keeps data that one core writes often off the cache lines that another reads often. Processors
/// fetch lines in pairs of 64 bytes.
#[derive(Default)]
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
    /// For every other key: the workers that have work, plus the batches in transit. Zero ends the
    /// key.
    busy: [Apart<AtomicUsize>; 2],
    barrier: Barrier,
    /// For every other key, and each worker: its view before the key.
    views: [Vec<View>; 2],
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

/// What one worker knows before a key. All workers decide by the same views, since one that is
/// ahead may change what is shared while another still decides.
#[derive(Default)]
struct View {
    /// The smallest key in its open list.
    least: AtomicU64,
    best_cost: AtomicU32,
    is_halted: AtomicBool,
}

/// The decision before a key.
pub(super) enum Next {
    /// The search has ended.
    Halted,
    /// All positions with this key are expanded, if it is larger than the cost of the best
    /// solution. `u64::MAX` if nothing waits.
    Key { key: u64, best: Cost },
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
            busy: Default::default(),
            barrier: Barrier::new(workers),
            views: [(); 2].map(|()| (0..workers).map(|_| View::default()).collect()),
            halt: AtomicBool::new(false),
            stop: Mutex::new(None),
            panic: Mutex::new(None),
            best: Mutex::new(None),
            best_cost: AtomicU32::new(Cost::MAX),
            quota: quota.map(AtomicU64::new),
        }
    }

    /// The count of workers with work and batches in transit, during key number `round`.
    #[inline]
    pub(super) fn busy(&self, round: usize) -> &AtomicUsize {
        &self.busy[round % 2].0
    }

    /// Waits for all workers and chooses the next key with them, the one with number `round`.
    pub(super) fn next_key(&self, round: usize, worker: u32, least: u64) -> Next {
        let views = &self.views[round % 2];
        let own = &views[worker as usize];
        own.least.store(least, Relaxed);
        own.best_cost.store(self.best_cost(), Relaxed);
        own.is_halted.store(self.is_halted(), Relaxed);
        self.busy(round).fetch_add(1, AcqRel);
        self.barrier.wait();
        if views.iter().any(|view| view.is_halted.load(Relaxed)) {
            return Next::Halted;
        }
        let key = views.iter().map(|view| view.least.load(Relaxed)).min();
        let best = views.iter().map(|view| view.best_cost.load(Relaxed)).min();
        Next::Key { key: key.unwrap_or(u64::MAX), best: best.unwrap_or(Cost::MAX) }
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
