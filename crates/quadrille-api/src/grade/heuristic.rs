//! Checks of a heuristic.

use quadrille::Method;
use quadrille::claims::{Property, drafts, shrink};
use quadrille::heuristics::Expression;
use quadrille::levels::{Known, Level};
use quadrille::search::{Algorithm, Cost};

use super::assignment::{Assignment, Given};
use super::finding::Finding;
use super::{Bench, MOST_NODES};

/// Checks that a property holds on the positions examined.
pub(super) fn holds(
    assignment: &Assignment,
    heuristic: &Expression,
    property: Property,
    (random, most): (u64, usize),
    bench: &Bench<'_>,
) -> Result<Finding, String> {
    let cancel = &bench.control.cancel;
    let game = assignment.game.ok_or("the assignment names no game")?;
    let all = assignment.levels.iter();
    let all = all.map(|given| (Some(given), given.level.game, given.level.grid.clone()));
    let drafts = drafts(game, random).map(|board| (None, game, board));
    let (mut levels, mut positions) = (0, 0);
    for (given, game, board) in all.chain(drafts) {
        if bench.is_over() {
            return Ok(Finding::NotChecked);
        }
        let examined = game.examine(&board, heuristic, most, cancel);
        let examined = examined.map_err(|error| {
            let why = error.to_string();
            given.map_or(why.clone(), |given| given.failure(why))
        })?;
        levels += 1;
        positions += examined.positions;
        let Some(wrong) = examined.against(property) else { continue };
        if given.is_some_and(|given| given.hidden) {
            return Ok(Finding::RefutedUnseen);
        }
        let smallest = shrink(game, heuristic, property, wrong, (most, cancel));
        return Ok(Finding::refuted(game, &smallest));
    }
    Ok(Finding::Held { positions, levels })
}

fn method(algorithm: Algorithm, heuristic: &Expression) -> Method {
    Method { heuristic: Some(heuristic.clone()), ..Method::from(algorithm) }
}

/// Checks that a search with the heuristic solves a level within this many expansions.
pub(super) fn expansions(
    given: &Given,
    heuristic: &Expression,
    algorithm: Algorithm,
    (most, partial): (u64, &[(f64, f64)]),
    bench: &Bench<'_>,
) -> Result<Finding, String> {
    // One more, to distinguish a search that needs exactly this many from one that needs more.
    let budget = partial.iter().map(|(limit, _)| *limit as u64).fold(most, u64::max);
    let control = bench.search(budget.saturating_add(1));
    let Level { game, grid, .. } = &given.level;
    let report = game.solve(grid, &method(algorithm, heuristic), &control, None);
    let report = report.map_err(|error| given.failure(error.to_string()))?;
    let expanded = report.stats.expanded;
    Ok(match report.plan() {
        Some(_) if expanded <= most => Finding::Solved { expanded, most },
        Some(_) => Finding::OverBudget { most, expanded: Some(expanded) },
        None if bench.is_over() => Finding::NotChecked,
        None => Finding::OverBudget { most, expanded: None },
    })
}

/// Checks that no plan is longer than the shortest by more than this.
pub(super) fn longer(
    assignment: &Assignment,
    heuristic: &Expression,
    algorithm: Algorithm,
    by: u32,
    bench: &Bench<'_>,
) -> Result<Finding, String> {
    let method = method(algorithm, heuristic);
    let mut worst: Option<(u32, Finding)> = None;
    for given in &assignment.levels {
        let Level { game, grid, .. } = &given.level;
        let Some(optimal) = optimum(&given.level, bench) else { continue };
        let report = game.solve(grid, &method, &bench.search(MOST_NODES), None);
        let report = report.map_err(|error| given.failure(error.to_string()))?;
        match report.plan() {
            Some((_, cost)) => keep_worst(&mut worst, given.shown(), (cost, optimal), by),
            None if bench.is_over() => return Ok(Finding::NotChecked),
            None => return Ok(Finding::NoPlan { level: given.shown(), expansions: MOST_NODES }),
        }
    }
    Ok(worst.map_or(Finding::Short { levels: assignment.levels.len() }, |(_, longer)| longer))
}

/// Keeps the plan with the largest excess.
pub(super) fn keep_worst(
    worst: &mut Option<(u32, Finding)>,
    level: Option<String>,
    (cost, optimal): (Cost, Cost),
    by: u32,
) {
    let excess = cost.saturating_sub(optimal);
    if excess > by && worst.as_ref().is_none_or(|(most, _)| excess > *most) {
        *worst = Some((excess, Finding::Longer { level, cost, optimal }));
    }
}

/// The length of a shortest plan, from the file or by the solver.
pub(super) fn optimum(level: &Level, bench: &Bench<'_>) -> Option<Cost> {
    if let Some(Known::Optimal(optimum)) = level.known {
        return Some(optimum);
    }
    let control = bench.search(MOST_NODES);
    let report = level.game.solve(&level.grid, &Method::default(), &control, None).ok()?;
    report.is_optimal().then(|| report.plan().map(|(_, cost)| cost))?
}
