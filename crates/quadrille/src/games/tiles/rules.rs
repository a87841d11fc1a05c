//! The rules of tiles on packed words.
//!
//! A state is the cell of every block, one byte each, blocks in the order of their groups
//! ([`Group`]). Within a segment (a run of cells without a wall along a line) blocks end up packed
//! against its end, in their order. So a block's new cell is the end of its segment less the number
//! of blocks ahead of it there.
//!
//! The blocks of a line are counted for all its cells at once: a line has at most 16 cells, a cell
//! at most 15 others on its line, so the counts of a line are 16 fields of 4 bits, one word. Each
//! block adds to its line's word a 1 in the field of every cell that has it ahead; then each block
//! reads the field of its own cell. This avoids a population count per block, for which baseline
//! x86-64 has no instruction. The two directions of an axis are computed together.

#[cfg(not(target_family = "wasm"))]
use std::ops::ControlFlow;
use std::ops::Range;

use super::cell::{Cell, Colour};
use super::{Game, plain};
use crate::definition::{Cell as _, Definition, typed};
use crate::grid::{Coord, Direction, Grid, Size, Words};
use crate::heuristics::Vocabulary;
use crate::moves::Move;
use crate::puzzle::Puzzle;
#[cfg(not(target_family = "wasm"))]
use crate::puzzle::Visitor;
use crate::search::space::{Space, Step, Successors};

/// The axes with their directions towards the first and the last cell of a line.
const AXES: [[Direction; 2]; 2] =
    [[Direction::Up, Direction::Down], [Direction::Left, Direction::Right]];

/// A level of tiles with at most `8 * N` blocks.
#[derive(Clone, Debug)]
pub struct Tiles<const N: usize> {
    size: Size,
    /// The board without its blocks.
    ground: Grid<Cell>,
    walls: Words<4>,
    colours: Vec<Colour>,
    groups: Vec<Group>,
    start: Words<N>,
    /// The bytes of the blocks whose groups have a goal for each of their blocks.
    bound: Words<N>,
    /// The cells of those blocks in a solved state in canonical form.
    solved: Words<N>,
    /// The groups with goals, but fewer than blocks.
    spare: Vec<Group>,
    /// For each group with several blocks, the first of them and the one after the last.
    equals: Vec<(usize, usize)>,
    axes: [Axis; 2],
}

/// Blocks that are interchangeable: those of one colour, or all whose colours have no goal.
///
/// Groups are ordered: one block and one goal, several with a goal for each, fewer goals than
/// blocks, no goal.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) blocks: Range<usize>,
    /// The goals, at most as many as blocks, in reading order.
    pub(super) goals: Vec<usize>,
}

impl Group {
    /// True if there is a goal for every block.
    pub(super) fn is_bound(&self) -> bool {
        self.goals.len() == self.blocks.len()
    }

    fn is_covered<const N: usize>(&self, state: &Words<N>) -> bool {
        let has_block =
            |&goal: &usize| self.blocks.clone().any(|block| state.byte(block) as usize == goal);
        self.goals.iter().all(has_block)
    }
}

/// The most lines of an axis, and cells of a line.
const LINES: usize = Game::FAST_SIDE;

/// The bits of the count of a cell: up to 15 others on its line.
const FIELD: u8 = 4;

/// The line tables of one axis.
#[derive(Clone, Debug)]
struct Axis {
    /// The difference of the indices of two neighbouring cells of a line.
    step: u64,
    places: Box<[Place; 256]>,
}

/// The place of a cell on its line.
#[derive(Clone, Copy, Default, Debug)]
struct Place {
    /// A 1 in the field of each cell that has this one ahead in the direction of the first cell of
    /// the line, and of the last.
    ahead_of: [u64; 2],
    line: u8,
    /// The lowest bit of its own field.
    field: u8,
    /// The ends of its segment, towards the first cell and towards the last.
    ends: [u8; 2],
}

impl Axis {
    /// The axis of two opposite directions.
    fn new(board: &Grid<Cell>, [first, last]: [Direction; 2]) -> Axis {
        let size = board.size();
        let is_vertical = first.is_vertical();
        let along = |at: Coord| if is_vertical { at.row } else { at.col };
        let mut places = Box::new([Place::default(); 256]);
        for at in size.coords() {
            let ahead = |direction| -> Vec<Coord> {
                size.ray(at, direction).take_while(|&next| board[next] != Cell::Wall).collect()
            };
            let field = |at: Coord| FIELD * along(at);
            let ones = |cells: &[Coord]| -> u64 { cells.iter().map(|&at| 1 << field(at)).sum() };
            let end = |cells: &[Coord]| size.index(*cells.last().unwrap_or(&at)) as u8;
            let (before, behind) = (ahead(first), ahead(last));
            places[size.index(at)] = Place {
                ahead_of: [ones(&behind), ones(&before)],
                line: if is_vertical { at.col } else { at.row },
                field: field(at),
                ends: [end(&before), end(&behind)],
            };
        }
        Axis { step: if is_vertical { size.cols() as u64 } else { 1 }, places }
    }
}

