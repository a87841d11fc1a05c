//! The declaration of a game, with defaults where possible.
//!
//! A game implements [`Definition`] (cells, rules, heuristics, solver) and [`Workshop`] (making
//! levels). Their parts are here too: cells and their looks, random boards, and the list of all
//! shortest plans of a level.

mod boards;
mod cells;
mod draft;
mod finders;
mod formulation;
mod look;
mod palette;
mod pddl;
mod plans;
mod rules;
mod workshop;

pub use boards::{Boards, pack_codes, unpack_codes};
pub use cells::{Brush, Cell, Entry, Kind, Kinds, LateKinds, Table, glyph_format};
pub use draft::draft as any_draft;
pub use draft::scrambled;
pub(crate) use draft::{Stock, without_one};
pub use finders::{Finders, PlanFinder};
pub use formulation::{Formulation, Operator, StateBound};
pub(crate) use formulation::{log10_choose, log10_factorial};
pub use look::{Ground, Look, Mark, Shape, Sprite};
pub use palette::{COLOUR_NAMES, PALETTE, Rgb};
pub use pddl::Pddl;
#[cfg(feature = "pddl")]
pub(crate) use pddl::{
    Action as PddlAction, Problem, cell as pddl_cell, direction as pddl_direction,
};
pub use plans::Plans;
pub(crate) use plans::{PlanGraph, PlanStep};
pub use rules::Rules;
pub(crate) use rules::typed;
pub use workshop::{Hardest, Scope, Target, Workshop};

use std::any::Any;
use std::fmt::Debug;

use quadrille_base::quantities::plural;

use crate::diagnostic::{Diagnostic, message};
use crate::formats::Format;
use crate::grid::{Coord, Grid, Size};
use crate::heuristics::{Feature, HeuristicInfo, Vocabulary, ZERO};
use crate::moves::{Move, Notation};
use crate::puzzle::{self, AnyPuzzle, Puzzle, Visit};
use crate::search::toolkit::Deadline;
use crate::search::{
    Control, Cost, Observer, Outcome, Progress, Report, Stop,
    space::Space,
    toolkit::{Meter, Packed, Portfolio},
};

/// Checks that a board has between `least` and `most` of something; returns the problem otherwise.
///
/// `glyph` is the typed form of one of them.
pub fn count_problem<C: Cell>(
    board: &Grid<C>,
    (noun, glyph): (&str, &str),
    allowed: std::ops::RangeInclusive<usize>,
    test: impl Fn(C) -> bool,
) -> Option<Diagnostic> {
    let places: Vec<Coord> = board.coords_where(test).collect();
    let (count, least, most) = (places.len(), *allowed.start(), *allowed.end());
    if count > most {
        let problem = message::too_many(count, plural(noun), most);
        return Some(problem.at_cell(board.size().index(places[most])));
    }
    match count {
        _ if count >= least => None,
        0 => Some(message::none_on_board(noun, glyph)),
        _ => Some(message::too_few(count, least, plural(noun), glyph)),
    }
}

/// The names, the notation and the cells of a game.
#[derive(Clone, Copy, Debug)]
pub struct Identity {
    /// The id of the game on the command line and in files.
    pub id: &'static str,
    pub title: &'static str,
    /// Its rules in a sentence or two.
    pub about: &'static str,
    pub notation: Notation,
    pub kinds: &'static Kinds,
}

