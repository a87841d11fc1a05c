//! Cores for trials, one each.

use std::sync::{Mutex, PoisonError};

/// The free cores.
#[derive(Debug)]
pub struct Cores(Mutex<Vec<usize>>);

impl Cores {
    /// The cores that this process may use; `None` if the system cannot bind threads to cores.
    pub fn allowed() -> Option<Cores> {
        let all = system::allowed()?;
        (!all.is_empty()).then_some(Cores(Mutex::new(all)))
    }

    pub fn count(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Runs the work with its thread, and its children, bound to a free core. If none is left, it
    /// runs unbound.
    pub(crate) fn with_one<T>(&self, work: impl FnOnce() -> T) -> T {
        let core = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let Some(core) = core else { return work() };
        let before = system::bind(core);
        let done = work();
        system::restore(before);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(core);
        done
    }
}

#[cfg(target_os = "linux")]
mod system {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    pub(super) fn allowed() -> Option<Vec<usize>> {
        let all = sched_getaffinity(None).ok()?;
        // The last one is used first: on most machines the first core handles interrupts.
        Some((0..CpuSet::MAX_CPU).filter(|&core| all.is_set(core)).collect())
    }

    /// Binds this thread to a core. Returns the previous binding.
    pub(super) fn bind(core: usize) -> Option<CpuSet> {
        let before = sched_getaffinity(None).ok()?;
        let mut one = CpuSet::new();
        one.set(core);
        sched_setaffinity(None, &one).ok()?;
        Some(before)
    }

    pub(super) fn restore(before: Option<CpuSet>) {
        if let Some(before) = before {
            // The next work binds the thread again.
            let _ = sched_setaffinity(None, &before);
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    pub(super) fn allowed() -> Option<Vec<usize>> {
        None
    }

    pub(super) fn bind(_: usize) {}

    pub(super) fn restore(_: ()) {}
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn work_has_a_core_of_its_own_and_gives_it_back() {
        let cores = Cores::allowed().expect("Linux can bind threads");
        let all = cores.count();
        let seen = cores.with_one(|| {
            assert_eq!(cores.count(), all - 1);
            let inner = system::allowed().expect("it is bound");
            // A child process inherits the binding.
            let nproc = std::process::Command::new("nproc").output().expect("coreutils");
            assert_eq!(String::from_utf8_lossy(&nproc.stdout).trim(), "1");
            inner
        });
        assert_eq!(seen.len(), 1);
        assert_eq!((cores.count(), system::allowed().map(|all| all.len())), (all, Some(all)));
    }
}
