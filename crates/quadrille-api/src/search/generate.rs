//! New levels, each solved with proof and rated.
//!
//! The levels depend on the request and its seed alone: the same request gives the same levels.

use std::ops::RangeInclusive;
use std::time::Duration;

use quadrille::games::{Game, Games};
use quadrille::generate::{Attempt, Batch, Difficulty, Spec};
use quadrille::grid::Size;
use quadrille::search::{Cancel, Control, Limits, toolkit::Clock};
use serde::{Deserialize, Serialize};

use super::{SearchJob, job};
use crate::board::game_of;
use crate::failure::Failure;
use crate::level::ListedLevel;
use crate::limits;

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
    let time = limits::lower(limits, &request.limits).max_time;
    Ok(job(Limits { max_time: time, ..Limits::default() }, move |control, output| {
        let mut batch = Batch::new(game, wanted);
        let control = until(control, time);
        for number in 0.. {
            output.figures(&[("tried", batch.tried()), ("wanted", wanted as u64)]);
            let attempt = game.attempt(&spec, number, &control);
            // The time may be over without a search that noticed.
            control.clock.now();
            let is_over = attempt == Attempt::Cancelled || control.cancel.is_cancelled();
            batch.take(attempt);
            if batch.is_full() || is_over || batch.rejected_since_last() >= MAX_REJECTED {
                break;
            }
        }
        for (index, (level, _)) in batch.levels(&spec).iter().enumerate() {
            let name = level.name.clone().unwrap_or_else(|| index.to_string());
            output.event("level", &ListedLevel::new(index, &name, level));
        }
        let reasons = batch.reasons().into_iter();
        let reasons =
            reasons.map(|(reason, count)| Rejections { reason: reason.to_string(), count });
        Ok(Summary { found: batch.found(), tried: batch.tried(), reasons: reasons.collect() })
    }))
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

#[derive(Serialize)]
struct Rejections {
    reason: String,
    count: u64,
}

#[derive(Serialize)]
struct Summary {
    found: usize,
    tried: u64,
    /// Why candidates were rejected, the most frequent reason first.
    reasons: Vec<Rejections>,
}
