//! A game or a position as a search problem.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quadrille::describe::{Description, describe as described};
use quadrille::games::{self, SolveError};
use quadrille::search::Control;
use serde::{Deserialize, Serialize};

use super::{Event, Search, Story};
use crate::failure::Failure;
use crate::level::level_of;
use crate::limits::Bounds;

/// A page is answered soon, whatever the level.
const POSITIONS: u64 = 500_000;

/// What is to be described: a game, or a position.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// The game; that of the position when there is one.
    game: Option<String>,
    code: Option<String>,
    seconds: Option<f64>,
    nodes: Option<u64>,
    bytes: Option<u64>,
}

#[derive(Serialize)]
struct Done<'a> {
    #[serde(flatten)]
    description: &'a Description,
    markdown: String,
}

/// What the work leaves for the story.
type Found = Arc<Mutex<Option<Result<Description, SolveError>>>>;

/// The exploring, and what is told of it.
pub(super) fn describe(asked: &Asked, bounds: &Bounds) -> Result<Search, Failure> {
    let level = asked.code.as_deref().map(level_of).transpose()?;
    let game = match (&level, asked.game.as_deref()) {
        (Some(level), _) => level.game,
        (None, Some(id)) => games::by_id(id).ok_or_else(|| {
            Failure::bad_request("no-game", "there is no such game")
                .help("/api/catalogue says what there is")
        })?,
        (None, None) => {
            return Err(Failure::bad_request(
                "bad-query",
                "neither a game nor a position was named",
            )
            .help("ask with game=tiles or with code=…"));
        }
    };
    let nodes = asked.nodes.unwrap_or(POSITIONS).min(POSITIONS);
    let limits = bounds.lowered(asked.seconds, Some(nodes), asked.bytes)?;
    let found = Found::default();
    let story = Box::new(Describing { found: Arc::clone(&found) });
    let work = move |control: &Control| {
        let made = described(game, level.as_ref(), control);
        *found.lock().unwrap_or_else(PoisonError::into_inner) = Some(made);
        control.cancel.is_cancelled()
    };
    Ok(Search { limits, can_restart: false, work: Box::new(work), story })
}

struct Describing {
    found: Found,
}

impl Story for Describing {
    fn news(&mut self, _control: &Control, _running: Duration) -> Vec<Event> {
        Vec::new()
    }

    fn end(&mut self) -> Vec<Event> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        vec![match &*found {
            Some(Ok(description)) => {
                Event::new("done", &Done { description, markdown: description.to_markdown() })
            }
            Some(Err(error)) => {
                Event::failed(&Failure::bad_request("bad-level", error.to_string()))
            }
            None => Event::failed(&Failure::bug()),
        }]
    }
}
