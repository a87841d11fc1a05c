//! Grading a submission, check by check.

use std::time::Duration;

use quadrille::games::Games;
use quadrille::search::{Cancel, Control, Limits};
use quadrille_script::located;
use serde::{Deserialize, Serialize};

use super::{Events, SearchJob, Shared, StreamEvent};
use crate::failure::Failure;
use crate::grade::{Assignment, Kind, Mark, Work, grade as graded};
use crate::limits;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct GradeRequest {
    link: String,
    /// The script, the levels or the puzzle.
    text: String,
}

#[derive(Serialize)]
struct Total {
    points: f64,
    most: f64,
}

pub(crate) fn grade(
    request: &GradeRequest,
    _: &Games,
    limits: &Limits,
) -> Result<SearchJob, Failure> {
    let assignment = Assignment::from_link(&request.link)?;
    let work = match assignment.kind {
        Kind::Heuristic => Work::heuristic("script", &request.text),
        Kind::Levels => Work::levels(&request.text, assignment.game),
        Kind::Puzzle => Work::puzzle(&request.text).map_err(|error| located(&error).message()),
        Kind::Solver => Err("a solver is graded by the command".to_string()),
    };
    let work = work.map_err(|why| Failure::bad_request("bad-submission", why))?;
    let own = Limits { max_time: Some(assignment.time), ..Limits::default() };
    let limits = limits::lower(limits, &own);
    let output = Shared::<Output>::default();
    let events =
        Box::new(GradeEvents { output: output.clone(), time: assignment.time, reported: 0 });
    let work = move |control: &Control| {
        let timeout = control.cancel.child();
        let marks = vec![None; assignment.checks.len()];
        *output.lock() = Output { marks, timeout: timeout.clone() };
        let within = Control { cancel: timeout, ..control.clone() };
        graded(&assignment, &work, &within, |at, mark| {
            if let Some(place) = output.lock().marks.get_mut(at) {
                *place = Some(mark);
            }
            !control.cancel.is_cancelled()
        });
        control.cancel.is_cancelled()
    };
    Ok(SearchJob { limits, can_restart: false, work: Box::new(work), events })
}

/// The output of the work, read by the event stream.
#[derive(Default)]
struct Output {
    marks: Vec<Option<Mark>>,
    /// Cancels the work: a slow script may not check the clock in time.
    timeout: Cancel,
}

struct GradeEvents {
    output: Shared<Output>,
    time: Duration,
    /// The number of marks that were reported.
    reported: usize,
}

impl GradeEvents {
    fn new_marks(&mut self) -> Vec<StreamEvent> {
        let output = self.output.lock();
        // In the order of the checks, not of completion.
        let marks = output.marks.iter().skip(self.reported).map_while(Option::as_ref);
        let events: Vec<StreamEvent> = marks.map(|mark| StreamEvent::new("mark", mark)).collect();
        self.reported += events.len();
        events
    }
}

impl Events for GradeEvents {
    fn poll(&mut self, control: &Control, running: Duration) -> Vec<StreamEvent> {
        if running > control.limits.max_time.unwrap_or(self.time) {
            self.output.lock().timeout.cancel();
        }
        self.new_marks()
    }

    fn finish(&mut self) -> Vec<StreamEvent> {
        let mut events = self.new_marks();
        let output = self.output.lock();
        let sum = |part: fn(&Mark) -> f64| output.marks.iter().flatten().map(part).sum();
        let total = Total { points: sum(|mark| mark.points), most: sum(|mark| mark.most) };
        events.push(StreamEvent::new("done", &total));
        events
    }
}
