//! What a game must know for levels of it to be made.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use quadrille_base::random::Random;

use super::{Definition, draft};
use crate::grid::{Grid, Size};
use crate::search::Cost;

/// What can be asked of the levels of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    /// What the things are called that a level has more or fewer of, one of them: `block`.
    pub piece: &'static str,
    /// The shortest side of a board.
    pub least_side: usize,
    /// The size of boards by default.
    pub usual_size: (usize, usize),
    /// The most pieces of any level.
    pub most_pieces: usize,
    /// Whether pieces can be asked for that have no goal and only stop others.
    pub stoppers: bool,
}

/// What is asked of one candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The size of its board.
    pub size: Size,
    /// How many pieces it may have.
    pub pieces: RangeInclusive<usize>,
    /// How many of them have no goal.
    pub stoppers: usize,
    /// How long its shortest plan may be.
    pub moves: RangeInclusive<Cost>,
}

/// A level that is the hardest of all that were looked at together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hardest<C> {
    /// Its board.
    pub board: Grid<C>,
    /// The length of its shortest plan.
    pub moves: Cost,
    /// How many levels were looked at.
    pub rated: u64,
}

/// What only the game knows about making and rating levels. All has a default that works for any
/// game: boards with random walls, pieces and goals, from which the search takes what is good. A
/// game that knows better overrides it.
pub trait Workshop: Definition {
    /// What can be asked of its levels.
    fn scope(&self) -> Scope {
        Scope {
            piece: "piece",
            least_side: 2,
            usual_size: (5, 5),
            most_pieces: Size::MAX_SIDE.pow(2),
            stoppers: false,
        }
    }

    /// How many pieces a level of this size has by default.
    fn usual_pieces(&self, size: Size) -> RangeInclusive<usize> {
        1..=(size.cells() / 4).max(2)
    }

    /// How many pieces there are on a board: by default the cells with a piece that is called
    /// [`Scope::piece`].
    fn pieces(&self, board: &Grid<Self::Cell>) -> usize {
        draft::pieces(self.identity().kinds, board, self.scope().piece)
    }

    /// How many of the pieces on a board have no goal, in games where [`Scope::stoppers`] can be
    /// asked for.
    fn stoppers(&self, _board: &Grid<Self::Cell>) -> usize {
        0
    }

    /// A random board for a target. It need not be solvable nor meet the target, but the nearer it
    /// comes the fewer are rejected.
    fn draft(&self, target: &Target, random: &mut Random) -> Option<Grid<Self::Cell>> {
        draft::draft(self, target, random)
    }

    /// A board that differs a little, for a search that goes from board to board.
    fn vary(
        &self,
        board: &Grid<Self::Cell>,
        _target: &Target,
        random: &mut Random,
    ) -> Grid<Self::Cell> {
        draft::varied(self.identity().kinds, board, random)
    }

    /// The same board without one of the things that might be useless: a wall, a number, a block.
    fn without_one(&self, board: &Grid<Self::Cell>) -> Vec<Grid<Self::Cell>> {
        draft::without_one(self.identity().kinds, board)
    }

    /// The board with its colours and names in the order of reading: one board for all that differ
    /// in names alone.
    fn canonical(&self, board: &Grid<Self::Cell>) -> Grid<Self::Cell> {
        board.clone()
    }

    /// The hardest of all levels that share something with this board, where one sweep rates them
    /// all; `None` when the game has no such sweep or it would take more than `nodes` positions.
    fn hardest_relative(
        &self,
        _board: &Grid<Self::Cell>,
        _nodes: u64,
    ) -> Option<Hardest<Self::Cell>> {
        None
    }

    /// What a player can decide next: how many moves carry it out, and the board after them. A
    /// decision is a move; in a game that counts some of its moves ([`Definition::TALLY`]), the
    /// others lead up to such a move, as walking leads up to a push.
    fn decisions(&self, board: &Grid<Self::Cell>) -> Vec<(Cost, Grid<Self::Cell>)> {
        let mut decisions = Vec::new();
        let mut open = vec![board.clone()];
        let mut known: HashSet<Grid<Self::Cell>> = HashSet::from([board.clone()]);
        for moves in 1.. {
            let mut next_open = Vec::new();
            for here in &open {
                for next in self.moves(here).into_iter().filter_map(|mv| self.play(here, mv).ok()) {
                    if Self::TALLY.is_none() || self.is_tallied(here, &next) {
                        decisions.push((moves, next));
                    } else if known.insert(next.clone()) {
                        next_open.push(next);
                    }
                }
            }
            if next_open.is_empty() {
                break;
            }
            open = next_open;
        }
        decisions
    }
}
