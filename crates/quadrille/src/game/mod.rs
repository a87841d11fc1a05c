//! The object-safe interface of a game, made from its
//! [`Definition`](crate::definition::Definition).

#[cfg(feature = "solve")]
mod along;
mod error;
#[cfg(feature = "solve")]
mod explore;
mod facade;
#[cfg(feature = "solve")]
mod searches;
mod steps;

use std::fmt;
use std::ops::RangeInclusive;

use quadrille_base::quantities::counted;
use quadrille_base::random::Random;

use crate::candidates::{Attempt, Climbed, Rating, Spec, Unrated};
use crate::definition::{Formulation, Kinds, Look, Pddl, Plans, Rules, Scope, StateBound};
use crate::diagnostic::{Diagnostic, message};
use crate::formats::Format;
use crate::grid::{Grid, Size};
use crate::heuristics::{Expression, Feature, HeuristicInfo, Vocabulary};
use crate::method::Method;
use crate::moves::Move;
#[cfg(feature = "solve")]
use crate::puzzle::WithPuzzle;
use crate::search::{Control, Cost, Observer, Report, Stop, toolkit::Deadline};
use crate::text::shown;

pub use error::SolveError;
pub use steps::{Fill, Glide, Pick, Step};

/// Moves that a game counts separately.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tally {
    /// The noun for one of them: `push`.
    pub noun: String,
    pub count: usize,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&counted(self.count as u64, &self.noun))
    }
}

/// The object-safe interface of a game. Boards are grids of cell codes
/// ([`Cell::code`](crate::definition::Cell::code)).
pub trait Game: Rules + Send + Sync {
    /// The id of the game on the command line and in files.
    fn id(&self) -> &'static str;

    fn title(&self) -> &'static str;

    /// Its rules in a sentence or two.
    fn about(&self) -> &'static str;

    /// The game as a search problem in textbook terms.
    fn formulation(&self) -> Option<&'static Formulation>;

    /// See [`Definition::state_bound`](crate::definition::Definition::state_bound); `None` if the
    /// board is not a level.
    fn state_bound(&self, board: &Grid<u16>) -> Option<StateBound>;

    /// The formats of its levels, apart from those that all games share.
    fn formats(&self) -> &'static [Format];

    /// The names that formulas over its boards may use: its heuristics, apart from `zero`, which
    /// all games have, and its features.
    fn vocabulary(&self) -> Vocabulary;

    /// See [`Definition::YIELDS`](crate::definition::Definition::YIELDS).
    fn yields(&self) -> bool;

    /// All cells of the game: their glyphs, names and looks.
    fn kinds(&self) -> &'static Kinds;

    /// The reasons why a board is not a level; empty if it is one.
    fn problems(&self, board: &Grid<u16>) -> Vec<Diagnostic>;

    /// See [`Definition::is_typical`](crate::definition::Definition::is_typical).
    fn is_typical(&self, board: &Grid<u16>) -> bool;

    fn moves(&self, board: &Grid<u16>) -> Vec<Move>;

    /// The steps of a move, for animations; empty if it changes nothing. The error is the reason
    /// why the move is illegal.
    fn steps(&self, board: &Grid<u16>, mv: Move) -> Result<Vec<Step>, Diagnostic>;

    /// The things that a player can select, in reading order, with their moves: a number, a piece,
    /// the player of Sokoban. Empty if everything on the board moves at once.
    fn picks(&self, board: &Grid<u16>) -> Vec<Pick>;

    /// The looks of the cells of a board. A code that is not a cell of the game looks like a hole.
    fn looks(&self, board: &Grid<u16>) -> Grid<Look>;

    /// The number of moves of a plan that the game counts separately: pushes in Sokoban.
    fn tally(&self, board: &Grid<u16>, plan: &[Move]) -> Option<Tally>;

    /// Writes the moves of a plan in the usual notation of the game: separated by blanks, or, in
    /// games with a player who walks and pushes, as `uldR` with a capital for each push.
    /// [`Notation::read`] reads both.
    ///
    /// [`Notation::read`]: crate::moves::Notation::read
    fn write_plan(&self, board: &Grid<u16>, plan: &[Move]) -> String;

    /// The level in PDDL; `None` without one, or if the board is not a level.
    fn pddl(&self, board: &Grid<u16>) -> Option<Pddl>;

    /// Solves the board. Every plan in the report has been replayed by the plain rules.
    #[cfg(feature = "solve")]
    fn solve(
        &self,
        board: &Grid<u16>,
        method: &Method,
        control: &Control,
        observer: Observer<'_>,
    ) -> Result<Report, SolveError>;