impl<const N: usize> Tiles<N> {
    /// The puzzle of a board of cell codes, or `None` if it is not a level of tiles or has more
    /// than `8 * N` blocks.
    pub fn new(board: &Grid<u16>) -> Option<Tiles<N>> {
        let board = typed(&Game, board).ok()?;
        let fits = plain::problems(&board).is_empty()
            && plain::blocks(&board).count() <= 8 * N
            && board.size().rows().max(board.size().cols()) <= LINES;
        fits.then(|| Tiles::from_board(&board))
    }

    pub(super) fn from_board(board: &Grid<Cell>) -> Tiles<N> {
        let size = board.size();
        let goals_of = |colour: Colour| -> Vec<usize> {
            let mine = plain::goals(board).filter(|&(_, other)| other == colour);
            mine.map(|(at, _)| size.index(at)).collect()
        };
        let count = |colour| plain::blocks(board).filter(|&(_, other)| other == colour).count();
        let rank = |colour| match (count(colour), goals_of(colour).len()) {
            (1, 1) => 0,
            (_, 0) => 3,
            (blocks, goals) => 1 + usize::from(goals < blocks),
        };
        let mut blocks: Vec<_> =
            plain::blocks(board).map(|(at, colour)| ((rank(colour), colour), at)).collect();
        blocks.sort();
        let mut groups = Vec::new();
        let mut first = 0;
        while first < blocks.len() {
            let (rank, colour) = blocks[first].0;
            let is_mine = |block: &((usize, Colour), _)| match rank {
                3 => true,
                _ => block.0.1 == colour,
            };
            let end = first + blocks[first..].iter().take_while(|block| is_mine(block)).count();
            groups.push(Group { blocks: first..end, goals: goals_of(colour) });
            first = end;
        }
        let mut start = Words::EMPTY;
        for (block, &(_, at)) in blocks.iter().enumerate() {
            start.set_byte(block, size.index(at) as u8);
        }
        let (mut bound, mut solved) = (Words::EMPTY, Words::EMPTY);
        for group in groups.iter().filter(|group| group.is_bound()) {
            for (block, &goal) in group.blocks.clone().zip(&group.goals) {
                bound.set_byte(block, u8::MAX);
                solved.set_byte(block, goal as u8);
            }
        }
        let is_spare = |group: &&Group| !group.goals.is_empty() && !group.is_bound();
        let several = groups.iter().filter(|group| group.blocks.len() > 1);
        Tiles {
            size,
            ground: board.map(|cell| cell.with_block(None)),
            walls: board.coords_where(|cell| cell == Cell::Wall).map(|at| size.index(at)).collect(),
            colours: blocks.iter().map(|&((_, colour), _)| colour).collect(),
            start,
            bound,
            solved,
            spare: groups.iter().filter(is_spare).cloned().collect(),
            equals: several.map(|group| (group.blocks.start, group.blocks.end)).collect(),
            groups,
            axes: AXES.map(|axis| Axis::new(board, axis)),
        }
    }

