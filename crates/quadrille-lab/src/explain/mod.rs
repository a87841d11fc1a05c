//! Why a search with one heuristic expands fewer positions than with another.
//!
//! Each heuristic is laid beside the true distance, along a shortest plan and, where the space of
//! the level is small enough, over all its positions; and each search is watched: A* must expand
//! every position whose f = g + h is below the optimum, and may expand those with f at the optimum.

mod findings;
mod markdown;

use quadrille::Method;
use quadrille::atlas::Atlas;
use quadrille::diagnostic::Diagnostic;
use quadrille::games::SolveError;
use quadrille::heuristics::Expression;
use quadrille::levels::Level;
use quadrille::record::Record;
use quadrille::search::{Algorithm, Control, Cost, Event, Stop};
use serde::Serialize;

use crate::statistics::branching_factor;

/// Estimates that differ by less than this are the same.
const NEAR: f64 = 1e-9;

/// Heuristics beside each other and beside the truth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Explanation {
    /// The algorithm that asks them.
    pub algorithm: String,
    /// The fewest moves, where that is proved.
    pub optimum: Option<Cost>,
    /// Whether it is proved that there is no plan.
    pub unsolvable: bool,
    /// How many positions can be reached: the count of `space` and `describe`. None when they were
    /// too many to explore.
    pub positions: Option<u64>,
    /// How many of them lie behind solved ones only. No search goes there, and no estimate is asked.
    pub behind_solved: Option<u64>,
    /// From how many of the others no plan leads on.
    pub dead_ends: Option<usize>,
    /// What stopped the exploring of the space.
    pub stop: Option<Stop>,
    /// A heuristic each, in the order in which they were asked for.
    pub heuristics: Vec<Explained>,
    /// The positions of a shortest plan.
    pub along: Vec<Along>,
    /// The positions of the space by their true distance.
    pub by_distance: Vec<ByDistance>,
    /// What the figures say, a sentence each.
    pub findings: Vec<String>,
}

/// A heuristic under the algorithm.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Explained {
    /// The heuristic as it would be typed.
    pub heuristic: String,
    /// Whether it never overestimates, as far as is claimed of it.
    pub admissible: bool,
    /// Whether it never falls by more than a move costs, as far as is claimed of it.
    pub consistent: bool,
    /// What came of the search.
    pub record: Record,
    /// Expansions with f below the optimum; none where the optimum is not known.
    pub below: Option<u64>,
    /// Expansions with f at the optimum.
    pub at: Option<u64>,
    /// Expansions with f above the optimum.
    pub above: Option<u64>,
    pub branching: Option<f64>,
    /// What it says of the start; none where it says that there is no plan.
    pub start: Option<f64>,
    /// Beside the true distances over the whole space.
    pub space: Option<Accuracy>,
}

/// How near a heuristic comes to the true distances.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Accuracy {
    /// Positions from which a plan leads on, without the solved ones.
    pub positions: usize,
    /// The mean of true distance less estimate.
    pub mean_error: f64,
    pub mean_absolute_error: f64,
    pub exact: usize,
    /// Estimates above the true distance.
    pub over: usize,
    /// By how much at most.
    pub most_over: f64,
    pub dead_ends_seen: usize,
    /// Positions with depth plus estimate below the optimum: A* with a consistent estimate expands
    /// each of them.
    pub below: usize,
    /// Positions with depth plus estimate at the optimum: A* may expand any of them.
    pub at: usize,
}

/// A position of a shortest plan.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Along {
    /// Its number, from 0.
    pub step: usize,
    /// The move that leads on.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    pub distance: Cost,
    /// What each heuristic says; none where one says that there is no plan.
    pub estimates: Vec<Option<f64>>,
}

/// The positions with a certain true distance.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ByDistance {
    pub distance: Cost,
    pub positions: usize,
    /// For each heuristic the least, mean and most of its finite estimates; none where it has no
    /// such.
    pub estimates: Vec<Option<[f64; 3]>>,
}

/// The reason why there is no explanation.
#[derive(Clone, PartialEq, Debug)]
pub enum ExplainError {
    /// A heuristic that the game does not have, or an algorithm that asks none.
    Method(Diagnostic),
    /// The level cannot be solved by this.
    Level(SolveError),
}