    /// Calls `run` with the board as a puzzle. A game whose rules may fail passes a copy of itself,
    /// which fails at the deadline.
    #[cfg(feature = "solve")]
    fn on_level(
        &self,
        board: &Grid<u16>,
        deadline: &Deadline,
        run: &mut dyn FnMut(&dyn Rules, WithPuzzle<'_>) -> Result<(), SolveError>,
    ) -> Result<(), SolveError>;

    fn scope(&self) -> Scope;

    /// The default number of pieces of a made level of this size.
    fn usual_pieces(&self, size: Size) -> RangeInclusive<usize>;

    /// The random board with this number, solvable or not; `None` if the draft failed. Depends only
    /// on the spec and the number.
    fn draft(&self, spec: &Spec, number: u64) -> Option<Grid<u16>>;

    /// Makes the candidate with this number. Depends only on the spec and the number.
    #[cfg(feature = "solve")]
    fn attempt(&self, spec: &Spec, number: u64, control: &Control) -> Attempt;

    /// Climbs from a random board to harder ones in this many steps. Depends only on the arguments.
    #[cfg(feature = "solve")]
    fn climb(&self, spec: &Spec, number: u64, steps: u64, control: &Control) -> Climbed;

    #[cfg(feature = "solve")]
    fn rate(&self, board: &Grid<u16>, control: &Control) -> Result<Rating, Unrated>;

    /// Rates a level, given a shortest plan and the number of all of them.
    #[cfg(feature = "solve")]
    fn rate_by(
        &self,
        board: &Grid<u16>,
        plan: &[Move],
        plans: Option<u32>,
        control: &Control,
    ) -> Result<Rating, Unrated>;

    /// One board to represent all that differ only by rotation, reflection and the names of
    /// colours.
    fn canonical(&self, board: &Grid<u16>) -> Grid<u16>;

    /// See [`Definition::plans`](crate::definition::Definition::plans).
    #[cfg(feature = "solve")]
    fn plans(&self, board: &Grid<u16>, cost: Cost, control: &Control) -> Option<Plans>;

    /// See [`Definition::certificate`](crate::definition::Definition::certificate); the reason if a
    /// limit was reached first.
    #[cfg(feature = "solve")]
    fn certificate(
        &self,
        board: &Grid<u16>,
        plan: Option<&[Move]>,
        control: &Control,
    ) -> Result<Option<Result<String, Stop>>, SolveError>;

    /// See [`Definition::idle_options`](crate::definition::Definition::idle_options).
    fn idle_options(&self, heuristic: &str, board: &Grid<u16>) -> Vec<usize>;

    /// See [`Workshop::without_one`](crate::definition::Workshop::without_one).
    fn without_one(&self, board: &Grid<u16>) -> Vec<Grid<u16>>;

    /// See [`Workshop::stranded`](crate::definition::Workshop::stranded).
    fn stranded(&self, board: &Grid<u16>) -> usize;

    /// A board with as many pieces and a small random difference; it need not be a level.
    fn varied(&self, board: &Grid<u16>, random: &mut Random) -> Option<Grid<u16>>;
}

impl dyn Game + '_ {
    /// All its heuristics as typed, the default first. One with options that are words, such as the
    /// folds of `euclidean(mean,min)`, is listed with every choice.
    pub fn every_heuristic(&self) -> Vec<Expression> {
        let mut all = vec![Expression::from(self.vocabulary().default)];
        for info in self.heuristics() {
            all.push(info.into());
            all.extend(info.variants());
        }
        let mut seen: Vec<Expression> = Vec::new();
        all.retain(|expression| {
            let is_new = !seen.contains(expression);
            seen.extend(is_new.then(|| expression.clone()));
            is_new
        });
        all
    }

    /// The same without those that equal another one on all of these boards, such as the folds over
    /// the goals of a colour if each colour has one goal.
    pub fn every_heuristic_on(&self, boards: &[&Grid<u16>]) -> Vec<Expression> {
        let mut all = self.every_heuristic();
        for info in self.heuristics().iter().filter(|info| !info.options.is_empty()) {
            let idle: Vec<Vec<usize>> =
                boards.iter().map(|board| self.idle_options(info.name, board)).collect();
            let is_idle = |option: &usize| idle.iter().all(|places| places.contains(option));
            let options = 0..info.options.len();
            let idle: Vec<usize> = options.filter(|o| !boards.is_empty() && is_idle(o)).collect();
            let is_same = |chosen: &[&str]| {
                idle.iter().any(|&option| chosen[option] != info.options[option].default)
            };
            let dropped: Vec<Expression> = info.variants_where(is_same);
            all.retain(|heuristic| !dropped.contains(heuristic));
        }
        all
    }

    /// Its heuristics, apart from `zero`, which all games have.
    pub fn heuristics(&self) -> &'static [HeuristicInfo] {
        self.vocabulary().heuristics
    }

    /// Values that can be counted on its boards, as names for formulas.
    pub fn features(&self) -> &'static [Feature] {
        self.vocabulary().features
    }

    /// The name of the heuristic of searches that need one if none is given.
    pub fn default_heuristic(&self) -> &'static str {
        self.vocabulary().default.name
    }

    /// The glyphs of its cells in words, for messages and help.
    pub fn glyphs(&self) -> &'static str {
        self.kinds().help()
    }

    /// The error for a text that is not a cell of the game.
    pub fn unknown_cell(&self, text: &str) -> Diagnostic {
        message::unknown_cell(shown(text), self.id(), self.glyphs())
    }

    pub fn cell_from_glyph(&self, glyph: &str) -> Option<u16> {
        self.kinds().code_of(glyph)
    }

    /// The cell as typed, or `None` if the game has no such cell.
    pub fn cell_glyph(&self, cell: u16) -> Option<String> {
        self.kinds().get(cell).map(|kind| kind.glyph.clone())
    }

    /// The number of moves of a plan in words, with that of the moves counted separately:
    /// `24 moves (8 pushes)`.
    pub fn counted_moves(&self, board: &Grid<u16>, plan: &[Move]) -> String {
        let moves = counted(plan.len() as u64, "move");
        match self.tally(board, plan) {
            Some(tally) => format!("{moves} ({tally})"),
            None => moves,
        }
    }

    /// The look of a cell, independent of its neighbours.
    pub fn look(&self, cell: u16) -> Option<Look> {
        self.kinds().get(cell).map(|kind| kind.look)
    }

    /// Checks a method for levels of this game, and fills in the game's default heuristic.
    pub fn resolve(&self, method: &Method) -> Result<Method, Diagnostic> {
        method.resolve(self.vocabulary())
    }
}

impl PartialEq for dyn Game {
    fn eq(&self, other: &dyn Game) -> bool {
        self.id() == other.id()
    }
}

impl Eq for dyn Game {}

impl fmt::Debug for dyn Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
