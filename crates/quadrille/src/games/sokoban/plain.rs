//! The rules of Sokoban on a plain grid, cell by cell.

use super::Game;
use super::cell::{BOX, Cell, GOAL, PLAYER, WALL};
use crate::definition::{Definition as _, count_problem};
use crate::diagnostic::{Diagnostic, message};
use crate::grid::{Coord, Direction, Grid};
use crate::moves::Move;

pub(super) fn player(board: &Grid<Cell>) -> Option<Coord> {
    board.coords_where(|cell| cell.has(PLAYER)).next()
}

/// The steps of the player to every cell that could be reached without boxes.
pub(super) fn without_boxes(board: &Grid<Cell>) -> Grid<Option<u32>> {
    board.size().steps_from(player(board), |to, _| !board[to].has(WALL))
}

/// The cells that the player could reach without boxes, and all boxes and goals, in reading order.
pub(super) fn inside(board: &Grid<Cell>) -> Vec<Coord> {
    let steps = without_boxes(board);
    let is_inside = |at: &Coord| steps[*at].is_some() || board[*at].has(BOX.with(GOAL));
    board.size().coords().filter(is_inside).collect()
}

pub(super) fn is_solved(board: &Grid<Cell>) -> bool {
    board.cells().iter().all(|cell| !cell.has(GOAL) || cell.has(BOX))
}

/// Moves a box or the player from one cell to another.
pub(super) fn shift(board: &mut Grid<Cell>, what: Cell, from: Coord, to: Coord) {
    board[from] = board[from].without(what);
    board[to] = board[to].with(what);
}

pub(super) fn play(board: &Grid<Cell>, mv: Move) -> Result<Grid<Cell>, Diagnostic> {
    let Move::All(way) = mv else { return Err(message::direction_expected(Game::ID)) };
    let size = board.size();
    let from = player(board).ok_or_else(message::no_player)?;
    let to = size.step(from, way).ok_or_else(|| message::player_at_border(way))?;
    if board[to].has(WALL) {
        return Err(message::player_at_wall(way).at_cell(size.index(to)));
    }
    let mut after = board.clone();
    if board[to].has(BOX) {
        let is_free = |beyond: &Coord| !board[*beyond].has(WALL.with(BOX));
        let Some(beyond) = size.step(to, way).filter(is_free) else {
            return Err(message::box_blocked(to, way).at_cell(size.index(to)));
        };
        shift(&mut after, BOX, to, beyond);
    }
    shift(&mut after, PLAYER, from, to);
    Ok(after)
}

/// A plan of pushes with a shortest walk before each.
pub(super) fn spelled_out(board: &Grid<Cell>, pushes: &[Move]) -> Vec<Move> {
    let mut board = board.clone();
    let size = board.size();
    let mut moves = Vec::new();
    for &push in pushes {
        let Move::Cell(at, way) = push else { continue };
        let is_free = |to: Coord| !board[to].has(WALL.with(BOX));
        let steps = size.steps_from(size.step(at, way.opposite()), |to, _| is_free(to));
        let mut here = player(&board);
        let mut walk = Vec::new();
        while let Some(from) = here.filter(|&from| steps[from] != Some(0)) {
            let is_nearer = |to: &Coord| steps[*to].is_some() && steps[*to] < steps[from];
            let next = Direction::ALL
                .into_iter()
                .find_map(|way| size.step(from, way).filter(is_nearer).map(|to| (way, to)));
            here = next.map(|(_, to)| to);
            walk.extend(next.map(|(way, _)| way));
        }
        for way in walk.into_iter().chain([way]) {
            moves.push(Move::All(way));
            board = play(&board, Move::All(way)).unwrap_or(board);
        }
    }
    moves
}

pub(super) fn is_push(before: &Grid<Cell>, after: &Grid<Cell>) -> bool {
    before.map(|cell| cell.has(BOX)) != after.map(|cell| cell.has(BOX))
}

/// The reasons why a board is not a level; empty if it is one.
pub(super) fn problems(board: &Grid<Cell>) -> Vec<Diagnostic> {
    let has = |what: Cell| move |cell: Cell| cell.has(what);
    let goals = board.coords_where(has(GOAL)).count();
    let player = count_problem(board, ("player", "@"), 1..=1, has(PLAYER));
    let goal = count_problem(board, ("goal", "."), 1..=usize::MAX, has(GOAL));
    let boxes = count_problem(board, ("box", "$"), goals..=usize::MAX, has(BOX));
    player.or(goal).or(boxes).into_iter().collect()
}
