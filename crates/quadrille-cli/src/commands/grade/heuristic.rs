//! Checks of a heuristic.

use quadrille::Method;
use quadrille::claims::{Counterexample, Property, shrink};
use quadrille::games::Game;
use quadrille::generate::Spec;
use quadrille::grid::{Grid, Size};
use quadrille::heuristics::Expression;
use quadrille::levels::{self, Level};
use quadrille::registry::Algorithm;
use quadrille::search::{Cancel, Control, Cost, Limits};

use super::assignment::Assignment;

/// Positions that a search for a check of plans may expand.
const MOST_NODES: u64 = 200_000;

/// What was found, and whether it is good.
pub type Found = (bool, String);

/// Whether a property holds, as far as positions are looked at.
pub fn holds(
    assignment: &Assignment,
    heuristic: &Expression,
    property: Property,
    (random, positions): (u64, usize),
) -> Result<Found, String> {
    let cancel = Cancel::default();
    let game = assignment.game.ok_or("the assignment names no game")?;
    let given = assignment.levels.iter().map(|(name, level, hidden)| {
        (Some((name.clone(), *hidden)), level.game, level.grid.clone())
    });
    let drafts = (0..random).filter_map(|number| Some((None, game, draft(game, number)?)));
    let (mut boards, mut seen) = (0, 0);
    for (name, game, board) in given.chain(drafts) {
        let examined = game.examine(&board, heuristic, positions, &cancel);
        let examined = examined.map_err(|error| error.to_string())?;
        boards += 1;
        seen += examined.positions;
        let Some(wrong) = examined.against(property) else { continue };
        if let Some((_, true)) = name {
            return Ok((false, "it does not hold on a hidden level".to_string()));
        }
        let smallest = shrink(game, heuristic, property, wrong, (positions, &cancel));
        return Ok((false, told(game, &smallest)));
    }
    Ok((true, format!("held on {seen} positions of {boards} levels")))
}

fn told(game: &'static dyn Game, found: &Counterexample) -> String {
    let board = levels::write(&Level::new(game, found.board.clone()), "native");
    let board = board.unwrap_or_default();
    let rows: Vec<&str> =
        board.lines().filter(|line| !line.contains(':') && !line.is_empty()).collect();
    let moves = game.notation().write_all(&found.moves);
    let said = match found.after {
        Some(after) => format!("it says {} before {moves} and {after} after it", found.estimate),
        None => format!("it says {}, and {moves} solves it", found.estimate),
    };
    format!("{said}, on this board: {}", rows.join(" / "))
}

/// A small random level, of changing size.
fn draft(game: &'static dyn Game, number: u64) -> Option<Grid<u16>> {
    let side = |number: u64| 2 + (number % 4) as usize;
    let size = Size::new(side(number), side(number / 4))?;
    game.draft(&Spec { sizes: vec![size], seed: number, ..Spec::default() }, number)
}

fn method(algorithm: Algorithm, heuristic: &Expression) -> Method {
    Method { heuristic: Some(heuristic.clone()), ..Method::from(algorithm) }
}

fn control(nodes: u64) -> Control {
    Control::with_limits(Limits { nodes: Some(nodes), ..Limits::default() })
}

/// Whether a search with the heuristic solves a level within so many expansions.
pub fn expansions(
    level: &Level,
    heuristic: &Expression,
    algorithm: Algorithm,
    most: u64,
) -> Result<Found, String> {
    // One more, so that a search that needs it all is told from one that needs more.
    let method = method(algorithm, heuristic);
    let report = level.game.solve(&level.grid, &method, &control(most.saturating_add(1)), None);
    let report = report.map_err(|error| error.to_string())?;
    let expanded = report.stats.expanded;
    match report.plan() {
        Some(_) if expanded <= most => Ok((true, format!("{expanded} expansions"))),
        _ => Ok((false, format!("more than {most} expansions"))),
    }
}

/// Whether no plan is longer than the shortest by more than so many moves.
pub fn longer(
    assignment: &Assignment,
    heuristic: &Expression,
    algorithm: Algorithm,
    by: u32,
) -> Result<Found, String> {
    let method = method(algorithm, heuristic);
    for (name, level, hidden) in &assignment.levels {
        let name = if *hidden { "a hidden level" } else { name };
        let Some(optimum) = optimum(level) else { continue };
        let report = level.game.solve(&level.grid, &method, &control(MOST_NODES), None);
        let report = report.map_err(|error| error.to_string())?;
        match report.plan() {
            Some((_, cost)) if cost <= optimum.saturating_add(by) => {}
            Some((_, cost)) => {
                return Ok((false, format!("{name}: {cost} moves, and {optimum} are enough")));
            }
            None => return Ok((false, format!("{name}: no plan within {MOST_NODES} expansions"))),
        }
    }
    Ok((true, format!("on all {} levels", assignment.levels.len())))
}

/// The length of a shortest plan, as the file says or as the solver proves.
fn optimum(level: &Level) -> Option<Cost> {
    if let Some(levels::Known::Optimal(optimum)) = level.known {
        return Some(optimum);
    }
    let report =
        level.game.solve(&level.grid, &Method::default(), &control(MOST_NODES), None).ok()?;
    report.is_optimal().then(|| report.plan().map(|(_, cost)| cost))?
}
