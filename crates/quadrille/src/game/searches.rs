//! The searches of a level by a method.

use std::fmt::Debug;

use super::SolveError;
use super::facade::fit;
use crate::definition::{self, Definition};
use crate::diagnostic::message;
use crate::grid::Grid;
use crate::heuristics::Expression;
use crate::method::{Measure, Method};
use crate::moves::Move;
use crate::puzzle::{self, Formula, Puzzle, Visit};
use crate::search::{
    Algorithm, Control, Observer, Outcome, Report, Search, Stats, Stop,
    space::{Heuristic, Space},
    toolkit::{Meter, Packed},
};

pub(super) fn run<D: Definition>(
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
pub(super) fn cut_short(report: Option<Report>, stop: Stop) -> Report {
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

puzzle::run_on_levels!(Run<'_, '_, '_>);
