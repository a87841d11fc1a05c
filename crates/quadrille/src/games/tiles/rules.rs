//! The rules of tiles on packed words.
//!
//! A state is the position of every block, a byte each, blocks in the order of their colours. Within a segment (a run of
//! cells without a wall along a line) blocks end up packed against its end, in their order. So a block's new place is the
//! end of its segment less the number of blocks ahead of it there: one mask, one population count, no loop over cells.
//!
//! The two directions of an axis are done together. What is ahead of a block in both directions is kept as the two halves of
//! one word, and the ones of both halves are counted at once by adding neighbours, pairs and so on. Processors have an
//! instruction that counts, but a program for any x86-64 cannot rely on it; counted on a search of a million positions, this
//! takes a third fewer instructions than counting each half by itself, and a table of counts is no faster.

use std::ops::Range;

use super::cell::Cell;
use super::heuristics::Heuristic;
use super::plain;
use crate::grid::{Direction, Grid, Position, Size, Words};
use crate::levels::Level;
use crate::moves::Move;
use crate::puzzle::Puzzle;

/// The axes with their directions towards the first and the last cell of a line.
const AXES: [[Direction; 2]; 2] =
    [[Direction::Up, Direction::Down], [Direction::Left, Direction::Right]];

/// A level of tiles with at most `8 * N` blocks.
#[derive(Clone, Debug)]
pub struct Tiles<const N: usize> {
    size: Size,
    walls: Words<4>,
    blocks: usize,
    start: Words<N>,
    /// The only solved state in canonical form.
    solved: Words<N>,
    /// For each colour with several blocks the first of them and the one behind the last.
    equals: Vec<(usize, usize)>,
    axes: [Axis; 2],
}

/// The line tables of one axis.
#[derive(Clone, Debug)]
struct Axis {
    /// How the index of a cell changes from one to the next along a line.
    step: u32,
    places: Box<[Place; 256]>,
}

/// Where a cell is on its line.
#[derive(Clone, Copy, Default, Debug)]
struct Place {
    /// The cells ahead in its segment: towards the first cell of the line in the low half, towards the last in the high.
    ahead: u32,
    /// Its own bit on the line.
    bit: u16,
    line: u8,
    /// The ends of its segment, towards the first cell and towards the last.
    ends: [u8; 2],
}

impl Axis {
    /// The axis of two opposite directions.
    fn new(board: &Grid<Cell>, [first, last]: [Direction; 2]) -> Axis {
        let size = board.size();
        let is_vertical = first.is_vertical();
        let along = |at: Position| if is_vertical { at.row } else { at.col };
        let mut places = Box::new([Place::default(); 256]);
        for at in size.positions() {
            let ahead = |direction| -> Vec<Position> {
                size.ray(at, direction).take_while(|&next| board[next] != Cell::Wall).collect()
            };
            let bits = |cells: &[Position]| -> u32 {
                cells.iter().map(|&next| 1_u32 << along(next)).sum()
            };
            let end = |cells: &[Position]| size.index(*cells.last().unwrap_or(&at)) as u8;
            let (before, behind) = (ahead(first), ahead(last));
            places[size.index(at)] = Place {
                ahead: bits(&before) | bits(&behind) << 16,
                bit: 1 << along(at),
                line: if is_vertical { at.col } else { at.row },
                ends: [end(&before), end(&behind)],
            };
        }
        Axis { step: if is_vertical { size.cols() as u32 } else { 1 }, places }
    }
}

/// How many bits are set in the low half and in the high half, in the low and the high half.
#[inline]
fn count_halves(mut bits: u32) -> u32 {
    bits -= (bits >> 1) & 0x5555_5555;
    bits = (bits & 0x3333_3333) + ((bits >> 2) & 0x3333_3333);
    bits = (bits + (bits >> 4)) & 0x0f0f_0f0f;
    (bits + (bits >> 8)) & 0x001f_001f
}

impl<const N: usize> Tiles<N> {
    /// The puzzle of a level, or `None` when it is no level of tiles or has more than `8 * N` blocks.
    pub fn new(level: &Level) -> Option<Tiles<N>> {
        let cells: Option<Vec<Cell>> =
            level.grid.cells().iter().map(|&code| crate::games::Cell::from_code(code)).collect();
        let board = Grid::from_cells(level.grid.size(), cells?)?;
        let fits = super::problems(&board).is_empty() && plain::blocks(&board).count() <= 8 * N;
        fits.then(|| Tiles::from_board(&board))
    }

    pub(super) fn from_board(board: &Grid<Cell>) -> Tiles<N> {
        let size = board.size();
        let mut blocks: Vec<_> = plain::blocks(board).map(|(at, colour)| (colour, at)).collect();
        let mut goals: Vec<_> = plain::goals(board).map(|(at, colour)| (colour, at)).collect();
        blocks.sort();
        goals.sort();
        let same = |from: usize| {
            blocks[from..].iter().take_while(|(colour, _)| *colour == blocks[from].0).count()
        };
        let mut equals = Vec::new();
        let mut first = 0;
        while first < blocks.len() {
            let count = same(first);
            if count > 1 {
                equals.push((first, first + count));
            }
            first += count;
        }
        Tiles {
            size,
            walls: board
                .positions_where(|cell| cell == Cell::Wall)
                .map(|at| size.index(at))
                .collect(),
            blocks: blocks.len(),
            start: packed(size, &blocks),
            solved: packed(size, &goals),
            equals,
            axes: AXES.map(|axis| Axis::new(board, axis)),
        }
    }

