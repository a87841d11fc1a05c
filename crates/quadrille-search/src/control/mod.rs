//! Values that a search and its caller share while it runs: limits, the cancel token, the clock and
//! live figures.
//!
//! [`Search`](crate::Search) takes limits and a token directly. [`Control`] combines all of them;
//! [`Meter`], [`Deadline`] and [`Conclusion`] are for your own algorithms.

mod cancel;
mod clock;
mod conclude;
mod limits;
mod progress;

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

pub use cancel::Cancel;
pub use clock::Clock;
pub use conclude::{Conclusion, Plan};
pub(crate) use conclude::{plan, step_between};
pub use limits::{Limits, Stop};
pub use progress::{Progress, Stage};

use crate::portfolio::Beside;
use crate::{Cost, Stats};

/// The limits of a search, the token that stops it, and its live figures.
///
/// ```
/// use quadrille_search::{Control, Search, Stop, algorithm::Bfs};
/// use std::{sync::Arc, thread, time::Duration};
///
/// let endless = Search::from(0_u64, |&n| [('+', n + 1)], |_| false);
/// let control = Control::default();
/// let (cancel, progress) = (control.cancel.clone(), Arc::clone(&control.progress));
/// let other = thread::spawn(move || {
///     while progress.expanded() < 1000 {
///         thread::sleep(Duration::from_millis(1));
///     }
///     cancel.cancel();
/// });
/// let report = endless.algorithm(Bfs).control(&control).run();
/// assert_eq!(report.stop, Some(Stop::Cancelled));
/// other.join().unwrap();
/// ```
#[derive(Clone, Default, Debug)]
pub struct Control {
    /// Bounds on positions, time and memory.
    pub limits: Limits,
    /// Stops the search when cancelled.
    pub cancel: Cancel,
    /// The live figures, which may be read while the search runs.
    pub progress: Arc<Progress>,
    /// Measures the time limit.
    pub clock: Clock,
    /// The number of cores for searches that use several; `None` for all.
    pub cores: Option<NonZero<usize>>,
}

impl Control {
    /// A control with these limits and defaults for everything else.
    pub fn with_limits(limits: Limits) -> Control {
        Control { limits, ..Control::default() }
    }

    /// The control of one of `searches` searches that run at the same time: each gets its part of
    /// the cores.
    pub fn side_by_side(self, searches: usize) -> Control {
        let all = std::thread::available_parallelism().map_or(1, NonZero::get);
        Control { cores: NonZero::new((all / searches.max(1)).max(1)), ..self }
    }

    /// The latest end of work that starts now.
    pub fn deadline(&self) -> Deadline {
        self.start().deadline()
    }

    /// Starts the clock.
    pub fn start(&self) -> Meter<'_> {
        Meter {
            control: self,
            started: self.clock.now(),
            due: 0,
            interval: Meter::FIRST_INTERVAL,
            first_plan: None,
            beside: None,
        }
    }

    /// A meter for one of several searches that started together.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn start_beside<'a>(&'a self, started: Duration, beside: Beside<'a>) -> Meter<'a> {
        Meter { started, beside: Some(beside), ..self.start() }
    }
}

/// The time at which a search must end, for work that is long between two checks of its [`Meter`].
/// The default is no deadline.
#[derive(Clone, Default, Debug)]
pub struct Deadline {
    at: Option<Duration>,
    cancel: Cancel,
    clock: Clock,
    progress: Arc<Progress>,
}

/// No deadline, but the work can be cancelled.
impl From<Cancel> for Deadline {
    fn from(cancel: Cancel) -> Deadline {
        Deadline { cancel, ..Deadline::default() }
    }
}

impl Deadline {
    /// Cancels the search that has this deadline.
    pub fn cancel(&self) {
        self.cancel.cancel();
    }

    /// Frees a list and records how long that takes.
    pub(crate) fn free<T>(&self, list: Vec<T>) {
        let bytes = list.capacity() * size_of::<T>();
        if bytes >= Progress::MEASURABLE {
            let before = self.clock.now();
            drop(list);
            self.progress.record_free_time(bytes, self.clock.now().saturating_sub(before));
        }
    }

