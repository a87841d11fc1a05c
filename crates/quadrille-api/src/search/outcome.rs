//! The outcome of a search, written by the work and read by the event stream.

use quadrille::Method;
use quadrille::games::SolveError;
use quadrille::levels::Level;
use quadrille::moves::{Move, Notation};
use quadrille::record::Record;
use quadrille::search::{Report, Stop};

use super::task::Task;
use super::{Shared, StreamEvent};
use crate::failure::Failure;

/// The outcome of a search, once it has ended.
#[derive(Clone)]
pub(super) struct PendingReport {
    method: Method,
    level: Level,
    report: Shared<Option<Result<Report, SolveError>>>,
}

impl PendingReport {
    /// The outcome of a task that has not run yet.
    pub(super) fn pending(task: &Task) -> PendingReport {
        let (method, level) = (task.method.clone(), task.level.clone());
        PendingReport { method, level, report: Shared::default() }
    }

    pub(super) fn notation(&self) -> Notation {
        self.level.game.notation()
    }

    /// Stores the report. Returns true if the search was cut short.
    pub(super) fn set(&self, report: Result<Report, SolveError>) -> bool {
        let stop = report.as_ref().ok().and_then(|report| report.stop);
        *self.report.lock() = Some(report);
        matches!(stop, Some(Stop::Time | Stop::Cancelled))
    }

    /// The plan that was found, empty if there is none; `None` without a report.
    pub(super) fn plan(&self) -> Option<Vec<Move>> {
        let report = self.report.lock();
        let report = report.as_ref()?.as_ref().ok()?;
        Some(report.plan().map_or_else(Vec::new, |(plan, _)| plan.to_vec()))
    }

    pub(super) fn event(&self) -> StreamEvent {
        match &*self.report.lock() {
            Some(Ok(report)) => {
                StreamEvent::new("done", &Record::new(&self.method, &self.level, report))
            }
            Some(Err(error)) => StreamEvent::failed(&failure(error)),
            None => StreamEvent::failed(&Failure::bug()),
        }
    }
}

fn failure(error: &SolveError) -> Failure {
    match error {
        SolveError::Unfit(_) | SolveError::Rules(_) => {
            Failure::bad_request("bad-level", error.to_string())
        }
        SolveError::Heuristic(_) | SolveError::Failed(_) => {
            Failure::bad_request("bad-heuristic", error.to_string())
        }
        SolveError::Refused(_) => Failure::bug(),
    }
}
