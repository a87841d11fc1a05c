//! The claims "this number, going this way, fills that cell" that some short plan might make.
//!
//! Filling is monotone: more filled cells never shorten a walk. So a plan is a set of claims in
//! which the k-th open cell of a ray is claimed by a number v only if at least k - v of the cells
//! before it are filled by earlier moves. A claim is dropped if its cell cannot be reached even if
//! every other number could be used in all directions at once (a relaxed reachability, without the
//! claiming number itself, since it cannot help itself), or if no number could need it.

use super::super::Game;
use super::super::cell::Cell;
use super::super::plain;
use super::effort::Effort;
use crate::definition::Definition;
use crate::grid::{Coord, Direction, Grid, Words};
use crate::search::Stop;

/// A set of cells of a board of up to 256.
pub(super) type CellSet = Words<4>;

/// One number in one direction.
#[derive(Clone, Debug)]
pub(crate) struct Ray {
    /// The number, as an index in `Claims::numbers`.
    pub(crate) number: usize,
    pub(crate) direction: Direction,
    /// The open cells that it meets, nearest first, up to the first goal.
    pub(crate) cells: Vec<u16>,
    /// For each of them, true if it may be claimed.
    pub(crate) claimable: Vec<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    pub(crate) at: Coord,
    /// Its value, at least 1.
    pub(crate) value: usize,
}

/// The claims that are left after the reduction.
#[derive(Clone, Debug)]
pub(crate) struct Claims {
    /// The numbers of the board, in reading order.
    pub(crate) numbers: Vec<Number>,
    /// The rays with at least one claim.
    pub(crate) rays: Vec<Ray>,
    /// The goals that are still empty.
    pub(crate) goals: CellSet,
    /// By number: the cells that can be filled if that number is not used.
    pub(crate) reach_without: Vec<CellSet>,
}

/// Bytes of the claims of this many numbers and rays of maximum length.
fn bytes_of(numbers: usize, rays: usize) -> usize {
    let ray = size_of::<Ray>() + Game::FAST_SIDE * (size_of::<u16>() + size_of::<bool>());
    numbers * (size_of::<Number>() + size_of::<CellSet>()) + rays * ray
}

impl Claims {
    /// Reads and reduces a board. No rays remain if no goal can be reached.
    pub(crate) fn of(board: &Grid<Cell>, effort: &mut Effort<'_, '_>) -> Result<Self, Stop> {
        let size = board.size();
        let numbers: Vec<Number> = plain::numbers(board)
            .map(|(at, value)| Number { at, value: usize::from(value) })
            .collect();
        let rays = Direction::ALL.len() * numbers.len();
        if bytes_of(numbers.len(), rays) > effort.budget() {
            return Err(Stop::Memory);
        }
        let goals = board.coords_where(|cell| cell == Cell::Goal);
        let mut claims = Self {
            reach_without: vec![CellSet::EMPTY; numbers.len()],
            numbers,
            rays: Vec::with_capacity(rays),
            goals: goals.map(|at| size.index(at)).collect(),
        };
        for number in 0..claims.numbers.len() {
            for direction in Direction::ALL {
                claims.cast(board, number, direction);
            }
        }
        while claims.drop_unreachable(effort)? | claims.drop_unneeded() {}
        claims.rays.retain(|ray| ray.claimable.contains(&true));
        Ok(claims)
    }

    pub(crate) fn bytes(&self) -> usize {
        bytes_of(self.numbers.len(), self.rays.capacity())
    }

    fn cast(&mut self, board: &Grid<Cell>, number: usize, direction: Direction) {
        let size = board.size();
        let mut cells = Vec::new();
        for at in size.ray(self.numbers[number].at, direction) {
            if board[at].is_free() {
                cells.push(size.index(at) as u16);
            }
            // A number that passes a goal has filled it, and the level is solved.
            if board[at] == Cell::Goal {
                break;
            }
        }
        let claimable = vec![true; cells.len()];
        self.rays.push(Ray { number, direction, cells, claimable });
    }

    /// The cells that can be filled by remaining claims if `without` is not used and all others
    /// help each other.
    fn reach(&self, without: usize) -> CellSet {
        let mut reached = CellSet::EMPTY;
        loop {
            let before = reached;
            for ray in self.rays.iter().filter(|ray| ray.number != without) {
                let mut allowance = self.numbers[ray.number].value;
                for (&cell, &claimable) in ray.cells.iter().zip(&ray.claimable) {
                    if allowance > 0 && claimable {
                        reached.insert(cell as usize);
                    }
                    if !before.contains(cell as usize) {
                        if allowance == 0 {
                            break;
                        }
                        allowance -= 1;
                    }
                }
            }
            if reached == before {
                return reached;
            }
        }
    }

    fn drop_unreachable(&mut self, effort: &mut Effort<'_, '_>) -> Result<bool, Stop> {
        let mut dropped = false;
        for number in 0..self.numbers.len() {
            effort.check_now(self.bytes())?;
            let others = self.reach(number);
            self.reach_without[number] = others;
            let value = self.numbers[number].value;
            for ray in self.rays.iter_mut().filter(|ray| ray.number == number) {
                let mut open = 0;
                for (place, &cell) in ray.cells.iter().enumerate() {
                    if open >= value && ray.claimable[place] {
                        ray.claimable[place] = false;
                        dropped = true;
                    }
                    open += usize::from(!others.contains(cell as usize));
                }
            }
        }
        Ok(dropped)
    }

    fn drop_unneeded(&mut self) -> bool {
        let mut needed = self.goals;
        loop {
            let before = needed;
            for ray in &self.rays {
                let value = self.numbers[ray.number].value;
                let last = (value..ray.cells.len()).rev().find(|&place| {
                    ray.claimable[place] && before.contains(ray.cells[place] as usize)
                });
                for &cell in &ray.cells[..last.unwrap_or(0)] {
                    needed.insert(cell as usize);
                }
            }
            if needed == before {
                break;
            }
        }
        let mut dropped = false;
        for ray in &mut self.rays {
            for (&cell, claimable) in ray.cells.iter().zip(&mut ray.claimable) {
                if *claimable && !needed.contains(cell as usize) {
                    *claimable = false;
                    dropped = true;
                }
            }
        }
        dropped
    }
}
