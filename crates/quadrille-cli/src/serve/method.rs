//! What a search is asked to do, as it stands in an address.

use std::thread;

use quadrille::games::{Game, Request};
use quadrille::heuristics::Expression;
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
    /// The algorithm; `best` when there is none.
    pub algorithm: Option<String>,
    /// The heuristic; that of the game when there is none.
    pub heuristic: Option<String>,
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
    /// How.
    pub request: Request,
    /// How far.
    pub limits: Limits,
}

impl Search {
    /// The search, when everything about it exists.
    pub fn task(&self, bounds: &Bounds) -> Result<Task, Failure> {
        let level = level_of(&self.code)?;
        let limits = bounds.lowered(self.seconds, self.nodes, self.bytes)?;
        let asked = self.heuristic.as_deref().filter(|text| !text.is_empty());
        let algorithm = algorithm(self.algorithm.as_deref().unwrap_or_default())?;
        let heuristic = asked.map(|text| heuristic(text, level.game)).transpose()?;
        Ok(Task { level, request: Request { algorithm, heuristic, ..Request::default() }, limits })
    }
}

/// The algorithm with this name; the default for none. None gets more threads than there are cores.
pub fn algorithm(text: &str) -> Result<Algorithm, Failure> {
    let algorithm = match text {
        "" => Algorithm::default(),
        text => text.parse().map_err(|error| unknown("bad-algorithm", &error))?,
    };
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    Ok(match algorithm {
        Algorithm::Parallel { threads } if threads == 0 || threads > cores => {
            Algorithm::Parallel { threads: cores }
        }
        algorithm => algorithm,
    })
}

/// The heuristic of a game with this name.
pub fn heuristic(text: &str, game: &dyn Game) -> Result<Expression, Failure> {
    let refused = |error: SpecError| unknown("bad-heuristic", &error);
    let expression: Expression = text.parse().map_err(refused)?;
    expression.check(game.heuristics()).map_err(refused)?;
    Ok(expression)
}

/// A name that does not exist.
pub fn unknown(code: &'static str, error: &SpecError) -> Failure {
    Failure::bad_request(code, error.message.clone()).help("/api/catalogue says what there is")
}
