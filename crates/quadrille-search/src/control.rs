//! Limits, cancelling and progress: how the outside world and a running search speak with each other.

use std::any::Any;
use std::fmt;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::beside::Beside;
use crate::{Cost, OutOfMemory, Stats};

/// Bounds on the effort of a search. `None` is no bound.
///
/// Serialised with `max_time` in seconds and `max_memory` in bytes; what is not bounded is left out.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Limits {
    /// The number of positions that may be expanded.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub max_nodes: Option<u64>,
    /// The time the search may take.
    #[cfg_attr(
        feature = "serde",
        serde(with = "seconds", skip_serializing_if = "Option::is_none")
    )]
    pub max_time: Option<Duration>,
    /// The number of bytes its tables may hold.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub max_memory: Option<usize>,
}

/// A time in seconds.
#[cfg(feature = "serde")]
mod seconds {
    use std::time::Duration;

    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::{Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_secs_f64()).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        let seconds = Option::<f64>::deserialize(deserializer)?;
        seconds.map(Duration::try_from_secs_f64).transpose().map_err(D::Error::custom)
    }
}

/// Why a search ended before it had proved its answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Stop {
    /// [`Limits::max_nodes`] positions were expanded.
    Nodes,
    /// [`Limits::max_time`] was over.
    Time,
    /// [`Limits::max_memory`] was used.
    Memory,
    /// The depth bound of a depth-first search left positions unexpanded.
    Depth,
    /// The width of a beam left positions unexpanded.
    Width,
    /// A path costs more than [`MAX_COST`](crate::MAX_COST).
    Cost,
    /// A search that keeps positions outside of memory ran out of room there.
    Disk,
    /// The [`Cancel`] token was used.
    Cancelled,
    /// The heuristic gave an estimate that is not a number, or minus infinity.
    Heuristic,
}

impl Stop {
    /// All of them.
    pub const ALL: [Stop; 9] = [
        Stop::Nodes,
        Stop::Time,
        Stop::Memory,
        Stop::Depth,
        Stop::Width,
        Stop::Cost,
        Stop::Disk,
        Stop::Cancelled,
        Stop::Heuristic,
    ];

    /// Its name in results: `nodes`, `time`, `memory`, `depth`, `width`, `cost`, `disk`, `cancelled` or
    /// `heuristic`.
    pub const fn name(self) -> &'static str {
        match self {
            Stop::Nodes => "nodes",
            Stop::Time => "time",
            Stop::Memory => "memory",
            Stop::Depth => "depth",
            Stop::Width => "width",
            Stop::Cost => "cost",
            Stop::Disk => "disk",
            Stop::Cancelled => "cancelled",
            Stop::Heuristic => "heuristic",
        }
    }

    /// The stop with this name.
    pub fn from_name(name: &str) -> Option<Stop> {
        Stop::ALL.into_iter().find(|stop| stop.name() == name)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Cancelled => f.write_str("cancelled"),
            Stop::Heuristic => f.write_str("invalid estimate"),
            limit => write!(f, "{} limit", limit.name()),
        }
    }
}

impl From<OutOfMemory> for Stop {
    fn from(_: OutOfMemory) -> Stop {
        Stop::Memory
    }
}

/// A token that stops a search from another thread. Clones are the same token.
#[derive(Clone, Default, Debug)]
pub struct Cancel(Arc<Token>);

#[derive(Default, Debug)]
struct Token {
    is_cancelled: AtomicBool,
    parent: Option<Cancel>,
}

impl Cancel {
    /// A token that is cancelled with this one, and can be cancelled without it.
    ///
    /// ```
    /// let all = quadrille_search::Cancel::default();
    /// let (one, other) = (all.child(), all.child());
    /// one.cancel();
    /// assert!(one.is_cancelled() && !other.is_cancelled() && !all.is_cancelled());
    /// all.cancel();
    /// assert!(other.is_cancelled());
    /// ```
    #[must_use]
    pub fn child(&self) -> Cancel {
        Cancel(Arc::new(Token { parent: Some(self.clone()), ..Token::default() }))
    }

