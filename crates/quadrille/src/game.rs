//! The object-safe interface of a game, made from its [`Definition`].

use std::fmt::{self, Debug};
use std::ops::RangeInclusive;

use crate::atlas::{self, Atlas};
use crate::candidates::{self, Attempt, Climbed, Rating, Spec, Unrated};
#[cfg(all(feature = "solve", not(target_family = "wasm")))]
use crate::census::{self, Census, Distances};
use crate::definition::{
    self, Cell, Definition, Formulation, Ground, Kinds, Look, Pddl, Rules, Scope, StateBound,
    Workshop, typed,
};
use crate::diagnostic::Diagnostic;
#[cfg(feature = "solve")]
use crate::examine::{Examine, Examined};
use crate::formats::Format;
use crate::grid::{Grid, Size};
use crate::heuristics::{Expression, Failure, Feature, HeuristicInfo, Valued, Vocabulary};
use crate::method::Method;
use crate::moves::Move;
use crate::noun::counted;
use crate::puzzle::{self, Formula, NoValue, Puzzle, Visit};
#[cfg(feature = "solve")]
use crate::search::Cancel;
use crate::search::{
    self, Algorithm, Control, Meter, Packed, PackedSpace, Pruning, Report, Rows, SpecError, Survey,
    Watcher,
};
use crate::verify::{self, Refusal};

/// Why there is no report of a solve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolveError {
    /// The board is no level of the game.
    Unfit(Vec<Diagnostic>),
    /// The game has no such heuristic.
    Heuristic(SpecError),
    /// A heuristic that was handed in gave no estimate.
    Failed(Failure),
    /// The rules of the game failed, as those of a script can.
    Rules(String),
    /// The solver's plan was refused by the plain rules: a bug in Quadrille.
    Refused(Refusal),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Unfit(problems) => match problems.first() {
                Some(problem) => f.write_str(&problem.message),
                None => f.write_str("the board is no level of the game"),
            },
            SolveError::Heuristic(error) => fmt::Display::fmt(error, f),
            SolveError::Failed(failure) => fmt::Display::fmt(failure, f),
            SolveError::Rules(failure) => write!(f, "the rules of the game failed: {failure}"),
            SolveError::Refused(refusal) => {
                write!(
                    f,
                    "this is a bug in Quadrille: the solver's own plan fails the check by the plain rules: {refusal}"
                )
            }
        }
    }
}

impl std::error::Error for SolveError {}

impl From<NoValue> for SolveError {
    fn from(error: NoValue) -> SolveError {
        match error {
            NoValue::Unknown(error) => SolveError::Heuristic(error),
            NoValue::Failed(failure) => SolveError::Failed(failure),
        }
    }
}

/// Moves that a game counts beside all moves.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tally {
    /// What one of them is called: `push`.
    pub noun: String,
    /// How many there are.
    pub count: usize,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&counted(self.count as u64, &self.noun))
    }
}

/// The object-safe interface of a game. Boards are grids of cell codes ([`Cell::code`]).
pub trait Game: Rules + Send + Sync {
    /// The word for the game on the command line and in files.
    fn id(&self) -> &'static str;

    /// Its name.
    fn title(&self) -> &'static str;

    /// Its rules in a sentence or two.
    fn about(&self) -> &'static str;

    /// The game as a search problem in the words of a textbook.
    fn formulation(&self) -> Option<&'static Formulation>;

    /// How many states a level can have at most, by counting alone; `None` where the game does not say, or the board is no
    /// level.
    fn state_bound(&self, board: &Grid<u16>) -> Option<StateBound>;

    /// The formats of its levels, apart from those that all games share.
    fn formats(&self) -> &'static [Format];

    /// Its heuristics, apart from `zero`, which all games have.
    fn heuristics(&self) -> &'static [HeuristicInfo];

    /// What can be counted on its boards: words for formulas.
    fn features(&self) -> &'static [Feature];

    /// The heuristic for searches that need one when none is asked for.
    fn default_heuristic(&self) -> &'static str;

    /// All cells of the game: their glyphs, names and looks.
    fn kinds(&self) -> &'static Kinds;

