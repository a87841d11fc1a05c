//! Checks of levels, and of a puzzle against a game.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use quadrille::Method;
use quadrille::games::Game;
use quadrille::grid::Grid;
use quadrille::registry::Algorithm;

use super::assignment::Assignment;
use super::found::{Bad, Found, Reason};
use super::{Bench, MOST_NODES};

/// Whether enough boards have a shortest plan of so many moves.
pub(super) fn levels<'a>(
    boards: impl Iterator<Item = (&'a String, &'a dyn Game, &'a Grid<u16>)>,
    count: usize,
    moves: &RangeInclusive<u32>,
    unique: bool,
    bench: &Bench<'_>,
) -> Found {
    let (mut all, mut good, mut first_bad) = (0, 0, None);
    for (name, game, board) in boards {
        all += 1;
        match rated(game, board, moves, unique, bench) {
            _ if bench.is_over() => return Found::NotChecked,
            Ok(()) => good += 1,
            Err(reason) => {
                first_bad.get_or_insert(Bad { level: name.clone(), reason });
            }
        }
    }
    Found::Levels { good, all, enough: good >= count, why: first_bad }
}

fn rated(
    game: &dyn Game,
    board: &Grid<u16>,
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

/// Whether a puzzle has as many positions at each depth as a game, on all levels.
pub(super) fn like(
    assignment: &Assignment,
    puzzle: &dyn Game,
    game: &'static dyn Game,
    most: usize,
    bench: &Bench<'_>,
) -> Result<Found, String> {
    let mut positions = 0;
    for given in &assignment.levels {
        if bench.is_over() {
            return Ok(Found::NotChecked);
        }
        let board = match translated(&given.level.grid, game, puzzle) {
            Ok(board) => board,
            Err(glyph) => return Ok(Found::NoCell { glyph }),
        };
        // Rules that fail are told here.
        let bfs = Method::from(Algorithm::Bfs);
        let report = puzzle.solve(&board, &bfs, &bench.search(most as u64), None);
        report.map_err(|error| error.to_string())?;
        let (wanted, counted) =
            (layers(game, &given.level.grid, most, bench), layers(puzzle, &board, most, bench));
        let (Some(wanted), Some(counted)) = (wanted, counted) else { return Ok(Found::NotChecked) };
        let differs = |&depth: &usize| wanted.get(depth) != counted.get(depth);
        if let Some(depth) = (0..wanted.len().max(counted.len())).find(differs) {
            let at = |layers: &[(usize, usize)]| layers.get(depth).copied().unwrap_or_default();
            let (found, right) = (at(&counted), at(&wanted));
            return Ok(Found::Unlike { level: given.shown(), depth, found, right });
        }
        positions += wanted.iter().map(|(positions, _)| positions).sum::<usize>();
    }
    Ok(Found::Alike { positions, levels: assignment.levels.len() })
}

/// How many different boards there are after each number of moves, and how many of them are solved, until there are so many. Solved ones
/// are not played on. `None` when there is no time left.
fn layers(
    game: &dyn Game,
    start: &Grid<u16>,
    most: usize,
    bench: &Bench<'_>,
) -> Option<Vec<(usize, usize)>> {
    let mut known: HashSet<Grid<u16>> = HashSet::from([start.clone()]);
    let mut layers = Vec::new();
    let mut layer = vec![start.clone()];
    while !layer.is_empty() && known.len() <= most {
        let (mut solved, mut next) = (0, Vec::new());
        for board in &layer {
            if bench.is_over() {
                return None;
            }
            if game.is_solved(board) {
                solved += 1;
                continue;
            }
            let after = game.moves(board).into_iter().filter_map(|mv| game.play(board, mv).ok());
            next.extend(after.filter(|board| known.insert(board.clone())));
        }
        layers.push((layer.len(), solved));
        layer = next;
    }
    Some(layers)
}

/// The board of a game in the cells of a puzzle, by their glyphs; or the glyph of a cell that the puzzle does not have.
fn translated(board: &Grid<u16>, from: &dyn Game, to: &dyn Game) -> Result<Grid<u16>, String> {
    let cell = |&code: &u16| {
        let glyph = from.cell_glyph(code).unwrap_or_default();
        to.cell_from_glyph(&glyph).ok_or(glyph)
    };
    let cells = board.cells().iter().map(cell).collect::<Result<Vec<u16>, String>>()?;
    let mut translated = board.clone();
    for (at, cell) in board.size().positions().zip(cells) {
        translated[at] = cell;
    }
    Ok(translated)
}
