//! Why one heuristic expands fewer positions than another.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quadrille::registry;
use quadrille::search::{Control, Limits};
use quadrille_lab::explain::{ExplainError, Explanation, explain as explained};
use serde::{Deserialize, Serialize};

use super::task::unknown;
use super::{Event, Search, Story};
use crate::failure::Failure;
use crate::level::level_of;
use crate::limits::Bounds;
use crate::scripts::Scripts;

/// The most heuristics at once.
const MOST: usize = 8;

/// A level with more positions is not explored whole.
const POSITIONS: u64 = 500_000;

/// What is to be explained.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    code: String,
    /// Heuristics with commas between them.
    heuristics: String,
    /// The algorithm that asks them; A* when nothing is said.
    algorithm: Option<String>,
    seconds: Option<f64>,
    nodes: Option<u64>,
    bytes: Option<u64>,
    #[serde(default)]
    scripts: Scripts,
}

#[derive(Serialize)]
struct Done<'a> {
    #[serde(flatten)]
    explanation: &'a Explanation,
    markdown: String,
}

/// What the work leaves for the story.
#[derive(Default)]
struct Board {
    step: Option<String>,
    found: Option<Result<Explanation, ExplainError>>,
}

#[derive(Serialize)]
struct StepRow<'a> {
    step: &'a str,
}

/// The searches, and what is told of them.
pub(super) fn explain(asked: &Asked, bounds: &Bounds) -> Result<Search, Failure> {
    let level = level_of(&asked.code)?;
    let text = asked.algorithm.as_deref().unwrap_or("astar");
    let algorithm = registry::algorithm(text).map_err(|error| unknown(&error))?;
    if !algorithm.uses_heuristic() {
        return Err(Failure::bad_request("bad-method", "this algorithm asks no heuristic")
            .help("/api/catalogue says which do"));
    }
    let heuristics = quadrille::split_list(&asked.heuristics)
        .into_iter()
        .filter(|part| !part.is_empty())
        .map(|part| {
            let heuristic = asked.scripts.expression(part)?;
            heuristic.check(level.game.vocabulary())?;
            Ok(heuristic)
        })
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| unknown(&error))?;
    if heuristics.is_empty() || heuristics.len() > MOST {
        let message = format!("these are {} heuristics", heuristics.len());
        return Err(Failure::bad_request("bad-method", message)
            .help(format!("name from 1 to {MOST} with commas between them")));
    }
    let limits = bounds.lowered(asked.seconds, asked.nodes, asked.bytes)?;
    // One search a heuristic, one for the plan, and the exploring: each has the time that was asked for.
    let steps = heuristics.len() as u32 + 2;
    let whole =
        Limits { max_time: limits.max_time.map(|time| time.saturating_mul(steps)), ..limits };
    let board = Arc::new(Mutex::new(Board::default()));
    let story = Box::new(Explaining { board: Arc::clone(&board), told: None });
    let work = move |control: &Control| {
        let own = Control { limits, ..control.clone() };
        let lock = || board.lock().unwrap_or_else(PoisonError::into_inner);
        let begun = |step: &str| lock().step = Some(step.to_string());
        let found = explained(&level, algorithm, &heuristics, POSITIONS, &own, begun);
        lock().found = Some(found);
        control.cancel.is_cancelled()
    };
    Ok(Search { limits: whole, can_restart: false, work: Box::new(work), story })
}

struct Explaining {
    board: Arc<Mutex<Board>>,
    told: Option<String>,
}

impl Story for Explaining {
    fn news(&mut self, _control: &Control, _running: Duration) -> Vec<Event> {
        let board = self.board.lock().unwrap_or_else(PoisonError::into_inner);
        if board.step == self.told {
            return Vec::new();
        }
        self.told.clone_from(&board.step);
        let step = board.step.as_deref();
        step.map(|step| Event::new("step", &StepRow { step })).into_iter().collect()
    }

    fn end(&mut self) -> Vec<Event> {
        let board = self.board.lock().unwrap_or_else(PoisonError::into_inner);
        vec![match &board.found {
            Some(Ok(explanation)) => {
                let markdown = explanation.to_markdown("Heuristics");
                Event::new("done", &Done { explanation, markdown })
            }
            Some(Err(error)) => {
                Event::failed(&Failure::bad_request("bad-level", error.to_string()))
            }
            None => Event::failed(&Failure::bug()),
        }]
    }
}
