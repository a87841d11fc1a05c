//! Runs a schedule on several cores and stores every result as soon as it is known.

use std::sync::Arc;

use quadrille::record::Record;
use quadrille::search::{Cancel, Control, Progress};
use quadrille_base::machine;
use quadrille_base::runner::{Order, TaskEvent, Tasks};

use crate::Step;
use crate::apart::Apart;
use crate::contender::Contender;
use crate::cores::Cores;
use crate::schedule::{Schedule, Task};
use crate::store::{Circumstances, Store, StoreError};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Complete,
    Stopped,
}

/// The settings of a run.
#[derive(Debug)]
pub struct Conditions<'a> {
    /// The number of trials run in parallel.
    pub jobs: usize,
    /// The version of the program.
    pub version: &'a str,
    /// The cores that trials are bound to, one each; by default the system chooses.
    pub cores: Option<Cores>,
    /// The command that runs a trial of a built-in method in its own process; by default it runs in
    /// this process.
    pub apart: Option<Apart>,
}

impl Conditions<'_> {
    /// Trials in this process, on cores that the system chooses.
    pub fn new(jobs: usize, version: &str) -> Conditions<'_> {
        Conditions { jobs, version, cores: None, apart: None }
    }

    fn measure(&self, schedule: &Schedule, task: &Task, control: &Control, jobs: usize) -> Record {
        let level = &schedule.subjects[task.subject].level;
        let make = || match (&task.method, &self.apart) {
            (Contender::Ours(method), Some(apart)) => apart.measure(level, method, control, jobs),
            (contender, _) => contender.measure(level, control),
        };
        match &self.cores {
            Some(cores) => cores.with_one(make),
            None => make(),
        }
    }
}

/// Runs the trials of a schedule that the store lacks. A cancelled trial is not stored: the next
/// run makes it again. If the store fails, the run stops; stored results are safe. `begun` is
/// called for every trial that starts, on its thread, with its live figures; `report` for every one
/// that is stored. Searches wait for the store: results that are not stored would be lost with the
/// process.
pub fn run(
    schedule: &Schedule,
    store: &mut Store,
    conditions: &Conditions<'_>,
    cancel: &Cancel,
    begun: impl Fn(usize, Arc<Progress>) + Sync,
    mut report: impl FnMut(Step),
) -> Result<End, StoreError> {
    let missing: Vec<usize> = (0..schedule.tasks.len()).filter(|&task| !store.has(task)).collect();
    let jobs = conditions.jobs.clamp(1, missing.len().max(1));
    let bound = if conditions.cores.is_some() { ", one core per trial" } else { "" };
    let around = Circumstances {
        version: conditions.version.to_string(),
        machine: format!("{}{bound}", machine()),
        jobs: u32::try_from(jobs).unwrap_or(u32::MAX),
    };
    let work = |index: usize| {
        if cancel.is_cancelled() {
            return None;
        }
        let task = &schedule.tasks[missing[index]];
        let control = Control { cancel: cancel.clone(), ..Control::with_limits(task.limits) }
            .side_by_side(jobs);
        begun(missing[index], Arc::clone(&control.progress));
        Some(conditions.measure(schedule, task, &control, jobs))
    };
    let name = |index: usize| format!("trial {}", missing[index]);
    let tasks = Tasks { count: missing.len(), threads: jobs, order: Order::Finish };
    tasks.run(name, work, |event| {
        match event {
            TaskEvent::Tick => report(Step::Tick),
            TaskEvent::Done(index, record) => {
                if !record.is_cancelled() {
                    store
                        .add(schedule, missing[index], &record, &around)
                        .inspect_err(|_| cancel.cancel())?;
                }
                report(Step::Done(missing[index], record));
            }
            TaskEvent::Panicked(_, panicked) => {
                cancel.cancel();
                return Err(StoreError::Other(panicked.to_string()));
            }
            TaskEvent::Skipped(_) => {}
        }
        Ok(())
    })?;
    Ok(if store.len() < schedule.tasks.len() { End::Stopped } else { End::Complete })
}