/// The declaration of a game.
///
/// The plain rules (`moves`, `play`, `is_solved`) work on a plain grid, simple rather than fast.
/// People play by them, and every plan is checked with them. The fast rules are the [`Puzzle`]
/// of [`Definition::with_puzzle`], and share nothing with the plain ones; a game can do without
/// them ([`Boards`]). A position in the middle of a game is again a board of the same kind, so it
/// can be solved, saved and shared like any level.
pub trait Definition: Sized + Send + Sync + 'static {
    type Cell: Cell;

    /// The id of the game on the command line and in files.
    const ID: &'static str;
    const TITLE: &'static str;
    /// Its rules in a sentence or two.
    const ABOUT: &'static str;
    const NOTATION: Notation;
    /// The game as a search problem in textbook terms.
    const FORMULATION: Option<&'static Formulation> = None;
    /// The formats of its levels, apart from those that all games share.
    const FORMATS: &'static [Format];
    const HEURISTICS: &'static [HeuristicInfo] = &[];
    /// Values that can be counted on its boards, as names for formulas.
    const FEATURES: &'static [Feature] = &[];
    /// The heuristic of searches that need one if none is given.
    const DEFAULT_HEURISTIC: &'static HeuristicInfo = &ZERO;
    /// Searches for plans that run while [`Definition::best`] works on the proof. The one that
    /// finds a plan first on most hard boards comes first and has the largest share:
    /// `cargo bench --bench plans` measures that. If empty, the heuristics of the game guide the
    /// standard ones ([`Finder::standard`](crate::search::toolkit::Finder::standard)).
    const FINDERS: &'static [PlanFinder] = &[];

    /// The longest side of boards that its fast rules support. Larger boards are searched blindly
    /// by the plain rules.
    const FAST_SIDE: usize = Size::MAX_SIDE;
    /// True if every move costs 1. A game whose moves have different costs sets it to false and
    /// overrides [`Definition::cost`].
    const HAS_UNIT_COSTS: bool = true;
    /// True if a text without the name of a game that this and another game can read is a level of
    /// the other one.
    const YIELDS: bool = false;
    /// The noun for moves that are counted separately: `push`.
    const TALLY: Option<&'static str> = None;

    /// The names, the notation and the cells of the game. A game made at run time overrides it;
    /// shared code calls this instead of using the constants.
    fn identity(&self) -> Identity {
        Identity {
            id: Self::ID,
            title: Self::TITLE,
            about: Self::ABOUT,
            notation: Self::NOTATION,
            kinds: Self::Cell::table().kinds(),
        }
    }

    /// The indices of the options of a heuristic that have no effect on a board, such as a fold
    /// over a single value.
    fn idle_options(&self, _heuristic: &str, _board: &Grid<Self::Cell>) -> Vec<usize> {
        Vec::new()
    }

    /// The names that formulas over its boards may use.
    fn vocabulary(&self) -> Vocabulary {
        Vocabulary {
            game: self.identity().id,
            default: Self::DEFAULT_HEURISTIC,
            heuristics: Self::HEURISTICS,
            features: Self::FEATURES,
            counts_pushes: Self::TALLY.is_some(),
        }
    }

    /// A copy of a game whose rules may fail, for one search: it stores the first failure and has
    /// no moves after it, so that the search ends. Its rules fail at the deadline of the search.
    /// `None` for rules that cannot fail.
    fn guarded(&self, deadline: &Deadline) -> Option<Self> {
        let _ = deadline;
        None
    }

    fn failure(&self) -> Option<String> {
        None
    }

    /// The reasons why a board is not a level; empty if it is one.
    fn problems(&self, board: &Grid<Self::Cell>) -> Vec<Diagnostic>;

    fn is_solved(&self, board: &Grid<Self::Cell>) -> bool;

    /// All legal moves. By default all moves of the notation are tried.
    fn moves(&self, board: &Grid<Self::Cell>) -> Vec<Move> {
        let all = self.identity().notation.all(board.size()).into_iter();
        all.filter(|&mv| self.play(board, mv).is_ok()).collect()
    }

    /// The board after a move, or the reason why it is illegal.
    fn play(&self, board: &Grid<Self::Cell>, mv: Move) -> Result<Grid<Self::Cell>, Diagnostic>;

    /// The boards that a legal move passes through, for animations; the last is the board after it.
    /// A game with chain reactions overrides this: in squares, pieces close up after each square
    /// that vanishes.
    fn stages(
        &self,
        board: &Grid<Self::Cell>,
        mv: Move,
    ) -> Result<Vec<Grid<Self::Cell>>, Diagnostic> {
        Ok(vec![self.play(board, mv)?])
    }

    /// The cell of the player, in games where a move is a direction of the player.
    fn player(&self, _board: &Grid<Self::Cell>) -> Option<Coord> {
        None
    }

    /// The cost of a legal move, given the boards before and after it. The fast rules must agree.
    fn cost(&self, _before: &Grid<Self::Cell>, _mv: Move, _after: &Grid<Self::Cell>) -> Cost {
        1
    }

    /// An upper bound on the number of states of a level, by counting alone. The board has no
    /// problems.
    fn state_bound(&self, _board: &Grid<Self::Cell>) -> Option<StateBound> {
        None
    }

    /// The looks of the cells of a board. A game overrides it if they depend on more than the cell.
    fn looks(&self, board: &Grid<Self::Cell>) -> Grid<Look> {
        board.map(Cell::look)
    }

    /// Returns true if a board looks as if it was made for this game, when its cells are also those
    /// of another game.
    fn is_typical(&self, _board: &Grid<Self::Cell>) -> bool {
        false
    }

    /// Returns true if a move is counted separately ([`Definition::TALLY`]), given the boards
    /// before and after it.
    fn is_tallied(&self, _before: &Grid<Self::Cell>, _after: &Grid<Self::Cell>) -> bool {
        false
    }

    /// The level in PDDL, if the rules can be expressed in it. The board has no problems.
    fn pddl(&self, _board: &Grid<Self::Cell>) -> Option<Pddl> {
        None
    }

    /// Calls `run` with the board as a puzzle by the fast rules, if the game has them. The board
    /// has no problems, and no side longer than [`Definition::FAST_SIDE`].
    fn with_puzzle(&self, board: &Grid<Self::Cell>, run: &mut dyn FnMut(AnyPuzzle<'_>)) {
        run(AnyPuzzle::new(&Boards::new(self, board)));
    }

    /// Calls `run` with the board as a puzzle whose moves are the tallied ones
    /// ([`Definition::TALLY`]), each with the other moves before it and a cost of 1. A game with a
    /// tally overrides it.
    fn with_tallied(&self, board: &Grid<Self::Cell>, run: &mut dyn FnMut(AnyPuzzle<'_>)) {
        self.with_puzzle(board, run);
    }

    /// A plan of that puzzle in moves of the game.
    fn spelled_out(_board: &Grid<Self::Cell>, plan: &[Move]) -> Vec<Move> {
        plan.to_vec()
    }

    /// Computes what the searches from all positions of a level share, and keeps it for this thread
    /// until the value is dropped. The board has no problems.
    fn keep_tables(&self, _board: &Grid<Self::Cell>) -> Option<Box<dyn Any>> {
        None
    }

    /// The fastest way to a plan that is proved shortest, or to a proof that there is none, under
    /// the same conditions. A game whose structure allows more than search has its own solver.
    fn best(
        &self,
        board: &Grid<Self::Cell>,
        meter: &mut Meter<'_>,
        observer: Observer<'_>,
    ) -> Report {
        Best(&self.finders(board), meter, observer).run(&|run| self.with_puzzle(board, run))
    }

    /// The searches for plans beside the proof of a level.
    fn finders(&self, _board: &Grid<Self::Cell>) -> Finders {
        Finders::of::<Self>()
    }

    /// Runs the game's own solver with searches for plans beside it; for use in
    /// [`Definition::best`].
    fn prove(
        &self,
        board: &Grid<Self::Cell>,
        meter: &mut Meter<'_>,
        proof: impl FnOnce(&mut Meter<'_>) -> Report,
    ) -> Report {
        let mut proof = Some(proof);
        let mut proof = |meter: &mut Meter<'_>| proof.take().expect("there is one proof")(meter);
        Prove(&self.finders(board), meter, &mut proof).run(&|run| self.with_puzzle(board, run))
    }

    /// The shortest plans of a board whose shortest plan costs `cost`, up to the order of
    /// independent moves; `None` if there are too many or the node limit is reached. A game whose
    /// solver can list them overrides this.
    fn plans(&self, board: &Grid<Self::Cell>, cost: Cost, control: &Control) -> Option<Plans> {
        plans::by_search(self, board, cost, control)
    }

    /// A text that proves, to a program that knows only the rules, that a plan is as short as
    /// possible, or that there is no plan. `None` if the game has no such texts, or the board is
    /// too large for them.
    fn certificate(
        &self,
        _board: &Grid<Self::Cell>,
        _plan: Option<&[Move]>,
        _meter: &mut Meter<'_>,
    ) -> Option<Result<String, Stop>> {
        None
    }
}

/// Runs the searches for a game without its own solver.
struct Best<'a, 'm, 'w>(&'a Finders, &'a mut Meter<'m>, Observer<'w>);

impl Visit for Best<'_, '_, '_> {
    type Output = Report;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Report {
        let Best(finders, meter, observer) = self;
        let space: &dyn Space<State = S, Move = Move> = puzzle;
        let heuristic = |number| finders.guide(puzzle, number);
        let portfolio = Portfolio { finders: finders.finders.clone(), heuristic };
        portfolio.solve(&space, meter, observer).without_states()
    }
}

puzzle::run_on_levels!(Best<'_, '_, '_>);

/// Runs the searches for plans beside a game's own solver.
struct Prove<'a, 'm, 'f>(
    &'a Finders,
    &'a mut Meter<'m>,
    &'f mut dyn FnMut(&mut Meter<'_>) -> Report,
);

