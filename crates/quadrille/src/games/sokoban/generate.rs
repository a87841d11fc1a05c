//! Making levels of Sokoban: boxes are put on goals and pulled away, so pushes bring them back.

use quadrille_base::random::Random;

use super::Game;
use super::cell::{BOX, Cell, FLOOR, GOAL, PLAYER, WALL};
use super::plain::{player, shift};
use crate::definition::{Scope, Target, Workshop};
use crate::grid::{Coord, Direction, Grid, Size};

impl Workshop for Game {
    fn scope(&self) -> Scope {
        Scope { piece: "box", least_side: 3, usual_size: (6, 6), most_pieces: 64, stoppers: false }
    }

    fn usual_pieces(&self, size: Size) -> std::ops::RangeInclusive<usize> {
        1..=(size.cells() / 12).clamp(1, 4)
    }

    fn draft(&self, target: &Target, random: &mut Random) -> Option<Grid<Cell>> {
        let mut places: Vec<Coord> = target.size.coords().collect();
        random.shuffle(&mut places);
        let most = (*target.pieces.end()).min(places.len() / 3);
        let boxes = random.between((*target.pieces.start()).min(most), most);
        let walls = random.between(places.len() / 8, places.len() / 3);
        let mut board = Grid::filled(target.size, FLOOR);
        for (count, kind) in [(walls, WALL), (boxes, BOX.with(GOAL)), (1, PLAYER)] {
            places.drain(..count).for_each(|at| board[at] = kind);
        }
        for _ in 0..random.between(boxes, 20 * boxes) {
            board = pulled(&board, random)?;
        }
        Some(board)
    }
}

/// The board after a random pull of a box to a neighbouring cell that the player can reach.
fn pulled(board: &Grid<Cell>, random: &mut Random) -> Option<Grid<Cell>> {
    let is_free = |at: Coord| !board[at].has(WALL.with(BOX));
    let steps = board.size().steps_from(player(board), |to, _| is_free(to));
    let boxes = board.coords_where(|cell| cell.has(BOX));
    let pulls = boxes.flat_map(|at| Direction::ALL.map(|way| (at, way))).filter_map(|(at, way)| {
        let side = board.size().step(at, way).filter(|&side| steps[side].is_some())?;
        Some((at, side, board.size().step(side, way).filter(|&back| is_free(back))?))
    });
    let (from, to, stand) = random.pick(&pulls.collect::<Vec<_>>())?;
    let mut after = board.clone();
    shift(&mut after, BOX, from, to);
    shift(&mut after, PLAYER, player(board)?, stand);
    Some(after)
}
