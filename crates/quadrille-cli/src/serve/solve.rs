//! `GET /api/solve`: a search with its live figures.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use axum::response::sse::Event;
use quadrille::Method;
use quadrille::games::{Game, SolveError};
use quadrille::record::Record;
use quadrille::search::{Limit, Report, Stop};

use super::Server;
use super::asked::{Asked, Client};
use super::failure::Failure;
use super::jobs::{Attempt, Ticket};
use super::method::Search;
use super::report::{self, ProgressRow};
use super::stream::{self, Story};

/// Live figures come once in so many ticks.
const EVERY: u32 = 2;

/// `GET /api/solve`.
pub async fn get(
    State(server): State<Arc<Server>>,
    client: Client,
    Asked(search): Asked<Search>,
) -> Result<Response, Failure> {
    let task = search.task(&server.bounds)?;
    let (game, method) = (task.level.game, task.method.clone());
    let ticket = server.pool.submit(client, task.limits, true, move |control, attempt| {
        let report = game.solve(&task.level.grid, &task.method, control, None);
        let stop = report.as_ref().ok().and_then(|report| report.stop);
        let is_cut_short = matches!(stop, Some(Stop::Limit(Limit::Time) | Stop::Cancelled));
        (attempt == Attempt::Whole || !is_cut_short).then_some(report)
    })?;
    Ok(stream::of(ticket, Solving { game, method, ticks: 0 }))
}

struct Solving {
    game: &'static dyn Game,
    method: Method,
    ticks: u32,
}

impl Story for Solving {
    type Answer = Result<Report, SolveError>;

    fn news(&mut self, ticket: &Ticket<Self::Answer>, running: Duration) -> Vec<Event> {
        self.ticks += 1;
        if self.ticks % EVERY != 1 {
            return Vec::new();
        }
        vec![stream::event("progress", &ProgressRow::new(&ticket.progress, running))]
    }

    fn end(&mut self, answer: Self::Answer) -> Vec<Event> {
        vec![match answer {
            Ok(report) => {
                let record = Record::new(&self.method, self.game.notation(), &report);
                stream::event("done", &record)
            }
            Err(error) => stream::failed(&report::failure(&error)),
        }]
    }
}
