//! Checks of a puzzle that is a script. They explore its positions here, layer by layer: using the
//! library's searches would make the browser's engine much larger.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

use quadrille::games::Game;
use quadrille::grid::Grid;
use quadrille_script::PuzzleScript;

use super::assignment::Assignment;
use super::boards::layers;
use super::finding::{Finding, Reason};
use super::{Bench, MOST_NODES};

/// The number of copies of a board during a search, and the bytes of each beside its cells.
const COPIES: usize = 3;
const BESIDE: usize = 96;

fn failed(why: &str) -> String {
    format!("the rules of the game failed: {why}")
}

/// Checks the length of a board's shortest plan.
pub(super) fn rated(
    puzzle: &PuzzleScript,
    board: &Grid<u16>,
    moves: &RangeInclusive<u32>,
    unique: bool,
    bench: &Bench<'_>,
) -> Result<(), Reason> {
    let broken = |why: String| Reason::Failed { why: failed(&why) };
    if let Some(why) = puzzle.complaints(board).map_err(broken)?.into_iter().next() {
        return Err(Reason::Failed { why });
    }
    match shortest(puzzle, board, bench).map_err(broken)? {
        None => Err(Reason::NoPlan),
        Some((cost, _)) if !moves.contains(&cost) => Err(Reason::Moves { moves: cost }),
        Some((_, plans)) if unique && plans > 1 => Err(Reason::SeveralPlans),
        Some(_) => Ok(()),
    }
}

/// The length of the shortest plans and their number. `None` if there is no plan, or none was found
/// within the limits.
fn shortest(
    puzzle: &PuzzleScript,
    start: &Grid<u16>,
    bench: &Bench<'_>,
) -> Result<Option<(u32, u64)>, String> {
    if puzzle.has_solved(start)? {
        return Ok(Some((0, 1)));
    }
    let memory = bench.control.limits.max_memory.unwrap_or(usize::MAX);
    let room = memory / (COPIES * (2 * start.size().cells() + BESIDE));
    let most = room.min(usize::try_from(MOST_NODES).unwrap_or(usize::MAX));
    let mut known: HashSet<Grid<u16>> = HashSet::from([start.clone()]);
    // Each board of a layer, with the number of paths to it.
    let mut layer: Vec<(Grid<u16>, u64)> = vec![(start.clone(), 1)];
    for depth in 1.. {
        let mut places: HashMap<Grid<u16>, usize> = HashMap::new();
        let (mut next, mut plans): (Vec<(Grid<u16>, u64)>, u64) = (Vec::new(), 0);
        for (board, ways) in &layer {
            if bench.is_over() || known.len() > most {
                return Ok(None);
            }
            for (after, is_solved) in puzzle.after(board)? {
                if is_solved {
                    plans = plans.saturating_add(*ways);
                } else if let Some(&at) = places.get(&after) {
                    next[at].1 = next[at].1.saturating_add(*ways);
                } else if known.insert(after.clone()) {
                    places.insert(after.clone(), next.len());
                    next.push((after, *ways));
                }
            }
        }
        if plans > 0 {
            return Ok(Some((depth, plans)));
        }
        if next.is_empty() {
            return Ok(None);
        }
        layer = next;
    }
    Ok(None)
}

/// Checks that a puzzle has as many positions at each depth as a game, on all levels.
pub(super) fn like(
    assignment: &Assignment,
    puzzle: &PuzzleScript,
    game: &'static dyn Game,
    most: usize,
    bench: &Bench<'_>,
) -> Result<Finding, String> {
    let mut positions = 0;
    for given in &assignment.levels {
        if bench.is_over() {
            return Ok(Finding::NotChecked);
        }
        let board = match translated(&given.level.grid, game, puzzle) {
            Ok(board) => board,
            Err(glyph) => return Ok(Finding::NoCell { glyph }),
        };
        let step = |board: &Grid<u16>| puzzle.after(board);
        let broken = |why: String| given.failure(failed(&why));
        let start = (board.clone(), puzzle.has_solved(&board).map_err(broken)?);
        let counted = layers(start, most, bench, step).map_err(broken)?;
        let step = |board: &Grid<u16>| {
            let after = game.moves(board).into_iter().filter_map(|mv| game.play(board, mv).ok());
            Ok(after.map(|after| (after.clone(), game.is_solved(&after))).collect())
        };
        let grid = &given.level.grid;
        let wanted = layers((grid.clone(), game.is_solved(grid)), most, bench, step)?;
        let (Some(wanted), Some(counted)) = (wanted, counted) else {
            return Ok(Finding::NotChecked);
        };
        let differs = |&depth: &usize| wanted.get(depth) != counted.get(depth);
        if let Some(depth) = (0..wanted.len().max(counted.len())).find(differs) {
            let at = |layers: &[(usize, usize)]| layers.get(depth).copied().unwrap_or_default();
            let (found, right) = (at(&counted), at(&wanted));
            return Ok(Finding::Unlike { level: given.shown(), depth, found, right });
        }
        positions += wanted.iter().map(|(positions, _)| positions).sum::<usize>();
    }
    Ok(Finding::Alike { positions, levels: assignment.levels.len() })
}

/// Translates a board of a game to the cells of a puzzle, by glyph. The error is a glyph that the
/// puzzle does not have.
fn translated(board: &Grid<u16>, from: &dyn Game, to: &PuzzleScript) -> Result<Grid<u16>, String> {
    let mut translated = board.clone();
    for at in board.size().coords() {
        let glyph = from.cell_glyph(board[at]).unwrap_or_default();
        translated[at] = to.head().kinds.code_of(&glyph).ok_or(glyph)?;
    }
    Ok(translated)
}
