//! The values that heuristics give a position, and its keys on the map of a level.

use quadrille::diagnostic::Diagnostic;
use quadrille::games::{Games, SolveError};
use quadrille::heuristics::Valued;
use quadrille::search::Control;
use quadrille::verify;
use quadrille_script::within;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::level::level_of;
use crate::scripts::Scripts;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct ValuesRequest {
    code: String,
    /// Heuristics separated by commas; by default all of the game.
    heuristics: Option<String>,
    #[serde(default)]
    scripts: Scripts,
}

#[derive(Serialize)]
pub(crate) struct Values {
    values: Vec<Valued>,
}

pub(crate) fn values(
    request: &ValuesRequest,
    games: &Games,
    control: &Control,
) -> Result<Values, Failure> {
    let level = level_of(games, &request.code)?;
    let unknown = |error: Diagnostic| {
        Failure::of(422, SolveError::Heuristic(error).into())
            .help("the catalogue lists the heuristics of each game")
    };
    let heuristics = match &request.heuristics {
        None => level.game.every_heuristic(),
        Some(list) => quadrille::split_list(list)
            .into_iter()
            .map(|name| request.scripts.expression(games, name).map_err(unknown))
            .collect::<Result<_, _>>()?,
    };
    let values = within(&control.deadline(), || level.game.values(&level.grid, &heuristics));
    let values = values.map_err(|error| match error {
        SolveError::Heuristic(error) => unknown(error),
        SolveError::Failed(error) => Failure::unprocessable("bad-heuristic", error.to_string()),
        error => Failure::unprocessable("no-level", error.to_string()),
    })?;
    Ok(Values { values })
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct TraceRequest {
    code: String,
    moves: String,
}

#[derive(Serialize)]
pub(crate) struct Trace {
    /// The keys of the start and of the position after each move, as in the map of the level.
    keys: Vec<u64>,
}

pub(crate) fn trace(
    request: &TraceRequest,
    games: &Games,
    control: &Control,
) -> Result<Trace, Failure> {
    let level = level_of(games, &request.code)?;
    let refused = |error| Failure::of(422, error);
    let moves = level.game.notation().read(&request.moves);
    let moves = moves.map_err(|mistake| refused(mistake.locate(&request.moves)))?;
    let keys = within(&control.deadline(), || -> Result<Vec<u64>, Diagnostic> {
        verify::replay(level.game, &level.grid, &moves)?;
        Ok(level.game.keys_along(&level.grid, &moves)?)
    });
    Ok(Trace { keys: keys.map_err(refused)? })
}
