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

#[cfg(test)]
mod tests {
    use super::*;

    fn events(
        order: Order,
        (count, threads): (usize, usize),
        work: impl Fn(usize) -> Option<usize> + Sync,
    ) -> Vec<(usize, Result<Option<usize>, String>)> {
        let mut events = Vec::new();
        let name = |index: usize| format!("task {index}");
        Tasks { count, threads, order }
            .run(name, work, |event| {
                match event {
                    TaskEvent::Done(index, result) => events.push((index, Ok(Some(result)))),
                    TaskEvent::Skipped(index) => events.push((index, Ok(None))),
                    TaskEvent::Panicked(index, panicked) => {
                        events.push((index, Err(panicked.task)))
                    }
                    TaskEvent::Tick => {}
                }
                Ok::<(), ()>(())
            })
            .unwrap();
        events
    }

    #[test]
    fn results_come_in_order_whichever_is_first() {
        let slow_first = |index: usize| {
            thread::sleep(Duration::from_millis(if index.is_multiple_of(3) { 20 } else { 0 }));
            Some(index * 10)
        };
        let expected: Vec<_> = (0..20).map(|index| (index, Ok(Some(index * 10)))).collect();
        assert_eq!(events(Order::Index, (20, 4), slow_first), expected);
        assert_eq!(events(Order::Index, (0, 4), slow_first), []);
        let mut unordered = events(Order::Finish, (20, 4), slow_first);
        unordered.sort();
        assert_eq!(unordered, expected);
    }

    #[test]
    fn a_panic_loses_no_other_result_and_names_the_task() {
        let results = events(Order::Index, (4, 2), |index| {
            assert_ne!(index, 1, "a bug");
            (index != 3).then_some(index)
        });
        let panicked = (1, Err("task 1".to_string()));
        assert_eq!(results, [(0, Ok(Some(0))), panicked, (2, Ok(Some(2))), (3, Ok(None))]);
    }

    #[test]
    fn an_error_of_the_caller_ends_the_work() {
        let done = AtomicUsize::new(0);
        let work = |index: usize| {
            done.fetch_add(1, Relaxed);
            thread::sleep(Duration::from_millis(5));
            Some(index)
        };
        let tasks = Tasks { count: 10_000, threads: 2, order: Order::Index };
        let end = tasks.run(
            |_| String::new(),
            work,
            |event| match event {
                TaskEvent::Done(3, _) => Err("closed"),
                _ => Ok(()),
            },
        );
        assert_eq!(end, Err("closed"));
        assert!(done.load(Relaxed) < 1000);
    }
}
