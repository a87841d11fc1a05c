//! The time and memory that scripts may take.
//!
//! Steps alone do not bound the time: one step may sort a list or split a text. So the clock is
//! read every few steps, and the limits on lists and texts keep each step below a few milliseconds.
//! Nor do the limits on lists bound the memory: a list may be filled with copies of long lists.

use std::cell::{Cell, RefCell};
use std::sync::LazyLock;
use std::time::Duration;

use quadrille::search::toolkit::{Clock, Deadline};
use quadrille_base::memory;
use rhai::Dynamic;

/// The processor time that a call may take after its first review, so that a busy machine does not
/// end it. A heuristic takes a fraction of a millisecond per board.
const CALL_TIME: Duration = Duration::from_millis(400);

/// The time between two reviews of a call.
const REVIEW: Duration = Duration::from_millis(10);

/// A call that has used this much processor time since its first review is a slow one, and ends if
/// the memory of the process has grown too much meanwhile.
const SLOW: Duration = Duration::from_millis(5);

/// The most bytes by which the memory may grow during a slow call.
const MOST_MEMORY: u64 = 128 << 20;

/// The clock is read once per this many steps.
const STEPS_PER_POLL: u64 = 4;

const SLOW_SCRIPT: &str = "the script takes too long for one board; does it loop?";
const LARGE_SCRIPT: &str = "the script takes too much memory for one board; does a list grow?";

/// WebAssembly has no clock: there only the deadline of the caller ends a script early.
static CLOCK: LazyLock<Clock> = LazyLock::new(Clock::default);

thread_local! {
    static CALL: Cell<Call> = const { Cell::new(Call { review: Duration::MAX, first: None }) };
    /// The deadlines of the work that this thread is doing, outermost first.
    static DEADLINES: RefCell<Vec<Deadline>> = const { RefCell::new(Vec::new()) };
}

/// The running call.
#[derive(Clone, Copy)]
struct Call {
    /// The time of the next review, by [`CLOCK`].
    review: Duration,
    first: Option<Review>,
}

/// The processor time of the thread and the memory of the process at the first review of a call.
#[derive(Clone, Copy)]
struct Review {
    used: Duration,
    resident: Option<u64>,
}

/// The processor time that this thread has used; `None` where it is not known.
pub fn thread_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
    }
    #[cfg(not(unix))]
    None
}

/// Runs `work`; every script that it calls on this thread ends at the deadline.
pub fn within<T>(deadline: &Deadline, work: impl FnOnce() -> T) -> T {
    struct Leave;
    impl Drop for Leave {
        fn drop(&mut self) {
            DEADLINES.with_borrow_mut(Vec::pop);
        }
    }
    DEADLINES.with_borrow_mut(|deadlines| deadlines.push(deadline.clone()));
    let _leave = Leave;
    work()
}

/// Makes one call of a script, which takes little more than [`CALL_TIME`].
pub(crate) fn one_call<T>(call: impl FnOnce() -> T) -> T {
    let until_review = if cfg!(unix) { REVIEW } else { CALL_TIME };
    let outer = CALL.replace(Call { review: CLOCK.now() + until_review, first: None });
    let result = call();
    CALL.set(outer);
    result
}

/// Reviews the running call from time to time. Returns the reason if it must end.
fn review() -> Option<&'static str> {
    let now = CLOCK.now();
    let call = CALL.get();
    if now < call.review {
        return None;
    }
    let Some(used) = thread_time() else { return Some(SLOW_SCRIPT) };
    let first = call.first.unwrap_or_else(|| Review { used, resident: memory::resident() });
    let time = used.saturating_sub(first.used);
    let left = CALL_TIME.saturating_sub(time);
    CALL.set(Call { review: now + left.min(REVIEW), first: Some(first) });
    if left.is_zero() {
        return Some(SLOW_SCRIPT);
    }
    let grown = || Some(memory::resident()?.saturating_sub(first.resident?));
    (time > SLOW && grown() > Some(MOST_MEMORY)).then_some(LARGE_SCRIPT)
}

/// Called at every step. Returns the reason if the script must end.
pub(crate) fn poll(steps: u64) -> Option<Dynamic> {
    if !steps.is_multiple_of(STEPS_PER_POLL) {
        return None;
    }
    let stop = DEADLINES
        .with_borrow(|deadlines| deadlines.iter().find_map(|deadline| deadline.check(0).err()));
    if let Some(stop) = stop {
        return Some(format!("the script was stopped: {stop}").into());
    }
    review().map(Dynamic::from)
}