    /// Fails when the search was cancelled, or when the time left is only enough to free `bytes`
    /// bytes.
    pub fn check(&self, bytes: usize) -> Result<(), Stop> {
        if self.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        match self.at {
            Some(at) if self.clock.now() + self.progress.closing_time(bytes) >= at => {
                Err(Stop::Time)
            }
            _ => Ok(()),
        }
    }
}

/// The running clock of one search: checks the limits at low cost.
#[derive(Debug)]
pub struct Meter<'a> {
    control: &'a Control,
    started: Duration,
    /// The count of expansions at which the next full check is due.
    due: u64,
    interval: u64,
    first_plan: Option<Duration>,
    beside: Option<Beside<'a>>,
}

impl<'a> Meter<'a> {
    const FIRST_INTERVAL: u64 = 16;

    /// Call this before each expansion with the counts so far and the bytes held by the tables.
    /// Most calls are one comparison; about once per millisecond it reads the clock and the cancel
    /// token.
    #[inline]
    pub fn check(&mut self, stats: &Stats, bytes: usize) -> Result<(), Stop> {
        if self.is_due(stats) { self.check_now(stats, bytes) } else { Ok(()) }
    }

    /// True if a full check is due.
    #[inline]
    pub(crate) fn is_due(&self, stats: &Stats) -> bool {
        stats.expanded >= self.due
    }

    /// The number of expansions before a full check is due.
    #[inline]
    pub(crate) fn expansions_left(&self, stats: &Stats) -> u64 {
        self.due.saturating_sub(stats.expanded)
    }

    /// Makes the full check, at any count.
    #[cold]
    pub fn check_now(&mut self, stats: &Stats, bytes: usize) -> Result<(), Stop> {
        let progress = &self.control.progress;
        progress.expanded.store(stats.expanded, Relaxed);
        progress.generated.store(stats.generated, Relaxed);
        progress.bytes.store(bytes as u64, Relaxed);
        let limits = &self.control.limits;
        if self.control.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if limits.max_nodes.is_some_and(|nodes| stats.expanded >= nodes) {
            return Err(Stop::Nodes);
        }
        if stats.expanded == 0 && limits.max_time.is_none() && self.beside.is_none() {
            // The clock is not needed yet: a tiny search ends before it is read.
            self.due = Meter::FIRST_INTERVAL.min(limits.max_nodes.unwrap_or(u64::MAX));
            return match limits.max_memory.is_some_and(|memory| bytes > memory) {
                true => Err(Stop::Memory),
                false => Ok(()),
            };
        }
        let elapsed = self.elapsed();
        if limits.max_time.is_some_and(|time| elapsed + progress.closing_time(bytes) >= time) {
            return Err(Stop::Time);
        }
        if limits.max_memory.is_some_and(|memory| bytes > memory) {
            return Err(Stop::Memory);
        }
        if let Some(beside) = &mut self.beside {
            beside.check(elapsed)?;
        }
        // Aim at one check per millisecond, whatever the cost of an expansion.
        let rate = stats.expanded as f64 / elapsed.as_secs_f64().max(1e-9);
        self.interval = (rate / 1000.0).clamp(1.0, 4.0 * self.interval as f64) as u64;
        self.due =
            (stats.expanded + self.interval.max(1)).min(limits.max_nodes.unwrap_or(u64::MAX));
        Ok(())
    }

    fn elapsed(&self) -> Duration {
        self.control.clock.now().saturating_sub(self.started)
    }

    /// Publishes that no plan is cheaper than `bound`.
    pub fn lower_bound(&self, bound: Cost) {
        self.control.progress.lower_bound.fetch_max(bound, Relaxed);
        if let Some(beside) = &self.beside {
            beside.bounded(bound);
        }
    }

    /// Publishes the part of the work that is done.
    pub(crate) fn share(&self, done: usize, all: usize) {
        let share = 1 + 1000 * done as u64 / all.max(1) as u64;
        self.control.progress.share.store(share as u32, Relaxed);
    }

