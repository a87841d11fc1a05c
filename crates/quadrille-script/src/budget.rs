//! The time that scripts may take.
//!
//! Steps alone do not bound the time: one step may sort a list or split a text. So the clock is
//! read every few steps, and the limits on lists and texts keep each step below a few milliseconds.

use std::cell::{Cell, RefCell};
use std::sync::LazyLock;
use std::time::Duration;

use quadrille::search::toolkit::{Clock, Deadline};
use rhai::Dynamic;

/// The most time for one call of a script. A heuristic takes a fraction of a millisecond per board.
const MAX_CALL_TIME: Duration = Duration::from_millis(500);

/// The clock is read once per this many steps.
const STEPS_PER_POLL: u64 = 4;

/// WebAssembly has no clock: there only the deadline of the caller ends a script early.
static CLOCK: LazyLock<Clock> = LazyLock::new(Clock::default);

thread_local! {
    /// The end of the running call, by [`CLOCK`].
    static CALL_END: Cell<Duration> = const { Cell::new(Duration::MAX) };
    /// The deadlines of the work that this thread is doing, outermost first.
    static DEADLINES: RefCell<Vec<Deadline>> = const { RefCell::new(Vec::new()) };
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

/// Makes one call of a script, which takes at most [`MAX_CALL_TIME`].
pub(crate) fn one_call<T>(call: impl FnOnce() -> T) -> T {
    let outer = CALL_END.replace(CLOCK.now() + MAX_CALL_TIME);
    let result = call();
    CALL_END.set(outer);
    result
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
    let is_late = CLOCK.now() >= CALL_END.get();
    is_late.then(|| "the script takes too long for one board; does it loop?".into())
}