    /// The state of a board that can be reached in the level, or `None` for any other.
    pub fn state(&self, board: &Grid<u16>) -> Option<Words<N>> {
        let cells = typed(&Game, board).ok().filter(|cells| cells.size() == self.size)?;
        let mut state = Words::EMPTY;
        let mut left: Vec<_> = plain::blocks(&cells).collect();
        for (block, colour) in self.colours.iter().enumerate() {
            let at = left.iter().position(|(_, other)| other == colour)?;
            state.set_byte(block, self.size.index(left.remove(at).0) as u8);
        }
        (self.board(&state) == *board).then_some(state)
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    pub(super) fn is_wall(&self, cell: usize) -> bool {
        self.walls.contains(cell)
    }

    #[inline]
    pub(super) fn blocks(&self) -> usize {
        self.colours.len()
    }

    pub fn colours(&self) -> &[Colour] {
        &self.colours
    }

    /// The groups of interchangeable blocks.
    pub(super) fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Puts the blocks from this one on in every place; those of one group in increasing order.
    #[cfg(not(target_family = "wasm"))]
    fn place_from(
        &self,
        block: usize,
        mut state: Words<N>,
        visit: Visitor<'_, Words<N>>,
    ) -> ControlFlow<()> {
        if block == self.blocks() {
            return visit(state);
        }
        let is_next_of_group =
            self.equals.iter().any(|&(first, end)| (first + 1..end).contains(&block));
        let first = if is_next_of_group { usize::from(state.byte(block - 1)) + 1 } else { 0 };
        for cell in first..self.size.cells() {
            let is_taken = |other| usize::from(state.byte(other)) == cell;
            if !self.is_wall(cell) && !(0..block).any(is_taken) {
                state.set_byte(block, cell as u8);
                self.place_from(block + 1, state, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `visit` for all slides that move anything.
    #[inline]
    pub fn slides(&self, state: &Words<N>, mut visit: impl FnMut(Move, Words<N>)) {
        self.slide_along(state, 0, &mut visit);
        self.slide_along(state, 1, &mut visit);
    }

    /// Calls `visit` for the slides that are worth trying after the last one: those along the other
    /// axis, or all at the start. The flag is true for a vertical last slide.
    #[inline]
    pub(super) fn slides_after(
        &self,
        state: &Words<N>,
        was_vertical: Option<bool>,
        visit: &mut impl FnMut(Move, Words<N>),
    ) {
        match was_vertical {
            // Vertical is the first axis.
            Some(was_vertical) => self.slide_along(state, usize::from(was_vertical), visit),
            None => self.slides(state, visit),
        }
    }

    /// Calls `visit` for the slides along an axis that move anything.
    #[inline]
    fn slide_along(&self, state: &Words<N>, axis: usize, visit: &mut impl FnMut(Move, Words<N>)) {
        let Axis { step, places } = &self.axes[axis];
        let place = |block| &places[usize::from(state.byte(block))];
        let mut ahead = [[0_u64; 2]; LINES];
        for block in 0..self.blocks() {
            let Place { ahead_of, line, .. } = place(block);
            let ahead = &mut ahead[usize::from(*line) % LINES];
            ahead[0] += ahead_of[0];
            ahead[1] += ahead_of[1];
        }
        let mut after = [Words::<N>::EMPTY; 2];
        for block in 0..self.blocks() {
            let Place { line, field, ends, .. } = place(block);
            let ahead = &ahead[usize::from(*line) % LINES];
            let [before, behind] = [ahead[0] >> field & 15, ahead[1] >> field & 15];
            let first = u64::from(ends[0]) + before * step;
            let last = u64::from(ends[1]) - behind * step;
            after[0].0[block / 8] |= first << (block % 8 * 8);
            after[1].0[block / 8] |= last << (block % 8 * 8);
        }
        for (direction, after) in AXES[axis].into_iter().zip(after) {
            if after != *state {
                visit(Move::All(direction), after);
            }
        }
    }
}

impl<const N: usize> Puzzle for Tiles<N> {
    fn vocabulary(&self) -> Vocabulary {
        Game.vocabulary()
    }

    fn board(&self, state: &Words<N>) -> Grid<u16> {
        let mut board = self.ground.map(Cell::code);
        for (block, &colour) in self.colours.iter().enumerate() {
            let at = self.size.coord(usize::from(state.byte(block)));
            board[at] = self.ground[at].with_block(Some(colour)).code();
        }
        board
    }

    #[cfg(not(target_family = "wasm"))]
    fn arrangements(&self, visit: Visitor<'_, Words<N>>) -> Option<ControlFlow<()>> {
        Some(self.place_from(0, Words::EMPTY, visit))
    }

    crate::named_heuristics!(Self::HEURISTICS);
}

impl<const N: usize> Space for Tiles<N> {
    type State = Words<N>;
    type Move = Move;

    fn start(&self) -> Words<N> {
        self.start
    }

    #[inline]
    fn is_goal(&self, state: &Words<N>) -> bool {
        (self.canonical_form(*state) & self.bound) == self.solved
            && self.spare.iter().all(|group| group.is_covered(state))
    }

    #[inline]
    fn successors(&self, state: &Words<N>, next: &mut Successors<Words<N>, Move>) {
        self.slides(state, |mv, after| next.push(mv, after));
    }

    /// True if the move is vertical.
    #[inline]
    fn trace(&self, step: Step<'_, Words<N>, Move>) -> bool {
        matches!(step.mv, Move::All(direction) if direction.is_vertical())
    }

    /// Slides along the axis of the last move lead to the same positions as from the position
    /// before, one move sooner. Those were generated together with this one.
    #[inline]
    fn successors_after(
        &self,
        state: &Words<N>,
        trace: Option<bool>,
        next: &mut Successors<Words<N>, Move>,
    ) {
        self.slides_after(state, trace, &mut |mv, after| next.push(mv, after));
    }

    /// Blocks of one group are interchangeable: their cells are kept in increasing order.
    #[inline]
    fn canonical(&self, state: &mut Words<N>) {
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
    }

    /// Two slides along one axis have the effect of the last one alone.
    #[inline]
    fn is_redundant(&self, last: Step<'_, Words<N>, Move>, next: Step<'_, Words<N>, Move>) -> bool {
        match (last.mv, next.mv) {
            (Move::All(last), Move::All(next)) => last.is_vertical() == next.is_vertical(),
            _ => false,
        }
    }
}