    /// Asks the searches that hold this token to stop.
    pub fn cancel(&self) {
        self.0.is_cancelled.store(true, Relaxed);
    }

    /// Whether someone asked.
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled.load(Relaxed)
            || self.0.parent.as_ref().is_some_and(Cancel::is_cancelled)
    }
}

/// Live figures of a running search, to be read from another thread. Updated about every millisecond.
#[derive(Default, Debug)]
pub struct Progress {
    expanded: AtomicU64,
    generated: AtomicU64,
    bytes: AtomicU64,
    lower_bound: AtomicU32,
    /// How much of the work is done, in thousandths plus one; zero while nobody knows.
    share: AtomicU32,
    /// The cost of the best plan plus one; zero while there is none.
    best: AtomicU32,
    /// Whether somebody wants to see plans before the end.
    shows_plans: AtomicBool,
    /// Picoseconds that it took to give a byte back, where that was measured; zero else.
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

    /// How much of the work is done, from 0 to 1, where the search knows how much there is.
    pub fn share(&self) -> Option<f64> {
        let share = self.share.load(Relaxed).checked_sub(1)?;
        Some(f64::from(share) / 1000.0)
    }

    /// The cost of the best plan found so far.
    pub fn best(&self) -> Option<Cost> {
        self.best.load(Relaxed).checked_sub(1)
    }

    /// Asks for the moves of plans while the search goes on; without this only their costs are shown.
    pub fn show_plans(&self) {
        self.shows_plans.store(true, Relaxed);
    }

    /// The best plan so far, where [`show_plans`](Progress::show_plans) has asked for it, if it costs less than `below`. `M` is the
    /// type of the moves of the space. It has not been verified.
    pub fn plan<M: Clone + 'static>(&self, below: Option<Cost>) -> Option<(Vec<M>, Cost)> {
        let plan = self.plan.lock().unwrap_or_else(PoisonError::into_inner);
        let (cost, moves) = plan.as_ref()?;
        if below.is_some_and(|below| *cost >= below) {
            return None;
        }
        Some((moves.downcast_ref::<Vec<M>>()?.clone(), *cost))
    }

    /// Keeps a plan that is better than those so far, if anybody wants to see it.
    fn keep<M: Send + 'static>(&self, cost: Cost, plan: impl FnOnce() -> (Vec<M>, Cost)) {
        if !self.shows_plans.load(Relaxed) {
            return;
        }
        let lock = || self.plan.lock().unwrap_or_else(PoisonError::into_inner);
        let beats = |cost: Cost| lock().as_ref().is_none_or(|&(best, _)| cost < best);
        if beats(cost) {
            // The moves are made outside of the lock: whoever looks does not wait for them.
            let (moves, cost) = plan();
            let moves: Box<dyn Any + Send> = Box::new(moves);
            let mut kept = lock();
            if kept.as_ref().is_none_or(|&(best, _)| cost < best) {
                *kept = Some((cost, moves));
            }
        }
    }

    /// Giving memory back is a part of the work that a time limit is for: of a gigabyte it takes the system a tenth of a second
    /// or more (5 to 12 bytes a nanosecond, as measured), and longer on a busy machine.
    fn closing_time(&self, bytes: usize) -> Duration {
        const USUAL: u64 = 140;
        let a_byte = self.closing.load(Relaxed).max(USUAL);
        Duration::from_nanos((bytes as u64).saturating_mul(a_byte) / 1000)
    }

    /// Takes note that so many bytes were given back in this time.
    fn gave_back(&self, bytes: usize, time: Duration) {
        /// Less says little: it may be over in less than a tick of the clock.
        const TELLING: usize = 8 << 20;
        /// A second for a gigabyte. A search that was put aside meanwhile should not end too early for that.
        const MOST: u128 = 1000;
        if bytes >= TELLING {
            let a_byte = (1000 * time.as_nanos() / bytes as u128).min(MOST);
            self.closing.store(a_byte as u64, Relaxed);
        }
    }

    /// Takes note of a plan if it is better than those so far.
    pub(crate) fn improved(&self, cost: Cost) {
        let told = cost.saturating_add(1);
        let better = |best: u32| (best == 0 || told < best).then_some(told);
        // It fails when another plan is at least as good, which is as well.
        let _ = self.best.fetch_update(Relaxed, Relaxed, better);
    }
}

