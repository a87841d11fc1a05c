//! Checks of levels, and of a puzzle against a game.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use quadrille::Method;
use quadrille::games::Game;
use quadrille::grid::Grid;
use quadrille::levels::Level;
use quadrille::registry::Algorithm;

use super::assignment::Assignment;
use super::found::Found;
use super::{Bench, MOST_NODES};

/// Whether enough levels have a shortest plan of so many moves.
pub(super) fn levels(
    handed_in: &[(String, Level)],
    count: usize,
    moves: &RangeInclusive<u32>,
    unique: bool,
    bench: &Bench<'_>,
) -> Result<Found, String> {
    let (mut good, mut first_bad) = (0, None);
    for (name, level) in handed_in {
        match rated(level, moves, unique, bench) {
            _ if bench.is_over() => return Ok(Found::NotChecked),
            Ok(()) => good += 1,
            Err(why) => {
                first_bad.get_or_insert(format!("{name}: {why}"));
            }
        }
    }
    Ok(Found::Levels { good, all: handed_in.len(), enough: good >= count, why: first_bad })
}

fn rated(
    level: &Level,
    moves: &RangeInclusive<u32>,
    unique: bool,
    bench: &Bench<'_>,
) -> Result<(), String> {
    let method = Method::default();
    let report = level.game.solve(&level.grid, &method, &bench.search(MOST_NODES), None);
    let report = report.map_err(|error| error.to_string())?;
    let Some((_, cost)) = report.plan().filter(|_| report.is_optimal()) else {
        return Err("it has no plan that is proved shortest".to_string());
    };
    if !moves.contains(&cost) {
        let moves = quadrille::noun::counted(u64::from(cost), "move");
        return Err(format!("its shortest plan has {moves}"));
    }
    if unique {
        let rating = level.game.rate(&level.grid, &bench.search(MOST_NODES));
        let plans = rating.map_err(|error| error.to_string())?.parts.plans;
        if plans != Some(1) {
            return Err("it has several shortest plans".to_string());
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
        let board = translated(&given.level.grid, game, puzzle)?;
        // Rules that fail are told here.
        let bfs = Method::from(Algorithm::Bfs);
        let report = puzzle.solve(&board, &bfs, &bench.search(most as u64), None);
        report.map_err(|error| error.to_string())?;
        let (wanted, counted) =
            (layers(game, &given.level.grid, most), layers(puzzle, &board, most));
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
/// are not played on.
fn layers(game: &dyn Game, start: &Grid<u16>, most: usize) -> Vec<(usize, usize)> {
    let mut known: HashSet<Grid<u16>> = HashSet::from([start.clone()]);
    let mut layers = Vec::new();
    let mut layer = vec![start.clone()];
    while !layer.is_empty() && known.len() <= most {
        let (solved, open): (Vec<_>, Vec<_>) =
            layer.into_iter().partition(|board| game.is_solved(board));
        layers.push((solved.len() + open.len(), solved.len()));
        let after = open.iter().flat_map(|board| {
            let moves = game.moves(board).into_iter();
            moves.filter_map(|mv| game.play(board, mv).ok())
        });
        layer = after.filter(|board| known.insert(board.clone())).collect();
    }
    layers
}

/// The board of a game in the cells of a puzzle, by their glyphs.
fn translated(board: &Grid<u16>, from: &dyn Game, to: &dyn Game) -> Result<Grid<u16>, String> {
    let cell = |&code: &u16| {
        let glyph = from.cell_glyph(code).unwrap_or_default();
        to.cell_from_glyph(&glyph).ok_or_else(|| format!("the puzzle has no cell '{glyph}'"))
    };
    let cells = board.cells().iter().map(cell).collect::<Result<Vec<u16>, String>>()?;
    Grid::from_cells(board.size(), cells).ok_or_else(|| "a board has no such size".to_string())
}
