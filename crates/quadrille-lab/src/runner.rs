//! Work on threads: many pieces side by side, none lost, and a panic in one is told with what was being done.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How often the listener hears that time goes by.
const TICK: Duration = Duration::from_millis(100);

/// Depth-first searches recurse and need a deep stack; pages that are never touched cost nothing.
const STACK: usize = 64 << 20;

/// A piece of work panicked. The panic hook has printed the details.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panicked {
    /// What was being done: `solving first-slide`.
    pub doing: String,
}

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this is a bug in Quadrille: {} failed", self.doing)
    }
}

impl std::error::Error for Panicked {}

/// Does a piece of work; a panic becomes an error that says what was being done.
pub fn guarded<T>(doing: impl fmt::Display, work: impl FnOnce() -> T) -> Result<T, Panicked> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|_| Panicked { doing: doing.to_string() })
}

/// Starts a thread for searches.
pub fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name(name.to_string()).stack_size(STACK).spawn(work)
}

/// In which order results are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// That of the numbers.
    Numbers,
    /// Each as soon as it is there.
    Finish,
}

/// What the listener of [`run`] hears of.
#[derive(Debug)]
pub enum News<T> {
    /// A result, with the number of its piece. `None` when the work was skipped.
    Result(usize, Option<Result<T, Panicked>>),
    /// Time went by, or a result is there that has to wait for those before it.
    Tick,
}

/// Does the work for the numbers below `count` on `jobs` threads. Work that answers `None` was skipped. An error of `tell`
/// ends everything as soon as the work in hand is done. Workers wait for the listener, so that no more than `jobs` results
/// are ever untold out of order.
pub fn run<T: Send, E>(
    (count, jobs, order): (usize, usize, Order),
    doing: impl Fn(usize) -> String + Sync,
    work: impl Fn(usize) -> Option<T> + Sync,
    mut tell: impl FnMut(News<T>) -> Result<(), E>,
) -> Result<(), E> {
    let jobs = jobs.clamp(1, count.max(1));
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::sync_channel(jobs);
    let done = |number: usize| {
        panic::catch_unwind(AssertUnwindSafe(|| work(number)))
            .map_err(|_| Panicked { doing: doing(number) })
            .transpose()
    };
    thread::scope(|scope| {
        for _ in 0..jobs {
            let (sender, next, done) = (sender.clone(), &next, &done);
            let labour = move || loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= count || sender.send((number, done(number))).is_err() {
                    return;
                }
            };
            if thread::Builder::new().stack_size(STACK).spawn_scoped(scope, labour).is_err() {
                // Fewer threads do the same work; without any it is done below.
                break;
            }
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        let mut told = |news| tell(news).inspect_err(|_| next.store(count, Relaxed));
        let mut told_all = || -> Result<(), E> {
            loop {
                match results.recv_timeout(TICK) {
                    Ok((number, result)) if order == Order::Finish => {
                        told(News::Result(number, result))?;
                    }
                    Ok((number, result)) => {
                        waiting.insert(number, result);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                while let Some(result) = waiting.remove(&due) {
                    due += 1;
                    told(News::Result(due - 1, result))?;
                }
                told(News::Tick)?;
            }
            for number in next.load(Relaxed)..count {
                told(News::Result(number, done(number)))?;
            }
            Ok(())
        };
        let end = told_all();
        // Workers that wait to send hear that nobody listens.
        drop(results);
        end
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(
        order: Order,
        (count, jobs): (usize, usize),
        work: impl Fn(usize) -> Option<usize> + Sync,
    ) -> Vec<String> {
        let mut told = Vec::new();
        let doing = |number: usize| format!("piece {number}");
        run((count, jobs, order), doing, work, |news| {
            if let News::Result(number, result) = news {
                told.push(format!("{number}:{result:?}"));
            }
            Ok::<(), ()>(())
        })
        .unwrap();
        told
    }

    #[test]
    fn results_come_in_order_whoever_is_first() {
        let slow_first = |number: usize| {
            thread::sleep(Duration::from_millis(if number.is_multiple_of(3) { 20 } else { 0 }));
            Some(number * 10)
        };
        let expected: Vec<String> =
            (0..20).map(|number| format!("{number}:Some(Ok({}))", number * 10)).collect();
        assert_eq!(told(Order::Numbers, (20, 4), slow_first), expected);
        assert_eq!(told(Order::Numbers, (0, 4), slow_first), Vec::<String>::new());
        let mut unordered = told(Order::Finish, (20, 4), slow_first);
        unordered.sort_by_key(|line| line.split(':').next().unwrap().parse::<usize>().unwrap());
        assert_eq!(unordered, expected);
    }

    #[test]
    fn a_panic_loses_no_other_result_and_says_what_was_done() {
        let results = told(Order::Numbers, (3, 2), |number| {
            assert_ne!(number, 1, "a bug");
            Some(number)
        });
        let panicked = "1:Some(Err(Panicked { doing: \"piece 1\" }))";
        assert_eq!(results, ["0:Some(Ok(0))", panicked, "2:Some(Ok(2))"]);
    }

    #[test]
    fn an_error_of_the_listener_ends_the_work() {
        let done = AtomicUsize::new(0);
        let work = |number: usize| {
            done.fetch_add(1, Relaxed);
            thread::sleep(Duration::from_millis(5));
            Some(number)
        };
        let spec = (10_000, 2, Order::Numbers);
        let end = run(
            spec,
            |_| String::new(),
            work,
            |news| match news {
                News::Result(3, _) => Err("closed"),
                _ => Ok(()),
            },
        );
        assert_eq!(end, Err("closed"));
        assert!(done.load(Relaxed) < 1000);
    }
}
