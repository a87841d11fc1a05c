//! The rules of ZHED on packed words.
//!
//! A state has one bit per cell, set if the cell is filled or its number used. Since numbers are
//! stepped over whether they are used or not, a walk fills the first free bits of a precomputed
//! ray.

use super::cell::Cell;
use super::{Game, plain};
use crate::definition::{Cell as _, Definition, typed};
use crate::grid::{Coord, Direction, Grid, Size, Words};
use crate::heuristics::Vocabulary;
use crate::moves::Move;
use crate::puzzle::Puzzle;
use crate::search::space::{Space, Step, Successors};

/// A level of ZHED with at most `64 * C` cells.
#[derive(Clone, Debug)]
pub struct Zhed<const C: usize> {
    pub(super) size: Size,
    start: Words<C>,
    pub(super) goals: Words<C>,
    /// In reading order.
    pub(super) numbers: Vec<Number<C>>,
    /// For each cell the index of its number.
    number_at: Box<[u8; 256]>,
}

/// A number of the board, unused at the start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number<const C: usize> {
    pub(super) at: Coord,
    pub(super) cell: usize,
    pub(super) value: u32,
    /// For each direction, the cells ahead that a walk could fill at the start.
    pub(super) rays: [Words<C>; 4],
}

impl<const C: usize> Number<C> {
    /// The state after the number has walked.
    #[inline]
    fn walk(&self, state: &Words<C>, direction: Direction) -> Words<C> {
        let ahead = self.rays[direction as usize] & !*state;
        let mut used = *state;
        used.insert(self.cell);
        used | nearest(ahead, self.value, direction)
    }
}

impl<const C: usize> Zhed<C> {
    /// The puzzle of a board of cell codes, or `None` if it is not a level of ZHED or has more than
    /// `64 * C` cells.
    pub fn new(board: &Grid<u16>) -> Option<Zhed<C>> {
        let board = typed(&Game, board).ok()?;
        let fits = plain::problems(&board).is_empty() && board.size().cells() <= 64 * C;
        fits.then(|| Zhed::from_board(&board))
    }

    pub(super) fn from_board(board: &Grid<Cell>) -> Zhed<C> {
        let size = board.size();
        let bits = |test: fn(Cell) -> bool| -> Words<C> {
            board.coords_where(test).map(|at| size.index(at)).collect()
        };
        let free = bits(Cell::is_free);
        let mut number_at = Box::new([0; 256]);
        let numbers = plain::numbers(board)
            .enumerate()
            .map(|(index, (at, value))| {
                number_at[size.index(at)] = index as u8;
                let rays = Direction::ALL.map(|direction| {
                    size.ray(at, direction).map(|next| size.index(next)).collect::<Words<C>>()
                        & free
                });
                Number { at, cell: size.index(at), value: u32::from(value), rays }
            })
            .collect();
        Zhed {
            size,
            start: bits(|cell| matches!(cell, Cell::Filled | Cell::Reached)),
            goals: bits(|cell| matches!(cell, Cell::Goal | Cell::Reached)),
            numbers,
            number_at,
        }
    }

    pub fn board_of(&self, state: &Words<C>) -> Grid<Cell> {
        let mut board = Grid::filled(self.size, Cell::Empty);
        for at in self.size.coords() {
            let index = self.size.index(at);
            board[at] = match (state.contains(index), self.goals.contains(index)) {
                (false, false) => Cell::Empty,
                (false, true) => Cell::Goal,
                (true, false) => Cell::Filled,
                (true, true) => Cell::Reached,
            };
        }
        for number in self.numbers.iter().filter(|number| !state.contains(number.cell)) {
            board[number.at] = Cell::Number(number.value as u8);
        }
        board
    }

    /// The state after one move, or `None` if its number does not exist or is used.
    pub(super) fn after(&self, state: &Words<C>, mv: Move) -> Option<Words<C>> {
        let Move::Cell(at, direction) = mv else { return None };
        let number = self
            .size
            .contains(at)
            .then(|| self.numbers.get(usize::from(self.number_at[self.size.index(at)])))??;
        let is_there = number.at == at && !state.contains(number.cell);
        is_there.then(|| number.walk(state, direction))
    }

    pub(super) fn bytes(&self) -> usize {
        self.numbers.capacity() * size_of::<Number<C>>() + size_of_val(&*self.number_at)
    }

    fn number_of(&self, at: Coord) -> &Number<C> {
        &self.numbers[usize::from(self.number_at[self.size.index(at)])]
    }
}

/// The first `count` bits in the direction.
#[inline]
fn nearest<const C: usize>(bits: Words<C>, count: u32, direction: Direction) -> Words<C> {
    let mut rest = bits;
    for _ in 0..count {
        let next = match direction {
            Direction::Down | Direction::Right => rest.lowest(),
            Direction::Up | Direction::Left => rest.highest(),
        };
        match next {
            Some(bit) => rest.remove(bit),
            None => return bits,
        }
    }
    bits ^ rest
}

impl<const C: usize> Puzzle for Zhed<C> {
    fn vocabulary(&self) -> Vocabulary {
        Game.vocabulary()
    }

    fn board(&self, state: &Words<C>) -> Grid<u16> {
        self.board_of(state).map(Cell::code)
    }

    crate::named_heuristics!(Self::HEURISTICS);
}

impl<const C: usize> Space for Zhed<C> {
    type State = Words<C>;
    type Move = Move;

    fn start(&self) -> Words<C> {
        self.start
    }

    #[inline]
    fn is_goal(&self, state: &Words<C>) -> bool {
        state.intersects(self.goals)
    }

    #[inline]
    fn successors(&self, state: &Words<C>, next: &mut Successors<Words<C>, Move>) {
        for number in self.numbers.iter().filter(|number| !state.contains(number.cell)) {
            for direction in Direction::ALL {
                next.push(Move::Cell(number.at, direction), number.walk(state, direction));
            }
        }
    }

    /// A position determines the number of used numbers, and each move uses one.
    fn locality(&self) -> Option<u32> {
        Some(0)
    }

    /// Two walks over different cells are independent. Two walks in one direction along one line
    /// together fill the same cells in either order: before the second number those of the first
    /// alone, and after it as many as are left of both. Of such pairs only the reading order is
    /// kept.
    #[inline]
    fn is_redundant(&self, last: Step<'_, Words<C>, Move>, next: Step<'_, Words<C>, Move>) -> bool {
        let (&Move::Cell(last, one), &Move::Cell(next, other)) = (last.mv, next.mv) else {
            return false;
        };
        let (first, second) = (self.number_of(last), self.number_of(next));
        second.cell < first.cell
            && (one == other || !first.rays[one as usize].intersects(second.rays[other as usize]))
    }
}