    /// Publishes a plan of this cost. `plan` makes its moves with their exact cost; it is called
    /// only if plans are shown.
    pub fn plan_found<M: Send + 'static>(
        &mut self,
        cost: Cost,
        plan: impl FnOnce() -> (Vec<M>, Cost),
    ) {
        self.first_plan = self.first_plan.or_else(|| Some(self.elapsed()));
        self.publish(cost, plan);
    }

    /// Publishes a plan without recording the time.
    fn publish<M: Send + 'static>(&self, cost: Cost, plan: impl FnOnce() -> (Vec<M>, Cost)) {
        match &self.beside {
            Some(beside) => {
                beside.plan_found(cost);
                beside.progress().keep(cost, plan);
            }
            None => {
                self.control.progress.best.store(cost.saturating_add(1), Relaxed);
                self.control.progress.keep(cost, plan);
            }
        }
    }

    /// The cost of the best plan of all searches that run at the same time.
    pub(crate) fn cost_to_beat(&self) -> Option<Cost> {
        self.beside.as_ref().and_then(Beside::cost_to_beat)
    }

    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn started(&self) -> Duration {
        self.started
    }

    /// The most bytes that the tables may hold.
    pub fn memory_budget(&self) -> usize {
        self.control.limits.max_memory.unwrap_or(usize::MAX)
    }

    /// The deadline of the search.
    pub fn deadline(&self) -> Deadline {
        let Control { limits, cancel, clock, progress, .. } = self.control;
        // A limit beyond the range of the clock is no limit.
        let at = limits.max_time.and_then(|time| self.started.checked_add(time));
        Deadline {
            at,
            cancel: cancel.clone(),
            clock: clock.clone(),
            progress: Arc::clone(progress),
        }
    }

    /// The control this meter belongs to.
    pub fn control(&self) -> &'a Control {
        self.control
    }

    /// Writes the times into the statistics and the last figures into the progress.
    pub fn finish(&self, stats: &mut Stats) {
        self.finish_at(self.elapsed(), stats);
    }

    /// As [`Meter::finish`] with a plan, which may be the first: reads the clock once for both.
    fn finish_with_plan<M: Send + 'static>(
        &mut self,
        cost: Cost,
        plan: impl FnOnce() -> (Vec<M>, Cost),
        stats: &mut Stats,
    ) {
        let elapsed = self.elapsed();
        self.first_plan = self.first_plan.or(Some(elapsed));
        self.publish(cost, plan);
        self.finish_at(elapsed, stats);
    }

    fn finish_at(&self, elapsed: Duration, stats: &mut Stats) {
        stats.seconds = elapsed.as_secs_f64();
        stats.first_plan_seconds = self.first_plan.map(|time| time.as_secs_f64());
        self.control.progress.expanded.store(stats.expanded, Relaxed);
        self.control.progress.generated.store(stats.generated, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    /// A search that holds a gigabyte ends early enough to free it.
    #[test]
    fn a_time_limit_has_room_for_giving_memory_back() {
        const GIGABYTE: usize = 1 << 30;
        let limits = Limits { max_time: Some(Duration::from_secs(10)), ..Limits::default() };
        let now = Arc::new(AtomicU64::new(0));
        let hand = Arc::clone(&now);
        let clock = Clock::new(move || Duration::from_millis(hand.load(Relaxed)));
        let control = Control { clock, ..Control::with_limits(limits) };
        let mut meter = control.start();
        let deadline = meter.deadline();
        let mut check = |bytes| {
            let end = meter.check_now(&Stats::default(), bytes);
            assert_eq!(end, deadline.check(bytes));
            end.is_ok()
        };
        now.store(9_500, Relaxed);
        assert!(check(0) && check(GIGABYTE) && !check(4 * GIGABYTE));
        // A small block is not measured, and a fast measurement does not lower the estimate.
        control.progress.record_free_time(1 << 10, Duration::from_secs(1));
        control.progress.record_free_time(GIGABYTE, Duration::ZERO);
        assert!(check(GIGABYTE) && !check(4 * GIGABYTE));
        control.progress.record_free_time(GIGABYTE / 4, Duration::from_millis(200));
        assert!(check(GIGABYTE / 4) && !check(GIGABYTE));
        // A pause of a minute is not a measurement.
        control.progress.record_free_time(GIGABYTE, Duration::from_secs(60));
        assert!(check(GIGABYTE / 4));
    }
}
