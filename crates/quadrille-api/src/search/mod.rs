//! Requests that run a search: the work, and the events that it reports.

mod claims;
mod compare;
mod describe;
mod desk;
mod explain;
mod film;
mod generate;
mod grade;
mod outcome;
mod progress;
mod sample;
mod solve;
mod task;
mod watch;

pub(crate) use claims::claims;
pub(crate) use compare::compare;
pub(crate) use describe::describe;
pub(crate) use desk::{inspect, map, vary};
pub(crate) use explain::explain;
pub(crate) use generate::generate;
pub(crate) use grade::grade;
pub(crate) use solve::solve;
pub(crate) use watch::watch;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quadrille::search::{Cancel, Control, Limits};
use serde::Serialize;
use serde_json::Value;

use crate::failure::Failure;

/// The interval at which events are polled.
pub const TICK: Duration = Duration::from_millis(50);

/// Figures are sent once per this many ticks.
const FIGURES_EVERY: u32 = 2;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StreamEvent {
    /// Its kind. The last event is `done` or `failed`.
    pub name: &'static str,
    pub data: String,
}

impl StreamEvent {
    pub fn new(name: &'static str, value: &impl Serialize) -> StreamEvent {
        // Serialising plain fields cannot fail.
        let data = serde_json::to_string(value).unwrap_or_else(|_| "{}".to_string());
        StreamEvent { name, data }
    }

    pub fn failed(failure: &Failure) -> StreamEvent {
        StreamEvent { name: "failed", data: failure.json() }
    }
}

/// The events of a search, polled every [`TICK`] by the caller, on any thread.
pub trait Events: Send {
    /// The events since the last call. `running` is the time since the search began.
    fn poll(&mut self, control: &Control, running: Duration) -> Vec<StreamEvent>;

    /// The last events, after the search has ended.
    fn finish(&mut self) -> Vec<StreamEvent>;
}

/// A search that was requested.
///
/// ```
/// use quadrille::games::Games;
/// use quadrille::search::{Control, Limits};
/// use quadrille_api::{Handler, Request};
///
/// let level = quadrille::levels::read("level one\nr . .\n. . .\n. . R\n", None);
/// let code = quadrille::levels::to_code(level.levels().next().unwrap());
/// let solve = Request::named("solve").unwrap();
/// let Handler::Search(prepare) = solve.handler else { panic!("a search") };
/// let mut search = prepare(solve.input(&format!("code={code}"), &Games::default()), &Limits::default()).unwrap();
/// (search.work)(&Control::with_limits(search.limits));
/// let events = search.events.finish();
/// assert_eq!(events[0].name, "done");
/// assert!(events[0].data.contains(r#""plan":["D","R"]"#));
/// ```
pub struct SearchJob {
    pub limits: Limits,
    /// True if it can be stopped and started again from the beginning with the same result.
    pub can_restart: bool,
    /// Runs the search. Returns true if it was cancelled or its time limit ended it.
    pub work: Box<dyn FnMut(&Control) -> bool + Send>,
    pub events: Box<dyn Events>,
}

/// A job that reports events while it runs, and one value at its end.
fn job<T: Serialize>(
    limits: Limits,
    work: impl Fn(&Control, &Output) -> Result<T, Failure> + Send + 'static,
) -> SearchJob {
    let output = Output::default();
    let events = Box::new(output.clone());
    let work = move |control: &Control| {
        let end = match work(control, &output) {
            Ok(value) => StreamEvent::new("done", &value),
            Err(failure) => StreamEvent::failed(&failure),
        };
        output.0.lock().end = Some(end);
        control.cancel.is_cancelled()
    };
    SearchJob { limits, can_restart: false, work: Box::new(work), events }
}

/// A job that is also cancelled at its time limit: a slow script may not check the clock in time.
fn timed_job<T: Serialize>(
    limits: Limits,
    work: impl Fn(&Control, &Output) -> Result<T, Failure> + Send + 'static,
) -> SearchJob {
    job(limits, move |control, output| {
        let max_time = control.limits.max_time.or(limits.max_time);
        let own = Control { cancel: control.cancel.child(), ..control.clone() };
        output.0.lock().timeout = max_time.map(|time| (time, own.cancel.clone()));
        work(&own, output)
    })
}

/// The output of a job, read by the event stream.
#[derive(Clone, Default)]
struct Output(Shared<Queue>);

#[derive(Default)]
struct Queue {
    /// Events that were not polled yet.
    events: Vec<StreamEvent>,
    figures: serde_json::Map<String, Value>,
    ticks: Ticks,
    timeout: Option<(Duration, Cancel)>,
    end: Option<StreamEvent>,
}

impl Output {
    fn event(&self, name: &'static str, value: &impl Serialize) {
        self.0.lock().events.push(StreamEvent::new(name, value));
    }

    /// Sets the figures of the event `progress`, which is sent at every other tick.
    fn figures(&self, figures: &[(&str, u64)]) {
        let value = |&(name, value): &(&str, u64)| (name.to_string(), value.into());
        self.0.lock().figures = figures.iter().map(value).collect();
    }
}

impl Events for Output {
    fn poll(&mut self, _control: &Control, running: Duration) -> Vec<StreamEvent> {
        let mut queue = self.0.lock();
        if let Some((_, cancel)) = queue.timeout.as_ref().filter(|(time, _)| running > *time) {
            cancel.cancel();
        }
        let mut events = std::mem::take(&mut queue.events);
        if queue.ticks.are_figures_due() && !queue.figures.is_empty() {
            queue.figures.insert("seconds".to_string(), running.as_secs_f64().into());
            events.push(StreamEvent::new("progress", &queue.figures));
        }
        events
    }

    fn finish(&mut self) -> Vec<StreamEvent> {
        let mut queue = self.0.lock();
        let mut events = std::mem::take(&mut queue.events);
        events.push(queue.end.take().unwrap_or_else(|| StreamEvent::failed(&Failure::bug())));
        events
    }
}

/// A value that the work writes and the event stream reads.
#[derive(Default)]
struct Shared<T>(Arc<Mutex<T>>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Shared<T> {
        Shared(Arc::clone(&self.0))
    }
}

impl<T> Shared<T> {
    fn new(value: T) -> Shared<T> {
        Shared(Arc::new(Mutex::new(value)))
    }

    fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts ticks. Figures are due at the first, then every [`FIGURES_EVERY`].
#[derive(Default)]
struct Ticks(u32);

impl Ticks {
    fn are_figures_due(&mut self) -> bool {
        self.0 += 1;
        self.0 % FIGURES_EVERY == 1
    }
}