/// A clock: the time since some moment that does not change.
///
/// A running search looks at it about every millisecond. Where a search has the only thread there is, as in a browser, a clock
/// that is handed in can use the moment to tell of the search.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Duration + Send + Sync>);

impl Clock {
    /// A clock.
    pub fn new(now: impl Fn() -> Duration + Send + Sync + 'static) -> Clock {
        Clock(Arc::new(now))
    }

    /// The time.
    pub fn now(&self) -> Duration {
        (self.0)()
    }
}

/// The clock of the system. WebAssembly has none: there it stands still, and limits of time need a clock that is handed in.
impl Default for Clock {
    fn default() -> Clock {
        #[cfg(not(target_family = "wasm"))]
        {
            let start = std::time::Instant::now();
            Clock::new(move || start.elapsed())
        }
        #[cfg(target_family = "wasm")]
        Clock::new(|| Duration::ZERO)
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Clock")
    }
}

/// What a caller hands to a search: its limits, the token to stop it, and where it shows its progress.
///
/// ```
/// use quadrille_search::{Algorithm, Control, Problem, Stop};
/// use std::{sync::Arc, thread, time::Duration};
///
/// let endless = Problem::new(0_u64, |&n| [('+', n + 1)], |_| false);
/// let control = Control::default();
/// let (cancel, progress) = (control.cancel.clone(), Arc::clone(&control.progress));
/// let other = thread::spawn(move || {
///     while progress.expanded() < 1000 {
///         thread::sleep(Duration::from_millis(1));
///     }
///     cancel.cancel();
/// });
/// let report = endless.run(Algorithm::Bfs, &control, None);
/// assert_eq!(report.stop, Some(Stop::Cancelled));
/// other.join().unwrap();
/// ```
#[derive(Clone, Default, Debug)]
pub struct Control {
    /// The bounds.
    pub limits: Limits,
    /// Stops the search.
    pub cancel: Cancel,
    /// The live figures.
    pub progress: Arc<Progress>,
    /// What the time is taken with.
    pub clock: Clock,
    /// How many cores a search may use that uses several; `None` for all that there are.
    pub cores: Option<NonZero<usize>>,
}

impl Control {
    /// A control with these limits.
    pub fn with_limits(limits: Limits) -> Control {
        Control { limits, ..Control::default() }
    }

    /// The same for one of so many searches that run side by side: each may use its part of the cores.
    pub fn side_by_side(self, searches: usize) -> Control {
        let all = std::thread::available_parallelism().map_or(1, NonZero::get);
        Control { cores: NonZero::new((all / searches.max(1)).max(1)), ..self }
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

    /// A meter for one of several searches that began together.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn start_beside<'a>(&'a self, started: Duration, beside: Beside<'a>) -> Meter<'a> {
        Meter { started, beside: Some(beside), ..self.start() }
    }
}

/// When a search has to end, for work that is long between two checks of its [`Meter`]. The default never comes.
#[derive(Clone, Default, Debug)]
pub struct Deadline {
    at: Option<Duration>,
    cancel: Cancel,
    clock: Clock,
    progress: Arc<Progress>,
}

impl Deadline {
    /// Gives the memory of a list back, and takes note of how long that takes here and now.
    pub(crate) fn give_back<T>(&self, list: Vec<T>) {
        let (bytes, before) = (list.capacity() * size_of::<T>(), self.clock.now());
        drop(list);
        self.progress.gave_back(bytes, self.clock.now().saturating_sub(before));
    }

