//! Making levels of ZHED.
//!
//! A draft is made backwards from the goal: a number is placed that fills it, then numbers that
//! fill the cells which that number has to step over, and so on. A random board, in contrast, is
//! nearly always solved by one or two numbers.

use std::ops::RangeInclusive;

use quadrille_base::random::Random;

use super::cell::Cell;
use super::{Game, plain};
use crate::definition::{Scope, Target, Workshop};
use crate::grid::{Coord, Direction, Grid, Size};

/// The longest walk of a number, in cells.
const LONGEST_WALK: usize = 6;

/// The highest number on a made level.
const HIGHEST: u8 = 5;

impl Workshop for Game {
    fn scope(&self) -> Scope {
        Scope {
            piece: "number",
            least_side: 2,
            usual_size: (8, 8),
            most_pieces: 200,
            stoppers: false,
        }
    }

    fn usual_pieces(&self, size: Size) -> RangeInclusive<usize> {
        1..=(size.cells() / 7).clamp(2, 12)
    }

    fn pieces(&self, board: &Grid<Cell>) -> usize {
        plain::numbers(board).count()
    }

    fn draft(&self, target: &Target, random: &mut Random) -> Option<Grid<Cell>> {
        let least = (*target.pieces.start()).max(*target.moves.start() as usize);
        let most = (*target.pieces.end()).min(*target.moves.end() as usize);
        // Unused numbers may be needed as stepping stones, so there may be more numbers than moves.
        let numbers = random.between(least, most.max(least)).max(1);
        backwards(target.size, numbers, random)
    }

    fn vary(&self, board: &Grid<Cell>, target: &Target, random: &mut Random) -> Grid<Cell> {
        let mut varied = board.clone();
        let numbers: Vec<(Coord, u8)> = plain::numbers(board).collect();
        let free: Vec<Coord> = board.coords_where(|cell| cell == Cell::Empty).collect();
        let goals: Vec<Coord> = board.coords_where(|cell| cell == Cell::Goal).collect();
        let value = 1 + random.below(3) as u8;
        match (random.below(8), random.pick(&numbers), random.pick(&free), random.pick(&goals)) {
            (0, _, Some(to), Some(goal)) => (varied[goal], varied[to]) = (Cell::Empty, Cell::Goal),
            (1 | 2, Some((at, old)), ..) => {
                let change = if random.once_in(2) { old + 1 } else { old - 1 };
                varied[at] = Cell::Number(change.clamp(1, HIGHEST));
            }
            (3, _, Some(to), _) if numbers.len() < *target.pieces.end() => {
                varied[to] = Cell::Number(value);
            }
            (4, Some((at, _)), ..) if numbers.len() > 1 => varied[at] = Cell::Empty,
            (5, Some((at, old)), ..) => {
                // A step to a neighbouring cell.
                let to = random
                    .pick(&Direction::ALL)
                    .and_then(|direction| board.size().step(at, direction))
                    .filter(|&to| board[to] == Cell::Empty);
                if let Some(to) = to {
                    (varied[at], varied[to]) = (Cell::Empty, Cell::Number(old));
                }
            }
            (_, Some((at, old)), Some(to), _) => {
                (varied[at], varied[to]) = (Cell::Empty, Cell::Number(old));
            }
            _ => {}
        }
        varied
    }

    fn without_one(&self, board: &Grid<Cell>) -> Vec<Grid<Cell>> {
        let numbers = plain::numbers(board).map(|(at, _)| {
            let mut without = board.clone();
            without[at] = Cell::Empty;
            without
        });
        numbers.collect()
    }
}

/// A board with a plan of this many moves.
fn backwards(size: Size, numbers: usize, random: &mut Random) -> Option<Grid<Cell>> {
    let mut board = Grid::filled(size, Cell::Empty);
    let goal = size.coord(random.below(size.cells()));
    board[goal] = Cell::Goal;
    // Cells that must be filled by moves still to be placed.
    let mut wanted = vec![goal];
    let mut laid = 0;
    for _ in 0..100 * numbers {
        let Some(target) = random.pick(&wanted) else { break };
        let direction = random.pick(&Direction::ALL)?;
        let length = random.between(1, LONGEST_WALK);
        let way: Vec<Coord> = size.ray(target, direction).take(length).collect();
        let Some((&from, between)) = way.split_last() else { continue };
        if board[from] != Cell::Empty || wanted.contains(&from) || between.contains(&goal) {
            continue;
        }
        // A number in line with the goal might be a shortcut.
        let is_in_line = from.row == goal.row || from.col == goal.col;
        if is_in_line && target != goal {
            continue;
        }
        let open: Vec<Coord> =
            between.iter().copied().filter(|&at| board[at] == Cell::Empty).collect();
        let more = numbers.saturating_sub(laid + wanted.len());
        // All but a few cells on the way are filled before, each by its own number.
        let before = if more == 0 { 0 } else { random.between(1, open.len().min(more).min(3)) };
        let mut fresh: Vec<Coord> =
            open.iter().copied().filter(|at| !wanted.contains(at)).collect();
        random.shuffle(&mut fresh);
        fresh.truncate(before);
        if fresh.len() < before || open.len() + 1 - before > usize::from(HIGHEST) {
            continue;
        }
        wanted.retain(|&at| at != target);
        wanted.extend(&fresh);
        board[from] = Cell::Number((open.len() + 1 - before) as u8);
        laid += 1;
    }
    wanted.is_empty().then_some(board)
}
