//! A game or a position as a search problem.

use quadrille::describe::{Description, describe as described};
use quadrille::games::Games;
use quadrille::search::Limits;
use serde::{Deserialize, Serialize};

use super::{SearchJob, job};
use crate::board::game_of;
use crate::failure::Failure;
use crate::level::level_of;
use crate::limits;

/// The most positions that are explored: a page is shown soon, whatever the level.
const MAX_POSITIONS: u64 = 500_000;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct DescribeRequest {
    /// The game; that of the position if there is one.
    game: Option<String>,
    code: Option<String>,
    #[serde(flatten, deserialize_with = "limits::read")]
    limits: Limits,
}

#[derive(Serialize)]
struct Page {
    #[serde(flatten)]
    description: Description,
    markdown: String,
}

pub(crate) fn describe(
    request: &DescribeRequest,
    games: &Games,
    limits: &Limits,
) -> Result<SearchJob, Failure> {
    let level = request.code.as_deref().map(|code| level_of(games, code)).transpose()?;
    let game = match (&level, request.game.as_deref()) {
        (Some(level), _) => level.game,
        (None, Some(name)) => {
            game_of(games, name).map_err(|unknown| Failure { status: 400, ..unknown })?
        }
        (None, None) => {
            return Err(Failure::bad_request("bad-query", "a game or a position is missing")
                .help("add game=tiles or code=…"));
        }
    };
    let own = Limits { max_nodes: Some(MAX_POSITIONS), ..Limits::default() };
    let limits = limits::lower(&limits::lower(limits, &own), &request.limits);
    Ok(job(limits, move |control, _| {
        let description = described(game, level.as_ref(), control)
            .map_err(|error| Failure::bad_request("bad-level", error.to_string()))?;
        Ok(Page { markdown: description.to_markdown(), description })
    }))
}
