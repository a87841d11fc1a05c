//! Why one heuristic expands fewer positions than another.

use quadrille::games::Games;
use quadrille::registry;
use quadrille::search::{Control, Limits};
use quadrille_lab::explain::{Explanation, explain as explained};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::task::unknown;
use super::{SearchJob, job};
use crate::failure::Failure;
use crate::level::level_of;
use crate::limits;
use crate::scripts::Scripts;

const MAX_HEURISTICS: usize = 8;

/// A level with more positions is not explored completely.
const MAX_POSITIONS: u64 = 500_000;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExplainRequest {
    code: String,
    heuristics: String,
    /// The algorithm that uses them; by default A*.
    algorithm: Option<String>,
    #[serde(flatten, deserialize_with = "limits::read")]
    limits: Limits,
    #[serde(default)]
    scripts: Scripts,
}

#[derive(Serialize)]
struct Page {
    #[serde(flatten)]
    explanation: Explanation,
    markdown: String,
}

pub(crate) fn explain(
    request: &ExplainRequest,
    games: &Games,
    limits: &Limits,
) -> Result<SearchJob, Failure> {
    let level = level_of(games, &request.code)?;
    let text = request.algorithm.as_deref().unwrap_or("astar");
    let algorithm = registry::algorithm(text).map_err(|error| unknown(&error))?;
    if !algorithm.uses_heuristic() {
        return Err(Failure::bad_request("bad-method", "this algorithm uses no heuristic")
            .help("/api/catalogue lists those that do"));
    }
    let heuristics = quadrille::split_list(&request.heuristics)
        .into_iter()
        .filter(|part| !part.is_empty())
        .map(|part| {
            let heuristic = request.scripts.expression(games, part)?;
            heuristic.check(level.game.vocabulary())?;
            Ok(heuristic)
        })
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| unknown(&error))?;
    if heuristics.is_empty() || heuristics.len() > MAX_HEURISTICS {
        let message = format!("{} heuristics given", heuristics.len());
        return Err(Failure::bad_request("bad-method", message)
            .help(format!("name 1 to {MAX_HEURISTICS}, separated by commas")));
    }
    let limits = limits::lower(limits, &request.limits);
    // One search per heuristic, one for the plan, and the exploration: each has the whole time.
    let steps = heuristics.len() as u32 + 2;
    let whole =
        Limits { max_time: limits.max_time.map(|time| time.saturating_mul(steps)), ..limits };
    Ok(job(whole, move |control, output| {
        let own = Control { limits, ..control.clone() };
        let begin = |step: &str| output.event("step", &json!({ "step": step }));
        let explanation = explained(&level, algorithm, &heuristics, MAX_POSITIONS, &own, begin)
            .map_err(|error| Failure::bad_request("bad-level", error.to_string()))?;
        Ok(Page { markdown: explanation.to_markdown("Heuristics"), explanation })
    }))
}
