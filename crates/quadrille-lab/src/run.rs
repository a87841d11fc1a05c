//! Running a schedule: on several cores, with every result stored as soon as it is there.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use quadrille::search::{Cancel, Control, Progress};

use crate::compare::{STACK, TICK};
use crate::schedule::Schedule;
use crate::store::{Circumstances, Store, StoreError};
use crate::{Outcome, Trial, machine, measure};

/// What the listener of [`run`] hears of.
#[allow(clippy::large_enum_variant, reason = "there is one large message a search")]
#[derive(Clone, Debug)]
pub enum Step {
    /// The trial with this number begins; its live figures are here.
    Begun(usize, Arc<Progress>),
    /// Time goes by.
    Tick,
    /// The trial with this number is done and stored. One that was cancelled is done but not stored.
    Done(usize, Trial),
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// All trials of the schedule are stored.
    Complete,
    /// The user stopped it.
    Stopped,
}

/// Makes the trials of a schedule that the store lacks, on `jobs` threads. A trial that is cancelled is not stored: the
/// next run makes it again. When the store fails all stops, and what was stored is safe.
pub fn run(
    schedule: &Schedule,
    store: &mut Store,
    jobs: usize,
    cancel: &Cancel,
    mut tell: impl FnMut(Step),
) -> Result<End, StoreError> {
    let missing: Vec<usize> = (0..schedule.tasks.len()).filter(|&task| !store.has(task)).collect();
    let jobs = jobs.clamp(1, missing.len().max(1));
    let around =
        Circumstances { machine: machine(), jobs: u32::try_from(jobs).unwrap_or(u32::MAX) };
    let next = AtomicUsize::new(0);
    // Searches wait for the store: what is not stored would be lost with the process.
    let (sender, steps) = mpsc::sync_channel(jobs);
    let work = |sender: mpsc::SyncSender<Step>| loop {
        let Some(&number) = missing.get(next.fetch_add(1, Relaxed)) else { return };
        if cancel.is_cancelled() {
            return;
        }
        let task = &schedule.tasks[number];
        let level = &schedule.subjects[task.subject].level;
        let control = Control { cancel: cancel.clone(), ..Control::with_limits(task.limits) };
        let begun = sender.send(Step::Begun(number, Arc::clone(&control.progress)));
        let trial = measure(level, &task.method, &control);
        if begun.is_err() || sender.send(Step::Done(number, trial)).is_err() {
            return;
        }
    };
    let mut failure = None;
    thread::scope(|scope| {
        let work = &work;
        let mut threads = 0;
        for _ in 0..jobs {
            let sender = sender.clone();
            let begun =
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || work(sender));
            threads += usize::from(begun.is_ok());
        }
        if threads == 0 {
            failure = Some(StoreError::Other("the system starts no more threads".to_string()));
        }
        drop(sender);
        loop {
            let step = match steps.recv_timeout(TICK) {
                Ok(step) => step,
                Err(RecvTimeoutError::Timeout) => Step::Tick,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            if let (Step::Done(number, trial), None) = (&step, &failure)
                && trial.outcome != Outcome::Cancelled
                && let Err(error) = store.add(schedule, *number, trial, &around)
            {
                failure = Some(error);
                cancel.cancel();
            }
            if failure.is_none() {
                tell(step);
            }
        }
    });
    match failure {
        Some(error) => Err(error),
        None if store.len() < schedule.tasks.len() => Ok(End::Stopped),
        None => Ok(End::Complete),
    }
}
