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

use quadrille::search::{Control, Limits};
use serde::Serialize;

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
    work: impl Fn(&Control, &dyn Fn(StreamEvent)) -> Result<T, Failure> + Send + 'static,
) -> SearchJob {
    let events = Shared::<Queue>::default();
    let queue = events.clone();
    let work = move |control: &Control| {
        let result = work(control, &|event| queue.lock().events.push(event));
        queue.lock().end = Some(match result {
            Ok(value) => StreamEvent::new("done", &value),
            Err(failure) => StreamEvent::failed(&failure),
        });
        control.cancel.is_cancelled()
    };
    SearchJob { limits, can_restart: false, work: Box::new(work), events: Box::new(events) }
}

/// Events that were not polled yet.
#[derive(Default)]
struct Queue {
    events: Vec<StreamEvent>,
    end: Option<StreamEvent>,
}

impl Events for Shared<Queue> {
    fn poll(&mut self, _control: &Control, _running: Duration) -> Vec<StreamEvent> {
        std::mem::take(&mut self.lock().events)
    }

    fn finish(&mut self) -> Vec<StreamEvent> {
        let Queue { mut events, end } = std::mem::take(&mut *self.lock());
        events.push(end.unwrap_or_else(|| StreamEvent::failed(&Failure::bug())));
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
