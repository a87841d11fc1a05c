//! What a search is asked to do, as it stands in an address.

use std::thread;

use quadrille::Method;
use quadrille::games::Game;
use quadrille::levels::Level;
use quadrille::registry::{Algorithm, SpecError};
use quadrille::search::Limits;
use serde::Deserialize;

use super::failure::Failure;
use super::limits::Bounds;
use super::position::level_of;

/// A position and how to search it.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// The share code of the position.
    pub code: String,
    /// The method, as `astar with relaxed`; `best` when there is none.
    pub method: Option<String>,
    /// The longest time.
    pub seconds: Option<f64>,
    /// The most positions.
    pub nodes: Option<u64>,
    /// The most memory.
    pub bytes: Option<u64>,
    /// How many positions are told one by one, where a search is watched.
    pub sample: Option<u32>,
}

/// A search that can be done.
#[derive(Clone, Debug)]
pub struct Task {
    /// The level.
    pub level: Level,
    /// How, with the heuristic said.
    pub method: Method,
    /// How far.
    pub limits: Limits,
}

impl Search {
    /// The search, when everything about it exists.
    pub fn task(&self, bounds: &Bounds) -> Result<Task, Failure> {
        let level = level_of(&self.code)?;
        let limits = bounds.lowered(self.seconds, self.nodes, self.bytes)?;
        let method = method(self.method.as_deref().unwrap_or_default(), level.game)?;
        Ok(Task { level, method, limits })
    }
}

/// The method that a text stands for, for levels of a game; the default for an empty text.
pub fn method(text: &str, game: &dyn Game) -> Result<Method, Failure> {
    let method = match text {
        "" => Method::default(),
        text => text.parse().map_err(|error| unknown(&error))?,
    };
    of_game(&method, game)
}

/// A method for levels of a game.
pub fn of_game(method: &Method, game: &dyn Game) -> Result<Method, Failure> {
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
pub fn unknown(error: &SpecError) -> Failure {
    Failure::bad_request("bad-method", error.message.clone())
        .help("/api/catalogue says what there is")
}
