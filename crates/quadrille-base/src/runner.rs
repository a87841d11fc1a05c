//! Tasks on threads, in parallel: no result is lost, and a panic in one task becomes an error that
//! names the task.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The time between two [`TaskEvent::Tick`]s.
const TICK: Duration = Duration::from_millis(100);

/// Depth-first searches recurse and need a deep stack; pages that are never touched cost nothing.
const STACK: usize = 64 << 20;

/// A task panicked. The panic hook has printed the details.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panicked {
    /// The task: `solving first-slide`.
    pub task: String,
}

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this is a bug in Quadrille: {} failed", self.task)
    }
}

impl std::error::Error for Panicked {}

/// Runs a task; a panic becomes an error with the task's name.
pub fn guarded<T>(name: impl fmt::Display, work: impl FnOnce() -> T) -> Result<T, Panicked> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|_| Panicked { task: name.to_string() })
}

/// Starts a thread for searches.
pub fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name(name.to_string()).stack_size(STACK).spawn(work)
}

/// Runs two tasks side by side, or one after the other if no thread can be started.
pub fn both<A, B: Send>(one: impl FnOnce() -> A, other: impl Fn() -> B + Sync) -> (A, B) {
    thread::scope(|scope| {
        match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, &other) {
            Ok(thread) => {
                let one = one();
                (one, thread.join().unwrap_or_else(|panic| panic::resume_unwind(panic)))
            }
            Err(_) => (one(), other()),
        }
    })
}

/// The order in which results are reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    Index,
    Finish,
}

/// Tasks `0..count`, to be run on some threads.
#[derive(Clone, Copy, Debug)]
pub struct Tasks {
    pub count: usize,
    /// The number of threads; at least one is used, and no more than there are tasks.
    pub threads: usize,
    pub order: Order,
}

/// An event of [`Tasks::run`]. The number is the index of the task.
#[derive(Debug)]
pub enum TaskEvent<T> {
    Done(usize, T),
    /// The task returned `None`: it did not start.
    Skipped(usize),
    Panicked(usize, Panicked),
    /// A tick went by, or a result arrived.
    Tick,
}

impl Tasks {
    /// Runs `work` for every index and reports the results on the calling thread. An error returned
    /// by `report` ends the run after the tasks that are being worked on. Workers wait for the
    /// caller, so at most one result per thread is held back for the order.
    pub fn run<T: Send, E>(
        self,
        name: impl Fn(usize) -> String + Sync,
        work: impl Fn(usize) -> Option<T> + Sync,
        mut report: impl FnMut(TaskEvent<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        let Tasks { count, order, .. } = self;
        let threads = self.threads.clamp(1, count.max(1));
        let next = AtomicUsize::new(0);
        let (sender, results) = mpsc::sync_channel(threads);
        let run = |index: usize| match panic::catch_unwind(AssertUnwindSafe(|| work(index))) {
            Ok(Some(result)) => TaskEvent::Done(index, result),
            Ok(None) => TaskEvent::Skipped(index),
            Err(_) => TaskEvent::Panicked(index, Panicked { task: name(index) }),
        };
        thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, next, run) = (sender.clone(), &next, &run);
                let worker_loop = move || loop {
                    let index = next.fetch_add(1, Relaxed);
                    if index >= count || sender.send((index, run(index))).is_err() {
                        return;
                    }
                };
                let worker = thread::Builder::new().stack_size(STACK);
                if worker.spawn_scoped(scope, worker_loop).is_err() {
                    // Fewer threads do the same work; without any, it is done below.
                    break;
                }
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut due = 0;
            let mut report = |event| report(event).inspect_err(|_| next.store(count, Relaxed));
            let mut report_all = || -> Result<(), E> {
                loop {
                    match results.recv_timeout(TICK) {
                        Ok((_, event)) if order == Order::Finish => report(event)?,
                        Ok((index, event)) => {
                            waiting.insert(index, event);
                        }
                        Err(RecvTimeoutError::Timeout) => {}
                        Err(RecvTimeoutError::Disconnected) => break,
                    }
                    while let Some(event) = waiting.remove(&due) {
                        due += 1;
                        report(event)?;
                    }
                    report(TaskEvent::Tick)?;
                }
                (next.load(Relaxed)..count).try_for_each(|index| report(run(index)))
            };
            let end = report_all();
            // Workers that wait to send end when the receiver is gone.
            drop(results);
            end
        })
    }
}
