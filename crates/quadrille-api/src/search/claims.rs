//! The hunt for a board that proves a heuristic wrong.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quadrille::claims::{Hunt, Property, drafts};
use quadrille::games::{Game, SolveError};
use quadrille::search::{Cancel, Control};
use serde::{Deserialize, Serialize};

use super::task::unknown;
use super::{Event, Search, Story};
use crate::failure::Failure;
use crate::grade::Refutation;
use crate::level::level_of;
use crate::limits::Bounds;
use crate::scripts::Scripts;

/// The most positions of a level that are looked at.
const POSITIONS: usize = 2000;

/// The most random levels.
const LEVELS: u64 = 500;

/// Live figures come once in so many ticks.
const EVERY: u32 = 2;

/// What is to be refuted.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// The level that is looked at first; then come random ones of its game.
    code: String,
    heuristic: String,
    seconds: Option<f64>,
    nodes: Option<u64>,
    bytes: Option<u64>,
    #[serde(default)]
    scripts: Scripts,
}

#[derive(Serialize)]
struct ProgressRow {
    levels: u64,
    positions: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Done {
    heuristic: String,
    levels: u64,
    positions: u64,
    /// The levels of which all positions were seen, and the most positions of such a level.
    exhausted: u64,
    largest_exhausted: u64,
    /// What speaks against it; `null` where nothing was found.
    admissible: Option<Refutation>,
    consistent: Option<Refutation>,
}

/// What the work leaves for the story.
#[derive(Default)]
struct Board {
    hunt: Hunt,
    failed: Option<SolveError>,
    /// How the story ends the work: a script may be too slow to look at the clock in time.
    late: Cancel,
}

/// The hunt, and what is told of it.
pub(super) fn claims(asked: &Asked, bounds: &Bounds) -> Result<Search, Failure> {
    let level = level_of(&asked.code)?;
    let heuristic = asked.scripts.expression(&asked.heuristic).map_err(|error| unknown(&error))?;
    heuristic.check(level.game.vocabulary()).map_err(|error| unknown(&error))?;
    let limits = bounds.lowered(asked.seconds, asked.nodes, asked.bytes)?;
    let most = usize::try_from(asked.nodes.unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
    let most = most.clamp(1, POSITIONS);
    let board = Arc::new(Mutex::new(Board::default()));
    let story = Box::new(Hunting {
        game: level.game,
        heuristic: heuristic.to_string(),
        board: Arc::clone(&board),
        ticks: 0,
    });
    let work = move |control: &Control| {
        let begun = control.clock.now();
        let late = control.cancel.child();
        lock(&board).late = late.clone();
        let is_late = || {
            let time = control.limits.max_time.or(limits.max_time);
            time.is_some_and(|time| control.clock.now().saturating_sub(begun) >= time)
        };
        let mut hunt = Hunt::default();
        let random = drafts(level.game, LEVELS);
        for grid in std::iter::once(level.grid.clone()).chain(random) {
            if late.is_cancelled() || is_late() || hunt.is_over() {
                break;
            }
            let looked = hunt.look(level.game, &grid, &heuristic, (most, &late));
            let mut board = lock(&board);
            board.hunt = hunt.clone();
            if let Err(error) = looked {
                board.failed = Some(error);
                break;
            }
        }
        control.cancel.is_cancelled()
    };
    Ok(Search { limits, can_restart: false, work: Box::new(work), story })
}

fn lock(board: &Mutex<Board>) -> MutexGuard<'_, Board> {
    board.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Hunting {
    game: &'static dyn Game,
    heuristic: String,
    board: Arc<Mutex<Board>>,
    ticks: u32,
}

impl Story for Hunting {
    fn news(&mut self, control: &Control, running: Duration) -> Vec<Event> {
        if control.limits.max_time.is_some_and(|time| running > time) {
            lock(&self.board).late.cancel();
        }
        self.ticks += 1;
        if self.ticks % EVERY != 1 {
            return Vec::new();
        }
        let Hunt { levels, positions, .. } = lock(&self.board).hunt;
        let row = ProgressRow { levels, positions, seconds: running.as_secs_f64() };
        vec![Event::new("progress", &row)]
    }

    fn end(&mut self) -> Vec<Event> {
        let board = lock(&self.board);
        if let Some(error) = &board.failed {
            let failure = Failure::bad_request("bad-heuristic", error.to_string());
            return vec![Event::failed(&failure)];
        }
        let Hunt { levels, positions, exhausted, largest, found } = &board.hunt;
        let against = |property: Property| {
            let at = Property::ALL.into_iter().position(|one| one == property)?;
            found[at].as_ref().map(|found| Refutation::new(self.game, found))
        };
        vec![Event::new(
            "done",
            &Done {
                heuristic: self.heuristic.clone(),
                levels: *levels,
                positions: *positions,
                exhausted: *exhausted,
                largest_exhausted: *largest,
                admissible: against(Property::Admissible),
                consistent: against(Property::Consistent),
            },
        )]
    }
}
