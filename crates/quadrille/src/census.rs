//! Every board with the pieces of a level in any place: which of them can be solved, and the
//! distances between positions.

use std::fmt::Debug;
use std::ops::ControlFlow;

use crate::grid::Grid;
use crate::moves::Move;
use crate::puzzle::{Puzzle, Visit, Visitor};
use crate::search::{
    Control, Limits, Pruning, Report, Search,
    algorithm::Bfs,
    explore::{self, Explore},
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

/// The results for all boards with the pieces of a level. Boards that differ only by names are one;
/// one that is unsolvable has no moves.
pub type Census = explore::Census<Route>;

/// The distances between positions that the pieces of a level can reach, with a shortest path to a
/// farthest position. Positions that differ only by names are one.
pub type Distances = explore::Spread<Route>;

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
            starts: result.starts,
            positions: result.positions,
            to_goal: result.to_goal,
            hardest: None,
            unsolvable: result
                .unsolvable
                .map(|state| Route { board: puzzle.board(&state), moves: Vec::new() }),
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
            starts: result.starts,
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
