//! Why a search with one heuristic expands fewer positions than with another.
//!
//! Compares each heuristic with the true distance, along a shortest plan and, where the space of
//! the level is small enough, over all its positions. Counts the expansions of each search: A* must
//! expand every position whose f = g + h is below the optimum, and may expand those with f at the
//! optimum.

mod findings;
mod markdown;

use quadrille::Method;
use quadrille::atlas::Atlas;
use quadrille::games::SolveError;
use quadrille::heuristics::Expression;
use quadrille::levels::Level;
use quadrille::record::Record;
use quadrille::search::{Algorithm, Control, Cost, Event, Pruning, Stop};
use serde::Serialize;

use quadrille_base::statistics::branching_factor;

/// Estimates that differ by less than this are the same.
const NEAR: f64 = 1e-9;

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Explanation {
    pub algorithm: String,
    /// The fewest moves, if proved.
    pub optimum: Option<Cost>,
    /// True if it is proved that there is no plan.
    pub unsolvable: bool,
    /// The number of reachable positions, as in `space` and `describe`. `None` if there were too
    /// many to explore.
    pub positions: Option<u64>,
    /// The number of them that are only reachable through solved ones. Searches do not go there,
    /// and they have no estimates.
    pub behind_solved: Option<u64>,
    /// The number of the others from which no solved position can be reached.
    pub dead_ends: Option<usize>,
    /// The limit that stopped the exploration.
    pub stop: Option<Stop>,
    /// The heuristics, in the order given.
    pub heuristics: Vec<Explained>,
    pub along: Vec<Along>,
    pub by_distance: Vec<ByDistance>,
    /// The findings, one sentence each.
    pub findings: Vec<String>,
}

/// A heuristic with the search that used it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Explained {
    pub heuristic: String,
    /// True if the heuristic is declared never to overestimate.
    pub admissible: bool,
    /// True if it is declared never to fall by more than the cost of a move.
    pub consistent: bool,
    pub record: Record,
    /// Expansions with f below the optimum; `None` if the optimum is unknown.
    pub below: Option<u64>,
    /// Expansions with f at the optimum.
    pub at: Option<u64>,
    /// Expansions with f above the optimum.
    pub above: Option<u64>,
    pub branching: Option<f64>,
    /// The estimate of the start; `None` for a dead end.
    pub start: Option<f64>,
    /// The accuracy over the whole space.
    pub space: Option<Accuracy>,
}

/// The error of a heuristic against the true distances.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Accuracy {
    /// The number of solvable positions, without the solved ones.
    pub positions: usize,
    /// The mean of true distance less estimate.
    pub mean_error: f64,
    pub mean_absolute_error: f64,
    pub exact: usize,
    /// The number of estimates above the true distance.
    pub over: usize,
    /// The largest overestimate.
    pub most_over: f64,
    pub dead_ends_seen: usize,
    /// The number of positions with depth plus estimate below the optimum: A* with a consistent
    /// heuristic expands each of them.
    pub below: usize,
    /// The number of positions with depth plus estimate at the optimum: A* may expand any of them.
    pub at: usize,
}

/// A position of a shortest plan.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Along {
    pub step: usize,
    /// The next move of the plan.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    pub distance: Cost,
    /// The estimate of each heuristic; `None` for a dead end.
    pub estimates: Vec<Option<f64>>,
}

/// The positions at one true distance.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ByDistance {
    pub distance: Cost,
    pub positions: usize,
    /// For each heuristic the smallest, mean and largest finite estimate.
    pub estimates: Vec<Option<[f64; 3]>>,
}

/// Compares heuristics. `control` limits each search and, with `space` positions, the exploration.
/// `begun` is called before each step. If it is cancelled, the results so far are returned.
pub fn explain(
    level: &Level,
    algorithm: Algorithm,
    heuristics: &[Expression],
    space: u64,
    control: &Control,
    mut begun: impl FnMut(&str),
) -> Result<Explanation, SolveError> {
    let game = level.game;
    let methods = heuristics.iter().map(|heuristic| {
        let method = Method { heuristic: Some(heuristic.clone()), ..Method::from(algorithm) };
        game.resolve(&method).map_err(SolveError::Heuristic)
    });
    let methods = methods.collect::<Result<Vec<_>, _>>()?;
    begun("exploring the space");
    let mut bounded = fresh(control);
    bounded.limits.max_nodes = Some(bounded.limits.max_nodes.unwrap_or(u64::MAX).min(space));
    let atlas = game.atlas(&level.grid, heuristics, &bounded)?;
    let mut stop = atlas.stop;
    let mut positions: Option<u64> = None;
    if stop.is_none() {
        let survey = game.survey(&level.grid, Pruning::ALL, &bounded)?;
        stop = survey.stop;
        positions = Some(survey.layers.iter().map(|layer| layer.positions).sum());
    }
    let positions = positions.filter(|_| stop.is_none());
    let is_whole = positions.is_some();
    begun("looking for a shortest plan");
    let best = game.solve(&level.grid, &Method::default(), &fresh(control), None)?;
    let optimum = match is_whole {
        true => atlas.places.distance(0),
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
        let claims = heuristics[number].check(game.vocabulary()).map_err(SolveError::Heuristic)?;
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

/// The same control with its own figures.
fn fresh(control: &Control) -> Control {
    Control { progress: Default::default(), ..control.clone() }
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// Runs the search and counts its expansions with f below, at and above the optimum.
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