    /// What is wrong with a board; nothing when it is a level.
    fn problems(&self, board: &Grid<u16>) -> Vec<Diagnostic>;

    /// Whether a board looks as if it was made for this game, where the cells are those of another game too.
    fn is_typical(&self, board: &Grid<u16>) -> bool;

    /// All legal moves by the plain rules.
    fn moves(&self, board: &Grid<u16>) -> Vec<Move>;

    /// How the cells of a board look. What is no cell of the game looks like a hole.
    fn looks(&self, board: &Grid<u16>) -> Grid<Look>;

    /// How many moves of a plan are of the kind that the game counts beside all moves: pushes in Sokoban.
    fn tally(&self, board: &Grid<u16>, plan: &[Move]) -> Option<Tally>;

    /// The level in the language of planners; `None` where the rules cannot be said in it, or the board is no level.
    fn pddl(&self, board: &Grid<u16>) -> Option<Pddl>;

    /// Solves the board. Every plan in the report has been replayed by the plain rules.
    #[cfg(feature = "solve")]
    fn solve(
        &self,
        board: &Grid<u16>,
        method: &Method,
        control: &Control,
        watcher: Watcher<'_>,
    ) -> Result<Report, SolveError>;

    /// What each of these heuristics says of the board, and how it comes to it. In a solved position all say 0.
    #[cfg(feature = "solve")]
    fn values(
        &self,
        board: &Grid<u16>,
        heuristics: &[Expression],
    ) -> Result<Vec<Valued>, SolveError>;

    /// Every position that can be reached, by the fast rules and up to names, with what these heuristics say of each.
    #[cfg(feature = "solve")]
    fn atlas(
        &self,
        board: &Grid<u16>,
        heuristics: &[Expression],
        control: &Control,
    ) -> Result<Atlas, SolveError>;

    /// Looks at up to so many positions of the board's level for something that speaks against the heuristic: see
    /// `claims`.
    #[cfg(feature = "solve")]
    fn examine(
        &self,
        board: &Grid<u16>,
        heuristic: &Expression,
        positions: usize,
        cancel: &Cancel,
    ) -> Result<Examined, SolveError>;

    /// How many different positions are first reached at each depth from 0 to `depth` by the fast rules, with or without
    /// canonical forms: one number that catches almost any mistake in rules.
    #[cfg(feature = "solve")]
    fn layers(
        &self,
        board: &Grid<u16>,
        depth: u32,
        canonical: bool,
    ) -> Result<Vec<u64>, SolveError>;

    /// Every position that can be reached from the board: by depth, with its goals and dead ends. With or without canonical forms.
    #[cfg(feature = "solve")]
    fn survey(
        &self,
        board: &Grid<u16>,
        canonical: bool,
        control: &Control,
    ) -> Result<Survey, SolveError>;

    /// Every board with the same pieces in other places: how many can be solved, and what the hardest is. `None` when the game does not
    /// say what these are.
    #[cfg(all(feature = "solve", not(target_family = "wasm")))]
    fn census(&self, board: &Grid<u16>, control: &Control) -> Result<Option<Census>, SolveError>;

    /// How far the positions are from each other that the same pieces can come to from anywhere. `None` when the game does not say where
    /// they can stand.
    #[cfg(all(feature = "solve", not(target_family = "wasm")))]
    fn distances(
        &self,
        board: &Grid<u16>,
        control: &Control,
    ) -> Result<Option<Distances>, SolveError>;

    /// Hands the board as rows of words to a search that keeps its positions elsewhere, on disk or on other machines. What that search
    /// finds has to be checked by [`verify::checked`].
    #[cfg(feature = "solve")]
    fn with_rows(
        &self,
        board: &Grid<u16>,
        pruning: Pruning,
        search: &mut dyn FnMut(&dyn PackedSpace<Move = Move>),
    ) -> Result<(), SolveError>;

    /// What can be asked of made levels.
    fn scope(&self) -> Scope;

    /// How many pieces a made level of this size has by default.
    fn usual_pieces(&self, size: Size) -> RangeInclusive<usize>;

    /// The random board with this number, solvable or not; `None` when no board came of it. It depends on the spec and the
    /// number alone.
    fn draft(&self, spec: &Spec, number: u64) -> Option<Grid<u16>>;

