//! How a search ended: where the work writes it and the story reads it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quadrille::Method;
use quadrille::games::SolveError;
use quadrille::levels::Level;
use quadrille::moves::{Move, Notation};
use quadrille::record::Record;
use quadrille::search::{Report, Stop};

use super::Event;
use super::task::Task;
use crate::failure::Failure;

/// The end of a search, as soon as there is one.
#[derive(Clone)]
pub(super) struct End {
    method: Method,
    level: Level,
    report: Arc<Mutex<Option<Result<Report, SolveError>>>>,
}

impl End {
    /// The end of a task, which is still to come.
    pub(super) fn new(task: &Task) -> End {
        let (method, level) = (task.method.clone(), task.level.clone());
        End { method, level, report: Arc::default() }
    }

    /// How the moves of the game are written.
    pub(super) fn notation(&self) -> Notation {
        self.level.game.notation()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Result<Report, SolveError>>> {
        self.report.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes it, and says whether the search was cut short.
    pub(super) fn set(&self, report: Result<Report, SolveError>) -> bool {
        let stop = report.as_ref().ok().and_then(|report| report.stop);
        *self.lock() = Some(report);
        matches!(stop, Some(Stop::Time | Stop::Cancelled))
    }

    /// The plan that was found, or none; nothing where there is no report.
    pub(super) fn plan(&self) -> Option<Vec<Move>> {
        let report = self.lock();
        let report = report.as_ref()?.as_ref().ok()?;
        Some(report.plan().map_or_else(Vec::new, |(plan, _)| plan.to_vec()))
    }

    /// What is told at the end.
    pub(super) fn event(&self) -> Event {
        match &*self.lock() {
            Some(Ok(report)) => Event::new("done", &Record::new(&self.method, &self.level, report)),
            Some(Err(error)) => Event::failed(&failure(error)),
            None => Event::failed(&Failure::bug()),
        }
    }
}

/// Why there is no report.
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
