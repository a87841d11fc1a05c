//! Candidates that are made by other processes, and the levels that come of them here.

use std::time::{Duration, Instant};

use pyo3::prelude::*;
use quadrille::games::Game;
use quadrille::generate::{Attempt, Batch, Made, Rating, Rejection, Spec};
use quadrille::levels;
use quadrille::search::{Control, Cost};
use serde::{Deserialize, Serialize};

use crate::attend::{attend, idle};
use crate::errors;
use crate::generating::{Asked, Found, found_in};
use crate::limits::{self, Quantity};
use crate::reading::game_named;

/// What came of a candidate, on its way.
#[derive(Serialize, Deserialize)]
enum Sent {
    Made { code: String, plan: String, rating: Rating },
    Rejected(Rejection, Option<Cost>),
    Failed(String),
}

impl Sent {
    /// What is sent of an attempt; nothing when it was stopped.
    fn new(game: &'static dyn Game, attempt: Attempt) -> Option<Sent> {
        Some(match attempt {
            Attempt::Cancelled => return None,
            Attempt::Failed(why) => Sent::Failed(why),
            Attempt::Rejected(rejection, moves) => Sent::Rejected(rejection, moves),
            Attempt::Made(made) => {
                let plan = game.notation().write_all(&made.plan);
                let code = levels::to_code(&made.level(game));
                Sent::Made { code, plan, rating: made.rating }
            }
        })
    }

    /// The attempt; an error when it is not what was sent.
    fn attempt(self, game: &'static dyn Game) -> Result<Attempt, String> {
        Ok(match self {
            Sent::Failed(why) => Attempt::Failed(why),
            Sent::Rejected(rejection, moves) => Attempt::Rejected(rejection, moves),
            Sent::Made { code, plan, rating } => {
                let board = levels::from_code(&code).map_err(|error| error.to_string())?.grid;
                let plan = game.notation().read(&plan).map_err(|error| error.message)?;
                Attempt::Made(Box::new(Made { board, plan, rating }))
            }
        })
    }
}

/// Makes so many candidates from a number on, one after the other: what came of each, as JSON.
#[pyfunction]
pub(crate) fn make_candidates(
    py: Python<'_>,
    game: &str,
    asked: Asked,
    first: u64,
    count: u64,
) -> PyResult<Vec<String>> {
    let game = game_named(py, game)?;
    let spec = asked.spec(py, game)?;
    let control = Control::default();
    let work = || -> Option<Vec<Sent>> {
        let attempt = |number| Sent::new(game, game.attempt(&spec, number, &control));
        (first..first.saturating_add(count)).map(attempt).collect()
    };
    let made = attend(py, "making candidates", &control.cancel, work, idle)?;
    let made = made.ok_or_else(|| {
        pyo3::exceptions::PyKeyboardInterrupt::new_err("the candidates were stopped")
    })?;
    let written = made.iter().map(serde_json::to_string);
    written.collect::<Result<_, _>>().map_err(|error| errors::bug(py, &error.to_string()))
}

/// The levels that come of candidates, which are taken in the order of their numbers.
#[pyclass(module = "quadrille._quadrille")]
pub(crate) struct Candidates {
    game: &'static dyn Game,
    spec: Spec,
    batch: Batch,
    /// After this many in a row that came to nothing there is no more hope.
    tries: u64,
    limit: Option<Duration>,
    started: Instant,
}

#[pymethods]
impl Candidates {
    #[new]
    fn new(
        py: Python<'_>,
        game: &str,
        count: usize,
        asked: Asked,
        tries: u64,
        max_time: Option<Quantity>,
    ) -> PyResult<Candidates> {
        let game = game_named(py, game)?;
        let spec = asked.spec(py, game)?;
        let limit = limits::time(py, "max_time", max_time)?;
        let (batch, started) = (Batch::new(game, count), Instant::now());
        Ok(Candidates { game, spec, batch, tries, limit, started })
    }

    /// Takes the next one.
    fn take(&mut self, py: Python<'_>, sent: &str) -> PyResult<()> {
        let attempt = serde_json::from_str::<Sent>(sent)
            .map_err(|error| error.to_string())
            .and_then(|sent| sent.attempt(self.game));
        let attempt = attempt.map_err(|error| {
            errors::bug(py, &format!("a candidate came in that nobody made: {error}"))
        })?;
        if !self.is_done() {
            self.batch.take(attempt);
        }
        Ok(())
    }

    /// Whether no more are needed, or the time is over.
    #[getter]
    fn is_done(&self) -> bool {
        self.batch.is_full()
            || self.batch.in_vain() >= self.tries
            || self.limit.is_some_and(|limit| self.started.elapsed() >= limit)
    }

    /// How many levels there are.
    #[getter]
    fn found(&self) -> usize {
        self.batch.found()
    }

    /// The levels, how many candidates were taken, and why how many of them were rejected.
    fn end(&self) -> Found {
        found_in(&self.batch, &self.spec)
    }
}