    /// Makes the candidate with this number. It depends on the spec and the number alone.
    #[cfg(feature = "solve")]
    fn attempt(&self, spec: &Spec, number: u64, control: &Control) -> Attempt;

    /// Climbs from a random board to ever harder ones in so many steps. It depends on the arguments alone.
    #[cfg(feature = "solve")]
    fn climb(&self, spec: &Spec, number: u64, steps: u64, control: &Control) -> Climbed;

    /// Rates how hard a board is.
    #[cfg(feature = "solve")]
    fn rate(&self, board: &Grid<u16>, control: &Control) -> Result<Rating, Unrated>;

    /// One board to stand for all that are the same but for turning, mirroring and the names of colours.
    fn canonical(&self, board: &Grid<u16>) -> Grid<u16>;

    /// Whether something can be taken from a level without changing its shortest plans. `None` when that could not be
    /// found out within the nodes.
    #[cfg(feature = "solve")]
    fn has_useless_things(&self, board: &Grid<u16>, nodes: u64) -> Option<bool>;
}

impl dyn Game + '_ {
    /// All its heuristics as they would be typed, the default first. One with options that are chosen from words, such as
    /// the folds of `euclidean(mean,min)`, comes with every choice.
    pub fn every_heuristic(&self) -> Vec<Expression> {
        let mut all: Vec<Expression> = self.default_heuristic().parse().into_iter().collect();
        for info in self.heuristics() {
            all.extend(info.name.parse::<Expression>());
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

    /// The glyphs of its cells in words, for messages and help.
    pub fn glyphs(&self) -> &'static str {
        self.kinds().help()
    }

    /// The cell that people typed.
    pub fn cell_from_glyph(&self, glyph: &str) -> Option<u16> {
        self.kinds().code_of(glyph)
    }

    /// The cell as people type it, or `None` when the game has no such cell.
    pub fn cell_glyph(&self, cell: u16) -> Option<String> {
        self.kinds().get(cell).map(|kind| kind.glyph.clone())
    }

    /// The number of the moves of a plan in words, with that of the moves that the game counts beside all: `24 moves (8
    /// pushes)`.
    pub fn counted_moves(&self, board: &Grid<u16>, plan: &[Move]) -> String {
        let moves = counted(plan.len() as u64, "move");
        match self.tally(board, plan) {
            Some(tally) => format!("{moves} ({tally})"),
            None => moves,
        }
    }

    /// How a cell looks wherever it is.
    pub fn look(&self, cell: u16) -> Option<Look> {
        self.kinds().get(cell).map(|kind| kind.look)
    }
}

