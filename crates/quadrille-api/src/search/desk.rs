//! The designer's desk: the report of a position, its map, and its variations.

use std::time::Duration;

use quadrille::desk::{self, LevelReport, Map, Variation};
use quadrille::diagnostic::Diagnostic;
use quadrille::games::Games;
use quadrille::levels::Level;
use quadrille::search::Limits;
use serde::{Deserialize, Serialize};

use super::{SearchJob, job};
use crate::failure::Failure;
use crate::level::level_of;
use crate::limits;

/// The most positions of a report, and of a map that the page draws one by one.
const INSPECT_POSITIONS: u64 = 1_000_000;
const MAP_POSITIONS: u64 = 200_000;

/// The most variations per request, and the number where none is given.
const MAX_VARIATIONS: usize = 40;
const VARIATIONS: usize = 20;

/// The time for variations and for a report where the request and the server allow more.
const VARY_TIME: Duration = Duration::from_secs(5);
const INSPECT_TIME: Duration = Duration::from_secs(2);

/// The most levels that a level is compared with.
const MAX_LIKE: usize = 2000;

const REMEDIES: usize = 10;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct InspectRequest {
    code: String,
    /// A plan that should not work: the response lists changes that forbid it.
    forbid: Option<String>,
    /// Share codes with commas between them: the report has those of them that are like the level.
    like: Option<String>,
    #[serde(flatten, deserialize_with = "limits::read")]
    limits: Limits,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct MapRequest {
    code: String,
    #[serde(flatten, deserialize_with = "limits::read")]
    limits: Limits,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct VaryRequest {
    code: String,
    count: Option<usize>,
    #[serde(flatten, deserialize_with = "limits::read")]
    limits: Limits,
}

#[derive(Serialize)]
struct Inspected {
    sentences: Vec<String>,
    #[serde(flatten)]
    report: LevelReport,
    similar: Vec<Similar>,
}

/// A level that is like the one of the request.
#[derive(Serialize)]
struct Similar {
    code: String,
    /// The number of cells that differ after turning and mirroring; 0 for the same level.
    cells: usize,
}

#[derive(Serialize)]
struct Drawn {
    sentences: Vec<String>,
    #[serde(flatten)]
    map: Map,
    /// The key of each position of the level.
    keys: Vec<u64>,
    /// The number of the position on the map for each key; empty where it is that of the key.
    stands: Vec<u32>,
}

#[derive(Serialize)]
struct Varied {
    variations: Vec<Variation>,
}

pub(crate) fn inspect(
    request: &InspectRequest,
    games: &Games,
    limits: &Limits,
) -> Result<SearchJob, Failure> {
    let level = level_of(games, &request.code)?;
    let own = Limits {
        max_nodes: Some(INSPECT_POSITIONS),
        max_time: Some(INSPECT_TIME),
        ..Limits::default()
    };
    let limits = bounded(limits, &own, &request.limits);
    let Some(plan) = &request.forbid else {
        let codes = request.like.iter().flat_map(|codes| codes.split(','));
        let others: Vec<(String, Level)> = codes
            .take(MAX_LIKE)
            .map(|code| Ok((code.to_string(), level_of(games, code)?)))
            .collect::<Result<_, Failure>>()?;
        return Ok(job(limits, move |control, _| {
            let report = desk::inspect(&level, control).map_err(refused)?;
            let others = others.iter().map(|(code, level)| (code.as_str(), level));
            let similar = desk::similar(&level, others).into_iter();
            let similar =
                similar.map(|desk::Similar { name, cells }| Similar { code: name, cells });
            Ok(Inspected { sentences: report.sentences(), similar: similar.collect(), report })
        }));
    };
    let plan = level.game.notation().read(plan).map_err(|error| Failure::of(400, error))?;
    Ok(job(limits, move |control, _| {
        desk::forbid(&level, &plan, REMEDIES, control).map_err(refused)
    }))
}

pub(crate) fn map(
    request: &MapRequest,
    games: &Games,
    limits: &Limits,
) -> Result<SearchJob, Failure> {
    let level = level_of(games, &request.code)?;
    let own = Limits { max_nodes: Some(MAP_POSITIONS), ..Limits::default() };
    Ok(job(bounded(limits, &own, &request.limits), move |control, _| {
        let mut map = Map::draw(&level, control).map_err(refused)?;
        let (keys, mut stands): (Vec<u64>, Vec<u32>) =
            std::mem::take(&mut map.keys).into_iter().unzip();
        if stands.iter().zip(0..).all(|(&stands, number)| stands == number) {
            stands.clear();
        }
        Ok(Drawn { sentences: map.sentences(), map, keys, stands })
    }))
}

pub(crate) fn vary(
    request: &VaryRequest,
    games: &Games,
    limits: &Limits,
) -> Result<SearchJob, Failure> {
    let level = level_of(games, &request.code)?;
    if !level.game.has_unit_costs() {
        let message = "moves of this game have different costs, so its levels have no rating";
        return Err(Failure::unprocessable("unequal-costs", message));
    }
    let count = request.count.unwrap_or(VARIATIONS).clamp(1, MAX_VARIATIONS);
    let own = Limits { max_time: Some(VARY_TIME), ..Limits::default() };
    Ok(job(bounded(limits, &own, &request.limits), move |control, _| {
        Ok(Varied { variations: desk::vary(&level, count, control) })
    }))
}

fn refused(error: impl Into<Diagnostic>) -> Failure {
    Failure::of(422, error.into())
}

fn bounded(limits: &Limits, own: &Limits, requested: &Limits) -> Limits {
    limits::lower(&limits::lower(limits, own), requested)
}