    /// How large the board is.
    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// Whether nothing can stand on the cell.
    pub(super) fn is_wall(&self, cell: usize) -> bool {
        self.walls.contains(cell)
    }

    /// How many blocks there are.
    #[inline]
    pub(super) fn blocks(&self) -> usize {
        self.blocks
    }

    /// The goal with this number: those of a colour have the numbers of its blocks.
    pub(super) fn goal(&self, number: usize) -> usize {
        self.solved.byte(number) as usize
    }

    /// The numbers of the blocks, and of the goals, of each colour.
    pub(super) fn colours(&self) -> Vec<Range<usize>> {
        let mut colours = Vec::new();
        let mut first = 0;
        while first < self.blocks {
            let equals = self.equals.iter().find(|equals| equals.0 == first);
            let end = equals.map_or(first + 1, |equals| equals.1);
            colours.push(first..end);
            first = end;
        }
        colours
    }

    /// Calls `visit` for the slides along an axis that move anything.
    #[inline]
    fn slide_along(&self, state: &Words<N>, axis: usize, visit: &mut impl FnMut(Move, Words<N>)) {
        let Axis { step, places } = &self.axes[axis];
        let mut occupied = [0_u16; Size::MAX_SIDE];
        for block in 0..self.blocks {
            let place = &places[usize::from(state.byte(block))];
            occupied[usize::from(place.line) & 15] |= place.bit;
        }
        let mut after = [Words::<N>::EMPTY; 2];
        for block in 0..self.blocks {
            let place = &places[usize::from(state.byte(block))];
            let line = u32::from(occupied[usize::from(place.line) & 15]);
            let ahead = count_halves((line | line << 16) & place.ahead);
            let first = u32::from(place.ends[0]) + (ahead & 0xffff) * step;
            let last = u32::from(place.ends[1]).wrapping_sub((ahead >> 16) * step);
            after[0].0[block / 8] |= u64::from(first as u8) << (block % 8 * 8);
            after[1].0[block / 8] |= u64::from(last as u8) << (block % 8 * 8);
        }
        for (direction, after) in AXES[axis].into_iter().zip(after) {
            if after != *state {
                visit(Move::All(direction), after);
            }
        }
    }
}

fn packed<const N: usize, C>(size: Size, places: &[(C, Position)]) -> Words<N> {
    let mut words = Words::EMPTY;
    for (block, (_, at)) in places.iter().enumerate() {
        words.set_byte(block, size.index(*at) as u8);
    }
    words
}

impl<const N: usize> Puzzle for Tiles<N> {
    type State = Words<N>;
    type Heuristic = Heuristic;

    fn start(&self) -> Words<N> {
        self.start
    }

    #[inline]
    fn is_solved(&self, state: &Words<N>) -> bool {
        self.canonical(*state) == self.solved
    }

    #[inline]
    fn successors(&self, state: &Words<N>, mut visit: impl FnMut(Move, Words<N>)) {
        self.slide_along(state, 0, &mut visit);
        self.slide_along(state, 1, &mut visit);
    }

    /// Whether the move is vertical.
    #[inline]
    fn trace(&self, mv: Move) -> bool {
        matches!(mv, Move::All(direction) if direction.is_vertical())
    }

    /// The slides along the axis on which the position was reached lead to where the same slides led from the position
    /// before, one move sooner. All of that were generated with this one.
    #[inline]
    fn successors_after(
        &self,
        state: &Words<N>,
        trace: Option<bool>,
        mut visit: impl FnMut(Move, Words<N>),
    ) {
        match trace {
            Some(false) => self.slide_along(state, 0, &mut visit),
            Some(true) => self.slide_along(state, 1, &mut visit),
            None => self.successors(state, visit),
        }
    }

    /// Blocks of one colour are interchangeable: their positions are kept in rising order.
    #[inline]
    fn canonical(&self, mut state: Words<N>) -> Words<N> {
        for &(first, end) in &self.equals {
            for block in first + 1..end {
                let place = state.byte(block);
                let mut to = block;
                while to > first && state.byte(to - 1) > place {
                    state.set_byte(to, state.byte(to - 1));
                    to -= 1;
                }
                state.set_byte(to, place);
            }
        }
        state
    }

    /// Two slides along one axis are the same as the last one alone.
    #[inline]
    fn is_redundant(&self, last: Move, next: Move) -> bool {
        match (last, next) {
            (Move::All(last), Move::All(next)) => last.is_vertical() == next.is_vertical(),
            _ => false,
        }
    }
}
