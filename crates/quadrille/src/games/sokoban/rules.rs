//! The rules of Sokoban on packed words: one bit per square, set if it has a box, and the player's
//! square in the highest bits.

#[cfg(not(target_family = "wasm"))]
use std::ops::ControlFlow;

use super::Game;
use super::cell::{BOX, Cell, GOAL, PLAYER, WALL};
use super::plain::{inside, player};
use crate::definition::{Cell as _, Definition};
use crate::grid::{Coord, Direction, Grid, Words};
use crate::heuristics::Vocabulary;
use crate::moves::Move;
use crate::puzzle::Puzzle;
#[cfg(not(target_family = "wasm"))]
use crate::puzzle::Visitor;
use crate::search::space::{Space, Successors};

/// A level of Sokoban with at most `64 * N - 10` squares.
pub struct Sokoban<const N: usize> {
    /// The board without its boxes and its player.
    pub(super) ground: Grid<Cell>,
    pub(super) squares: Vec<Coord>,
    start: Words<N>,
    pub(super) goals: Words<N>,
    pub(super) all: Words<N>,
    /// For each square its neighbours in the four directions.
    pub(super) next: Vec<[Option<u16>; 4]>,
    /// For each square the steps of the player to each other.
    pub(super) walks: Vec<Vec<Option<u32>>>,
    /// For each goal, the pushes of a box from each square, alone on the board.
    pub(super) pushes: Vec<Vec<Option<u32>>>,
    /// The squares of each 2×2 block: boxes on all of them can never move again.
    blocks: Vec<Words<N>>,
}

impl<const N: usize> Sokoban<N> {
    pub(super) fn new(board: &Grid<Cell>) -> Sokoban<N> {
        let (size, squares) = (board.size(), inside(board));
        let square = |at: Coord| squares.binary_search(&at).ok();
        let all = |what| board.coords_where(move |cell: Cell| cell.has(what)).filter_map(square);
        let is_floor = |at: Coord| !board[at].has(WALL);
        let of_squares = |steps: Grid<_>| squares.iter().map(|&at| steps[at]).collect();
        let walks = |&at: &Coord| of_squares(size.steps_from(Some(at), |to, _| is_floor(to)));
        // Backwards, the box moves away from the goal, and the player needs room behind it.
        let fits = |to, way| is_floor(to) && size.step(to, way).is_some_and(is_floor);
        let pushes = |goal: usize| of_squares(size.steps_from(Some(squares[goal]), fits));
        let block = |at: &Coord| size.two_by_two(*at).filter_map(square).collect();
        let beside = |at, way| size.step(at, way).and_then(square).map(|to| to as u16);
        let mut start: Words<N> = all(BOX).collect();
        start.set_high(PLAYER_BITS, player(board).and_then(square).unwrap_or_default());
        Sokoban {
            ground: board.map(|cell| cell.without(BOX.with(PLAYER))),
            start,
            goals: all(GOAL).collect(),
            all: (0..squares.len()).collect(),
            next: squares.iter().map(|&at| Direction::ALL.map(|way| beside(at, way))).collect(),
            walks: squares.iter().map(walks).collect(),
            pushes: all(GOAL).map(pushes).collect(),
            blocks: squares.iter().map(block).collect(),
            squares,
        }
    }
}

impl<const N: usize> Sokoban<N> {
    /// Puts the given number of boxes on the squares from this one on, and the player on every
    /// other.
    #[cfg(not(target_family = "wasm"))]
    fn place_from(
        &self,
        first: usize,
        boxes: usize,
        state: Words<N>,
        visit: Visitor<'_, Words<N>>,
    ) -> ControlFlow<()> {
        let all = self.squares.len();
        if boxes == 0 {
            return (0..all).filter(|&square| !state.contains(square)).try_for_each(|square| {
                let mut state = state;
                state.set_high(PLAYER_BITS, square);
                visit(state)
            });
        }
        (first..=all - boxes).try_for_each(|square| {
            let mut with = state;
            with.insert(square);
            self.place_from(square + 1, boxes - 1, with, visit)
        })
    }
}

impl<const N: usize> Sokoban<N> {
    /// The state after a step of the player, or `None` if it is blocked.
    #[inline]
    pub(super) fn after(&self, state: &Words<N>, way: Direction) -> Option<Words<N>> {
        let beside = |at: usize| self.next[at][way as usize].map(usize::from);
        let to = beside(state.high(PLAYER_BITS))?;
        let mut after = *state;
        if state.contains(to) {
            let beyond = beside(to).filter(|&at| !state.contains(at))?;
            after.remove(to);
            after.insert(beyond);
        }
        after.set_high(PLAYER_BITS, to);
        Some(after)
    }
}

/// The bits of the player's square.
pub(super) const PLAYER_BITS: u32 = 10;

impl<const N: usize> Space for Sokoban<N> {
    type State = Words<N>;
    type Move = Move;

    fn start(&self) -> Words<N> {
        self.start
    }

    fn is_goal(&self, state: &Words<N>) -> bool {
        self.goals & *state == self.goals
    }

    fn successors(&self, state: &Words<N>, next: &mut Successors<Words<N>, Move>) {
        for way in Direction::ALL {
            if let Some(after) = self.after(state, way) {
                next.push(Move::All(way), after);
            }
        }
    }

    /// Too few boxes can still reach a goal: the others cannot reach one, or block each other
    /// permanently.
    fn is_dead_end(&self, state: &Words<N>) -> bool {
        let boxes = state.without_high(PLAYER_BITS);
        let stuck = self.blocks.iter().filter(|&&block| boxes & block == block);
        let stuck = stuck.fold(Words::EMPTY, |all, &block| all | block) & !self.goals;
        let can_come = |&at: &usize| self.pushes.iter().any(|pushes| pushes[at].is_some());
        (boxes & !stuck).bits().filter(can_come).count() < self.pushes.len()
    }
}

impl<const N: usize> Puzzle for Sokoban<N> {
    fn vocabulary(&self) -> Vocabulary {
        Game.vocabulary()
    }

    fn board(&self, state: &Words<N>) -> Grid<u16> {
        let mut board = self.ground.clone();
        for square in state.without_high(PLAYER_BITS).bits() {
            let at = self.squares[square];
            board[at] = board[at].with(BOX);
        }
        let at = self.squares[state.high(PLAYER_BITS)];
        board[at] = board[at].with(PLAYER);
        board.map(Cell::code)
    }

    #[cfg(not(target_family = "wasm"))]
    fn arrangements(&self, visit: Visitor<'_, Words<N>>) -> Option<ControlFlow<()>> {
        let boxes = self.start.without_high(PLAYER_BITS).count() as usize;
        Some(self.place_from(0, boxes, Words::EMPTY, visit))
    }

    crate::named_heuristics!(Self::HEURISTICS);
}
