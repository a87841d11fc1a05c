//! A search with its live figures, and its first plan as soon as there is one.
//!
//! A search that is long in proving tells its first plan early: it is interrupted when it has found one, the plan is told, and the
//! search begins again for the proof. What the first part took is lost; it is the time that the first plan took.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quadrille::games::SolveError;
use quadrille::moves::Move;
use quadrille::search::{Cancel, Control, Limits, Outcome, Report, Stop};
use serde::Serialize;

use super::end::End;
use super::progress::ProgressRow;
use super::task::{Asked, Task};
use super::{Event, Search, Story};
use crate::failure::Failure;
use crate::limits::Bounds;

/// Live figures come once in so many ticks.
const EVERY: u32 = 2;

/// A search that is done sooner is not interrupted for its first plan.
const SOON: Duration = Duration::from_millis(250);

/// The search, and what is told of it.
pub(super) fn solve(asked: &Asked, bounds: &Bounds) -> Result<Search, Failure> {
    let task = asked.task(bounds)?;
    let limits = task.limits;
    let (end, early) = (End::new(&task), Arc::new(Early::default()));
    let story = Solving { end: end.clone(), early: Arc::clone(&early), ticks: 0, is_told: false };
    let work = move |control: &Control| end.set(run(&task, control, &early));
    Ok(Search { limits, can_restart: true, work: Box::new(work), story: Box::new(story) })
}

/// The first plan of a search, and the token that interrupts the search for it.
#[derive(Default)]
struct Early {
    interrupt: Cancel,
    plan: Mutex<Option<Vec<Move>>>,
}

impl Early {
    fn plan(&self) -> Option<Vec<Move>> {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn keep(&self, report: &Report) {
        if let Some((plan, _)) = report.plan() {
            *self.plan.lock().unwrap_or_else(PoisonError::into_inner) = Some(plan.to_vec());
        }
    }
}

fn run(task: &Task, control: &Control, early: &Early) -> Result<Report, SolveError> {
    if early.interrupt.is_cancelled() {
        return task.run(control, None);
    }
    let started = control.clock.now();
    let first = task.run(&Control { cancel: early.interrupt.clone(), ..control.clone() }, None)?;
    early.keep(&first);
    if first.stop != Some(Stop::Cancelled) {
        return Ok(first);
    }
    let taken = control.clock.now().saturating_sub(started);
    let time = control.limits.time.map(|time| time.saturating_sub(taken));
    let limits = Limits { time, ..control.limits };
    let mut second = task.run(&Control { limits, ..control.clone() }, None)?;
    // What was found first may be more than the second search came to in the time that was left.
    if let Outcome::Solved { plan, cost, .. } = first.outcome
        && second.outcome != Outcome::Unsolvable
        && second.plan().is_none_or(|(_, found)| cost < found)
    {
        second.outcome = Outcome::Solved { plan, cost, optimal: cost <= second.lower_bound };
    }
    Ok(second)
}

#[derive(Serialize)]
struct PlanRow {
    plan: Vec<String>,
    cost: usize,
    lower_bound: u32,
}

struct Solving {
    end: End,
    early: Arc<Early>,
    ticks: u32,
    /// Whether the first plan was told.
    is_told: bool,
}

impl Drop for Solving {
    /// Nobody listens any more: the search ends also where it waits to be interrupted.
    fn drop(&mut self) {
        self.early.interrupt.cancel();
    }
}

impl Story for Solving {
    fn news(&mut self, control: &Control, running: Duration) -> Vec<Event> {
        let progress = &control.progress;
        let is_open = progress.best().is_some_and(|best| best > progress.lower_bound());
        if (is_open && running >= SOON) || control.cancel.is_cancelled() {
            self.early.interrupt.cancel();
        }
        self.ticks += 1;
        let mut events = Vec::new();
        if self.ticks % EVERY == 1 {
            events.push(Event::new("progress", &ProgressRow::new(progress, running)));
        }
        if !self.is_told
            && let Some(plan) = self.early.plan()
        {
            self.is_told = true;
            let notation = self.end.notation();
            let row = PlanRow {
                cost: plan.len(),
                plan: plan.into_iter().map(|mv| notation.write(mv)).collect(),
                lower_bound: progress.lower_bound(),
            };
            events.push(Event::new("plan", &row));
        }
        events
    }

    fn end(&mut self) -> Vec<Event> {
        vec![self.end.event()]
    }
}
