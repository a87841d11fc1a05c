//! New levels, each solved with proof and rated.
//!
//! What is made depends on what is asked and on the seed alone, so that everybody who asks the same gets the same levels.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quadrille::games::{self, Game};
use quadrille::generate::{Attempt, Batch, Difficulty, Spec};
use quadrille::grid::Size;
use quadrille::levels::Level;
use quadrille::search::{Cancel, Control, Limits, control::Clock};
use serde::{Deserialize, Serialize};

use super::{Event, Search, Story};
use crate::board::unknown_game;
use crate::failure::Failure;
use crate::level::LevelRow;
use crate::limits::Bounds;

/// The most levels of one request.
const MOST: usize = 20;

/// Candidates in a row that may come to nothing.
const PATIENCE: u64 = 20_000;

/// Live figures come once in so many ticks.
const EVERY: u32 = 2;

/// What is to be made.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Order {
    game: String,
    rows: Option<usize>,
    cols: Option<usize>,
    /// The fewest and the most pieces.
    least_pieces: Option<usize>,
    most_pieces: Option<usize>,
    /// The fewest and the most moves of a shortest plan.
    least_moves: Option<u32>,
    most_moves: Option<u32>,
    difficulty: Option<String>,
    #[serde(default)]
    unique: bool,
    #[serde(default)]
    seed: u64,
    count: Option<usize>,
    /// The longest time.
    seconds: Option<f64>,
}

/// A range of which an end may be open; `None` when both are.
fn range<T: Copy>(low: Option<T>, high: Option<T>, least: T, most: T) -> Option<RangeInclusive<T>> {
    (low.is_some() || high.is_some()).then(|| low.unwrap_or(least)..=high.unwrap_or(most))
}

impl Order {
    fn spec(&self, game: &dyn Game) -> Result<Spec, Failure> {
        let bad =
            |message: String, help: String| Failure::unprocessable("bad-spec", message).help(help);
        let size = match (self.rows, self.cols) {
            (None, None) => None,
            (rows, cols) => {
                let side = rows.or(cols).unwrap_or(1);
                let size = Size::new(rows.unwrap_or(side), cols.unwrap_or(side));
                Some(size.ok_or_else(|| {
                    let most = Size::MAX_SIDE;
                    bad(
                        "there is no board of this size".to_string(),
                        format!("a side has at most {most} cells"),
                    )
                })?)
            }
        };
        let difficulty = self.difficulty.as_deref().filter(|word| !word.is_empty());
        let difficulty = difficulty
            .map(|word| word.parse::<Difficulty>())
            .transpose()
            .map_err(|error| bad(error.to_string(), String::new()))?;
        let spec = Spec {
            sizes: size.into_iter().collect(),
            pieces: range(self.least_pieces, self.most_pieces, 1, usize::MAX),
            moves: range(self.least_moves, self.most_moves, 1, u32::MAX),
            difficulty,
            unique: self.unique,
            seed: self.seed,
            ..Spec::default()
        };
        spec.check(game).map_err(|error| Failure::of(422, error))?;
        Ok(spec)
    }
}

/// The work, and what is told of it.
pub(super) fn generate(order: &Order, bounds: &Bounds) -> Result<Search, Failure> {
    let game = games::by_id(&order.game).ok_or_else(|| unknown_game(&order.game))?;
    let spec = order.spec(game)?;
    let wanted = order.count.unwrap_or(1).clamp(1, MOST);
    let made = Arc::new(Made::default());
    let time = bounds.lowered(order.seconds, None, None)?.max_time.unwrap_or(bounds.time);
    let story = Making { made: Arc::clone(&made), wanted, ticks: 0 };
    let work = move |control: &Control| {
        let mut batch = Batch::new(game, wanted);
        let control = until(control, time);
        for number in 0.. {
            let attempt = game.attempt(&spec, number, &control);
            // It may be over without any search that would have noticed.
            control.clock.now();
            let is_over = attempt == Attempt::Cancelled || control.cancel.is_cancelled();
            batch.take(attempt);
            made.tried.store(batch.tried(), Relaxed);
            if batch.is_full() || is_over || batch.in_vain() >= PATIENCE {
                break;
            }
        }
        let levels = batch.levels(&spec).into_iter().map(|(level, _)| level).collect();
        let reasons = batch.reasons().into_iter();
        let reasons =
            reasons.map(|(reason, count)| ReasonRow { reason: reason.to_string(), count });
        *made.end.lock().unwrap_or_else(PoisonError::into_inner) = (levels, reasons.collect());
        false
    };
    let limits = Limits { max_time: Some(time), ..Limits::default() };
    Ok(Search { limits, can_restart: false, work: Box::new(work), story: Box::new(story) })
}

/// A control that is cancelled with another, or when its time is over. What is made must not depend on the time that a search takes, so
/// the searches of the generator have no limit of time themselves; but each looks at the clock.
fn until(control: &Control, time: Duration) -> Control {
    let cancel = Cancel::default();
    let begun = control.clock.now();
    let (outer, inner, stops) = (control.clock.clone(), cancel.clone(), control.cancel.clone());
    let clock = Clock::new(move || {
        let now = outer.now();
        if stops.is_cancelled() || now.saturating_sub(begun) >= time {
            inner.cancel();
        }
        now
    });
    Control { cancel, clock, ..control.clone() }
}

/// Where the generator writes what it has done, and the story reads it.
#[derive(Default)]
struct Made {
    tried: AtomicU64,
    end: Mutex<(Vec<Level>, Vec<ReasonRow>)>,
}

#[derive(Serialize, Clone)]
struct ReasonRow {
    reason: String,
    count: u64,
}

#[derive(Serialize)]
struct ProgressRow {
    tried: u64,
    wanted: usize,
    seconds: f64,
}

#[derive(Serialize)]
struct DoneRow {
    found: usize,
    tried: u64,
    /// Why candidates were rejected, the commonest reason first.
    reasons: Vec<ReasonRow>,
}

struct Making {
    made: Arc<Made>,
    wanted: usize,
    ticks: u32,
}

impl Story for Making {
    fn news(&mut self, _control: &Control, running: Duration) -> Vec<Event> {
        self.ticks += 1;
        if self.ticks % EVERY != 1 {
            return Vec::new();
        }
        let tried = self.made.tried.load(Relaxed);
        let row = ProgressRow { tried, wanted: self.wanted, seconds: running.as_secs_f64() };
        vec![Event::new("progress", &row)]
    }

    fn end(&mut self) -> Vec<Event> {
        let end = self.made.end.lock().unwrap_or_else(PoisonError::into_inner);
        let (levels, reasons) = &*end;
        let row = |(index, level): (usize, &Level)| {
            let name = level.name.clone().unwrap_or_else(|| index.to_string());
            Event::new("level", &LevelRow::new(index, &name, level))
        };
        let mut events: Vec<Event> = levels.iter().enumerate().map(row).collect();
        let (tried, reasons) = (self.made.tried.load(Relaxed), reasons.clone());
        events.push(Event::new("done", &DoneRow { found: levels.len(), tried, reasons }));
        events
    }
}
