//! News of a search as it runs: server-sent events.
//!
//! News are fetched, not sent: the search writes its figures where they can be read, and every [`TICK`] the stream reads
//! them, as fast as the client takes them. However slow the client is, the search waits for nobody and nothing piles up.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use quadrille_api::{Failure, Search, Story, TICK};
use serde::Serialize;
use tokio::time::{Interval, MissedTickBehavior, interval};

use super::answer::NOT_KEPT;
use super::asked::Client;
use super::jobs::{Attempt, Pool, State, Ticket};

/// How often a stream without news shows that it is alive.
const ALIVE: Duration = Duration::from_secs(5);

#[derive(Serialize)]
struct Queued {
    place: usize,
}

fn sse(event: quadrille_api::Event) -> Event {
    Event::default().event(event.name).data(event.data)
}

struct Telling {
    story: Box<dyn Story>,
    ticket: Ticket<()>,
    tick: Interval,
    /// Events that are to be told next.
    waiting: VecDeque<quadrille_api::Event>,
    place: Option<usize>,
    is_over: bool,
}

impl Telling {
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some(sse(event));
            }
            if self.is_over {
                return None;
            }
            let news = tokio::select! {
                biased;
                answer = &mut self.ticket => {
                    self.is_over = true;
                    match answer {
                        Ok(()) => self.story.end(),
                        Err(failure) => vec![quadrille_api::Event::failed(&failure)],
                    }
                }
                _ = self.tick.tick() => self.news(),
            };
            self.waiting = news.into();
        }
    }

    fn news(&mut self) -> Vec<quadrille_api::Event> {
        match self.ticket.state() {
            State::Waits(place) if self.place.replace(place) == Some(place) => Vec::new(),
            State::Waits(place) => vec![quadrille_api::Event::new("queued", &Queued { place })],
            State::Runs(running) => self.story.news(&self.ticket.control, running),
        }
    }
}

/// The stream of a search. When the client goes, the stream is dropped, and the ticket with it: the search ends.
pub fn of(pool: &Arc<Pool>, client: Client, search: Search) -> Result<Response, Failure> {
    let Search { limits, can_restart, mut work, story } = search;
    let ticket = pool.submit(client, limits, can_restart, move |control, attempt| {
        let is_cut_short = work(control);
        (attempt == Attempt::Whole || !is_cut_short).then_some(())
    })?;
    let mut tick = interval(TICK);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let waiting = VecDeque::new();
    let telling = Telling { story, ticket, tick, waiting, place: None, is_over: false };
    let events = stream::unfold(telling, |mut telling| async {
        let event = telling.next().await?;
        Some((Ok::<Event, Infallible>(event), telling))
    });
    let mut response =
        Sse::new(events).keep_alive(KeepAlive::new().interval(ALIVE)).into_response();
    let headers = response.headers_mut();
    headers.insert(axum::http::header::CACHE_CONTROL, NOT_KEPT);
    // For those who put another server before this one: it must not hold back what is told.
    let unbuffered = HeaderName::from_static("x-accel-buffering");
    headers.insert(unbuffered, HeaderValue::from_static("no"));
    Ok(response)
}
