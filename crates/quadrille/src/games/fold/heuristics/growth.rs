//! `h5`: the ordering of the Folding Blocks project's search.
//!
//! That project expands the position with the largest `size + covered − cost` first, where `size`
//! is the largest final size that the piece of the last move may reach. The search `ordered` adds
//! the cost, smallest first, so the estimate is the difference to the largest possible
//! `size + covered`.
//!
//! The size is estimated on the first board: for each cell of the piece, the power of two below the
//! free vertical run through it times the least such power over the horizontal runs of that run's
//! rows, and the same transposed; the largest of all. Free cells are empty cells and the piece's
//! own.

use super::super::cell::Cell;
use super::super::rules::Fold;
use crate::grid::{Coord, Direction, Grid};
use crate::heuristics::{HeuristicInfo, Named, Valued};
use crate::moves::{Move, piece_glyph};

pub(in super::super) const H5: HeuristicInfo = HeuristicInfo {
    whole: true,
    ..HeuristicInfo::new(
        "h5",
        "largest final size of the moved piece plus covered cells, largest first; for 'ordered', which subtracts the cost",
        "free runs of the first board, the moved piece, the number of covered cells",
    )
};

pub(super) const fn h5<const N: usize, const C: usize>() -> Named<Fold<N, C>> {
    Named {
        info: H5,
        build: |puzzle, _| {
            let growth = Growth::new(puzzle);
            Box::new(move |state, by| growth.estimate(puzzle.covered(state).count() as usize, by))
        },
        parts: |puzzle, _, state, by| {
            let covered = f64::from(puzzle.covered(state).count());
            let covered = Valued::part("covered cells", covered, None);
            [covered].into_iter().chain(sizes(puzzle, by)).collect()
        },
    }
}

/// The largest final size of the moved piece; of every piece if none has moved yet.
fn sizes<const N: usize, const C: usize>(puzzle: &Fold<N, C>, by: Option<&Move>) -> Vec<Valued> {
    let growth = Growth::new(puzzle);
    let size = |identity: u8, note: &str| {
        let name = piece_glyph(identity).map_or(identity.to_string(), String::from);
        let size = growth.sizes[usize::from(identity)];
        Valued::part(format!("piece {name}{note}"), size as f64, None)
    };
    match by {
        Some(&Move::Piece(identity, _)) => vec![size(identity, "")],
        _ => {
            let pieces = puzzle.pieces.iter();
            pieces.map(|piece| size(piece.shapes.identity, " if moved")).collect()
        }
    }
}

#[derive(Clone, Debug)]
struct Growth {
    /// The largest size by identity.
    sizes: Vec<usize>,
    most: usize,
}

impl Growth {
    fn new<const N: usize, const C: usize>(puzzle: &Fold<N, C>) -> Growth {
        let board = &puzzle.start;
        let mut sizes = vec![0; 256];
        for piece in &puzzle.pieces {
            let identity = piece.shapes.identity;
            sizes[usize::from(identity)] = board
                .coords_where(|cell| cell == Cell::Piece(identity))
                .flat_map(|at| {
                    [
                        [Direction::Up, Direction::Down, Direction::Left, Direction::Right],
                        [Direction::Left, Direction::Right, Direction::Up, Direction::Down],
                    ]
                    .map(|axes| size(board, at, identity, axes))
                })
                .max()
                .unwrap_or(0);
        }
        Growth { sizes, most: board.size().cells() + puzzle.whole.count() as usize }
    }

    fn estimate(&self, covered: usize, by: Option<&Move>) -> f64 {
        let size = match by {
            Some(Move::Piece(identity, _)) => self.sizes[usize::from(*identity)],
            _ => 0,
        };
        (self.most - size - covered) as f64
    }
}

/// The cells of the free run through a cell between two opposite directions.
fn run(board: &Grid<Cell>, at: Coord, identity: u8, ends: [Direction; 2]) -> Vec<Coord> {
    let is_free =
        |&at: &Coord| matches!(board[at], Cell::Empty) || board[at] == Cell::Piece(identity);
    let mut cells = vec![at];
    for end in ends {
        cells.extend(board.size().ray(at, end).take_while(is_free));
    }
    cells
}

/// The largest power of two not above a number from 1 on.
fn power_below(number: usize) -> usize {
    1 << number.ilog2()
}

fn size(board: &Grid<Cell>, at: Coord, identity: u8, axes: [Direction; 4]) -> usize {
    let [up, down, left, right] = axes;
    let along = run(board, at, identity, [up, down]);
    let across = along
        .iter()
        .map(|&cell| power_below(run(board, cell, identity, [left, right]).len()))
        .min();
    power_below(along.len()) * across.unwrap_or(1)
}
