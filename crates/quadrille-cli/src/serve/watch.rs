//! `GET /api/watch`: a search event by event as long as that can be followed, then in figures.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use axum::response::sse;
use quadrille::Method;
use quadrille::games::{Game, SolveError};
use quadrille::moves::Notation;
use quadrille::record::Record;
use quadrille::search::{Event, Report};
use serde::Serialize;

use super::Server;
use super::asked::{Asked, Client};
use super::failure::Failure;
use super::film::{CountsRow, FRow, Film, LayerRow};
use super::jobs::Ticket;
use super::method::Search;
use super::report::{self, ProgressRow};
use super::sample::Sample;
use super::stream::{self, Story};

/// How many positions are told one by one when nothing is said, and at most.
const SAMPLE: u32 = 2000;
const MOST: u32 = 5000;

/// The most events of one message.
const BATCH: usize = 2000;

/// Tables of figures come once in so many ticks.
const EVERY: u32 = 2;

/// One thing that happened.
#[derive(Serialize, Default)]
struct EventRow {
    t: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none", rename = "move")]
    mv: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    g: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    h: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<u32>,
}

impl EventRow {
    fn new(notation: Notation, event: Event) -> EventRow {
        // The estimate of a dead end is infinite, and JSON has no word for that.
        let finite = |h: f64| h.is_finite().then_some(h);
        let row = EventRow::default();
        match event {
            Event::Expand { node, g, h } => {
                EventRow { t: "expand", node: Some(node), g: Some(g), h: finite(h), ..row }
            }
            Event::Generate { node, parent, mv, g, h } => EventRow {
                t: "generate",
                node: Some(node),
                parent: Some(parent),
                mv: Some(notation.write(mv)),
                g: Some(g),
                h: finite(h),
                ..row
            },
            Event::Duplicate { node, parent } => {
                EventRow { t: "duplicate", node: Some(node), parent: Some(parent), ..row }
            }
            Event::Reopen { node, parent, g } => {
                EventRow { t: "reopen", node: Some(node), parent: Some(parent), g: Some(g), ..row }
            }
            Event::Improve { cost } => EventRow { t: "improve", cost: Some(cost), ..row },
            Event::Depth { depth } => EventRow { t: "depth", depth: Some(depth), ..row },
        }
    }
}

#[derive(Serialize)]
struct EventsRow {
    batch: Vec<EventRow>,
    counts: CountsRow,
    /// How many events were not told one by one so far.
    skipped: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    frontier: Option<Vec<LayerRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    f: Option<Vec<FRow>>,
}

/// `GET /api/watch`.
pub async fn get(
    State(server): State<Arc<Server>>,
    client: Client,
    Asked(search): Asked<Search>,
) -> Result<Response, Failure> {
    let task = search.task(&server.bounds)?;
    let (game, method) = (task.level.game, task.method.clone());
    let wanted = search.sample.unwrap_or(SAMPLE).min(MOST);
    let film = Arc::new(Mutex::new((Film::new(wanted), Sample::default())));
    let shared = Arc::clone(&film);
    let ticket = server.pool.submit(client, task.limits, false, move |control, _| {
        let mut watch = |event| {
            let (film, sample) = &mut *shared.lock().unwrap_or_else(PoisonError::into_inner);
            film.take(event);
            sample.take(event);
        };
        Some(game.solve(&task.level.grid, &task.method, control, Some(&mut watch)))
    })?;
    Ok(stream::of(ticket, Watching { game, method, film, wanted: wanted as usize, ticks: 0 }))
}

struct Watching {
    game: &'static dyn Game,
    method: Method,
    film: Arc<Mutex<(Film, Sample)>>,
    /// How many positions are told.
    wanted: usize,
    ticks: u32,
}

impl Watching {
    /// The next message, if there is anything to tell.
    fn message(&self, with_tables: bool) -> Option<sse::Event> {
        let notation = self.game.notation();
        let mut both = self.film.lock().unwrap_or_else(PoisonError::into_inner);
        let film = &mut both.0;
        let events = film.next_events(BATCH);
        let with_tables = with_tables && film.is_condensed();
        if events.is_empty() && !with_tables {
            return None;
        }
        let (counts, skipped) = (film.counts(), film.skipped());
        let (frontier, f) = (with_tables.then(|| film.layers()), with_tables.then(|| film.f()));
        // The search goes on while the rest is written.
        drop(both);
        let batch = events.into_iter().map(|event| EventRow::new(notation, event)).collect();
        Some(stream::event("events", &EventsRow { batch, counts, skipped, frontier, f }))
    }
}

impl Story for Watching {
    type Answer = Result<Report, SolveError>;

    fn news(&mut self, ticket: &Ticket<Self::Answer>, running: Duration) -> Vec<sse::Event> {
        self.ticks += 1;
        let is_time = self.ticks % EVERY == 1;
        let mut events: Vec<sse::Event> = self.message(is_time).into_iter().collect();
        if is_time {
            events.push(stream::event("progress", &ProgressRow::new(&ticket.progress, running)));
        }
        events
    }

    fn end(&mut self, answer: Self::Answer) -> Vec<sse::Event> {
        let mut events = Vec::new();
        while let Some(event) = self.message(false) {
            events.push(event);
        }
        events.extend(self.message(true));
        if let Ok(report) = &answer {
            let both = self.film.lock().unwrap_or_else(PoisonError::into_inner);
            let plan = report.plan().map_or(&[][..], |(plan, _)| plan);
            let tree = both.1.tree(self.wanted, plan, self.game.notation());
            events.extend(tree.map(|tree| stream::event("tree", &tree)));
        }
        events.push(match answer {
            Ok(report) => {
                let record = Record::new(&self.method, self.game.notation(), &report);
                stream::event("done", &record)
            }
            Err(error) => stream::failed(&report::failure(&error)),
        });
        events
    }
}
