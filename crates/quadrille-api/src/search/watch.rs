//! A search event by event as long as that can be followed, then in figures.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quadrille::moves::Notation;
use quadrille::search::{self, Control};
use serde::Serialize;

use super::end::End;
use super::film::{CountsRow, FRow, Film, LayerRow};
use super::progress::ProgressRow;
use super::sample::Sample;
use super::task::Asked;
use super::{Event, Search, Story};
use crate::failure::Failure;
use crate::limits::Bounds;

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
    fn new(notation: Notation, event: search::Event) -> EventRow {
        // The estimate of a dead end is infinite, and JSON has no word for that.
        let finite = |h: f64| h.is_finite().then_some(h);
        let row = EventRow::default();
        match event {
            search::Event::Expand { node, g, h } => {
                EventRow { t: "expand", node: Some(node), g: Some(g), h: finite(h), ..row }
            }
            search::Event::Generate { node, parent, mv, g, h } => EventRow {
                t: "generate",
                node: Some(node),
                parent: Some(parent),
                mv: Some(notation.write(mv)),
                g: Some(g),
                h: finite(h),
                ..row
            },
            search::Event::Duplicate { node, parent } => {
                EventRow { t: "duplicate", node: Some(node), parent: Some(parent), ..row }
            }
            search::Event::Reopen { node, parent, g } => {
                EventRow { t: "reopen", node: Some(node), parent: Some(parent), g: Some(g), ..row }
            }
            search::Event::Improve { cost } => EventRow { t: "improve", cost: Some(cost), ..row },
            search::Event::Depth { depth } => EventRow { t: "depth", depth: Some(depth), ..row },
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

/// The search, and what is told of it.
pub(super) fn watch(asked: &Asked, bounds: &Bounds) -> Result<Search, Failure> {
    let task = asked.task(bounds)?;
    let limits = task.limits;
    let wanted = asked.sample.unwrap_or(SAMPLE).min(MOST);
    let seen = Arc::new(Mutex::new((Film::new(wanted), Sample::default())));
    let end = End::new(&task);
    let story =
        Watching { seen: Arc::clone(&seen), end: end.clone(), wanted: wanted as usize, ticks: 0 };
    let work = move |control: &Control| {
        let mut watch = |event| {
            let (film, sample) = &mut *lock(&seen);
            film.take(event);
            sample.take(event);
        };
        end.set(task.run(control, Some(&mut watch)))
    };
    Ok(Search { limits, can_restart: false, work: Box::new(work), story: Box::new(story) })
}

fn lock(seen: &Mutex<(Film, Sample)>) -> MutexGuard<'_, (Film, Sample)> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Watching {
    seen: Arc<Mutex<(Film, Sample)>>,
    end: End,
    /// How many positions are told.
    wanted: usize,
    ticks: u32,
}

impl Watching {
    /// The next message, if there is anything to tell.
    fn message(&self, with_tables: bool) -> Option<Event> {
        let mut seen = lock(&self.seen);
        let film = &mut seen.0;
        let events = film.next_events(BATCH);
        let with_tables = with_tables && film.is_condensed();
        if events.is_empty() && !with_tables {
            return None;
        }
        let (counts, skipped) = (film.counts(), film.skipped());
        let (frontier, f) = (with_tables.then(|| film.layers()), with_tables.then(|| film.f()));
        // The search goes on while the rest is written.
        drop(seen);
        let notation = self.end.notation();
        let batch = events.into_iter().map(|event| EventRow::new(notation, event)).collect();
        Some(Event::new("events", &EventsRow { batch, counts, skipped, frontier, f }))
    }
}

impl Story for Watching {
    fn news(&mut self, control: &Control, running: Duration) -> Vec<Event> {
        self.ticks += 1;
        let is_time = self.ticks % EVERY == 1;
        let mut events: Vec<Event> = self.message(is_time).into_iter().collect();
        if is_time {
            events.push(Event::new("progress", &ProgressRow::new(&control.progress, running)));
        }
        events
    }

    fn end(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some(event) = self.message(false) {
            events.push(event);
        }
        events.extend(self.message(true));
        let tree = self
            .end
            .plan()
            .and_then(|plan| lock(&self.seen).1.tree(self.wanted, &plan, self.end.notation()));
        events.extend(tree.map(|tree| Event::new("tree", &tree)));
        events.push(self.end.event());
        events
    }
}