impl dyn Game + '_ {
    /// A method for levels of this game: checked, and with the heuristic said that was left to the game.
    pub fn resolve(&self, method: &Method) -> Result<Method, SpecError> {
        method.resolve(self.vocabulary(), self.default_heuristic())
    }

    /// All words that formulas may use.
    pub fn vocabulary(&self) -> Vocabulary {
        Vocabulary { heuristics: self.heuristics(), features: self.features() }
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

impl<D: Workshop> Game for D {
    fn id(&self) -> &'static str {
        self.identity().id
    }

    fn title(&self) -> &'static str {
        self.identity().title
    }

    fn about(&self) -> &'static str {
        self.identity().about
    }

    fn formulation(&self) -> Option<&'static Formulation> {
        D::FORMULATION
    }

    fn state_bound(&self, board: &Grid<u16>) -> Option<StateBound> {
        Definition::state_bound(self, &fit(self, board).ok()?)
    }

    fn formats(&self) -> &'static [Format] {
        D::FORMATS
    }

    fn heuristics(&self) -> &'static [HeuristicInfo] {
        D::HEURISTICS
    }

    fn features(&self) -> &'static [Feature] {
        D::FEATURES
    }

    fn default_heuristic(&self) -> &'static str {
        D::DEFAULT_HEURISTIC
    }

    fn kinds(&self) -> &'static Kinds {
        self.identity().kinds
    }

    fn is_typical(&self, board: &Grid<u16>) -> bool {
        typed(self, board).is_ok_and(|board| Definition::is_typical(self, &board))
    }

    fn problems(&self, board: &Grid<u16>) -> Vec<Diagnostic> {
        match typed(self, board) {
            Ok(board) => Definition::problems(self, &board),
            Err(problem) => vec![problem],
        }
    }

    fn moves(&self, board: &Grid<u16>) -> Vec<Move> {
        typed(self, board).map_or_else(|_| Vec::new(), |board| Definition::moves(self, &board))
    }

    fn looks(&self, board: &Grid<u16>) -> Grid<Look> {
        match typed(self, board) {
            Ok(board) => Definition::looks(self, &board),
            Err(_) => board.map(|_| Look::bare(Ground::Hole)),
        }
    }

    fn tally(&self, board: &Grid<u16>, plan: &[Move]) -> Option<Tally> {
        let noun = D::TALLY?.to_string();
        let mut here = typed(self, board).ok()?;
        let mut count = 0;
        for &mv in plan {
            let next = Definition::play(self, &here, mv).ok()?;
            count += usize::from(self.is_tallied(&here, &next));
            here = next;
        }
        Some(Tally { noun, count })
    }

    fn pddl(&self, board: &Grid<u16>) -> Option<Pddl> {
        Definition::pddl(self, &fit(self, board).ok()?)
    }

    #[cfg(feature = "solve")]
    fn solve(
        &self,
        board: &Grid<u16>,
        method: &Method,
        control: &Control,
        watcher: Watcher<'_>,
    ) -> Result<Report, SolveError> {
        guard(self, |game| {
            let fit = fit(game, board)?;
            let heuristic = match &method.heuristic {
                Some(heuristic) => heuristic.clone(),
                None => D::DEFAULT_HEURISTIC.parse().map_err(SolveError::Heuristic)?,
            };
            let words = Vocabulary { heuristics: D::HEURISTICS, features: D::FEATURES };
            heuristic.check(words).map_err(SolveError::Heuristic)?;
            // A heuristic that fails stops this search alone.
            let own = || Control { cancel: control.cancel.child(), ..control.clone() };
            let own = heuristic.can_fail().then(own);
            let control = own.as_ref().unwrap_or(control);
            let mut meter = control.start();
            let report = match method.algorithm {
                Algorithm::Best => definition::best(game, &fit, &mut meter, watcher),
                _ => {
                    let heuristic = &heuristic;
                    let run = Run { method, heuristic, meter: &mut meter, watcher };
                    definition::visit(game, &fit, run)?
                }
            };
            verify::checked(game, board, &report).map_err(SolveError::Refused)?;
            Ok(report)
        })
    }

    #[cfg(feature = "solve")]
    fn values(
        &self,
        board: &Grid<u16>,
        heuristics: &[Expression],
    ) -> Result<Vec<Valued>, SolveError> {
        struct Ask<'a>(&'a [Expression]);
        impl Visit for Ask<'_> {
            type Output = Result<Vec<Valued>, SolveError>;
            fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Self::Output {
                let start = puzzle.start();
                self.0
                    .iter()
                    .map(|heuristic| {
                        heuristic.check(puzzle.vocabulary()).map_err(SolveError::Heuristic)?;
                        if puzzle.is_goal(&start) {
                            return Ok(Valued::part(heuristic.to_string(), 0.0, None));
                        }
                        puzzle::valued(puzzle, heuristic, &start).map_err(SolveError::from)
                    })
                    .collect()
            }
        }
        guard(self, |game| definition::visit(game, &fit(game, board)?, Ask(heuristics)))
    }

    #[cfg(feature = "solve")]
    fn atlas(
        &self,
        board: &Grid<u16>,
        heuristics: &[Expression],
        control: &Control,
    ) -> Result<Atlas, SolveError> {
        guard(self, |game| {
            let visitor = atlas::Visitor { heuristics, control };
            definition::visit(game, &fit(game, board)?, visitor).map_err(SolveError::Heuristic)
        })
    }

    #[cfg(feature = "solve")]
    fn examine(
        &self,
        board: &Grid<u16>,
        heuristic: &Expression,
        positions: usize,
        cancel: &Cancel,
    ) -> Result<Examined, SolveError> {
        guard(self, |game| {
            let examine = Examine { heuristic, most: positions, cancel };
            definition::visit(game, &fit(game, board)?, examine).map_err(SolveError::from)
        })
    }

    #[cfg(feature = "solve")]
    fn layers(
        &self,
        board: &Grid<u16>,
        depth: u32,
        canonical: bool,
    ) -> Result<Vec<u64>, SolveError> {
        struct Count(u32, bool);
        impl Visit for Count {
            type Output = Vec<u64>;
            fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Vec<u64> {
                search::layers(puzzle, self.0, self.1)
            }
        }
        guard(self, |game| Ok(definition::visit(game, &fit(game, board)?, Count(depth, canonical))))
    }

    #[cfg(feature = "solve")]
    fn survey(
        &self,
        board: &Grid<u16>,
        canonical: bool,
        control: &Control,
    ) -> Result<Survey, SolveError> {
        struct Whole<'a, 'm>(bool, &'a mut Meter<'m>);
        impl Visit for Whole<'_, '_> {
            type Output = Survey;
            fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Survey {
                search::survey(puzzle, self.0, self.1)
            }
        }
        guard(self, |game| {
            let whole = Whole(canonical, &mut control.start());
            Ok(definition::visit(game, &fit(game, board)?, whole))
        })
    }

    #[cfg(all(feature = "solve", not(target_family = "wasm")))]
    fn census(&self, board: &Grid<u16>, control: &Control) -> Result<Option<Census>, SolveError> {
        guard(self, |game| {
            let taken = definition::visit(game, &fit(game, board)?, census::Take(control));
            let Some((mut census, hardest)) = taken else { return Ok(None) };
            if let Some((start, report)) = hardest {
                verify::checked(game, &start, &report).map_err(SolveError::Refused)?;
                let most = census.to_goal.as_ref().map_or(0, Vec::len).saturating_sub(1) as u32;
                census.hardest = as_long(start, &report, most)?;
            }
            Ok(Some(census))
        })
    }

    #[cfg(all(feature = "solve", not(target_family = "wasm")))]
    fn distances(
        &self,
        board: &Grid<u16>,
        control: &Control,
    ) -> Result<Option<Distances>, SolveError> {
        guard(self, |game| {
            let taken = definition::visit(game, &fit(game, board)?, census::Measure(control));
            let Some((mut distances, farthest)) = taken else { return Ok(None) };
            if let Some((start, report)) = farthest {
                let plan = report.plan().map_or(&[][..], |(plan, _)| plan);
                verify::replay(game, &start, plan).map_err(SolveError::Refused)?;
                // The last batch may have been stopped when it had come farther than what was counted.
                let most = distances.stats.depth;
                distances.farthest = as_long(start, &report, most)?;
            }
            Ok(Some(distances))
        })
    }

    #[cfg(feature = "solve")]
    fn with_rows(
        &self,
        board: &Grid<u16>,
        pruning: Pruning,
        search: &mut dyn FnMut(&dyn PackedSpace<Move = Move>),
    ) -> Result<(), SolveError> {
        struct Hand<'a>(Pruning, &'a mut dyn FnMut(&dyn PackedSpace<Move = Move>));
        impl Visit for Hand<'_> {
            type Output = ();
            fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) {
                (self.1)(&Rows::new(puzzle, self.0));
            }
        }
        guard(self, |game| {
            definition::visit(game, &fit(game, board)?, Hand(pruning, search));
            Ok(())
        })
    }

    fn scope(&self) -> Scope {
        Workshop::scope(self)
    }

    fn usual_pieces(&self, size: Size) -> RangeInclusive<usize> {
        Workshop::usual_pieces(self, size)
    }

    fn draft(&self, spec: &Spec, number: u64) -> Option<Grid<u16>> {
        let (board, _) = candidates::drafted(self, spec, number)?;
        let is_level = Definition::problems(self, &board).is_empty();
        (is_level && !Definition::is_solved(self, &board)).then(|| board.map(D::Cell::code))
    }

    #[cfg(feature = "solve")]
    fn attempt(&self, spec: &Spec, number: u64, control: &Control) -> Attempt {
        let copy = self.guarded();
        let attempt = candidates::attempt(copy.as_ref().unwrap_or(self), spec, number, control);
        if let Some(failure) = copy.and_then(|copy| copy.failure()) {
            return Attempt::Failed(failure);
        }
        match attempt {
            Attempt::Made(made) => Attempt::Made(Box::new(made.coded())),
            Attempt::Rejected(rejection, moves) => Attempt::Rejected(rejection, moves),
            Attempt::Failed(why) => Attempt::Failed(why),
            Attempt::Cancelled => Attempt::Cancelled,
        }
    }

    #[cfg(feature = "solve")]
    fn climb(&self, spec: &Spec, number: u64, steps: u64, control: &Control) -> Climbed {
        let Climbed { made, rated } = candidates::climb(self, spec, number, steps, control);
        Climbed { made: made.map(|made| Box::new(made.coded())), rated }
    }

    #[cfg(feature = "solve")]
    fn rate(&self, board: &Grid<u16>, control: &Control) -> Result<Rating, Unrated> {
        let copy = self.guarded();
        let board = typed(self, board).map_err(|_| Unrated::Unfit)?;
        let rated = candidates::rate(copy.as_ref().unwrap_or(self), &board, control);
        match copy.and_then(|copy| copy.failure()) {
            Some(_) => Err(Unrated::Unfit),
            None => rated,
        }
    }

    fn canonical(&self, board: &Grid<u16>) -> Grid<u16> {
        typed(self, board)
            .map_or_else(|_| board.clone(), |typed| candidates::canonical(self, &typed))
    }

    #[cfg(feature = "solve")]
    fn has_useless_things(&self, board: &Grid<u16>, nodes: u64) -> Option<bool> {
        let checker = candidates::Checker::new(self, nodes, &Control::default());
        checker.has_useless(&typed(self, board).ok()?)
    }
}

