//! Making levels of squares: random boards without a square, packed towards the top left corner
//! like every later board.

use std::ops::RangeInclusive;

use quadrille_base::random::Random;

use super::Game;
use super::cell::Cell;
use super::plain;
use crate::definition::{Scope, Target, Workshop};
use crate::grid::{Grid, Size};

/// The number of times that a board with a square is shuffled again.
const SHUFFLES: usize = 50;

impl Workshop for Game {
    fn scope(&self) -> Scope {
        Scope {
            piece: "colour",
            least_side: 2,
            usual_size: (4, 4),
            most_pieces: Cell::COLOURS.into(),
            stoppers: false,
        }
    }

    fn usual_pieces(&self, size: Size) -> RangeInclusive<usize> {
        (size.cells() / 8).clamp(1, 4)..=(size.cells() / 4).clamp(1, 8)
    }

    fn pieces(&self, board: &Grid<Cell>) -> usize {
        (0..Cell::COLOURS).filter(|&colour| board.cells().contains(&Cell::Piece(colour))).count()
    }

    fn draft(&self, target: &Target, random: &mut Random) -> Option<Grid<Cell>> {
        let cells = target.size.cells();
        // Full as far as fours allow; sometimes less, but never by a whole row.
        let all = cells / 4;
        let least = (cells + 1 - target.size.cols()).div_ceil(4).min(all);
        let fours = if random.once_in(4) { random.between(least, all) } else { all };
        let most = (*target.pieces.end()).min(fours).min(Cell::COLOURS.into());
        let colours = random.between((*target.pieces.start()).min(most), most);
        if colours == 0 {
            return None;
        }
        let mut pieces: Vec<Cell> =
            (0..4 * fours).map(|index| Cell::Piece((index / 4 % colours) as u8)).collect();
        for _ in 0..SHUFFLES {
            random.shuffle(&mut pieces);
            let blanks = std::iter::repeat_n(Cell::Blank, cells - pieces.len());
            let board =
                Grid::from_cells(target.size, pieces.iter().copied().chain(blanks).collect())?;
            if !plain::has_square(&board) {
                return Some(board);
            }
        }
        None
    }

    fn vary(&self, board: &Grid<Cell>, _target: &Target, random: &mut Random) -> Grid<Cell> {
        let mut varied = board.clone();
        let size = board.size();
        let (one, other) = (random.below(size.cells()), random.below(size.cells()));
        let (one, other) = (size.coord(one), size.coord(other));
        if board[one] != Cell::Blank && board[other] != Cell::Blank {
            (varied[one], varied[other]) = (board[other], board[one]);
        }
        varied
    }

    fn without_one(&self, board: &Grid<Cell>) -> Vec<Grid<Cell>> {
        let colours = (0..Cell::COLOURS).map(Cell::Piece);
        let on_board = colours.filter(|piece| board.cells().contains(piece));
        on_board
            .map(|piece| board.map(|cell| if cell == piece { Cell::Blank } else { cell }))
            .collect()
    }

    fn canonical(&self, board: &Grid<Cell>) -> Grid<Cell> {
        let mut order = Vec::new();
        board.map(|cell| {
            if cell == Cell::Blank {
                return cell;
            }
            let known = order.iter().position(|&other| other == cell).unwrap_or_else(|| {
                order.push(cell);
                order.len() - 1
            });
            Cell::Piece(known as u8)
        })
    }
}
