//! Runs work without the interpreter's lock, and checks for Ctrl-C.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use quadrille::search::Cancel;
use quadrille_base::runner::guarded;

use crate::errors;

/// The interval of checks for Ctrl-C.
const TICK: Duration = Duration::from_millis(20);

/// Depth-first searches recurse and need a deep stack; unused pages cost nothing.
const STACK: usize = 64 << 20;

/// Runs the work on a thread while this one waits for signals and calls `tick` regularly.
///
/// Ctrl-C cancels the work, which then returns its partial result. Any other exception of a signal
/// handler or of `tick` also cancels it, and is raised when it has ended.
pub(crate) fn attend<T: Send>(
    py: Python<'_>,
    doing: &str,
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send,
    mut tick: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<T> {
    errors::refuse_while_graded()?;
    let (sender, receiver) = mpsc::channel();
    let mut raised = None;
    let answer = thread::scope(|scope| {
        let run = move || {
            // Fails only if this thread has ended.
            let _ = sender.send(guarded(doing, work));
        };
        thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run)?;
        let mut receiver = Some(receiver);
        loop {
            let waiting = receiver.take();
            let (received, waiting) = py.detach(move || {
                let received = waiting.as_ref().map(|receiver| receiver.recv_timeout(TICK));
                (received, waiting)
            });
            receiver = waiting;
            match received {
                Some(Ok(answer)) => return answer.map_err(|bug| errors::bug(py, &bug.to_string())),
                Some(Err(RecvTimeoutError::Timeout)) => {
                    let seen = py.check_signals().and_then(|()| tick(py));
                    if let Err(error) = seen {
                        cancel.cancel();
                        if !error.is_instance_of::<PyKeyboardInterrupt>(py) {
                            raised = Some(error);
                        }
                    }
                }
                Some(Err(RecvTimeoutError::Disconnected)) | None => {
                    return Err(errors::bug(py, &format!("{doing} returned no result")));
                }
            }
        }
    })?;
    raised.map_or(Ok(answer), Err)
}

/// Does nothing on a tick.
pub(crate) fn idle(_: Python<'_>) -> PyResult<()> {
    Ok(())
}
