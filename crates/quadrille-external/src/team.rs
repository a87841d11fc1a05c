//! Threads that work on one layer together.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use quadrille_search::{Stats, Stop, toolkit::Meter};

use crate::error::Break;
use crate::live::Live;

/// The interval between checks of the limits.
const TICK: Duration = Duration::from_millis(20);

/// Counts of all threads, and the signal to stop.
#[derive(Default, Debug)]
pub(crate) struct Shared {
    is_stopped: AtomicBool,
    pub(crate) expanded: AtomicU64,
    pub(crate) generated: AtomicU64,
    pub(crate) dead_ends: AtomicU64,
    pub(crate) goals: AtomicU64,
    pub(crate) bytes: AtomicU64,
}

impl Shared {
    /// Fails when the others have stopped.
    pub(crate) fn check(&self) -> Result<(), Break> {
        if self.is_stopped.load(Relaxed) { Err(Stop::Cancelled.into()) } else { Ok(()) }
    }
}

/// Runs `work` on this many threads while the calling thread checks the limits; with none, runs it
/// on the calling thread. `base` has the counts from before.
pub(crate) fn run<T: Send>(
    threads: usize,
    meter: &mut Meter<'_>,
    base: &Stats,
    (shared, live, disk): (&Shared, &Live, &crate::disk::Disk),
    work: impl Fn() -> Result<T, Break> + Sync,
) -> Result<Vec<T>, Break> {
    let poll = |meter: &mut Meter<'_>| {
        live.set_disk(disk.used());
        let stats = Stats {
            expanded: base.expanded + shared.expanded.load(Relaxed),
            generated: base.generated + shared.generated.load(Relaxed),
            ..*base
        };
        meter.check_now(&stats, shared.bytes.load(Relaxed) as usize)
    };
    poll(meter)?;
    if threads == 0 {
        return Ok(vec![work()?]);
    }
    let mut stop = None;
    let results: Vec<Result<T, Break>> = thread::scope(|scope| {
        let (sender, done) = mpsc::channel::<()>();
        let mut handles = Vec::new();
        for _ in 0..threads {
            let (work, sender) = (&work, sender.clone());
            let worker = move || {
                let result = work();
                if result.is_err() {
                    shared.is_stopped.store(true, Relaxed);
                }
                drop(sender);
                result
            };
            match thread::Builder::new().spawn_scoped(scope, worker) {
                Ok(handle) => handles.push(handle),
                // Fewer threads do the same work.
                Err(_) => break,
            }
        }
        drop(sender);
        if handles.is_empty() {
            return vec![work()];
        }
        while done.recv_timeout(TICK) != Err(RecvTimeoutError::Disconnected) {
            if let (None, Err(end)) = (stop, poll(meter)) {
                stop = Some(end);
                shared.is_stopped.store(true, Relaxed);
            }
        }
        handles
            .into_iter()
            .map(|handle| match handle.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            })
            .collect()
    });
    let mut all = Vec::new();
    let mut end = stop.map(Break::Stop);
    for result in results {
        match result {
            Ok(result) => all.push(result),
            // An error has priority over a stop, and the first stop over those that it caused.
            Err(failure @ Break::Error(_)) => end = Some(failure),
            Err(other) => match &end {
                None | Some(Break::Stop(Stop::Cancelled)) if stop.is_none() => end = Some(other),
                _ => {}
            },
        }
    }
    match end {
        Some(end) => Err(end),
        None => Ok(all),
    }
}
