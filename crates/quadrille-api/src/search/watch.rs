//! A search reported event by event at first, then in figures.

use std::time::Duration;

use quadrille::games::Games;
use quadrille::search::{self, Control, Limits};
use serde::Serialize;

use super::film::{Counts, DepthCounts, FCount, Film};
use super::outcome::PendingReport;
use super::progress::Figures;
use super::sample::Sample;
use super::task::WatchRequest;
use super::{Events, SearchJob, Shared, StreamEvent, Ticks};
use crate::failure::Failure;

/// The number of positions reported one by one: the default and the maximum.
const SAMPLE: u32 = 2000;
const MAX_SAMPLE: u32 = 5000;

const BATCH: usize = 2000;

#[derive(Serialize)]
struct Batch {
    batch: Vec<search::Event<String>>,
    counts: Counts,
    /// The number of events so far that were not reported one by one.
    skipped: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    frontier: Option<Vec<DepthCounts>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    f: Option<Vec<FCount>>,
}

pub(crate) fn watch(
    request: &WatchRequest,
    games: &Games,
    limits: &Limits,
) -> Result<SearchJob, Failure> {
    let task = request.task(games, limits)?;
    let limits = task.limits;
    let wanted = request.sample.unwrap_or(SAMPLE).min(MAX_SAMPLE);
    let seen = Shared::new((Film::new(wanted), Sample::default()));
    let outcome = PendingReport::pending(&task);
    let events = WatchEvents {
        seen: seen.clone(),
        outcome: outcome.clone(),
        wanted: wanted as usize,
        ticks: Ticks::default(),
    };
    let work = move |control: &Control| {
        let mut observe = |event| {
            let (film, sample) = &mut *seen.lock();
            film.take(event);
            sample.take(event);
        };
        outcome.set(task.run(control, Some(&mut observe)))
    };
    Ok(SearchJob { limits, can_restart: false, work: Box::new(work), events: Box::new(events) })
}

struct WatchEvents {
    seen: Shared<(Film, Sample)>,
    outcome: PendingReport,
    /// The number of positions to report.
    wanted: usize,
    ticks: Ticks,
}

impl WatchEvents {
    /// The next message, if there is anything to report.
    fn message(&self, with_tables: bool) -> Option<StreamEvent> {
        let mut seen = self.seen.lock();
        let film = &mut seen.0;
        let events = film.next_events(BATCH);
        let with_tables = with_tables && film.is_condensed();
        if events.is_empty() && !with_tables {
            return None;
        }
        let (counts, skipped) = (film.counts(), film.skipped());
        let (frontier, f) = (with_tables.then(|| film.layers()), with_tables.then(|| film.f()));
        // Release the lock: the search continues while the message is written.
        drop(seen);
        let notation = self.outcome.notation();
        let batch = events.into_iter().map(|event| event.map(|mv| notation.write(mv))).collect();
        Some(StreamEvent::new("events", &Batch { batch, counts, skipped, frontier, f }))
    }
}

impl Events for WatchEvents {
    fn poll(&mut self, control: &Control, running: Duration) -> Vec<StreamEvent> {
        let is_due = self.ticks.are_figures_due();
        let mut events: Vec<StreamEvent> = self.message(is_due).into_iter().collect();
        if is_due {
            events.push(StreamEvent::new("progress", &Figures::new(&control.progress, running)));
        }
        events
    }

    fn finish(&mut self) -> Vec<StreamEvent> {
        let mut events = Vec::new();
        while let Some(event) = self.message(false) {
            events.push(event);
        }
        events.extend(self.message(true));
        let tree = self
            .outcome
            .plan()
            .and_then(|plan| self.seen.lock().1.tree(self.wanted, &plan, self.outcome.notation()));
        events.extend(tree.map(|tree| StreamEvent::new("tree", &tree)));
        events.push(self.outcome.event());
        events
    }
}
