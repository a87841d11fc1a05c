//! `GET /api/solve`: a search with its live figures, and its first plan as soon as there is one.
//!
//! A search that is long in proving tells its first plan early: it is interrupted when it has found one, the plan is told, and the
//! search begins again for the proof. What the first part took is lost; it is the time that the first plan took.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Response;
use axum::response::sse::Event;
use quadrille::Method;
use quadrille::games::{Game, SolveError};
use quadrille::moves::Move;
use quadrille::record::Record;
use quadrille::search::{Cancel, Control, Limit, Limits, Outcome, Report, Stop};
use serde::Serialize;

use super::Server;
use super::asked::{Asked, Client};
use super::failure::Failure;
use super::jobs::{Attempt, Ticket};
use super::method::{Search, Task};
use super::report::{self, ProgressRow};
use super::stream::{self, Story};

/// Live figures come once in so many ticks.
const EVERY: u32 = 2;

/// A search that is done sooner is not interrupted for its first plan.
const SOON: Duration = Duration::from_millis(250);

/// `GET /api/solve`.
pub async fn get(
    State(server): State<Arc<Server>>,
    client: Client,
    Asked(search): Asked<Search>,
) -> Result<Response, Failure> {
    let task = search.task(&server.bounds)?;
    let (game, method) = (task.level.game, task.method.clone());
    let early = Arc::new(Early::default());
    let shared = Arc::clone(&early);
    let ticket = server.pool.submit(client, task.limits, true, move |control, attempt| {
        let report = solve(&task, control, &shared);
        let stop = report.as_ref().ok().and_then(|report| report.stop);
        let is_cut_short = matches!(stop, Some(Stop::Limit(Limit::Time) | Stop::Cancelled));
        (attempt == Attempt::Whole || !is_cut_short).then_some(report)
    })?;
    Ok(stream::of(ticket, Solving { game, method, early, ticks: 0, is_told: false }))
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

fn solve(task: &Task, control: &Control, early: &Early) -> Result<Report, SolveError> {
    let started = Instant::now();
    let run = |limits: Limits, cancel: &Cancel| {
        let progress = Arc::clone(&control.progress);
        let control = Control { limits, cancel: cancel.clone(), progress };
        task.level.game.solve(&task.level.grid, &task.method, &control, None)
    };
    if early.interrupt.is_cancelled() {
        return run(control.limits, &control.cancel);
    }
    let first = run(control.limits, &early.interrupt)?;
    early.keep(&first);
    if first.stop != Some(Stop::Cancelled) {
        return Ok(first);
    }
    let time = control.limits.time.map(|time| time.saturating_sub(started.elapsed()));
    let mut second = run(Limits { time, ..control.limits }, &control.cancel)?;
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
    game: &'static dyn Game,
    method: Method,
    early: Arc<Early>,
    ticks: u32,
    /// Whether the first plan was told.
    is_told: bool,
}

impl Drop for Solving {
    /// The client is gone: the search ends also where it waits to be interrupted.
    fn drop(&mut self) {
        self.early.interrupt.cancel();
    }
}

impl Story for Solving {
    type Answer = Result<Report, SolveError>;

    fn news(&mut self, ticket: &Ticket<Self::Answer>, running: Duration) -> Vec<Event> {
        let progress = &ticket.progress;
        let is_open = progress.best().is_some_and(|best| best > progress.lower_bound());
        if (is_open && running >= SOON) || ticket.is_cancelled() {
            self.early.interrupt.cancel();
        }
        self.ticks += 1;
        let mut events = Vec::new();
        if self.ticks % EVERY == 1 {
            events.push(stream::event("progress", &ProgressRow::new(progress, running)));
        }
        if !self.is_told
            && let Some(plan) = self.early.plan()
        {
            self.is_told = true;
            let notation = self.game.notation();
            let row = PlanRow {
                cost: plan.len(),
                plan: plan.into_iter().map(|mv| notation.write(mv)).collect(),
                lower_bound: progress.lower_bound(),
            };
            events.push(stream::event("plan", &row));
        }
        events
    }

    fn end(&mut self, answer: Self::Answer) -> Vec<Event> {
        vec![match answer {
            Ok(report) => {
                let record = Record::new(&self.method, self.game.notation(), &report);
                stream::event("done", &record)
            }
            Err(error) => stream::failed(&report::failure(&error)),
        }]
    }
}
