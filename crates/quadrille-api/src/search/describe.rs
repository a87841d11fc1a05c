//! A game or a position as a search problem.

use std::time::Duration;

use quadrille::describe::{Description, describe as described};
use quadrille::games::{self, SolveError};
use quadrille::search::{Control, Limits};
use serde::{Deserialize, Serialize};

use super::{Events, SearchJob, Shared, StreamEvent};
use crate::board::unknown_game;
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
struct Page<'a> {
    #[serde(flatten)]
    description: &'a Description,
    markdown: String,
}

pub(crate) fn describe(request: &DescribeRequest, limits: &Limits) -> Result<SearchJob, Failure> {
    let level = request.code.as_deref().map(level_of).transpose()?;
    let game = match (&level, request.game.as_deref()) {
        (Some(level), _) => level.game,
        (None, Some(name)) => games::by_id(name).ok_or_else(|| {
            let unknown = unknown_game(name);
            Failure { status: 400, ..unknown }
        })?,
        (None, None) => {
            return Err(Failure::bad_request("bad-query", "a game or a position is missing")
                .help("add game=tiles or code=…"));
        }
    };
    let own = Limits { max_nodes: Some(MAX_POSITIONS), ..Limits::default() };
    let limits = limits::lower(&limits::lower(limits, &own), &request.limits);
    let description = Shared::default();
    let events = Box::new(DescribeEvents { description: description.clone() });
    let work = move |control: &Control| {
        *description.lock() = Some(described(game, level.as_ref(), control));
        control.cancel.is_cancelled()
    };
    Ok(SearchJob { limits, can_restart: false, work: Box::new(work), events })
}

struct DescribeEvents {
    description: Shared<Option<Result<Description, SolveError>>>,
}

impl Events for DescribeEvents {
    fn poll(&mut self, _control: &Control, _running: Duration) -> Vec<StreamEvent> {
        Vec::new()
    }

    fn finish(&mut self) -> Vec<StreamEvent> {
        vec![match &*self.description.lock() {
            Some(Ok(description)) => {
                StreamEvent::new("done", &Page { description, markdown: description.to_markdown() })
            }
            Some(Err(error)) => {
                StreamEvent::failed(&Failure::bad_request("bad-level", error.to_string()))
            }
            None => StreamEvent::failed(&Failure::bug()),
        }]
    }
}
