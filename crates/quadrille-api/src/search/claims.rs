//! The hunt for a board that refutes a heuristic's claims.

use std::time::Duration;

use quadrille::claims::{Hunt, Property, drafts};
use quadrille::games::{Game, Games, SolveError};
use quadrille::search::{Cancel, Control, Limits};
use serde::{Deserialize, Serialize};

use super::task::unknown;
use super::{Events, SearchJob, Shared, StreamEvent, Ticks};
use crate::failure::Failure;
use crate::grade::Refutation;
use crate::level::level_of;
use crate::limits;
use crate::scripts::Scripts;

/// The most positions examined per level.
const MAX_POSITIONS: usize = 2000;

const MAX_LEVELS: u64 = 500;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClaimsRequest {
    /// The level that is examined first; random ones of its game follow.
    code: String,
    heuristic: String,
    #[serde(flatten, deserialize_with = "limits::read")]
    limits: Limits,
    #[serde(default)]
    scripts: Scripts,
}

#[derive(Serialize)]
struct HuntProgress {
    levels: u64,
    positions: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Claims {
    heuristic: String,
    levels: u64,
    positions: u64,
    /// The levels of which all positions were examined, and the most positions of such a level.
    exhausted: u64,
    largest_exhausted: u64,
    /// The refutation of each property; `null` where none was found.
    admissible: Option<Refutation>,
    consistent: Option<Refutation>,
}

/// The output of the work, read by the event stream.
#[derive(Default)]
struct Output {
    hunt: Hunt,
    error: Option<SolveError>,
    /// Cancels the work: a slow script may not check the clock in time.
    timeout: Cancel,
}

pub(crate) fn claims(
    request: &ClaimsRequest,
    games: &Games,
    limits: &Limits,
) -> Result<SearchJob, Failure> {
    let level = level_of(games, &request.code)?;
    let heuristic =
        request.scripts.expression(games, &request.heuristic).map_err(|error| unknown(&error))?;
    heuristic.check(level.game.vocabulary()).map_err(|error| unknown(&error))?;
    let most = usize::try_from(request.limits.max_nodes.unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
    let most = most.clamp(1, MAX_POSITIONS);
    let limits = limits::lower(limits, &request.limits);
    let output = Shared::<Output>::default();
    let events = Box::new(ClaimsEvents {
        game: level.game,
        heuristic: heuristic.to_string(),
        output: output.clone(),
        ticks: Ticks::default(),
    });
    let work = move |control: &Control| {
        let begun = control.clock.now();
        let timeout = control.cancel.child();
        output.lock().timeout = timeout.clone();
        let is_late = || {
            let time = control.limits.max_time.or(limits.max_time);
            time.is_some_and(|time| control.clock.now().saturating_sub(begun) >= time)
        };
        let mut hunt = Hunt::default();
        let random = drafts(level.game, MAX_LEVELS);
        for grid in std::iter::once(level.grid.clone()).chain(random) {
            if timeout.is_cancelled() || is_late() || hunt.is_over() {
                break;
            }
            let examined = hunt.look(level.game, &grid, &heuristic, (most, &timeout));
            let mut output = output.lock();
            output.hunt = hunt.clone();
            if let Err(error) = examined {
                output.error = Some(error);
                break;
            }
        }
        control.cancel.is_cancelled()
    };
    Ok(SearchJob { limits, can_restart: false, work: Box::new(work), events })
}

struct ClaimsEvents {
    game: &'static dyn Game,
    heuristic: String,
    output: Shared<Output>,
    ticks: Ticks,
}

impl Events for ClaimsEvents {
    fn poll(&mut self, control: &Control, running: Duration) -> Vec<StreamEvent> {
        if control.limits.max_time.is_some_and(|time| running > time) {
            self.output.lock().timeout.cancel();
        }
        if !self.ticks.are_figures_due() {
            return Vec::new();
        }
        let Hunt { levels, positions, .. } = self.output.lock().hunt;
        let progress = HuntProgress { levels, positions, seconds: running.as_secs_f64() };
        vec![StreamEvent::new("progress", &progress)]
    }

    fn finish(&mut self) -> Vec<StreamEvent> {
        let output = self.output.lock();
        if let Some(error) = &output.error {
            let failure = Failure::bad_request("bad-heuristic", error.to_string());
            return vec![StreamEvent::failed(&failure)];
        }
        let Hunt { levels, positions, exhausted, largest, found } = &output.hunt;
        let refutation = |property: Property| {
            let at = Property::ALL.into_iter().position(|one| one == property)?;
            found[at].as_ref().map(|found| Refutation::new(self.game, found))
        };
        vec![StreamEvent::new(
            "done",
            &Claims {
                heuristic: self.heuristic.clone(),
                levels: *levels,
                positions: *positions,
                exhausted: *exhausted,
                largest_exhausted: *largest,
                admissible: refutation(Property::Admissible),
                consistent: refutation(Property::Consistent),
            },
        )]
    }
}
