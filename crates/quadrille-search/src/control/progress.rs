//! Live figures of a running search.

use std::any::Any;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::Cost;

/// The current part of the work of [`Algorithm::Best`](crate::Algorithm::Best).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Stage {
    /// A short breadth-first search, which solves small problems.
    ShortPlans,
    /// A search for a proof.
    Proof,
    /// The proof, with finders of plans beside it.
    ProofAndPlans,
    /// The proof ran out of memory; the finders look for a plan.
    Plans,
}

impl Stage {
    const ALL: [Stage; 4] = [Stage::ShortPlans, Stage::Proof, Stage::ProofAndPlans, Stage::Plans];

    /// The stage in plain words.
    pub const fn about(self) -> &'static str {
        match self {
            Stage::ShortPlans => "trying short plans",
            Stage::Proof => "proving the shortest plan",
            Stage::ProofAndPlans => "proving the shortest plan and looking for plans",
            Stage::Plans => "no memory left for the proof; looking for plans",
        }
    }
}

/// Live figures of a running search, readable from another thread. Updated about every millisecond.
#[derive(Default, Debug)]
pub struct Progress {
    pub(super) expanded: AtomicU64,
    pub(super) generated: AtomicU64,
    pub(super) bytes: AtomicU64,
    pub(super) lower_bound: AtomicU32,
    /// The part of the work that is done, in thousandths plus one; zero while unknown.
    pub(super) share: AtomicU32,
    /// The number of the stage plus one; zero while there is none.
    stage: AtomicU8,
    /// The cost of the best plan plus one; zero while there is none.
    pub(super) best: AtomicU32,
    /// Set by [`Progress::show_plans`].
    shows_plans: AtomicBool,
    /// The measured picoseconds to free a byte; zero before the first measurement.
    closing: AtomicU64,
    plan: Mutex<Option<(Cost, Box<dyn Any + Send>)>>,
    convert: Mutex<Option<Convert>>,
}

/// Converts the moves of plans before they are shown.
struct Convert(Arc<dyn Fn(Box<dyn Any + Send>) -> Box<dyn Any + Send> + Send + Sync>);

impl fmt::Debug for Convert {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Convert")
    }
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

    /// The current part of the work, if the algorithm has several.
    pub fn stage(&self) -> Option<Stage> {
        let number = self.stage.load(Relaxed).checked_sub(1)?;
        Stage::ALL.get(usize::from(number)).copied()
    }

    pub(crate) fn enter(&self, stage: Stage) {
        self.stage.store(stage as u8 + 1, Relaxed);
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

    /// Converts the moves of plans before they are shown, for a search whose moves stand for
    /// several of the caller's. Does nothing unless plans are shown.
    #[doc(hidden)]
    pub fn convert_plans<M: Send + 'static>(
        &self,
        convert: impl Fn(Vec<M>) -> Vec<M> + Send + Sync + 'static,
    ) {
        if self.shows_plans.load(Relaxed) {
            let convert = move |plan: Box<dyn Any + Send>| -> Box<dyn Any + Send> {
                match plan.downcast::<Vec<M>>() {
                    Ok(plan) => Box::new(convert(*plan)),
                    Err(plan) => plan,
                }
            };
            let mut kept = self.convert.lock().unwrap_or_else(PoisonError::into_inner);
            *kept = Some(Convert(Arc::new(convert)));
        }
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
            let mut moves: Box<dyn Any + Send> = Box::new(moves);
            let convert = self.convert.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(Convert(convert)) = convert.as_ref() {
                moves = convert(moves);
            }
            drop(convert);
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
