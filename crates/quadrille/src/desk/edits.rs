//! Small changes of a board: each in words, and lists of all changes of a kind.

use quadrille_base::random::Random;

use crate::definition::Stock;
use crate::game::Game;
use crate::grid::{Coord, Grid, Size};

/// A cell that differs between two boards.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Change {
    /// Its row, from 0.
    pub row: u8,
    /// Its column, from 0.
    pub col: u8,
    /// The name of the cell before: `wall`.
    pub before: String,
    /// The name of the cell after: `floor`.
    pub after: String,
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}: {} becomes {}", self.row, self.col, self.before, self.after)
    }
}

/// The cells that differ between two boards of the same size, in reading order.
pub fn changes(game: &dyn Game, before: &Grid<u16>, after: &Grid<u16>) -> Vec<Change> {
    let name =
        |code: u16| game.kinds().get(code).map_or_else(String::new, |kind| kind.name.clone());
    let cells = before.iter().zip(after.cells());
    let differing = cells.filter(|((_, before), after)| before != *after);
    let change = |((at, before), after): ((Coord, u16), &u16)| Change {
        row: at.row,
        col: at.col,
        before: name(before),
        after: name(*after),
    };
    differing.map(change).collect()
}

/// The changes in words, joined by `; `.
pub(super) fn words(changes: &[Change]) -> String {
    changes.iter().map(Change::to_string).collect::<Vec<_>>().join("; ")
}

/// Every board with one wall more or less, one goal in another place, or one piece in another
/// place, in this order. They need not be levels.
pub(super) fn small(game: &dyn Game, board: &Grid<u16>) -> Vec<Grid<u16>> {
    let Some(stock) = Stock::of_codes(game.kinds()) else { return Vec::new() };
    let with = |changes: &[(Coord, u16)]| {
        let mut board = board.clone();
        changes.iter().for_each(|&(at, cell)| board[at] = cell);
        board
    };
    let mut boards = Vec::new();
    let wall = stock.walls.first();
    let free: Vec<Coord> = board.coords_where(|cell| cell == stock.empty).collect();
    boards.extend(
        wall.iter()
            .flat_map(|&&wall| free.iter().map(move |&at| (at, wall)))
            .map(|change| with(&[change])),
    );
    let walls = board.coords_where(|cell| stock.walls.contains(&cell));
    boards.extend(walls.map(|at| with(&[(at, stock.empty)])));
    let parts = |at: Coord| stock.parts(board[at]);
    for goals in [true, false] {
        let own = |at: Coord| if goals { parts(at).1 } else { parts(at).0 };
        for from in board.size().coords().filter(|&at| own(at).is_some()) {
            let (piece, target) = parts(from);
            let left = if goals { stock.joined(piece, None) } else { stock.joined(None, target) };
            for to in board.size().coords().filter(|&to| to != from && own(to).is_none()) {
                let (other_piece, other_target) = parts(to);
                let is_free = board[to] == stock.empty || other_piece.or(other_target).is_some();
                let joined = match goals {
                    true => stock.joined(other_piece, target),
                    false => stock.joined(piece, other_target),
                };
                if let (Some(left), Some(joined), true) = (left, joined, is_free) {
                    boards.push(with(&[(from, left), (to, joined)]));
                }
            }
        }
    }
    boards
}

/// True if a changed board is a level that is not solved yet, and has no pieces or goals out of
/// reach that the original does not have.
pub(super) fn is_level(game: &dyn Game, before: &Grid<u16>, after: &Grid<u16>) -> bool {
    game.problems(after).is_empty()
        && !game.is_solved(after)
        && game.stranded(after) <= game.stranded(before)
}

/// The boards without one of the outer rows or columns, if only floor and walls are lost, each with
/// a description.
pub(super) fn smaller(game: &dyn Game, board: &Grid<u16>) -> Vec<(&'static str, Grid<u16>)> {
    let Some(stock) = Stock::of_codes(game.kinds()) else { return Vec::new() };
    let size = board.size();
    let (rows, cols) = (size.rows(), size.cols());
    let sides = [
        ("without the first row", 1, 0, rows - 1, cols),
        ("without the last row", 0, 0, rows - 1, cols),
        ("without the first column", 0, 1, rows, cols - 1),
        ("without the last column", 0, 0, rows, cols - 1),
    ];
    let cut = |(name, row, col, rows, cols): (&'static str, u8, u8, usize, usize)| {
        let new_size = Size::new(rows, cols)?;
        let from = |at: Coord| Coord { row: at.row + row, col: at.col + col };
        let cells = new_size.coords().map(|at| board[from(at)]);
        let kept = Grid::from_cells(new_size, cells.collect())?;
        let is_kept = |at: Coord| {
            at.row >= row
                && at.col >= col
                && new_size.contains(Coord { row: at.row - row, col: at.col - col })
        };
        let is_bare = |cell: u16| cell == stock.empty || stock.walls.contains(&cell);
        let lost = size.coords().filter(|&at| !is_kept(at));
        lost.map(|at| board[at]).all(is_bare).then_some((name, kept))
    };
    sides.into_iter().filter_map(cut).collect()
}

/// A board after a few random changes made by the game.
pub(super) fn random(
    game: &dyn Game,
    board: &Grid<u16>,
    steps: usize,
    number: u64,
) -> Option<Grid<u16>> {
    let mut random = Random::new(0, number);
    let mut here = board.clone();
    for _ in 0..steps {
        here = game.varied(&here, &mut random)?;
    }
    Some(here)
}