impl From<SolveError> for ExplainError {
    fn from(error: SolveError) -> ExplainError {
        match error {
            SolveError::Heuristic(error) => ExplainError::Method(error),
            error => ExplainError::Level(error),
        }
    }
}

impl std::fmt::Display for ExplainError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ExplainError::Method(error) => write!(f, "{error}"),
            ExplainError::Level(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ExplainError {}

/// Lays heuristics side by side. The control bounds each search, and the exploring of the space by
/// `space` positions beside it. `begun` is called before each step. When it is cancelled,
/// the results so far are returned.
pub fn explain(
    level: &Level,
    algorithm: Algorithm,
    heuristics: &[Expression],
    space: u64,
    control: &Control,
    mut begun: impl FnMut(&str),
) -> Result<Explanation, ExplainError> {
    let game = level.game;
    let methods = heuristics.iter().map(|heuristic| {
        let method = Method { heuristic: Some(heuristic.clone()), ..Method::from(algorithm) };
        game.resolve(&method).map_err(ExplainError::Method)
    });
    let methods = methods.collect::<Result<Vec<_>, _>>()?;
    begun("exploring the space");
    let mut bounded = fresh(control);
    bounded.limits.max_nodes = Some(bounded.limits.max_nodes.unwrap_or(u64::MAX).min(space));
    let atlas = game.atlas(&level.grid, heuristics, &bounded)?;
    let mut stop = atlas.stop;
    let mut positions: Option<u64> = None;
    if stop.is_none() {
        let survey = game.survey(&level.grid, true, &bounded)?;
        stop = survey.stop;
        positions = Some(survey.layers.iter().map(|layer| layer.positions).sum());
    }
    let positions = positions.filter(|_| stop.is_none());
    let is_whole = positions.is_some();
    begun("looking for a shortest plan");
    let best = game.solve(&level.grid, &Method::default(), &fresh(control), None)?;
    let optimum = match is_whole {
        true => atlas.places.first().and_then(|start| start.distance),
        false => best.plan().filter(|_| best.is_optimal()).map(|(_, cost)| cost),
    };
    let along = match best.plan().filter(|_| best.is_optimal()) {
        Some((plan, _)) => along(level, plan, heuristics)?,
        None => Vec::new(),
    };
    let starts = game.values(&level.grid, heuristics)?;
    let mut explained = Vec::new();
    for (number, method) in methods.iter().enumerate() {
        begun(&method.to_string());
        let claims = heuristics[number].check(game.vocabulary()).map_err(ExplainError::Method)?;
        let (record, [below, at, above]) = watched(level, method, optimum, &fresh(control))?;
        let known = |count: u64| optimum.map(|_| count);
        explained.push(Explained {
            heuristic: heuristics[number].to_string(),
            admissible: claims.is_admissible(),
            consistent: claims.is_consistent(),
            branching: record.cost.and_then(|cost| branching_factor(record.stats.generated, cost)),
            record,
            below: known(below),
            at: known(at),
            above: known(above),
            start: finite(starts[number].value),
            space: is_whole.then(|| Accuracy::of(&atlas, number, optimum)),
        });
    }
    let unsolvable = match is_whole {
        true => optimum.is_none(),
        false => best.outcome == quadrille::search::Outcome::Unsolvable,
    };
    let dead = || atlas.places.iter().filter(|place| place.distance.is_none()).count();
    let mut explanation = Explanation {
        algorithm: algorithm.to_string(),
        optimum,
        unsolvable,
        positions,
        behind_solved: positions.map(|all| all.saturating_sub(atlas.places.len() as u64)),
        dead_ends: is_whole.then(dead),
        stop,
        heuristics: explained,
        along,
        by_distance: if is_whole { by_distance(&atlas) } else { Vec::new() },
        findings: Vec::new(),
    };
    explanation.findings = findings::findings(&explanation);
    Ok(explanation)
}

/// The same control with figures of its own.
fn fresh(control: &Control) -> Control {
    Control { progress: Default::default(), ..control.clone() }
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// The search, with its expansions counted by f below, at and above the optimum.
fn watched(
    level: &Level,
    method: &Method,
    optimum: Option<Cost>,
    control: &Control,
) -> Result<(Record, [u64; 3]), SolveError> {
    let mut counts = [0_u64; 3];
    let optimum = optimum.map_or(f64::INFINITY, f64::from);
    let mut watch = |event: Event| {
        if let Event::Expand { g, h, .. } = event {
            counts[side(f64::from(g) + h, optimum)] += 1;
        }
    };
    let report = level.game.solve(&level.grid, method, control, Some(&mut watch))?;
    Ok((Record::new(method, level, &report), counts))
}

/// 0 below, 1 at, 2 above.
fn side(f: f64, optimum: f64) -> usize {
    match f - optimum {
        difference if difference < -NEAR => 0,
        difference if difference > NEAR => 2,
        _ => 1,
    }
}

fn along(
    level: &Level,
    plan: &[quadrille::moves::Move],
    heuristics: &[Expression],
) -> Result<Vec<Along>, SolveError> {
    let notation = level.game.notation();
    let along = level.game.values_along(&level.grid, plan, heuristics)?;
    let along = along.iter().enumerate().map(|(step, values)| Along {
        step,
        mv: plan.get(step).map(|&mv| notation.write(mv)),
        distance: (plan.len() - step) as Cost,
        estimates: values.iter().map(|valued| finite(valued.value)).collect(),
    });
    Ok(along.collect())
}

impl Accuracy {
    fn of(atlas: &Atlas, heuristic: usize, optimum: Option<Cost>) -> Accuracy {
        let mut found = Accuracy {
            positions: 0,
            mean_error: 0.0,
            mean_absolute_error: 0.0,
            exact: 0,
            over: 0,
            most_over: 0.0,
            dead_ends_seen: 0,
            below: 0,
            at: 0,
        };
        for (place, &estimate) in atlas.places.iter().zip(&atlas.estimates[heuristic]) {
            if let Some(optimum) = optimum.filter(|_| !place.solved) {
                match side(f64::from(place.depth) + estimate, f64::from(optimum)) {
                    0 => found.below += 1,
                    1 => found.at += 1,
                    _ => {}
                }
            }
            let Some(distance) = place.distance else {
                found.dead_ends_seen += usize::from(estimate.is_infinite());
                continue;
            };
            if place.solved {
                continue;
            }
            found.positions += 1;
            let error = f64::from(distance) - estimate;
            found.exact += usize::from(error.abs() <= NEAR);
            if error < -NEAR {
                found.over += 1;
                found.most_over = found.most_over.max(-error);
            }
            found.mean_error += error;
            found.mean_absolute_error += error.abs();
        }
        let count = found.positions.max(1) as f64;
        found.mean_error /= count;
        found.mean_absolute_error /= count;
        found
    }
}

/// The finite estimates of a heuristic for the positions at a distance.
#[derive(Clone, Copy)]
struct Spread {
    count: usize,
    least: f64,
    sum: f64,
    most: f64,
}

impl Spread {
    const NONE: Spread =
        Spread { count: 0, least: f64::INFINITY, sum: 0.0, most: f64::NEG_INFINITY };

    fn add(&mut self, value: f64) {
        self.count += 1;
        self.least = self.least.min(value);
        self.sum += value;
        self.most = self.most.max(value);
    }

    fn summary(self) -> Option<[f64; 3]> {
        (self.count > 0).then(|| [self.least, self.sum / self.count as f64, self.most])
    }
}

fn by_distance(atlas: &Atlas) -> Vec<ByDistance> {
    let farthest = atlas.places.iter().filter_map(|place| place.distance).max();
    let Some(farthest) = farthest else { return Vec::new() };
    let mut rows = vec![(0, vec![Spread::NONE; atlas.estimates.len()]); farthest as usize + 1];
    for (number, place) in atlas.places.iter().enumerate() {
        let Some(distance) = place.distance else { continue };
        let (positions, spreads) = &mut rows[distance as usize];
        *positions += 1;
        for (spread, values) in spreads.iter_mut().zip(&atlas.estimates) {
            if let Some(value) = finite(values[number]) {
                spread.add(value);
            }
        }
    }
    let summary = |(distance, (positions, spreads)): (usize, (usize, Vec<Spread>))| ByDistance {
        distance: distance as Cost,
        positions,
        estimates: spreads.into_iter().map(Spread::summary).collect(),
    };
    rows.into_iter().enumerate().map(summary).filter(|row| row.positions > 0).collect()
}
