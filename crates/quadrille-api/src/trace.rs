//! The positions of a map that moves lead to.

use quadrille::diagnostic::Diagnostic;
use quadrille::games::Games;
use quadrille::search::Control;
use quadrille::verify;
use quadrille_script::within;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::level::level_of;

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
