//! The game-specific part of making levels.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use quadrille_base::random::Random;

use super::{Definition, draft};
use crate::grid::{Grid, Size};
use crate::search::Cost;

/// The bounds on requests for levels of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    /// The noun for the pieces of which a level has more or fewer: `block`.
    pub piece: &'static str,
    pub least_side: usize,
    pub usual_size: (usize, usize),
    pub most_pieces: usize,
    /// True if pieces without a goal, which only stop others, can be requested.
    pub stoppers: bool,
}

/// The requirements for one candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    pub size: Size,
    pub pieces: RangeInclusive<usize>,
    /// The number of pieces without a goal.
    pub stoppers: usize,
    /// The allowed length of its shortest plan.
    pub moves: RangeInclusive<Cost>,
}

/// The hardest level of a sweep.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hardest<C> {
    pub board: Grid<C>,
    pub moves: Cost,
    /// The number of levels rated.
    pub rated: u64,
}

/// The game-specific part of making and rating levels. Everything has a default that works for any
/// game: boards with random walls, pieces and goals, from which the search selects the good ones. A
/// game can override it with something better.
pub trait Workshop: Definition {
    fn scope(&self) -> Scope {
        Scope {
            piece: "piece",
            least_side: 2,
            usual_size: (5, 5),
            most_pieces: Size::MAX_SIDE.pow(2),
            stoppers: false,
        }
    }

    /// The default number of pieces of a level of this size.
    fn usual_pieces(&self, size: Size) -> RangeInclusive<usize> {
        1..=(size.cells() / 4).max(2)
    }

    /// The number of pieces on a board: by default the cells with a piece named [`Scope::piece`].
    fn pieces(&self, board: &Grid<Self::Cell>) -> usize {
        draft::pieces(self.identity().kinds, board, self.scope().piece)
    }

    /// The number of pieces on a board without a goal, in games with [`Scope::stoppers`].
    fn stoppers(&self, _board: &Grid<Self::Cell>) -> usize {
        0
    }

    /// A random board for a target. It need not be solvable or meet the target, but the closer it
    /// comes, the fewer drafts are rejected.
    fn draft(&self, target: &Target, random: &mut Random) -> Option<Grid<Self::Cell>> {
        draft::draft(self, target, random)
    }

    /// A board with a small difference, for hill climbing.
    fn vary(
        &self,
        board: &Grid<Self::Cell>,
        _target: &Target,
        random: &mut Random,
    ) -> Grid<Self::Cell> {
        draft::varied(self.identity().kinds, board, random)
    }

    /// The boards without one of the things that might be useless: a wall, a number, a block.
    fn without_one(&self, board: &Grid<Self::Cell>) -> Vec<Grid<Self::Cell>> {
        draft::without_one(self.identity().kinds, board)
    }

    /// The number of pieces and goals that no game on this board can ever reach.
    fn stranded(&self, _board: &Grid<Self::Cell>) -> usize {
        0
    }

    /// The board with its colours and names in reading order: one board for all that differ only by
    /// names.
    fn canonical(&self, board: &Grid<Self::Cell>) -> Grid<Self::Cell> {
        board.clone()
    }

    /// The hardest of all levels that are related to this board, if one sweep rates them all;
    /// `None` if the game has no such sweep or it would take more than `nodes` positions.
    fn hardest_relative(
        &self,
        _board: &Grid<Self::Cell>,
        _nodes: u64,
    ) -> Option<Hardest<Self::Cell>> {
        None
    }

    /// The possible decisions of a player: the number of moves and the board after them. A decision
    /// is a move; in a game that counts some moves separately ([`Definition::TALLY`]), it is such a
    /// move with the other moves before it, such as a walk and a push.
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
