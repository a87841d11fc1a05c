//! The rules of tiles on packed words.
//!
//! A state is the position of every block, a byte each, blocks in the order of their colours. Within a segment (a run of
//! cells without a wall along a line) blocks end up packed against its end, in their order. So a block's new place is the
//! end of its segment less the number of blocks ahead of it there: one mask, one population count, no loop over cells.

use std::ops::Range;

use super::cell::Cell;
use super::heuristics::Heuristic;
use super::plain;
use crate::grid::{Direction, Grid, Position, Size, Words};
use crate::levels::Level;
use crate::moves::Move;
use crate::puzzle::Puzzle;

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
    slides: [Slides; 4],
}

/// The line tables of one direction.
#[derive(Clone, Debug)]
struct Slides {
    /// How the index of a cell changes from the end of a segment backwards.
    back: i16,
    /// For each cell its line and its bit on it, the last cell of its segment and the cells ahead of it there.
    cells: Box<[Segment; 256]>,
}

#[derive(Clone, Copy, Default, Debug)]
struct Segment {
    line: u8,
    end: u8,
    bit: u16,
    ahead: u16,
}

impl Slides {
    fn new(board: &Grid<Cell>, direction: Direction) -> Slides {
        let size = board.size();
        let mut cells = Box::new([Segment::default(); 256]);
        for at in size.positions() {
            let (line, along) =
                if direction.is_vertical() { (at.col, at.row) } else { (at.row, at.col) };
            let ahead: Vec<Position> =
                size.ray(at, direction).take_while(|&next| board[next] != Cell::Wall).collect();
            let bit = |next: &Position| {
                1_u16 << if direction.is_vertical() { next.row } else { next.col }
            };
            cells[size.index(at)] = Segment {
                line,
                end: size.index(*ahead.last().unwrap_or(&at)) as u8,
                bit: 1 << along,
                ahead: ahead.iter().map(bit).sum(),
            };
        }
        let (rows, cols) = direction.opposite().step();
        Slides { back: (rows * size.cols() as i32 + cols) as i16, cells }
    }
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
            slides: Direction::ALL.map(|direction| Slides::new(board, direction)),
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

    /// Which cells of each line are taken, along the axis of the direction.
    #[inline]
    fn occupied(&self, state: &Words<N>, slides: &Slides) -> [u16; Size::MAX_SIDE] {
        let mut lines = [0_u16; Size::MAX_SIDE];
        for block in 0..self.blocks {
            let segment = &slides.cells[state.byte(block) as usize];
            lines[segment.line as usize & 15] |= segment.bit;
        }
        lines
    }

    #[inline]
    fn slide_along(
        &self,
        state: &Words<N>,
        axis: &[Direction],
        visit: &mut impl FnMut(Move, Words<N>),
    ) {
        let occupied = self.occupied(state, &self.slides[axis[0] as usize]);
        for &direction in axis {
            let after = self.slide(state, &self.slides[direction as usize], &occupied);
            if after != *state {
                visit(Move::All(direction), after);
            }
        }
    }

    #[inline]
    fn slide(
        &self,
        state: &Words<N>,
        slides: &Slides,
        occupied: &[u16; Size::MAX_SIDE],
    ) -> Words<N> {
        let mut after = Words::EMPTY;
        for block in 0..self.blocks {
            let segment = &slides.cells[state.byte(block) as usize];
            let ahead = (occupied[segment.line as usize & 15] & segment.ahead).count_ones() as i16;
            let to = i16::from(segment.end) + ahead * slides.back;
            after.0[block / 8] |= u64::from(to as u8) << (block % 8 * 8);
        }
        after
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
        self.slide_along(state, &Direction::ALL[..2], &mut visit);
        self.slide_along(state, &Direction::ALL[2..], &mut visit);
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
            Some(false) => self.slide_along(state, &Direction::ALL[..2], &mut visit),
            Some(true) => self.slide_along(state, &Direction::ALL[2..], &mut visit),
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
