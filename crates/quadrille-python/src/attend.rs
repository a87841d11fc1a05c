//! Work without the interpreter's lock, with an eye on Ctrl-C.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use quadrille::search::Cancel;
use quadrille_base::runner::guarded;

use crate::errors;

/// How long Ctrl-C may go unnoticed.
const TICK: Duration = Duration::from_millis(20);

/// Depth-first searches recurse and need a deep stack; pages that are never touched cost nothing.
const STACK: usize = 64 << 20;

/// Does the work on a thread of its own while this one waits for signals, and calls `tick` now and
/// then.
///
/// Ctrl-C cancels the work, which then ends with what it has. Whatever else a signal handler or
/// `tick` raises cancels it too, and is raised when it has ended.
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
        let labour = move || {
            // Sending fails only if this thread died; then there is no receiver.
            let _ = sender.send(guarded(doing, work));
        };
        thread::Builder::new().stack_size(STACK).spawn_scoped(scope, labour)?;
        let mut receiver = Some(receiver);
        loop {
            let waiting = receiver.take();
            let (news, waiting) = py.detach(move || {
                let news = waiting.as_ref().map(|receiver| receiver.recv_timeout(TICK));
                (news, waiting)
            });
            receiver = waiting;
            match news {
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
                    return Err(errors::bug(py, &format!("{doing} gave no answer")));
                }
            }
        }
    })?;
    raised.map_or(Ok(answer), Err)
}

/// Nothing to do now and then.
pub(crate) fn idle(_: Python<'_>) -> PyResult<()> {
    Ok(())
}
