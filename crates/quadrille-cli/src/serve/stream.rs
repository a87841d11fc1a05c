//! The events of a search as it runs: server-sent events.
//!
//! Events are polled, not pushed: the search writes its figures, and every [`TICK`] the stream
//! reads them, at first more often. A slow client neither blocks the search nor makes events pile
//! up.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};
use axum::response::sse::{Event as SseEvent, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use quadrille_api::{Events, Failure, SearchJob, StreamEvent, TICK};
use serde::Serialize;
use tokio::time::sleep;

use super::input::Client;
use super::jobs::{Attempt, Pool, State, Ticket};
use super::json::NO_STORE;

/// The time until the first poll: a first plan is often there within milliseconds. Each later poll
/// comes after twice the time, up to [`TICK`].
const FIRST_TICK: Duration = Duration::from_millis(2);

/// The interval of comments on a stream without events, so that the connection is not closed.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

#[derive(Serialize)]
struct Queued {
    place: usize,
}

struct EventStream {
    events: Box<dyn Events>,
    ticket: Ticket<()>,
    tick: Duration,
    pending: VecDeque<StreamEvent>,
    /// The last place in the queue that was sent.
    place: Option<usize>,
    is_over: bool,
}

impl EventStream {
    async fn next(&mut self) -> Option<SseEvent> {
        loop {
            if let Some(event) = self.pending.pop_front() {
                return Some(SseEvent::default().event(event.name).data(event.data));
            }
            if self.is_over {
                return None;
            }
            let events = tokio::select! {
                biased;
                result = &mut self.ticket => {
                    self.is_over = true;
                    match result {
                        Ok(()) => self.events.finish(),
                        Err(failure) => vec![StreamEvent::failed(&failure)],
                    }
                }
                () = sleep(self.tick) => {
                    self.tick = (2 * self.tick).min(TICK);
                    self.poll()
                }
            };
            self.pending = events.into();
        }
    }

    fn poll(&mut self) -> Vec<StreamEvent> {
        match self.ticket.state() {
            State::Waiting(place) if self.place.replace(place) == Some(place) => Vec::new(),
            State::Waiting(place) => vec![StreamEvent::new("queued", &Queued { place })],
            State::Running(since) => self.events.poll(&self.ticket.control, since),
        }
    }
}

/// Starts a search and streams its events. When the client closes the connection, the stream and
/// its ticket are dropped, and the search ends.
pub fn start(pool: &Arc<Pool>, client: Client, search: SearchJob) -> Result<Response, Failure> {
    let SearchJob { limits, can_restart, mut work, events } = search;
    let ticket = pool.submit(client, limits, can_restart, move |control, attempt| {
        let is_cut_short = work(control);
        (attempt == Attempt::Whole || !is_cut_short).then_some(())
    })?;
    let stream = EventStream {
        events,
        ticket,
        tick: FIRST_TICK,
        pending: VecDeque::new(),
        place: None,
        is_over: false,
    };
    let events = stream::unfold(stream, |mut stream| async {
        let event = stream.next().await?;
        Some((Ok::<SseEvent, Infallible>(event), stream))
    });
    let mut response =
        Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response();
    let headers = response.headers_mut();
    headers.insert(axum::http::header::CACHE_CONTROL, NO_STORE);
    // A reverse proxy must not buffer events.
    let unbuffered = HeaderName::from_static("x-accel-buffering");
    headers.insert(unbuffered, HeaderValue::from_static("no"));
    Ok(response)
}
