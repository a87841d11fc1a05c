//! The hunt for a board that refutes a heuristic's claims.

use quadrille::claims::{Hunt, Property, drafts};
use quadrille::games::Games;
use quadrille::search::Limits;
use serde::{Deserialize, Serialize};

use super::task::unknown;
use super::{SearchJob, timed_job};
use crate::failure::Failure;
use crate::grade::Refutation;
use crate::level::level_of;
use crate::limits;
use crate::scripts::Scripts;

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
    Ok(timed_job(limits::lower(limits, &request.limits), move |control, output| {
        let begun = control.clock.now();
        let is_late = || {
            let time = control.clock.now().saturating_sub(begun);
            control.limits.max_time.is_some_and(|limit| time >= limit)
        };
        let (game, mut hunt) = (level.game, Hunt::default());
        output.figures(&[("levels", 0), ("positions", 0)]);
        for grid in std::iter::once(level.grid.clone()).chain(drafts(game, MAX_LEVELS)) {
            if control.cancel.is_cancelled() || is_late() || hunt.is_over() {
                break;
            }
            hunt.look(game, &grid, &heuristic, (most, &control.cancel))
                .map_err(|error| Failure::bad_request("bad-heuristic", error.to_string()))?;
            output.figures(&[("levels", hunt.levels), ("positions", hunt.positions)]);
        }
        let refutation = |property: Property| {
            let at = Property::ALL.into_iter().position(|one| one == property)?;
            hunt.found[at].as_ref().map(|found| Refutation::new(game, found))
        };
        Ok(Claims {
            heuristic: heuristic.to_string(),
            levels: hunt.levels,
            positions: hunt.positions,
            exhausted: hunt.exhausted,
            largest_exhausted: hunt.largest,
            admissible: refutation(Property::Admissible),
            consistent: refutation(Property::Consistent),
        })
    }))
}