/// Runs an algorithm on the puzzle of a level.
struct Run<'a, 'm, 'w> {
    method: &'a Method,
    heuristic: &'a Expression,
    meter: &'a mut Meter<'m>,
    watcher: Watcher<'w>,
}

impl Visit for Run<'_, '_, '_> {
    type Output = Result<Report, SolveError>;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Self::Output {
        let Method { algorithm, pruning, .. } = *self.method;
        let formula = if algorithm.info().uses_heuristic {
            let cancel = self.meter.control().cancel.clone();
            Formula::new(puzzle, self.heuristic, cancel).map_err(SolveError::Heuristic)?
        } else {
            Formula::ZERO
        };
        let report = search::solve(puzzle, algorithm, &formula, pruning, self.meter, self.watcher);
        match formula.failure() {
            Some(failure) => Err(SolveError::Failed(failure.clone())),
            None => Ok(report.without_states()),
        }
    }
}

/// Runs with a copy of a game whose rules may fail, and says so if they did.
fn guard<D: Definition, T>(
    game: &D,
    run: impl FnOnce(&D) -> Result<T, SolveError>,
) -> Result<T, SolveError> {
    let Some(copy) = game.guarded() else { return run(game) };
    let given = run(&copy);
    match copy.failure() {
        Some(failure) => Err(SolveError::Rules(failure)),
        None => given,
    }
}

/// The plan of a report, which has to be as long as was counted another way; none when the search was stopped.
#[cfg(all(feature = "solve", not(target_family = "wasm")))]
fn as_long(
    start: Grid<u16>,
    report: &Report,
    claimed: u32,
) -> Result<Option<(Grid<u16>, Vec<Move>)>, SolveError> {
    match report.plan() {
        Some((plan, counted)) if counted == claimed => Ok(Some((start, plan.to_vec()))),
        Some((_, counted)) => {
            Err(SolveError::Refused(verify::Refusal::WrongCost { claimed, counted }))
        }
        None => Ok(None),
    }
}

/// The board in the game's own cells, when it is a level.
fn fit<D: Definition>(game: &D, board: &Grid<u16>) -> Result<Grid<D::Cell>, SolveError> {
    let board = typed(game, board).map_err(|problem| SolveError::Unfit(vec![problem]))?;
    match Definition::problems(game, &board) {
        problems if problems.is_empty() => Ok(board),
        problems => Err(SolveError::Unfit(problems)),
    }
}
