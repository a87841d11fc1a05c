//! Grading a submission, check by check.

use quadrille::games::Games;
use quadrille::search::{Control, Limits};
use quadrille_script::located;
use serde::{Deserialize, Serialize};

use super::{SearchJob, timed_job};
use crate::failure::Failure;
use crate::grade::{Assignment, Kind, Mark, WAITING, Work, by_processor_time, grade as graded};
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
    let own = limits::lower(limits, &own);
    let waiting = own.max_time.map(|time| time.saturating_mul(WAITING));
    Ok(timed_job(Limits { max_time: waiting, ..own }, move |control, output| {
        let limits = Limits { max_time: own.max_time, ..control.limits };
        let mut control = Control { limits, ..control.clone() };
        // Levels are solved by several threads.
        if assignment.kind != Kind::Levels {
            control = by_processor_time(control);
        }
        let control = &control;
        let mut marks: Vec<Option<Mark>> = vec![None; assignment.checks.len()];
        let mut reported = 0;
        graded(&assignment, &work, control, |at, mark| {
            if let Some(place) = marks.get_mut(at) {
                *place = Some(mark);
            }
            // In the order of the checks, not of completion.
            while let Some(Some(mark)) = marks.get(reported) {
                output.event("mark", mark);
                reported += 1;
            }
            true
        });
        let sum = |part: fn(&Mark) -> f64| marks.iter().flatten().map(part).sum();
        Ok(Total { points: sum(|mark| mark.points), most: sum(|mark| mark.most) })
    }))
}
