//! A level as a search problem of the library.

use quadrille::definition::Definition;
use quadrille::grid::{Grid, Size};
use quadrille::heuristics::{self, HeuristicInfo, Named, Vocabulary};
use quadrille::moves::Move;
use quadrille::puzzle::Puzzle;
use quadrille_search::space::{Heuristic, Space, Successors};

use super::Game;
use super::cells::Code;
use crate::bound::Bound;
use crate::visits::Visits;
use crate::{Distance, Position, Positions};

/// A level of a game.
#[derive(Debug)]
pub(super) struct LevelPuzzle {
    pub(super) game: Game,
    pub(super) positions: Positions,
}

const LIST: [Named<LevelPuzzle>; 3] = [BOUND, VISITS, DISTANCE];

const BOUND: Named<LevelPuzzle> = Named {
    info: HeuristicInfo::consistent(
        "bound",
        "the fewest moves in which objects can come to where a win condition wants them, or 0 where \
         the rules do not show that they only move",
        "the win conditions, the walls, and how rules move objects",
    ),
    build: |puzzle, _| {
        let bound = Bound::new(&puzzle.positions);
        Box::new(move |state, _| if puzzle.is_goal(state) { 0.0 } else { bound.estimate(state) })
    },
    parts: |_, _, _, _| Vec::new(),
};

const VISITS: Named<LevelPuzzle> = Named {
    info: HeuristicInfo {
        consistent: false,
        ..HeuristicInfo::consistent(
            "visits",
            "the fewest moves in which every cell that a win condition wants to change can change, \
                where the rules show that it takes a player there; at least bound",
            "the win conditions, the walls, and what rules change beside the player",
        )
    },
    build: |puzzle, _| {
        let bound = Bound::new(&puzzle.positions);
        let visits = Visits::new(&puzzle.positions);
        Box::new(move |state, _| {
            if puzzle.is_goal(state) {
                return 0.0;
            }
            let visits = visits.as_ref().map_or(0.0, |visits| visits.estimate(state));
            bound.estimate(state).max(visits)
        })
    },
    parts: |_, _, _, _| Vec::new(),
};

const DISTANCE: Named<LevelPuzzle> = Named {
    info: HeuristicInfo {
        whole: true,
        ..HeuristicInfo::new(
            "distance",
            "how far the objects of the win conditions are from where they must be",
            "the win conditions",
        )
    },
    build: |puzzle, _| {
        let distance = Distance::new(&puzzle.positions);
        Box::new(move |state, by| distance.estimate(state, by))
    },
    parts: |_, _, _, _| Vec::new(),
};

pub(super) const INFOS: [HeuristicInfo; 3] = heuristics::infos(&LIST);

impl LevelPuzzle {
    /// The heuristics that guide the search for a plan; the first proves it.
    pub(super) fn guides(&self) -> &'static [&'static HeuristicInfo] {
        if Visits::new(&self.positions).is_some() {
            &[&VISITS.info, &DISTANCE.info]
        } else if Bound::new(&self.positions).is_informed() {
            &[&BOUND.info, &DISTANCE.info]
        } else {
            &[&DISTANCE.info]
        }
    }
}

impl Space for LevelPuzzle {
    type State = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.positions.start()
    }

    fn is_goal(&self, state: &Position) -> bool {
        self.positions.is_goal(state)
    }

    fn successors(&self, state: &Position, next: &mut Successors<Position, Move>) {
        self.positions.successors(state, next);
    }

    fn heap_bytes(&self) -> usize {
        self.positions.heap_bytes()
    }
}

impl Puzzle for LevelPuzzle {
    fn vocabulary(&self) -> Vocabulary {
        self.game.vocabulary()
    }

    fn board(&self, state: &Position) -> Grid<u16> {
        let board = self.positions.board(state);
        let restart = self.positions.restart_of(state);
        let size = Size::new(board.height, board.width).expect("a level has the size of a grid");
        let grid = self.game.encoded(size, &board.objects, &restart, self.is_goal(state));
        match grid {
            Some(grid) => grid.map(|Code(code)| code),
            None => {
                self.game.failed("there are too many different combinations of objects");
                Grid::filled(size, 0)
            }
        }
    }

    quadrille::named_heuristics!(&LIST);
}
