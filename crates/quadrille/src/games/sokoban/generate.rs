//! Making levels of Sokoban: a room is cut out of the walls, boxes are put on goals and pulled
//! away, so pushes bring them back.

use quadrille_base::random::Random;

use super::Game;
use super::cell::{BOX, Cell, FLOOR, GOAL, PLAYER, WALL};
use super::plain::{player, shift, without_boxes};
use crate::definition::{Definition, Scope, Target, Workshop, without_one};
use crate::grid::{Coord, Direction, Grid, Size};

impl Workshop for Game {
    fn scope(&self) -> Scope {
        Scope { piece: "box", least_side: 3, usual_size: (6, 6), most_pieces: 64, stoppers: false }
    }

    fn usual_pieces(&self, size: Size) -> std::ops::RangeInclusive<usize> {
        1..=(size.cells() / 12).clamp(1, 4)
    }

    fn draft(&self, target: &Target, random: &mut Random) -> Option<Grid<Cell>> {
        let mut board = room(target.size, random);
        let mut places: Vec<Coord> = board.coords_where(|cell| cell == FLOOR).collect();
        random.shuffle(&mut places);
        let most = (*target.pieces.end()).min(places.len() / 3);
        let boxes = random.between((*target.pieces.start()).min(most), most);
        for (count, kind) in [(boxes, BOX.with(GOAL)), (1, PLAYER)] {
            places.drain(..count).for_each(|at| board[at] = kind);
        }
        for _ in 0..random.between(boxes, 20 * boxes) {
            board = pulled(&board, random)?;
        }
        Some(board)
    }

    /// The walls around the room are its shape. Only a wall that stands alone on the floor may be
    /// useless.
    fn without_one(&self, board: &Grid<Cell>) -> Vec<Grid<Cell>> {
        let is_shape = |at: Coord| {
            Direction::ALL
                .iter()
                .any(|&way| board.size().step(at, way).is_none_or(|beside| board[beside].has(WALL)))
        };
        let keeps_shape = |without: &Grid<Cell>| {
            board
                .coords_where(|cell| cell.has(WALL))
                .all(|at| without[at].has(WALL) || !is_shape(at))
        };
        let mut simpler = without_one(self.identity().kinds, board);
        simpler.retain(keeps_shape);
        simpler
    }

    fn stranded(&self, board: &Grid<Cell>) -> usize {
        let steps = without_boxes(board);
        let things = board.coords_where(|cell| cell.has(BOX.with(GOAL)));
        things.filter(|&at| steps[at].is_none()).count()
    }
}

/// A room cut out of the walls by a walk that leaves corridors of one or two cells, half to three
/// quarters of the board.
fn room(size: Size, random: &mut Random) -> Grid<Cell> {
    let mut board = Grid::filled(size, WALL);
    let wanted = random.between(size.cells() / 2, size.cells() * 3 / 4);
    let (mut at, mut way) = (size.coord(random.below(size.cells())), Direction::Up);
    let mut floor = 0;
    while floor < wanted {
        let aside = if way.step().0 == 0 { Direction::Down } else { Direction::Right };
        let side = size.step(at, aside).filter(|_| random.once_in(2));
        for cell in [Some(at), side].into_iter().flatten() {
            floor += usize::from(board[cell] == WALL);
            board[cell] = FLOOR;
        }
        if random.once_in(3) {
            way = random.pick(&Direction::ALL).unwrap_or(way);
        }
        match size.step(at, way) {
            Some(next) => at = next,
            None => way = random.pick(&Direction::ALL).unwrap_or(way),
        }
    }
    board
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
