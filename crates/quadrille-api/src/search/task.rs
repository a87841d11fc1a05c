//! What a search is asked to do.

use std::thread;

use quadrille::Method;
use quadrille::games::{Game, SolveError};
use quadrille::levels::Level;
use quadrille::registry::SpecError;
use quadrille::search::{Algorithm, Control, Limits, Observer, Report};
use serde::Deserialize;

use crate::failure::Failure;
use crate::level::level_of;
use crate::limits::Bounds;
use crate::scripts::Scripts;

/// A position and how to search it.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// The share code of the position.
    pub(super) code: String,
    /// The method, as `astar with relaxed`; `best` when there is none.
    pub(super) method: Option<String>,
    /// The longest time.
    pub(super) seconds: Option<f64>,
    /// The most positions.
    pub(super) nodes: Option<u64>,
    /// The most memory.
    pub(super) bytes: Option<u64>,
    /// How many positions are told one by one, where a search is watched.
    pub(super) sample: Option<u32>,
    /// What the names with an `@` in the method stand for.
    #[serde(default)]
    pub(super) scripts: Scripts,
}

/// A search that can be done.
#[derive(Clone, Debug)]
pub(super) struct Task {
    /// The level.
    pub(super) level: Level,
    /// How, with the heuristic said.
    pub(super) method: Method,
    /// How far.
    pub(super) limits: Limits,
}

impl Task {
    /// Does it.
    pub(super) fn run(
        &self,
        control: &Control,
        observer: Observer<'_>,
    ) -> Result<Report, SolveError> {
        self.level.game.solve(&self.level.grid, &self.method, control, observer)
    }
}

impl Asked {
    /// The search, when everything about it exists.
    pub(super) fn task(&self, bounds: &Bounds) -> Result<Task, Failure> {
        let level = level_of(&self.code)?;
        let limits = bounds.lowered(self.seconds, self.nodes, self.bytes)?;
        let method = self.chosen(level.game)?;
        Ok(Task { level, method, limits })
    }

    /// The method for levels of a game; the default where none is named.
    fn chosen(&self, game: &dyn Game) -> Result<Method, Failure> {
        let method = match self.method.as_deref().unwrap_or_default() {
            "" => Method::default(),
            text => self.scripts.method(text).map_err(|error| unknown(&error))?,
        };
        of_game(&method, game)
    }
}

/// A method for levels of a game.
pub(super) fn of_game(method: &Method, game: &dyn Game) -> Result<Method, Failure> {
    Ok(within_cores(game.resolve(method).map_err(|error| unknown(&error))?))
}

/// No algorithm gets more threads than there are cores.
fn within_cores(method: Method) -> Method {
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    match method.algorithm {
        Algorithm::Parallel { threads } if threads == 0 || threads > cores => {
            Method { algorithm: Algorithm::Parallel { threads: cores }, ..method }
        }
        _ => method,
    }
}

/// A method that does not exist.
pub(super) fn unknown(error: &SpecError) -> Failure {
    Failure::bad_request("bad-method", error.message.clone())
        .help("/api/catalogue says what there is")
}
