//! The time that scripts may take.
//!
//! Steps alone do not bound the time: one step may sort a list or split a text. So the clock is
//! read every few steps, and the limits on lists and texts keep each step below a few milliseconds.

use std::cell::{Cell, RefCell};
use std::sync::LazyLock;
use std::time::Duration;

use quadrille::search::toolkit::{Clock, Deadline};
use rhai::Dynamic;

/// A call of a script that has run for this time may take as much processor time again, so that a
/// busy machine does not end it. A heuristic takes a fraction of a millisecond per board.
const CALL_TIME: Duration = Duration::from_millis(250);

/// The clock is read once per this many steps.
const STEPS_PER_POLL: u64 = 4;

/// WebAssembly has no clock: there only the deadline of the caller ends a script early.
static CLOCK: LazyLock<Clock> = LazyLock::new(Clock::default);

thread_local! {
    static CALL: Cell<Call> = const { Cell::new(Call { review: Duration::MAX, end: None }) };
    /// The deadlines of the work that this thread is doing, outermost first.
    static DEADLINES: RefCell<Vec<Deadline>> = const { RefCell::new(Vec::new()) };
}

/// The time of the running call.
#[derive(Clone, Copy)]
struct Call {
    /// When to look at the processor time, by [`CLOCK`]: it cannot be over before.
    review: Duration,
    /// The processor time of the thread at which the call must end; read for long calls only.
    end: Option<Duration>,
}

/// The processor time that this thread has used.
fn thread_time() -> Option<Duration> {
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

/// Makes one call of a script, which takes at most twice [`CALL_TIME`] of processor time.
pub(crate) fn one_call<T>(call: impl FnOnce() -> T) -> T {
    let outer = CALL.replace(Call { review: CLOCK.now() + CALL_TIME, end: None });
    let result = call();
    CALL.set(outer);
    result
}

/// Returns true if the running call has used up its time.
fn is_late() -> bool {
    let now = CLOCK.now();
    if now < CALL.get().review {
        return false;
    }
    let Some(used) = thread_time() else { return true };
    let end = CALL.get().end.unwrap_or(used + CALL_TIME);
    CALL.set(Call { review: now + end.saturating_sub(used), end: Some(end) });
    used >= end
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
    is_late().then(|| "the script takes too long for one board; does it loop?".into())
}