    /// Fails when the time is over, but for what it takes to give back the memory held, or the search was cancelled.
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

/// The running clock of one search: checks the limits now and then, cheaply.
#[derive(Debug)]
pub struct Meter<'a> {
    control: &'a Control,
    started: Duration,
    /// The count of expansions at which the next full check is due.
    due: u64,
    interval: u64,
    first_plan: Option<Duration>,
    /// The searches beside this one.
    beside: Option<Beside<'a>>,
}

impl<'a> Meter<'a> {
    const FIRST_INTERVAL: u64 = 64;

    /// To be called before each expansion with what was counted so far and the bytes held by the tables. Most calls
    /// are one comparison; about once in a millisecond the clock and the cancel token are looked at.
    #[inline]
    pub fn check(&mut self, stats: &Stats, bytes: usize) -> Result<(), Stop> {
        if stats.expanded < self.due { Ok(()) } else { self.check_now(stats, bytes) }
    }

    /// The full check, whatever the count.
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
        // Aim at a check about every millisecond, whatever an expansion of this game costs.
        let rate = stats.expanded as f64 / elapsed.as_secs_f64().max(1e-9);
        self.interval = (rate / 1000.0).clamp(1.0, 4.0 * self.interval as f64) as u64;
        self.due =
            (stats.expanded + self.interval.max(1)).min(limits.max_nodes.unwrap_or(u64::MAX));
        Ok(())
    }

    fn elapsed(&self) -> Duration {
        self.control.clock.now().saturating_sub(self.started)
    }

    /// Tells the world that no plan is cheaper than `bound`.
    pub fn lower_bound(&self, bound: Cost) {
        self.control.progress.lower_bound.fetch_max(bound, Relaxed);
        if let Some(beside) = &self.beside {
            beside.bounded(bound);
        }
    }

    /// Tells the world how much of the work is done.
    pub(crate) fn share(&self, done: usize, all: usize) {
        let share = 1 + 1000 * done as u64 / all.max(1) as u64;
        self.control.progress.share.store(share as u32, Relaxed);
    }

    /// Tells the world that a plan of this cost was found. Its moves, with what they really cost together, are made only where somebody wants
    /// to see them.
    pub fn plan_found<M: Send + 'static>(
        &mut self,
        cost: Cost,
        plan: impl FnOnce() -> (Vec<M>, Cost),
    ) {
        self.first_plan = self.first_plan.or_else(|| Some(self.elapsed()));
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

    /// What a plan must cost less than to be of use, where searches run side by side.
    pub(crate) fn cost_to_beat(&self) -> Option<Cost> {
        self.beside.as_ref().and_then(Beside::cost_to_beat)
    }

    /// When the search began.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn started(&self) -> Duration {
        self.started
    }

    /// How many bytes the tables may hold.
    pub fn memory_budget(&self) -> usize {
        self.control.limits.max_memory.unwrap_or(usize::MAX)
    }

    /// When the search has to end.
    pub fn deadline(&self) -> Deadline {
        let Control { limits, cancel, clock, progress, .. } = self.control;
        // A limit beyond what the clock can count is none.
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
        stats.seconds = self.elapsed().as_secs_f64();
        stats.first_plan_seconds = self.first_plan.map(|time| time.as_secs_f64());
        self.control.progress.expanded.store(stats.expanded, Relaxed);
        self.control.progress.generated.store(stats.generated, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search that holds a gigabyte ends in time to give it back, as long as that takes on this machine.
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
        // Little says nothing, and a quick end does not make later ones quicker.
        control.progress.gave_back(1 << 10, Duration::from_secs(1));
        control.progress.gave_back(GIGABYTE, Duration::ZERO);
        assert!(check(GIGABYTE) && !check(4 * GIGABYTE));
        control.progress.gave_back(GIGABYTE / 4, Duration::from_millis(200));
        assert!(check(GIGABYTE / 4) && !check(GIGABYTE));
        // A pause of a minute is no measure.
        control.progress.gave_back(GIGABYTE, Duration::from_secs(60));
        assert!(check(GIGABYTE / 4));
    }
}
