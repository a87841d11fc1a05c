//! Implements [`Game`] for every definition: boards of cell codes outside, the game's cells inside.

use std::ops::RangeInclusive;

use quadrille_base::random::Random;

#[cfg(feature = "solve")]
use super::searches::{cut_short, run};
use super::steps::{self, Seen};
use super::{Game, Pick, SolveError, Step, Tally};
use crate::candidates::{self, Attempt, Climbed, Rating, Spec, Unrated};
use crate::definition::{
    self, Cell, Definition, Formulation, Ground, Kinds, Look, Pddl, Plans, Scope, StateBound,
    Target, Workshop, typed,
};
use crate::diagnostic::Diagnostic;
use crate::formats::Format;
use crate::grid::{Grid, Size};
use crate::heuristics::Vocabulary;
use crate::method::{Measure, Method};
use crate::moves::{Move, MoveKind, Notation};
use crate::puzzle::WithPuzzle;
use crate::search::{Control, Cost, Observer, Report, Stop, toolkit::Deadline};
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
    fn on_level(
        &self,
        board: &Grid<u16>,
        deadline: &Deadline,
        run: &mut dyn FnMut(&dyn definition::Rules, WithPuzzle<'_>) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        guard(self, deadline, |game| {
            let fit = fit(game, board)?;
            run(game, &definition::level(game, &fit))
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
        rated(self, board, control, |game, board| candidates::rate(game, board, control))
    }

    #[cfg(feature = "solve")]
    fn rate_by(
        &self,
        board: &Grid<u16>,
        plan: &[Move],
        plans: Option<u32>,
        control: &Control,
    ) -> Result<Rating, Unrated> {
        rated(self, board, control, |game, board| {
            candidates::rate_by(game, board, plan, plans, control)
        })
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

    fn stranded(&self, board: &Grid<u16>) -> usize {
        typed(self, board).map_or(0, |board| Workshop::stranded(self, &board))
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

/// Rates with a copy of a game whose rules may fail.
#[cfg(feature = "solve")]
fn rated<D: Definition>(
    game: &D,
    board: &Grid<u16>,
    control: &Control,
    rate: impl FnOnce(&D, &Grid<D::Cell>) -> Result<Rating, Unrated>,
) -> Result<Rating, Unrated> {
    let deadline = control.deadline();
    let copy = game.guarded(&deadline);
    let board = typed(game, board).map_err(|_| Unrated::Unfit)?;
    let rated = rate(copy.as_ref().unwrap_or(game), &board);
    match copy.and_then(|copy| copy.failure()) {
        Some(_) => Err(deadline.check(0).err().map_or(Unrated::Unfit, Unrated::Unsolved)),
        None => rated,
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

/// The board in the game's cells, if it is a level.
pub(super) fn fit<D: Definition>(game: &D, board: &Grid<u16>) -> Result<Grid<D::Cell>, SolveError> {
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
