//! News of a search as it runs: server-sent events.
//!
//! News are fetched, not sent: the search writes its figures where they can be read, and every [`TICK`] the stream reads
//! them, as fast as the client takes them. However slow the client is, the search waits for nobody and nothing piles up.

use std::convert::Infallible;
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use quadrille::record::Error;
use serde::Serialize;
use tokio::time::{Interval, MissedTickBehavior, interval};

use super::answer::NOT_KEPT;
use super::failure::Failure;
use super::jobs::{State, Ticket};

/// How often there are news.
const TICK: Duration = Duration::from_millis(50);

/// How often a stream without news shows that it is alive.
const ALIVE: Duration = Duration::from_secs(5);

/// What a kind of search has to tell.
pub trait Story: Send + 'static {
    /// What the search answers.
    type Answer: Send + 'static;

    /// The news since the last time, while the search runs.
    fn news(&mut self, ticket: &Ticket<Self::Answer>, running: Duration) -> Vec<Event>;

    /// The last news, and the answer.
    fn end(&mut self, answer: Self::Answer) -> Vec<Event>;
}

#[derive(Serialize)]
struct Queued {
    place: usize,
}

#[derive(Serialize)]
struct Failed<'a> {
    error: &'a Error,
}

/// An event with a value.
pub fn event(name: &str, value: &impl Serialize) -> Event {
    // Rows of plain fields can always be written.
    let text = serde_json::to_string(value).unwrap_or_else(|_| "{}".to_string());
    Event::default().event(name).data(text)
}

/// The event that something went wrong.
pub fn failed(failure: &Failure) -> Event {
    event("failed", &Failed { error: &failure.error })
}

struct Telling<S: Story> {
    story: S,
    ticket: Ticket<S::Answer>,
    tick: Interval,
    /// Events that are to be told next, the last one first.
    waiting: Vec<Event>,
    place: Option<usize>,
    is_over: bool,
}

impl<S: Story> Telling<S> {
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.waiting.pop() {
                return Some(event);
            }
            if self.is_over {
                return None;
            }
            let mut news = tokio::select! {
                biased;
                answer = &mut self.ticket => {
                    self.is_over = true;
                    match answer {
                        Ok(answer) => self.story.end(answer),
                        Err(failure) => vec![failed(&failure)],
                    }
                }
                _ = self.tick.tick() => self.news(),
            };
            news.reverse();
            self.waiting = news;
        }
    }

    fn news(&mut self) -> Vec<Event> {
        match self.ticket.state() {
            State::Waits(place) if self.place.replace(place) == Some(place) => Vec::new(),
            State::Waits(place) => vec![event("queued", &Queued { place })],
            State::Runs(running) => self.story.news(&self.ticket, running),
        }
    }
}

/// The stream of a search. When the client goes, the stream is dropped, and the ticket with it: the search ends.
pub fn of<S: Story>(ticket: Ticket<S::Answer>, story: S) -> Response {
    let mut tick = interval(TICK);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let telling = Telling { story, ticket, tick, waiting: Vec::new(), place: None, is_over: false };
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
    response
}
