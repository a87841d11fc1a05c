//! Live figures of a running search.

use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::Cost;

/// Live figures of a running search, readable from another thread. Updated about every millisecond.
#[derive(Default, Debug)]
pub struct Progress {
    pub(super) expanded: AtomicU64,
    pub(super) generated: AtomicU64,
    pub(super) bytes: AtomicU64,
    pub(super) lower_bound: AtomicU32,
    /// The part of the work that is done, in thousandths plus one; zero while unknown.
    pub(super) share: AtomicU32,
    /// The cost of the best plan plus one; zero while there is none.
    pub(super) best: AtomicU32,
    /// Set by [`Progress::show_plans`].
    shows_plans: AtomicBool,
    /// The measured picoseconds to free a byte; zero before the first measurement.
    closing: AtomicU64,
    plan: Mutex<Option<(Cost, Box<dyn Any + Send>)>>,
}

impl Progress {
    /// Positions expanded so far.
    pub fn expanded(&self) -> u64 {
        self.expanded.load(Relaxed)
    }

    /// Positions generated so far.
    pub fn generated(&self) -> u64 {
        self.generated.load(Relaxed)
    }

    /// Bytes held by the tables of the search.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }

    /// No plan is cheaper than this.
    pub fn lower_bound(&self) -> Cost {
        self.lower_bound.load(Relaxed)
    }

    /// The part of the work that is done, from 0 to 1, where the search knows the total.
    pub fn share(&self) -> Option<f64> {
        let share = self.share.load(Relaxed).checked_sub(1)?;
        Some(f64::from(share) / 1000.0)
    }

    /// The cost of the best plan found so far.
    pub fn best(&self) -> Option<Cost> {
        self.best.load(Relaxed).checked_sub(1)
    }

    /// Requests the moves of plans while the search runs; otherwise only their costs are published.
    pub fn show_plans(&self) {
        self.shows_plans.store(true, Relaxed);
    }

    /// The best plan so far, if [`show_plans`](Progress::show_plans) was called, and if it costs
    /// less than `below`. `M` is the move type of the space. The plan is not verified.
    pub fn plan<M: Clone + 'static>(&self, below: Option<Cost>) -> Option<(Vec<M>, Cost)> {
        let plan = self.plan.lock().unwrap_or_else(PoisonError::into_inner);
        let (cost, moves) = plan.as_ref()?;
        if below.is_some_and(|below| *cost >= below) {
            return None;
        }
        Some((moves.downcast_ref::<Vec<M>>()?.clone(), *cost))
    }

    /// Stores a plan that is better than those so far, if plans are shown.
    pub(super) fn keep<M: Send + 'static>(
        &self,
        cost: Cost,
        plan: impl FnOnce() -> (Vec<M>, Cost),
    ) {
        if !self.shows_plans.load(Relaxed) {
            return;
        }
        let lock = || self.plan.lock().unwrap_or_else(PoisonError::into_inner);
        let beats = |cost: Cost| lock().as_ref().is_none_or(|&(best, _)| cost < best);
        if beats(cost) {
            // The moves are made outside the lock, so that readers do not wait for them.
            let (moves, cost) = plan();
            let moves: Box<dyn Any + Send> = Box::new(moves);
            let mut kept = lock();
            if kept.as_ref().is_none_or(|&(best, _)| cost < best) {
                *kept = Some((cost, moves));
            }
        }
    }

    /// The time to free `bytes` bytes, which counts against a time limit: a tenth of a second or
    /// more per gigabyte (measured: 5 to 12 bytes per nanosecond), and longer on a busy machine.
    pub(super) fn closing_time(&self, bytes: usize) -> Duration {
        const USUAL: u64 = 140;
        let a_byte = self.closing.load(Relaxed).max(USUAL);
        Duration::from_nanos((bytes as u64).saturating_mul(a_byte) / 1000)
    }

    /// Smaller lists are freed in less than a tick of the clock.
    pub(super) const MEASURABLE: usize = 8 << 20;

    /// Records how long it took to free `bytes` bytes.
    pub(super) fn record_free_time(&self, bytes: usize, time: Duration) {
        /// A second per gigabyte. A longer time means that the thread was suspended.
        const MOST: u128 = 1000;
        if bytes >= Progress::MEASURABLE {
            let a_byte = (1000 * time.as_nanos() / bytes as u128).min(MOST);
            self.closing.store(a_byte as u64, Relaxed);
        }
    }

    /// Records the cost of a plan if it is better than those so far.
    pub(crate) fn improved(&self, cost: Cost) {
        let stored = cost.saturating_add(1);
        let better = |best: u32| (best == 0 || stored < best).then_some(stored);
        // Fails if another plan is at least as good, which is fine.
        let _ = self.best.fetch_update(Relaxed, Relaxed, better);
    }
}