impl Visit for Prove<'_, '_, '_> {
    type Output = Report;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Report {
        let Prove(finders, meter, proof) = self;
        let space: &dyn Space<State = S, Move = Move> = puzzle;
        let heuristic = |number| finders.guide(puzzle, number);
        let portfolio = Portfolio { finders: finders.finders.clone(), heuristic };
        portfolio.prove(&space, meter, |_| Vec::new(), proof)
    }
}

puzzle::run_on_levels!(Prove<'_, '_, '_>);

/// The plan with the fewest tallied moves, by the fastest method; `None` if the game has no such
/// puzzle.
pub(crate) fn tallied_best<D: Definition>(
    game: &D,
    board: &Grid<D::Cell>,
    meter: &mut Meter<'_>,
) -> Option<Report> {
    D::TALLY?;
    let progress = &meter.control().progress;
    spelled::<D>(board, progress, || {
        let best = Best(&Finders::of::<D>(), meter, None);
        Some(best.run(&|run| game.with_tallied(board, run)))
    })
}

/// Runs a search of tallied moves, and spells its plans out: those that it publishes on the way,
/// and that of its report.
pub(crate) fn spelled<D: Definition>(
    board: &Grid<D::Cell>,
    progress: &Progress,
    search: impl FnOnce() -> Option<Report>,
) -> Option<Report> {
    let start = board.clone();
    progress.convert_plans(move |plan: Vec<Move>| D::spelled_out(&start, &plan));
    let report = search();
    progress.convert_plans(|plan: Vec<Move>| plan);
    let mut report = report?;
    if let Outcome::Solved { plan, .. } = &mut report.outcome {
        *plan = D::spelled_out(board, plan);
    }
    Some(report)
}

/// True if the fast rules of a game support a board of this size.
fn is_fast<D: Definition>(size: Size) -> bool {
    size.rows().max(size.cols()) <= D::FAST_SIDE
}

/// Calls functions with a level as a puzzle, by the fast rules, or by the plain ones if the board
/// is too large.
pub(crate) fn level<'a, D: Definition>(
    game: &'a D,
    board: &'a Grid<D::Cell>,
) -> impl Fn(&mut dyn FnMut(AnyPuzzle<'_>)) + 'a {
    |run| {
        if is_fast::<D>(board.size()) {
            return game.with_puzzle(board, run);
        }
        run(AnyPuzzle::new(&Boards::new(game, board)));
    }
}

/// A plan of a level that is proved shortest, or a proof that there is none, by the fastest method.
pub(crate) fn best<D: Definition>(
    game: &D,
    board: &Grid<D::Cell>,
    meter: &mut Meter<'_>,
    observer: Observer<'_>,
) -> Report {
    if is_fast::<D>(board.size()) {
        return game.best(board, meter, observer);
    }
    Best(&Finders::standard(&[]), meter, observer).run(&level(game, board))
}

/// A proof for others to check: see [`Definition::certificate`].
pub(crate) fn certificate<D: Definition>(
    game: &D,
    board: &Grid<D::Cell>,
    plan: Option<&[Move]>,
    meter: &mut Meter<'_>,
) -> Option<Result<String, Stop>> {
    is_fast::<D>(board.size()).then(|| game.certificate(board, plan, meter))?
}

pub(crate) fn keep_tables<D: Definition>(game: &D, board: &Grid<D::Cell>) -> Option<Box<dyn Any>> {
    is_fast::<D>(board.size()).then(|| game.keep_tables(board)).flatten()
}

/// The shortest plans of a level whose shortest plan costs `cost`: see [`Definition::plans`].
pub(crate) fn plans<D: Definition>(
    game: &D,
    board: &Grid<D::Cell>,
    cost: Cost,
    control: &Control,
) -> Option<Plans> {
    if is_fast::<D>(board.size()) {
        return game.plans(board, cost, control);
    }
    plans::by_search(game, board, cost, control)
}
