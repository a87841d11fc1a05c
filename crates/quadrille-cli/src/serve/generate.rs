//! `GET /api/generate`: new levels, each solved with proof and rated.
//!
//! What is made depends on what is asked and on the seed alone, so that everybody who asks the same gets the same levels.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use axum::response::sse::Event;
use quadrille::games::{self, Game};
use quadrille::generate::{Attempt, Batch, Difficulty, Spec};
use quadrille::grid::Size;
use quadrille::levels::Level;
use quadrille::search::Limits;
use serde::{Deserialize, Serialize};

use super::Server;
use super::asked::{Asked, Client};
use super::board::unknown_game;
use super::failure::Failure;
use super::jobs::Ticket;
use super::packs::LevelRow;
use super::stream::{self, Story};

/// The most levels of one request.
const MOST: usize = 20;

/// Candidates in a row that may come to nothing.
const PATIENCE: u64 = 20_000;

/// Live figures come once in so many ticks.
const EVERY: u32 = 2;

/// What is to be made.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Order {
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
        spec.check(game).map_err(|error| bad(error.message, error.help))?;
        Ok(spec)
    }
}

/// `GET /api/generate`.
pub async fn get(
    State(server): State<Arc<Server>>,
    client: Client,
    Asked(order): Asked<Order>,
) -> Result<Response, Failure> {
    let game = games::by_id(&order.game).ok_or_else(|| unknown_game(&order.game))?;
    let spec = order.spec(game)?;
    let wanted = order.count.unwrap_or(1).clamp(1, MOST);
    let counts = Arc::new(Counts::default());
    let shared = Arc::clone(&counts);
    let time = server.bounds.time;
    let limits = Limits { time: Some(time), ..Limits::default() };
    let ticket = server.pool.submit(client, limits, false, move |control, _| {
        let mut batch = Batch::new(game, wanted);
        let begun = std::time::Instant::now();
        for number in 0.. {
            let attempt = game.attempt(&spec, number, control);
            let is_over = attempt == Attempt::Cancelled || begun.elapsed() >= time;
            batch.take(attempt);
            shared.tried.store(batch.tried(), Relaxed);
            if batch.is_full() || is_over || batch.in_vain() >= PATIENCE {
                break;
            }
        }
        let levels = batch.levels(&spec).into_iter().map(|(level, _)| level).collect();
        let reasons = batch.reasons().into_iter();
        let reasons =
            reasons.map(|(reason, count)| ReasonRow { reason: reason.to_string(), count });
        *shared.reasons.lock().unwrap_or_else(PoisonError::into_inner) = reasons.collect();
        Some(levels)
    })?;
    Ok(stream::of(ticket, Making { counts, wanted, ticks: 0 }))
}

/// Where the generator writes what it has done, and the stream reads it.
#[derive(Default)]
struct Counts {
    tried: AtomicU64,
    reasons: Mutex<Vec<ReasonRow>>,
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
    counts: Arc<Counts>,
    wanted: usize,
    ticks: u32,
}

impl Story for Making {
    type Answer = Vec<Level>;

    fn news(&mut self, _ticket: &Ticket<Self::Answer>, running: Duration) -> Vec<Event> {
        self.ticks += 1;
        if self.ticks % EVERY != 1 {
            return Vec::new();
        }
        let tried = self.counts.tried.load(Relaxed);
        let row = ProgressRow { tried, wanted: self.wanted, seconds: running.as_secs_f64() };
        vec![stream::event("progress", &row)]
    }

    fn end(&mut self, levels: Vec<Level>) -> Vec<Event> {
        let row = |(index, level): (usize, &Level)| {
            stream::event("level", &LevelRow::new(index, level.name.clone(), level))
        };
        let mut events: Vec<Event> = levels.iter().enumerate().map(row).collect();
        let reasons = self.counts.reasons.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let tried = self.counts.tried.load(Relaxed);
        events.push(stream::event("done", &DoneRow { found: levels.len(), tried, reasons }));
        events
    }
}
