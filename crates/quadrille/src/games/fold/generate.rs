//! Making levels of fold.
//!
//! A draft works backwards: pieces are put on free cells and folded at random while there is room,
//! until the board is full; then all folds are undone. Cells that no piece reached become holes.

use std::ops::RangeInclusive;

use quadrille_base::random::Random;

use super::cell::Cell;
use super::{Game, plain};
use crate::definition::{Scope, Target, Workshop};
use crate::grid::{Coord, Direction, Grid, Size};
use crate::moves::{MAX_PIECE, Move};

/// The most cells of a piece at the start.
const LARGEST_START: usize = 3;

impl Workshop for Game {
    fn scope(&self) -> Scope {
        Scope {
            piece: "piece",
            least_side: 2,
            usual_size: (6, 6),
            most_pieces: MAX_PIECE.into(),
            stoppers: false,
        }
    }

    fn usual_pieces(&self, size: Size) -> RangeInclusive<usize> {
        // On a small board few pieces make better levels; a large one needs many to be full.
        match size.cells() {
            cells @ ..=72 => 1..=(cells / 5).clamp(1, 10),
            cells => 1..=(cells / 4).min(MAX_PIECE.into()),
        }
    }

    fn pieces(&self, board: &Grid<Cell>) -> usize {
        plain::pieces(board).len()
    }

    fn draft(&self, target: &Target, random: &mut Random) -> Option<Grid<Cell>> {
        let size = target.size;
        let mut start = Grid::filled(size, Cell::Empty);
        let mut full = start.clone();
        let mut free: Vec<Coord> = size.coords().collect();
        random.shuffle(&mut free);
        let mut pieces = 0;
        while let Some(at) = free.pop() {
            if full[at] != Cell::Empty || pieces >= MAX_PIECE {
                continue;
            }
            let identity = pieces + 1;
            let cells = shape(&full, at, random);
            let mut folded = full.clone();
            for &cell in &cells {
                folded[cell] = Cell::Piece(identity);
            }
            let folds = fold(&mut folded, identity, random);
            if folds > 0 {
                pieces = identity;
                full = folded;
                for cell in cells {
                    start[cell] = Cell::Piece(identity);
                }
            }
        }
        let holes: Vec<Coord> = full.coords_where(|cell| cell == Cell::Empty).collect();
        for &hole in &holes {
            start[hole] = Cell::Hole;
        }
        let is_tidy = holes.len() * 8 <= size.cells() && !has_bare_edge(&start);
        (is_tidy && target.pieces.contains(&usize::from(pieces))).then_some(start)
    }

    fn vary(&self, board: &Grid<Cell>, target: &Target, random: &mut Random) -> Grid<Cell> {
        let mut varied = board.clone();
        let size = board.size();
        let identities: Vec<u8> = plain::pieces(board).into_iter().collect();
        let at = size.coord(random.below(size.cells()));
        let pieces: Vec<Coord> = board.coords_where(|cell| cell.piece().is_some()).collect();
        let beside = random.pick(&Direction::ALL);
        match (random.below(6), random.pick(&pieces)) {
            // A cell of a piece moves to a neighbour, or is swapped with any other.
            (0 | 1, Some(from)) => {
                if let Some(to) = beside.and_then(|direction| size.step(from, direction)) {
                    (varied[from], varied[to]) = (board[to], board[from]);
                }
            }
            (2, Some(from)) => (varied[from], varied[at]) = (board[at], board[from]),
            (3, Some(_)) if board[at] == Cell::Empty => {
                varied[at] = random.pick(&identities).map_or(Cell::Hole, Cell::Piece);
            }
            (4, _) if identities.len() < *target.pieces.end() && board[at] == Cell::Empty => {
                let fresh = (1..=MAX_PIECE).find(|identity| !identities.contains(identity));
                varied[at] = fresh.map_or(Cell::Hole, Cell::Piece);
            }
            (5, _) if board[at] == Cell::Empty && random.once_in(3) => varied[at] = Cell::Hole,
            _ => varied[at] = Cell::Empty,
        }
        self.canonical(&varied)
    }

    /// A piece that no plan folds might as well be a hole.
    fn without_one(&self, board: &Grid<Cell>) -> Vec<Grid<Cell>> {
        let identities = plain::pieces(board).into_iter().map(Cell::Piece);
        identities
            .map(|piece| board.map(|cell| if cell == piece { Cell::Hole } else { cell }))
            .collect()
    }

    fn canonical(&self, board: &Grid<Cell>) -> Grid<Cell> {
        let mut order = Vec::new();
        board.map(|cell| {
            let Some(identity) = cell.piece() else { return cell };
            let known = order.iter().position(|&other| other == identity).unwrap_or_else(|| {
                order.push(identity);
                order.len() - 1
            });
            Cell::Piece(known as u8 + 1)
        })
    }
}

/// Connected free cells, this one among them.
fn shape(full: &Grid<Cell>, at: Coord, random: &mut Random) -> Vec<Coord> {
    let mut cells = vec![at];
    let wanted = if random.once_in(2) { 1 } else { random.between(2, LARGEST_START) };
    while cells.len() < wanted {
        let next = random.pick(&cells).zip(random.pick(&Direction::ALL));
        let next = next.and_then(|(from, direction)| full.size().step(from, direction));
        match next.filter(|&next| full[next] == Cell::Empty && !cells.contains(&next)) {
            Some(next) => cells.push(next),
            None if random.once_in(4) => break,
            None => {}
        }
    }
    cells
}

/// Folds a piece a few times at random, and returns the number of folds.
fn fold(board: &mut Grid<Cell>, identity: u8, random: &mut Random) -> usize {
    // Identities are too few for many small pieces on a large board.
    let wanted = random.between(1, 4 + board.size().cells() / 256);
    let mut folds = 0;
    while folds < wanted {
        let mut ways = Direction::ALL;
        random.shuffle(&mut ways);
        let folded =
            ways.into_iter().find_map(|way| plain::play(board, Move::Piece(identity, way)).ok());
        let Some(folded) = folded else { break };
        *board = folded;
        folds += 1;
    }
    folds
}

/// True if a whole outer row or column is holes.
fn has_bare_edge(board: &Grid<Cell>) -> bool {
    let (last_row, last_col) = (board.size().rows() - 1, board.size().cols() - 1);
    let is_bare = |on_edge: &dyn Fn(Coord) -> bool| {
        board.iter().filter(|(at, _)| on_edge(*at)).all(|(_, cell)| cell == Cell::Hole)
    };
    is_bare(&|at| at.row == 0)
        || is_bare(&|at| usize::from(at.row) == last_row)
        || is_bare(&|at| at.col == 0)
        || is_bare(&|at| usize::from(at.col) == last_col)
}
