//! Checks of levels, and of a puzzle against a game.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use quadrille::Method;
use quadrille::games::Game;
use quadrille::grid::Grid;
use quadrille::levels::Level;
use quadrille::search::{Control, Limits};

use super::assignment::Assignment;
use super::heuristic::Found;

/// Positions that the search of one level may expand.
const MOST_NODES: u64 = 200_000;

fn control(nodes: u64) -> Control {
    Control::with_limits(Limits { nodes: Some(nodes), ..Limits::default() })
}

/// Whether enough levels have a shortest plan of so many moves.
pub fn levels(
    handed_in: &[(String, Level)],
    count: usize,
    moves: &RangeInclusive<u32>,
    unique: bool,
) -> Result<Found, String> {
    let (mut good, mut first_bad) = (0, None);
    for (name, level) in handed_in {
        match rated(level, moves, unique) {
            Ok(()) => good += 1,
            Err(why) => {
                first_bad.get_or_insert(format!("{name}: {why}"));
            }
        }
    }
    let told = format!("{good} of {} levels", handed_in.len());
    Ok((good >= count, first_bad.map_or(told.clone(), |bad| format!("{told}; {bad}"))))
}

fn rated(level: &Level, moves: &RangeInclusive<u32>, unique: bool) -> Result<(), String> {
    let method = Method::default();
    let report = level.game.solve(&level.grid, &method, &control(MOST_NODES), None);
    let report = report.map_err(|error| error.to_string())?;
    let Some((_, cost)) = report.plan().filter(|_| report.is_optimal()) else {
        return Err("it has no plan that is proved shortest".to_string());
    };
    if !moves.contains(&cost) {
        return Err(format!("its shortest plan has {cost} moves"));
    }
    if unique {
        let rating = level.game.rate(&level.grid, &control(MOST_NODES));
        let plans = rating.map_err(|error| error.to_string())?.parts.plans;
        if plans != Some(1) {
            return Err("it has several shortest plans".to_string());
        }
    }
    Ok(())
}

/// Whether a puzzle has as many positions at each depth as a game, on all levels.
pub fn like(
    assignment: &Assignment,
    puzzle: &dyn Game,
    game: &'static dyn Game,
    positions: usize,
) -> Result<Found, String> {
    let mut seen = 0;
    for (name, level, hidden) in &assignment.levels {
        let name = if *hidden { "a hidden level" } else { name };
        let board = translated(&level.grid, game, puzzle)?;
        // Rules that fail are told here.
        let bfs = Method::from(quadrille::registry::Algorithm::Bfs);
        let report = puzzle.solve(&board, &bfs, &control(positions as u64), None);
        report.map_err(|error| error.to_string())?;
        let (wanted, counted) =
            (layers(game, &level.grid, positions), layers(puzzle, &board, positions));
        let differs = |&depth: &usize| wanted.get(depth) != counted.get(depth);
        if let Some(depth) = (0..wanted.len().max(counted.len())).find(differs) {
            let told = |layers: &[(usize, usize)]| {
                let &(positions, solved) = layers.get(depth).unwrap_or(&(0, 0));
                format!("{positions} positions, {solved} of them solved")
            };
            let (found, right) = (told(&counted), told(&wanted));
            return Ok((
                false,
                format!("{name}: {found}, after {depth} moves; {right}, are right"),
            ));
        }
        seen += wanted.iter().map(|(positions, _)| positions).sum::<usize>();
    }
    Ok((true, format!("{seen} positions of {} levels", assignment.levels.len())))
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
