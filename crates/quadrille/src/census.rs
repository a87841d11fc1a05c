//! Every board with the pieces of a level, wherever they stand: which of them can be solved, and
//! how far apart positions can be.

use std::fmt::Debug;
use std::ops::ControlFlow;

use crate::grid::Grid;
use crate::moves::Move;
use crate::puzzle::{Puzzle, Visit, Visitor};
use crate::search::{
    Control, Limits, Pruning, Report, Search, Space, Stats, Stop, Successors, algorithm::Bfs,
    explore::Explore, toolkit::Packed,
};

/// A board with moves that start there.
#[derive(Clone, PartialEq, Debug)]
pub struct Route {
    /// The board before the first move.
    pub board: Grid<u16>,
    /// The moves.
    pub moves: Vec<Move>,
}

/// What is known of all boards with the pieces of a level. Boards that are the same but for names
/// are one.
#[derive(Clone, PartialEq, Debug)]
pub struct Census {
    /// How many boards there are. `None` when not all of them were met.
    pub boards: Option<u64>,
    /// How many positions can be reached from them, the boards included.
    pub positions: u64,
    /// How many of the boards take this many moves at least, from 0 on: all that can be solved.
    /// `None` when something stopped it.
    pub to_goal: Option<Vec<u64>>,
    /// A board that takes most moves, with a shortest plan.
    pub hardest: Option<Route>,
    /// A board that cannot be solved.
    pub unsolvable: Option<Grid<u16>>,
    /// What ended it early.
    pub stop: Option<Stop>,
    /// The effort.
    pub stats: Stats,
}

impl Census {
    /// How many of the boards can be solved.
    pub fn solvable(&self) -> Option<u64> {
        self.to_goal.as_ref().map(|counts| counts.iter().sum())
    }
}

/// How far the positions are from each other that the pieces of a level can come to. Positions that
/// are the same but for names are one.
#[derive(Clone, PartialEq, Debug)]
pub struct Distances {
    /// How many boards there are to start from. `None` when not all of them were met.
    pub boards: Option<u64>,
    /// How many positions can be reached from them, the boards included.
    pub positions: u64,
    /// From how many of the boards the farthest position that can be reached is this many moves
    /// away, from 0 on. When something stopped it, only those that were looked at.
    pub by_distance: Vec<u64>,
    /// A board with the shortest way to a position that are farthest from each other, of those
    /// looked at.
    pub farthest: Option<Route>,
    /// What ended it early.
    pub stop: Option<Stop>,
    /// The effort.
    pub stats: Stats,
}

impl Distances {
    /// The largest distance that was found: of all, if nothing stopped it.
    pub fn most(&self) -> Option<u32> {
        Some(self.by_distance.len().checked_sub(1)? as u32)
    }
}

/// A board with the report of a search from it, before it is checked by the plain rules.
pub(crate) struct Unchecked {
    pub(crate) start: Grid<u16>,
    pub(crate) report: Report,
}

/// Takes the census of a puzzle; `None` when the game does not say what boards there are.
pub(crate) struct Take<'a>(pub(crate) &'a Control);

impl Visit for Take<'_> {
    type Output = Option<(Census, Option<Unchecked>)>;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Self::Output {
        let (found, is_known) =
            counted(puzzle, |visit| Explore::new(puzzle).control(self.0).census(visit));
        let hardest = found.hardest.map(|start| From { puzzle, start, goal: None }.report(self.0));
        let census = Census {
            boards: found.starts,
            positions: found.positions,
            to_goal: found.to_goal,
            hardest: None,
            unsolvable: found.unsolvable.map(|state| puzzle.board(&state)),
            stop: found.stop,
            stats: found.stats,
        };
        is_known.then_some((census, hardest))
    }
}

/// Measures the distances of a puzzle; `None` when the game does not say what boards there are.
pub(crate) struct Measure<'a>(pub(crate) &'a Control);

impl Visit for Measure<'_> {
    type Output = Option<(Distances, Option<Unchecked>)>;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Self::Output {
        let (found, is_known) =
            counted(puzzle, |visit| Explore::new(puzzle).control(self.0).spread(visit));
        let way = |(start, goal)| From { puzzle, start, goal: Some(goal) }.report(self.0);
        let distances = Distances {
            boards: found.starts,
            positions: found.positions,
            by_distance: found.by_distance,
            farthest: None,
            stop: found.stop,
            stats: found.stats,
        };
        is_known.then(|| (distances, found.farthest.map(way)))
    }
}

/// Runs a search over the arrangements of a puzzle, and says whether there are such.
fn counted<S: Packed + Debug, T>(
    puzzle: &dyn Puzzle<State = S>,
    search: impl FnOnce(&mut dyn FnMut(Visitor<'_, S>) -> ControlFlow<()>) -> T,
) -> (T, bool) {
    let mut is_known = true;
    let found = search(&mut |visit| {
        puzzle.arrangements(visit).unwrap_or_else(|| {
            is_known = false;
            ControlFlow::Continue(())
        })
    });
    (found, is_known)
}

/// A puzzle from another start, and to a given position if there is one.
struct From<'p, S> {
    puzzle: &'p dyn Puzzle<State = S>,
    start: S,
    goal: Option<S>,
}

impl<S: Packed + Debug> From<'_, S> {
    /// A shortest plan. It is short work after all positions were found, and not stopped by what
    /// stopped that.
    fn report(&self, control: &Control) -> Unchecked {
        let limits = Limits { max_memory: control.limits.max_memory, ..Limits::default() };
        let own = Control { limits, cancel: control.cancel.clone(), ..Control::default() };
        let pruning = Pruning { canonical: true, dead_ends: false };
        let space: &dyn Space<State = S, Move = Move> = self;
        let report = Search::new(space).algorithm(Bfs).pruning(pruning).control(&own).run();
        Unchecked { start: self.puzzle.board(&self.start), report: report.without_states() }
    }
}

impl<S: Packed + Debug> Space for From<'_, S> {
    type State = S;
    type Move = Move;

    fn start(&self) -> S {
        self.start.clone()
    }

    fn is_goal(&self, state: &S) -> bool {
        match &self.goal {
            Some(goal) => self.puzzle.canonical_form(state.clone()) == *goal,
            None => self.puzzle.is_goal(state),
        }
    }

    fn successors(&self, state: &S, next: &mut Successors<S, Move>) {
        self.puzzle.successors(state, next);
    }

    fn canonical(&self, state: &mut S) {
        self.puzzle.canonical(state);
    }

    fn heap_bytes(&self) -> usize {
        self.puzzle.heap_bytes()
    }
}
