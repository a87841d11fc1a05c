//! Work on many things side by side, with results in the order of the things.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How often the caller hears that time goes by.
const TICK: Duration = Duration::from_millis(100);

/// Searches that go deep by calling themselves need a deep stack; what is not touched costs nothing.
pub const STACK: usize = 64 << 20;

/// A piece of work panicked; the hook has told the user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Panicked;

/// What the caller of [`in_order`] hears of.
#[derive(Debug)]
pub enum News<T> {
    /// The next result in order, with the number of its thing. `None` when the work was skipped.
    Result(usize, Option<Result<T, Panicked>>),
    /// A result was found, but others come before it; or time went by.
    Tick,
}

/// Does the work for the numbers below `count` on `jobs` threads and tells the results in their order, each as soon as it
/// and all before it are there. Work that answers `None` was skipped. An error of `tell` ends all as soon as the work in
/// hand is done.
pub fn in_order<T: Send, E>(
    count: usize,
    jobs: usize,
    work: impl Fn(usize) -> Option<T> + Sync,
    mut tell: impl FnMut(News<T>) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, count.max(1)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            let labour = move || loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= count {
                    return;
                }
                let result = panic::catch_unwind(AssertUnwindSafe(|| work(number)));
                if sender.send((number, result.map_err(|_| Panicked).transpose())).is_err() {
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
        loop {
            match results.recv_timeout(TICK) {
                Ok((number, result)) => {
                    waiting.insert(number, result);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some(result) = waiting.remove(&due) {
                due += 1;
                tell(News::Result(due - 1, result)).inspect_err(|_| next.store(count, Relaxed))?;
            }
            tell(News::Tick).inspect_err(|_| next.store(count, Relaxed))?;
        }
        for number in next.load(Relaxed)..count {
            let result = panic::catch_unwind(AssertUnwindSafe(|| work(number)));
            tell(News::Result(number, result.map_err(|_| Panicked).transpose()))?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(
        count: usize,
        jobs: usize,
        work: impl Fn(usize) -> Option<usize> + Sync,
    ) -> Vec<String> {
        let mut told = Vec::new();
        in_order(count, jobs, work, |news| {
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
        assert_eq!(told(20, 4, slow_first), expected);
        assert_eq!(told(0, 4, slow_first), Vec::<String>::new());
    }

    #[test]
    fn a_panic_loses_no_other_result() {
        let results = told(3, 2, |number| {
            assert_ne!(number, 1, "a bug");
            Some(number)
        });
        assert_eq!(results, ["0:Some(Ok(0))", "1:Some(Err(Panicked))", "2:Some(Ok(2))"]);
    }

    #[test]
    fn an_error_of_the_listener_ends_the_work() {
        let done = AtomicUsize::new(0);
        let work = |number: usize| {
            done.fetch_add(1, Relaxed);
            thread::sleep(Duration::from_millis(5));
            Some(number)
        };
        let end = in_order(10_000, 2, work, |news| match news {
            News::Result(3, _) => Err("closed"),
            _ => Ok(()),
        });
        assert_eq!(end, Err("closed"));
        assert!(done.load(Relaxed) < 1000);
    }
}
