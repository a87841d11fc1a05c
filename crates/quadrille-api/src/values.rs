//! What heuristics say of a position.

use quadrille::games::SolveError;
use quadrille::heuristics::Valued;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::level::level_of;
use crate::scripts::Scripts;

/// Which position and which heuristics are meant.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    code: String,
    /// Heuristics with commas between them; all of the game when nothing is said.
    heuristics: Option<String>,
    #[serde(default)]
    scripts: Scripts,
}

/// Their values.
#[derive(Serialize)]
pub(crate) struct Values {
    values: Vec<Valued>,
}

/// Asks the heuristics.
pub(crate) fn values(asked: &Asked) -> Result<Values, Failure> {
    let level = level_of(&asked.code)?;
    let no_such = |message: String| {
        Failure::unprocessable("no-heuristic", message)
            .help("the catalogue lists the heuristics of each game")
    };
    let heuristics = match &asked.heuristics {
        None => level.game.every_heuristic(),
        Some(list) => quadrille::split_list(list)
            .into_iter()
            .map(|name| asked.scripts.expression(name).map_err(|error| no_such(error.message)))
            .collect::<Result<_, _>>()?,
    };
    let values = level.game.values(&level.grid, &heuristics).map_err(|error| match error {
        SolveError::Heuristic(error) => no_such(error.message),
        SolveError::Failed(error) => Failure::unprocessable("bad-heuristic", error.to_string()),
        error => Failure::unprocessable("no-level", error.to_string()),
    })?;
    Ok(Values { values })
}
