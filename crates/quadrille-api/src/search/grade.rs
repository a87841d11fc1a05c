//! A submission against an assignment, check by check.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quadrille::search::{Cancel, Control};
use serde::{Deserialize, Serialize};

use super::{Event, Search, Story};
use crate::failure::Failure;
use crate::grade::{Assignment, Kind, Mark, Work, grade};
use crate::limits::Bounds;

/// What was handed in, and for which assignment.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// The word of the assignment.
    link: String,
    /// The script, the levels or the puzzle.
    text: String,
}

#[derive(Serialize)]
struct Done {
    points: f64,
    most: f64,
}

/// The grading, and what is told of it.
pub(super) fn graded(asked: &Asked, bounds: &Bounds) -> Result<Search, Failure> {
    let assignment = Assignment::from_link(&asked.link)?;
    let work = match assignment.kind {
        Kind::Heuristic => Work::heuristic("script", &asked.text),
        Kind::Levels => Work::levels(&asked.text, assignment.game),
        Kind::Puzzle => Work::puzzle(&asked.text).map_err(|error| error.to_string()),
    };
    let work = work.map_err(|why| Failure::bad_request("bad-submission", why))?;
    let limits = bounds.lowered(Some(assignment.time.as_secs_f64()), None, None)?;
    let desk = Arc::new(Mutex::new(Desk::default()));
    let story = Box::new(Grading { desk: Arc::clone(&desk), time: assignment.time, told: 0 });
    let work = move |control: &Control| {
        let late = control.cancel.child();
        *lock(&desk) = Desk { marks: Vec::new(), late: late.clone() };
        let within = Control { cancel: late, ..control.clone() };
        grade(&assignment, &work, &within, |mark| {
            lock(&desk).marks.push(mark);
            !control.cancel.is_cancelled()
        });
        control.cancel.is_cancelled()
    };
    Ok(Search { limits, can_restart: false, work: Box::new(work), story })
}

/// What the work leaves for the story, and how the story ends it: a script may be too slow to look at the clock in time.
#[derive(Default)]
struct Desk {
    marks: Vec<Mark>,
    late: Cancel,
}

fn lock(desk: &Mutex<Desk>) -> MutexGuard<'_, Desk> {
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Grading {
    desk: Arc<Mutex<Desk>>,
    time: Duration,
    told: usize,
}

impl Grading {
    fn fresh(&mut self) -> Vec<Event> {
        let desk = lock(&self.desk);
        let events = desk.marks.iter().skip(self.told).map(|mark| Event::new("mark", mark));
        let events: Vec<Event> = events.collect();
        self.told = desk.marks.len();
        events
    }
}

impl Story for Grading {
    fn news(&mut self, control: &Control, running: Duration) -> Vec<Event> {
        if running > control.limits.max_time.unwrap_or(self.time) {
            lock(&self.desk).late.cancel();
        }
        self.fresh()
    }

    fn end(&mut self) -> Vec<Event> {
        let mut events = self.fresh();
        let desk = lock(&self.desk);
        let sum = |part: fn(&Mark) -> f64| desk.marks.iter().map(part).sum();
        let done = Done { points: sum(|mark| mark.points), most: sum(|mark| mark.most) };
        events.push(Event::new("done", &done));
        events
    }
}
