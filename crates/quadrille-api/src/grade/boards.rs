//! Checks of levels, and counts of a board's positions by depth.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use quadrille::Method;
use quadrille::grid::Grid;
use quadrille::levels::Level;

use super::finding::{Bad, Finding, Reason};
use super::{Bench, MOST_NODES};

/// Checks that enough levels pass `rated`, which returns the reason if one does not.
pub(super) fn enough<T>(
    levels: &[(String, T)],
    count: usize,
    bench: &Bench<'_>,
    rated: impl Fn(&T) -> Result<(), Reason>,
) -> Finding {
    let (mut good, mut first_bad) = (0, None);
    for (name, level) in levels {
        match rated(level) {
            _ if bench.is_over() => return Finding::NotChecked,
            Ok(()) => good += 1,
            Err(reason) => {
                first_bad.get_or_insert(Bad { level: name.clone(), reason });
            }
        }
    }
    Finding::Levels { good, all: levels.len(), enough: good >= count, why: first_bad }
}

/// Checks the length of a level's shortest plan.
pub(super) fn rated(
    Level { game, grid: board, .. }: &Level,
    moves: &RangeInclusive<u32>,
    unique: bool,
    bench: &Bench<'_>,
) -> Result<(), Reason> {
    let report = game.solve(board, &Method::default(), &bench.search(MOST_NODES), None);
    let report = report.map_err(|error| Reason::Failed { why: error.to_string() })?;
    let Some((_, cost)) = report.plan().filter(|_| report.is_optimal()) else {
        return Err(Reason::NoPlan);
    };
    if !moves.contains(&cost) {
        return Err(Reason::Moves { moves: cost });
    }
    if unique {
        let rating = game.rate(board, &bench.search(MOST_NODES));
        let rating = rating.map_err(|error| Reason::Failed { why: error.to_string() })?;
        if rating.parts.plans != Some(1) {
            return Err(Reason::SeveralPlans);
        }
    }
    Ok(())
}

/// A board, and true if it is solved.
type Reached = (Grid<u16>, bool);

/// Counts the boards first reached after each number of moves, and how many of them are solved, up
/// to `most` boards. Solved boards are not expanded; `after` returns the successors of the others.
/// `None` when the time is over.
pub(super) fn layers(
    start: Reached,
    most: usize,
    bench: &Bench<'_>,
    after: impl Fn(&Grid<u16>) -> Result<Vec<Reached>, String>,
) -> Result<Option<Vec<(usize, usize)>>, String> {
    let mut known: HashSet<Grid<u16>> = HashSet::from([start.0.clone()]);
    let mut layers = Vec::new();
    let mut layer = vec![start];
    while !layer.is_empty() && known.len() <= most {
        let mut next = Vec::new();
        for (board, _) in layer.iter().filter(|(_, is_solved)| !is_solved) {
            if bench.is_over() {
                return Ok(None);
            }
            next.extend(after(board)?.into_iter().filter(|(board, _)| known.insert(board.clone())));
        }
        layers.push((layer.len(), layer.iter().filter(|(_, is_solved)| *is_solved).count()));
        layer = next;
    }
    Ok(Some(layers))
}
