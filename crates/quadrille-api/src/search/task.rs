//! The task of a search: a level, a method and limits.

use std::thread;

use quadrille::Method;
use quadrille::diagnostic::Diagnostic;
use quadrille::games::{Game, Games, SolveError};
use quadrille::levels::Level;
use quadrille::search::{Algorithm, Control, Limits, Observer, Report};
use serde::Deserialize;

use crate::failure::Failure;
use crate::level::level_of;
use crate::limits;
use crate::scripts::Scripts;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveRequest {
    code: String,
    /// The method, such as `astar with relaxed`; by default `best`.
    method: Option<String>,
    #[serde(flatten, deserialize_with = "limits::read")]
    limits: Limits,
    #[serde(default)]
    scripts: Scripts,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct WatchRequest {
    code: String,
    method: Option<String>,
    /// The number of positions that are reported one by one.
    pub(super) sample: Option<u32>,
    #[serde(flatten, deserialize_with = "limits::read")]
    limits: Limits,
    #[serde(default)]
    scripts: Scripts,
}

#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) level: Level,
    /// The method, with the game's default heuristic filled in.
    pub(super) method: Method,
    pub(super) limits: Limits,
}

impl Task {
    fn new(
        games: &Games,
        code: &str,
        method: Option<&str>,
        scripts: &Scripts,
        limits: Limits,
    ) -> Result<Task, Failure> {
        let level = level_of(games, code)?;
        let method = match method.unwrap_or_default() {
            "" => Method::default(),
            text => scripts.method(games, text).map_err(|error| unknown(&error))?,
        };
        Ok(Task { method: of_game(&method, level.game)?, level, limits })
    }

    pub(super) fn run(
        &self,
        control: &Control,
        observer: Observer<'_>,
    ) -> Result<Report, SolveError> {
        self.level.game.solve(&self.level.grid, &self.method, control, observer)
    }
}

impl SolveRequest {
    pub(super) fn task(&self, games: &Games, limits: &Limits) -> Result<Task, Failure> {
        let limits = limits::lower(limits, &self.limits);
        Task::new(games, &self.code, self.method.as_deref(), &self.scripts, limits)
    }
}

impl WatchRequest {
    pub(super) fn task(&self, games: &Games, limits: &Limits) -> Result<Task, Failure> {
        let limits = limits::lower(limits, &self.limits);
        Task::new(games, &self.code, self.method.as_deref(), &self.scripts, limits)
    }
}

/// Fills in the heuristic that a method leaves to the game.
pub(super) fn of_game(method: &Method, game: &dyn Game) -> Result<Method, Failure> {
    Ok(within_cores(game.resolve(method).map_err(|error| unknown(&error))?))
}

/// Limits the threads of an algorithm to the number of cores.
fn within_cores(method: Method) -> Method {
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    match method.algorithm {
        Algorithm::Parallel { threads } if threads == 0 || threads > cores => {
            Method { algorithm: Algorithm::Parallel { threads: cores }, ..method }
        }
        _ => method,
    }
}

pub(super) fn unknown(error: &Diagnostic) -> Failure {
    Failure::of(400, SolveError::Heuristic(error.clone()).into())
        .help("/api/catalogue lists methods and heuristics")
}
