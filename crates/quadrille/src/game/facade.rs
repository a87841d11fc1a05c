//! Implements [`Game`] for every definition: boards of cell codes outside, the game's cells inside.

use std::fmt::Debug;
use std::ops::RangeInclusive;

use quadrille_base::random::Random;

#[cfg(feature = "solve")]
use super::along;
use super::steps::{self, Seen};
use super::{Game, Pick, SolveError, Step, Tally};
use crate::atlas::{self, Atlas};
use crate::candidates::{self, Attempt, Climbed, Rating, Spec, Unrated};
#[cfg(all(feature = "solve", not(target_family = "wasm")))]
use crate::census::{self, Census, Distances, Route, Unchecked};
use crate::definition::{
    self, Cell, Definition, Formulation, Ground, Kinds, Look, Pddl, Plans, Scope, StateBound,
    Target, Workshop, typed,
};
use crate::diagnostic::{Diagnostic, message};
#[cfg(feature = "solve")]
use crate::examine::{Examine, Examined};
use crate::formats::Format;
use crate::grid::{Grid, Size};
use crate::heuristics::{Expression, Valued, Vocabulary};
use crate::method::{Measure, Method};
use crate::moves::{Move, MoveKind, Notation};
use crate::puzzle::{self, Formula, Puzzle, Visit, WithPuzzle};
use crate::search::toolkit::Deadline;
use crate::search::{
    Algorithm, Cancel, Control, Cost, Observer, Outcome, Pruning, Report, Search, Stats, Stop,
    Survey,
    explore::Explore,
    space::{Heuristic, Space},
    toolkit::{Meter, Packed, PackedSpace, Rows},
};
use crate::verify::{self, Replay};

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

    fn vocabulary(&self) -> Vocabulary {
        Definition::vocabulary(self)
    }

    fn yields(&self) -> bool {
        D::YIELDS
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

    fn steps(&self, board: &Grid<u16>, mv: Move) -> Result<Vec<Step>, Diagnostic> {
        let kinds = self.identity().kinds;
        let start = typed(self, board)?;
        let seen = |board: &Grid<D::Cell>| Seen {
            board: board.map(D::Cell::code),
            looks: Definition::looks(self, board),
        };
        let mut before = seen(&start);
        let mut by = Some(mv);
        let mut steps = Vec::new();
        for stage in Definition::stages(self, &start, mv)? {
            let after = seen(&stage);
            steps.extend(Step::between(&before, &after, by.take(), kinds));
            before = after;
        }
        Ok(steps)
    }

    fn picks(&self, board: &Grid<u16>) -> Vec<Pick> {
        let Ok(start) = typed(self, board) else { return Vec::new() };
        let (kinds, moves) = (self.identity().kinds, Definition::moves(self, &start));
        steps::picks(kinds, board, moves, self.player(&start))
    }

    fn looks(&self, board: &Grid<u16>) -> Grid<Look> {
        match typed(self, board) {
            Ok(board) => Definition::looks(self, &board),
            Err(_) => board.map(|_| Look::bare(Ground::Hole)),
        }
    }

    fn tally(&self, board: &Grid<u16>, plan: &[Move]) -> Option<Tally> {
        let count =
            tallied(self, board, plan)?.into_iter().filter(|&is_tallied| is_tallied).count();
        Some(Tally { noun: D::TALLY?.to_string(), count })
    }

    fn write_plan(&self, board: &Grid<u16>, plan: &[Move]) -> String {
        let notation = definition::Rules::notation(self);
        let has_letters = notation.kind == MoveKind::All;
        match tallied(self, board, plan).filter(|_| has_letters) {
            Some(tallied) => (plan.iter().zip(tallied))
                .map(|(&mv, is_push)| Notation { lowercase: !is_push, ..notation }.write(mv))
                .collect(),
            None => notation.write_all(plan),
        }
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
        observer: Observer<'_>,
    ) -> Result<Report, SolveError> {
        let deadline = control.deadline();
        let copy = self.guarded(&deadline);
        let given = run(copy.as_ref().unwrap_or(self), board, method, control, observer);
        let given = match copy.and_then(|copy| copy.failure()) {
            None => given,
            // If the limits of the search ended the rules, nothing is proved.
            Some(failure) => match deadline.check(0) {
                Err(stop) => Ok(cut_short(given.ok(), stop)),
                Ok(()) => Err(SolveError::Rules(failure)),
            },
        };
        let report = given?;
        match (method.measure, report.plan()) {
            (Measure::Pushes, Some((plan, cost))) => {
                let replay = verify::replay(self, board, plan).map_err(SolveError::Refused)?;
                let pushes = Game::tally(self, board, plan).map_or(0, |tally| tally.count) as Cost;
                Replay { cost: pushes, ..replay }.solves(cost)
            }
            _ => verify::checked(self, board, &report),
        }
        .map_err(SolveError::Refused)?;
        Ok(report)
    }

    #[cfg(feature = "solve")]
    fn values_along(
        &self,
        board: &Grid<u16>,
        moves: &[Move],
        heuristics: &[Expression],
    ) -> Result<Vec<Vec<Valued>>, SolveError> {
        guard(self, &Deadline::default(), |game| {
            let level = fit(game, board)?;
            let replay = verify::replay(game, board, moves).map_err(SolveError::Refused)?;
            let along = along::Along { boards: &replay.boards, moves, heuristics };
            along.run(&definition::level(game, &level))
        })
    }

    #[cfg(feature = "solve")]
    fn keys_along(&self, board: &Grid<u16>, moves: &[Move]) -> Result<Vec<u64>, SolveError> {
        guard(self, &Deadline::default(), |game| {
            let level = fit(game, board)?;
            let replay = verify::replay(game, board, moves).map_err(SolveError::Refused)?;
            along::Keys { boards: &replay.boards, moves }.run(&definition::level(game, &level))
        })
    }

    #[cfg(feature = "solve")]
    fn atlas(
        &self,
        board: &Grid<u16>,
        heuristics: &[Expression],
        control: &Control,
    ) -> Result<Atlas, SolveError> {
        guard(self, &control.deadline(), |game| {
            let visitor = atlas::Visitor { heuristics, control };
            let fit = fit(game, board)?;
            visitor.run(&definition::level(game, &fit)).map_err(SolveError::Heuristic)
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
        guard(self, &cancel.clone().into(), |game| {
            let examine = Examine { heuristic, most: positions, cancel };
            let fit = fit(game, board)?;
            examine.run(&definition::level(game, &fit)).map_err(SolveError::from)
        })
    }

    #[cfg(feature = "solve")]
    fn layers(
        &self,
        board: &Grid<u16>,
        depth: u32,
        pruning: Pruning,
    ) -> Result<Vec<u64>, SolveError> {
        guard(self, &Deadline::default(), |game| {
            let fit = fit(game, board)?;
            Ok(Layers(depth, pruning).run(&definition::level(game, &fit)))
        })
    }

    #[cfg(feature = "solve")]
    fn survey(
        &self,
        board: &Grid<u16>,
        pruning: Pruning,
        control: &Control,
    ) -> Result<Survey, SolveError> {
        guard(self, &control.deadline(), |game| {
            let fit = fit(game, board)?;
            Ok(Whole(pruning, control).run(&definition::level(game, &fit)))
        })
    }

    #[cfg(all(feature = "solve", not(target_family = "wasm")))]
    fn census(&self, board: &Grid<u16>, control: &Control) -> Result<Option<Census>, SolveError> {
        guard(self, &control.deadline(), |game| {
            let fit = fit(game, board)?;
            let taken = census::Take(control).run(&definition::level(game, &fit));
            let Some((mut census, hardest)) = taken else { return Ok(None) };
            if let Some(Unchecked { start, report }) = hardest {
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
        guard(self, &control.deadline(), |game| {
            let fit = fit(game, board)?;
            let taken = census::Measure(control).run(&definition::level(game, &fit));
            let Some((mut distances, farthest)) = taken else { return Ok(None) };
            if let Some(Unchecked { start, report }) = farthest {
                let plan = report.plan().map_or(&[][..], |(plan, _)| plan);
                verify::replay(game, &start, plan).map_err(SolveError::Refused)?;
                // The last batch may have been stopped after a greater distance than those counted.
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
        heuristic: Option<(&Expression, &Cancel)>,
        search: &mut dyn FnMut(&dyn PackedSpace<Move = Move>),
    ) -> Result<(), SolveError> {
        let deadline = heuristic.map(|(_, cancel)| Deadline::from(cancel.clone()));
        let deadline = deadline.unwrap_or_default();
        guard(self, &deadline, |game| {
            let fit = fit(game, board)?;
            AsRows { pruning, heuristic, search }.run(&definition::level(game, &fit))
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
        let deadline = control.deadline();
        let copy = self.guarded(&deadline);
        let attempt = candidates::attempt(copy.as_ref().unwrap_or(self), spec, number, control);
        if let Some(failure) = copy.and_then(|copy| copy.failure()) {
            return match deadline.check(0) {
                Ok(()) => Attempt::Failed(failure),
                Err(_) => Attempt::Cancelled,
            };
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
        let deadline = control.deadline();
        let copy = self.guarded(&deadline);
        let board = typed(self, board).map_err(|_| Unrated::Unfit)?;
        let rated = candidates::rate(copy.as_ref().unwrap_or(self), &board, control);
        match copy.and_then(|copy| copy.failure()) {
            Some(_) => Err(deadline.check(0).err().map_or(Unrated::Unfit, Unrated::Unsolved)),
            None => rated,
        }
    }

    fn canonical(&self, board: &Grid<u16>) -> Grid<u16> {
        typed(self, board)
            .map_or_else(|_| board.clone(), |typed| candidates::canonical(self, &typed))
    }

    #[cfg(feature = "solve")]
    fn plans(&self, board: &Grid<u16>, cost: Cost, control: &Control) -> Option<Plans> {
        let counted = |game: &D| {
            let plans = definition::plans(game, &fit(game, board)?, cost, control);
            Ok(plans)
        };
        guard(self, &control.deadline(), counted).ok().flatten()
    }

    #[cfg(feature = "solve")]
    fn certificate(
        &self,
        board: &Grid<u16>,
        plan: Option<&[Move]>,
        control: &Control,
    ) -> Result<Option<Result<String, Stop>>, SolveError> {
        Ok(definition::certificate(self, &fit(self, board)?, plan, &mut control.start()))
    }

    fn idle_options(&self, heuristic: &str, board: &Grid<u16>) -> Vec<usize> {
        typed(self, board)
            .map_or(Vec::new(), |board| Definition::idle_options(self, heuristic, &board))
    }

    fn without_one(&self, board: &Grid<u16>) -> Vec<Grid<u16>> {
        let Ok(board) = typed(self, board) else { return Vec::new() };
        let simpler = Workshop::without_one(self, &board).into_iter();
        simpler.map(|board| board.map(D::Cell::code)).collect()
    }

    fn varied(&self, board: &Grid<u16>, random: &mut Random) -> Option<Grid<u16>> {
        let board = typed(self, board).ok()?;
        let pieces = self.pieces(&board);
        let target = Target {
            size: board.size(),
            pieces: pieces..=pieces,
            stoppers: self.stoppers(&board),
            moves: 1..=Cost::MAX,
        };
        Some(Workshop::vary(self, &board, &target, random).map(D::Cell::code))
    }
}

/// Runs a search on a level.
#[cfg(feature = "solve")]
fn run<D: Definition>(
    game: &D,
    board: &Grid<u16>,
    method: &Method,
    control: &Control,
    observer: Observer<'_>,
) -> Result<Report, SolveError> {
    let fit = fit(game, board)?;
    let heuristic = match &method.heuristic {
        Some(heuristic) => heuristic.clone(),
        None => D::DEFAULT_HEURISTIC.into(),
    };
    heuristic.check(Definition::vocabulary(game)).map_err(SolveError::Heuristic)?;
    // A heuristic that fails stops only this search.
    let own = || Control { cancel: control.cancel.child(), ..control.clone() };
    let own = heuristic.can_fail().then(own);
    let control = own.as_ref().unwrap_or(control);
    let mut meter = control.start();
    if method.measure == Measure::Pushes {
        let refused = || SolveError::Heuristic(message::no_pushes(Definition::identity(game).id));
        if method.algorithm == Algorithm::Best {
            let report = definition::tallied_best(game, &fit, &mut meter);
            return report.ok_or_else(refused);
        }
        if D::TALLY.is_none() {
            return Err(refused());
        }
        let mut failure = None;
        let report = definition::spelled::<D>(&fit, &control.progress, || {
            let (heuristic, meter) = (&heuristic, &mut meter);
            let run = Run { method, heuristic, meter, observer: None };
            let report = run.run(&|run| game.with_tallied(&fit, run));
            report.map_err(|error| failure = Some(error)).ok()
        });
        return report.ok_or_else(|| failure.unwrap_or_else(refused));
    }
    match method.algorithm {
        Algorithm::Best => Ok(definition::best(game, &fit, &mut meter, observer)),
        _ => {
            let heuristic = &heuristic;
            let run = Run { method, heuristic, meter: &mut meter, observer };
            run.run(&definition::level(game, &fit))
        }
    }
}

/// The rest of a report if the rules ended at the limits of the search: its plan, but no proof.
#[cfg(feature = "solve")]
fn cut_short(report: Option<Report>, stop: Stop) -> Report {
    let (outcome, stats) = match report {
        Some(Report { outcome: Outcome::Solved { plan, cost, .. }, stats, .. }) => {
            (Outcome::Solved { plan, cost, optimal: false }, stats)
        }
        Some(Report { stats, .. }) => (Outcome::Unknown, stats),
        None => (Outcome::Unknown, Stats::default()),
    };
    Report { outcome, states: Vec::new(), lower_bound: 0, stop: Some(stop), stats }
}

/// Runs an algorithm on the puzzle of a level.
struct Run<'a, 'm, 'w> {
    method: &'a Method,
    heuristic: &'a Expression,
    meter: &'a mut Meter<'m>,
    observer: Observer<'w>,
}

impl Visit for Run<'_, '_, '_> {
    type Output = Result<Report, SolveError>;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Self::Output {
        let Method { algorithm, pruning, .. } = *self.method;
        let formula = if algorithm.uses_heuristic() {
            Formula::new(puzzle, self.heuristic, self.meter.deadline())
                .map_err(SolveError::Heuristic)?
        } else {
            Formula::ZERO
        };
        let heuristic: &dyn Heuristic<S, Move> = &formula;
        let space: &dyn Space<State = S, Move = Move> = puzzle;
        let mut search =
            Search::new(space).heuristic(heuristic).algorithm(algorithm).pruning(pruning);
        if let Some(observer) = self.observer {
            search = search.observe(observer);
        }
        let report = search.run_in(self.meter);
        match formula.failure() {
            Some(failure) => Err(SolveError::Failed(failure.clone())),
            None => Ok(report.without_states()),
        }
    }
}

impl Run<'_, '_, '_> {
    fn run(self, level: WithPuzzle<'_>) -> Result<Report, SolveError> {
        puzzle::visit(level, self)
    }
}

/// Counts the positions at each depth.
#[cfg(feature = "solve")]
struct Layers(u32, Pruning);

#[cfg(feature = "solve")]
impl Visit for Layers {
    type Output = Vec<u64>;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Vec<u64> {
        Explore::new(puzzle).pruning(self.1).layers(self.0)
    }
}

#[cfg(feature = "solve")]
impl Layers {
    fn run(self, level: WithPuzzle<'_>) -> Vec<u64> {
        puzzle::visit(level, self)
    }
}

/// Explores all positions.
#[cfg(feature = "solve")]
struct Whole<'a>(Pruning, &'a Control);

#[cfg(feature = "solve")]
impl Visit for Whole<'_> {
    type Output = Survey;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Survey {
        Explore::new(puzzle).pruning(self.0).control(self.1).survey()
    }
}

#[cfg(feature = "solve")]
impl Whole<'_> {
    fn run(self, level: WithPuzzle<'_>) -> Survey {
        puzzle::visit(level, self)
    }
}

/// Passes the positions as rows of words to a search.
#[cfg(feature = "solve")]
struct AsRows<'a> {
    pruning: Pruning,
    heuristic: Option<(&'a Expression, &'a Cancel)>,
    search: &'a mut dyn FnMut(&dyn PackedSpace<Move = Move>),
}

#[cfg(feature = "solve")]
impl Visit for AsRows<'_> {
    type Output = Result<(), SolveError>;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Self::Output {
        let rows = Rows::new(puzzle, self.pruning);
        let Some((heuristic, cancel)) = self.heuristic else {
            (self.search)(&rows);
            return Ok(());
        };
        heuristic.check(puzzle.vocabulary()).map_err(SolveError::Heuristic)?;
        let formula = Formula::new(puzzle, heuristic, cancel.clone());
        let formula = formula.map_err(SolveError::Heuristic)?;
        (self.search)(&rows.guided(&formula));
        formula.failure().map_or(Ok(()), |why| Err(SolveError::Failed(why.clone())))
    }
}

#[cfg(feature = "solve")]
impl AsRows<'_> {
    fn run(self, level: WithPuzzle<'_>) -> Result<(), SolveError> {
        puzzle::visit(level, self)
    }
}

/// Runs with a copy of a game whose rules may fail, and returns their failure.
fn guard<D: Definition, T>(
    game: &D,
    deadline: &Deadline,
    run: impl FnOnce(&D) -> Result<T, SolveError>,
) -> Result<T, SolveError> {
    let Some(copy) = game.guarded(deadline) else { return run(game) };
    let given = run(&copy);
    match copy.failure() {
        Some(failure) => Err(SolveError::Rules(failure)),
        None => given,
    }
}

/// The plan of a report, checked against a length that was counted in another way; `None` if the
/// search was stopped.
#[cfg(all(feature = "solve", not(target_family = "wasm")))]
fn as_long(
    start: Grid<u16>,
    report: &Report,
    claimed: u32,
) -> Result<Option<census::Route>, SolveError> {
    match report.plan() {
        Some((plan, counted)) if counted == claimed => {
            Ok(Some(Route { board: start, moves: plan.to_vec() }))
        }
        Some((_, counted)) => Err(SolveError::Refused(message::wrong_cost(claimed, counted))),
        None => Ok(None),
    }
}

/// The board in the game's cells, if it is a level.
fn fit<D: Definition>(game: &D, board: &Grid<u16>) -> Result<Grid<D::Cell>, SolveError> {
    let board = typed(game, board).map_err(|problem| SolveError::Unfit(vec![problem]))?;
    match Definition::problems(game, &board) {
        problems if problems.is_empty() => Ok(board),
        problems => Err(SolveError::Unfit(problems)),
    }
}

/// For each move of a plan, true if the game counts it separately; `None` if it counts none, or the
/// plan cannot be played.
fn tallied<D: Definition>(game: &D, board: &Grid<u16>, plan: &[Move]) -> Option<Vec<bool>> {
    D::TALLY?;
    let mut here = typed(game, board).ok()?;
    let mut tallied = Vec::with_capacity(plan.len());
    for &mv in plan {
        let next = game.play(&here, mv).ok()?;
        tallied.push(game.is_tallied(&here, &next));
        here = next;
    }
    Some(tallied)
}
