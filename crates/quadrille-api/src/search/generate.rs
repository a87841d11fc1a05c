//! New levels, each solved with proof and rated.
//!
//! The levels depend on the request and its seed alone: the same request gives the same levels.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use quadrille::games::{Game, Games};
use quadrille::generate::{Attempt, Batch, Difficulty, Spec};
use quadrille::grid::Size;
use quadrille::levels::Level;
use quadrille::search::{Cancel, Control, Limits, toolkit::Clock};
use serde::{Deserialize, Serialize};

use super::{Events, SearchJob, Shared, StreamEvent, Ticks};
use crate::board::game_of;
use crate::failure::Failure;
use crate::level::ListedLevel;
use crate::limits;

/// The most levels per request.
const MAX_LEVELS: usize = 20;

/// Gives up after this many rejected candidates in a row.
const MAX_REJECTED: u64 = 20_000;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct GenerateRequest {
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
    #[serde(flatten, deserialize_with = "limits::read")]
    limits: Limits,
}

/// A range with either end open; `None` when both are.
fn range<T: Copy>(low: Option<T>, high: Option<T>, least: T, most: T) -> Option<RangeInclusive<T>> {
    (low.is_some() || high.is_some()).then(|| low.unwrap_or(least)..=high.unwrap_or(most))
}

impl GenerateRequest {
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
                        "boards of this size are not supported".to_string(),
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

pub(crate) fn generate(
    request: &GenerateRequest,
    games: &Games,
    limits: &Limits,
) -> Result<SearchJob, Failure> {
    let game = game_of(games, &request.game)?;
    let spec = request.spec(game)?;
    let wanted = request.count.unwrap_or(1).clamp(1, MAX_LEVELS);
    let made = Arc::new(Made::default());
    let time = limits::lower(limits, &request.limits).max_time;
    let events = GenerateEvents { made: Arc::clone(&made), wanted, ticks: Ticks::default() };
    let work = move |control: &Control| {
        let mut batch = Batch::new(game, wanted);
        let control = until(control, time);
        for number in 0.. {
            let attempt = game.attempt(&spec, number, &control);
            // The time may be over without a search that noticed.
            control.clock.now();
            let is_over = attempt == Attempt::Cancelled || control.cancel.is_cancelled();
            batch.take(attempt);
            made.tried.store(batch.tried(), Relaxed);
            if batch.is_full() || is_over || batch.rejected_since_last() >= MAX_REJECTED {
                break;
            }
        }
        let levels = batch.levels(&spec).into_iter().map(|(level, _)| level).collect();
        let reasons = batch.reasons().into_iter();
        let reasons =
            reasons.map(|(reason, count)| Rejections { reason: reason.to_string(), count });
        *made.end.lock() = (levels, reasons.collect());
        false
    };
    let limits = Limits { max_time: time, ..Limits::default() };
    Ok(SearchJob { limits, can_restart: false, work: Box::new(work), events: Box::new(events) })
}

/// A control that is cancelled with another one, or when the time is over. The levels must not
/// depend on how long a search takes, so the generator's searches have no time limit of their own;
/// but each checks the clock.
fn until(control: &Control, time: Option<Duration>) -> Control {
    let cancel = Cancel::default();
    let begun = control.clock.now();
    let (outer, inner, stops) = (control.clock.clone(), cancel.clone(), control.cancel.clone());
    let clock = Clock::new(move || {
        let now = outer.now();
        if stops.is_cancelled() || time.is_some_and(|time| now.saturating_sub(begun) >= time) {
            inner.cancel();
        }
        now
    });
    Control { cancel, clock, ..control.clone() }
}

/// The output of the generator, read by the event stream.
#[derive(Default)]
struct Made {
    tried: AtomicU64,
    end: Shared<(Vec<Level>, Vec<Rejections>)>,
}

#[derive(Serialize, Clone)]
struct Rejections {
    reason: String,
    count: u64,
}

#[derive(Serialize)]
struct GenerateProgress {
    tried: u64,
    wanted: usize,
    seconds: f64,
}

#[derive(Serialize)]
struct Summary {
    found: usize,
    tried: u64,
    /// Why candidates were rejected, the most frequent reason first.
    reasons: Vec<Rejections>,
}

struct GenerateEvents {
    made: Arc<Made>,
    wanted: usize,
    ticks: Ticks,
}

impl Events for GenerateEvents {
    fn poll(&mut self, _control: &Control, running: Duration) -> Vec<StreamEvent> {
        if !self.ticks.are_figures_due() {
            return Vec::new();
        }
        let tried = self.made.tried.load(Relaxed);
        let seconds = running.as_secs_f64();
        vec![StreamEvent::new(
            "progress",
            &GenerateProgress { tried, wanted: self.wanted, seconds },
        )]
    }

    fn finish(&mut self) -> Vec<StreamEvent> {
        let (levels, reasons) = &*self.made.end.lock();
        let level = |(index, level): (usize, &Level)| {
            let name = level.name.clone().unwrap_or_else(|| index.to_string());
            StreamEvent::new("level", &ListedLevel::new(index, &name, level))
        };
        let mut events: Vec<StreamEvent> = levels.iter().enumerate().map(level).collect();
        let (tried, reasons) = (self.made.tried.load(Relaxed), reasons.clone());
        events.push(StreamEvent::new("done", &Summary { found: levels.len(), tried, reasons }));
        events
    }
}
