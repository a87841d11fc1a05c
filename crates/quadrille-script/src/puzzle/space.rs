//! A level of a puzzle as a state space. A position is the codes of its cells, one byte each, after
//! a byte for the goal test, which the script computes together with the move.

use quadrille::definition::{Definition, pack_codes, unpack_codes};
use quadrille::grid::{Grid, Size};
use quadrille::heuristics::Vocabulary;
use quadrille::moves::Move;
use quadrille::puzzle::Puzzle;
use quadrille::search::space::{Space, Successors};

use super::PuzzleScript;
use super::code::Code;

pub(super) struct Positions<'a> {
    puzzle: &'a PuzzleScript,
    size: Size,
    start: Box<[u64]>,
}

/// The bits of a code.
const BITS: u32 = 8;

fn packed(board: &Grid<u16>, is_solved: bool) -> Box<[u64]> {
    let cells = board.cells().iter().copied();
    pack_codes([u16::from(is_solved)].into_iter().chain(cells), BITS)
}

impl<'a> Positions<'a> {
    pub(super) fn new(puzzle: &'a PuzzleScript, board: &Grid<Code>) -> Positions<'a> {
        let board = board.map(|code| u16::from(code.0));
        let start = packed(&board, puzzle.solved(board.clone()));
        Positions { puzzle, size: board.size(), start }
    }

    fn unpacked(&self, state: &[u64]) -> Grid<u16> {
        let cells = unpack_codes(state, BITS).skip(1).take(self.size.cells());
        Grid::from_cells(self.size, cells.collect()).expect("a state has the size of the board")
    }
}

impl Space for Positions<'_> {
    type State = Box<[u64]>;
    type Move = Move;

    fn start(&self) -> Box<[u64]> {
        self.start.clone()
    }

    fn is_goal(&self, state: &Box<[u64]>) -> bool {
        unpack_codes(state, BITS).next() == Some(1)
    }

    fn successors(&self, state: &Box<[u64]>, next: &mut Successors<Box<[u64]>, Move>) {
        self.puzzle.follow(self.unpacked(state), |mv, after, is_solved| {
            next.push(mv, packed(&after, is_solved));
        });
    }

    fn heap_bytes(&self) -> usize {
        self.start.len()
    }
}

impl Puzzle for Positions<'_> {
    fn vocabulary(&self) -> Vocabulary {
        self.puzzle.vocabulary()
    }

    fn board(&self, state: &Box<[u64]>) -> Grid<u16> {
        self.unpacked(state)
    }
}
