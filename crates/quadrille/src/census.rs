//! Every board with the pieces of a level in any place: which of them can be solved, and the
//! distances between positions.

use std::fmt::Debug;
use std::ops::ControlFlow;

use crate::grid::Grid;
use crate::moves::Move;
use crate::puzzle::{Puzzle, Visit, Visitor};
use crate::search::{
    Control, Limits, Pruning, Report, Search, Stats, Stop,
    algorithm::Bfs,
    explore::Explore,
    space::{Space, Successors},
    toolkit::Packed,
};

/// A board and moves from it.
#[derive(Clone, PartialEq, Debug)]
pub struct Route {
    /// The board before the first move.
    pub board: Grid<u16>,
    /// The moves, starting at the board.
    pub moves: Vec<Move>,
}

/// The results for all boards with the pieces of a level. Boards that differ only by names are one.
#[derive(Clone, PartialEq, Debug)]
pub struct Census {
    /// The number of boards. `None` when not all of them were visited.
    pub boards: Option<u64>,
    /// The number of positions that can be reached from them, the boards included.
    pub positions: u64,
    /// The number of boards by the fewest moves that solve them, from 0 on: all that can be solved.
    /// `None` when it ended early.
    pub to_goal: Option<Vec<u64>>,
    /// A board that takes the most moves, with a shortest plan.
    pub hardest: Option<Route>,
    pub unsolvable: Option<Grid<u16>>,
    /// The reason for an early end.
    pub stop: Option<Stop>,
    pub stats: Stats,
}

impl Census {
    /// The number of boards that can be solved.
    pub fn solvable(&self) -> Option<u64> {
        self.to_goal.as_ref().map(|counts| counts.iter().sum())
    }
}

/// The distances between positions that the pieces of a level can reach. Positions that differ only
/// by names are one.
#[derive(Clone, PartialEq, Debug)]
pub struct Distances {
    /// The number of boards to start from. `None` when not all of them were visited.
    pub boards: Option<u64>,
    /// The number of positions that can be reached from them, the boards included.
    pub positions: u64,
    /// The number of boards by the distance to the farthest position that can be reached, from 0
    /// on. Only the examined ones, when it ended early.
    pub by_distance: Vec<u64>,
    /// A board with a shortest path to a position, the longest such path of those examined.
    pub farthest: Option<Route>,
    /// The reason for an early end.
    pub stop: Option<Stop>,
    pub stats: Stats,
}

impl Distances {
    /// The largest distance found: of all boards, if it did not end early.
    pub fn most(&self) -> Option<u32> {
        Some(self.by_distance.len().checked_sub(1)? as u32)
    }
}

/// A board with the report of a search from it, not yet checked by the plain rules.
pub(crate) struct Unchecked {
    pub(crate) start: Grid<u16>,
    pub(crate) report: Report,
}

/// Takes the census of a puzzle; `None` if the game does not define its arrangements.
pub(crate) struct Take<'a>(pub(crate) &'a Control);

impl Visit for Take<'_> {
    type Output = Option<(Census, Option<Unchecked>)>;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Self::Output {
        let (result, is_known) =
            counted(puzzle, |visit| Explore::new(puzzle).control(self.0).census(visit));
        let hardest = result.hardest.map(|start| From { puzzle, start, goal: None }.report(self.0));
        let census = Census {
            boards: result.starts,
            positions: result.positions,
            to_goal: result.to_goal,
            hardest: None,
            unsolvable: result.unsolvable.map(|state| puzzle.board(&state)),
            stop: result.stop,
            stats: result.stats,
        };
        is_known.then_some((census, hardest))
    }
}

/// Measures the distances of a puzzle; `None` if the game does not define its arrangements.
pub(crate) struct Measure<'a>(pub(crate) &'a Control);

impl Visit for Measure<'_> {
    type Output = Option<(Distances, Option<Unchecked>)>;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Self::Output {
        let (result, is_known) =
            counted(puzzle, |visit| Explore::new(puzzle).control(self.0).spread(visit));
        let way = |(start, goal)| From { puzzle, start, goal: Some(goal) }.report(self.0);
        let distances = Distances {
            boards: result.starts,
            positions: result.positions,
            by_distance: result.by_distance,
            farthest: None,
            stop: result.stop,
            stats: result.stats,
        };
        is_known.then(|| (distances, result.farthest.map(way)))
    }
}

/// Runs a search over the arrangements of a puzzle. The flag is true if there are any.
fn counted<S: Packed + Debug, T>(
    puzzle: &dyn Puzzle<State = S>,
    search: impl FnOnce(&mut dyn FnMut(Visitor<'_, S>) -> ControlFlow<()>) -> T,
) -> (T, bool) {
    let mut is_known = true;
    let result = search(&mut |visit| {
        puzzle.arrangements(visit).unwrap_or_else(|| {
            is_known = false;
            ControlFlow::Continue(())
        })
    });
    (result, is_known)
}

/// A puzzle with another start, and a given goal position if there is one.
struct From<'p, S> {
    puzzle: &'p dyn Puzzle<State = S>,
    start: S,
    goal: Option<S>,
}

impl<S: Packed + Debug> From<'_, S> {
    /// A shortest plan. Its limits are its own: it is fast once all positions are known.
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
