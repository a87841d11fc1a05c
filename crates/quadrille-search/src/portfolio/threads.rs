//! The threads of the finders.

use std::cell::Cell;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::turns::{Beside, Shared};
use super::{Finder, Guide, Make, Portfolio};
use crate::algorithm::{Task, Weight, run_serial};
use crate::control::Meter;
use crate::{
    Algorithm, Control, Limits, Outcome, Pruning, Report, Stage, Stats, Stop,
    space::{Heuristic, Space},
};

/// The time that the quickest finder runs before all others start.
const QUICK: Duration = Duration::from_millis(1);
/// Below this node limit counts must be exact, so no finder runs.
const FEW_NODES: u64 = 10_000_000;
/// The factor by which each beam is wider than the one before.
const WIDER: u32 = 10;
const WEIGHTS: [&str; 3] = ["3", "2", "1.5"];
/// The finders' part of the memory limit, and its maximum: the proof needs most of it.
const MEMORY_PART: usize = 8;
const MOST_MEMORY: usize = 1 << 27;
/// The maximum if there is a plan before they start: then they look for a better one, which matters
/// less.
const MOST_MEMORY_WITH_PLAN: usize = 1 << 25;
/// The least memory for a finder: even an empty table needs some.
const LEAST_MEMORY: usize = 1 << 16;

/// True if finders run beside a proof with these limits.
pub(super) fn has_finders(control: &Control) -> bool {
    control.limits.max_nodes.is_none_or(|nodes| nodes >= FEW_NODES)
}

/// Runs a proof, with finders beside it. `states` turns the positions along a plan into those of
/// the report.
pub(super) fn beside<P: Space + ?Sized, T>(
    space: &P,
    portfolio: Portfolio<Make<'_, '_, P>>,
    first: Option<&dyn Heuristic<P::State, P::Move>>,
    states: impl FnOnce(Vec<P::State>) -> Vec<T>,
    meter: &mut Meter<'_>,
    proof: impl FnOnce(&mut Meter<'_>) -> Report<P::Move, T>,
) -> Report<P::Move, T> {
    let (control, started) = (meter.control(), meter.started());
    let Limits { max_memory: memory, .. } = control.limits;
    if !has_finders(control) {
        return proof(meter);
    }
    let cores = control.cores.or_else(|| thread::available_parallelism().ok());
    let allowed = memory.unwrap_or(usize::MAX);
    let part = (allowed / MEMORY_PART).min(MOST_MEMORY);
    let own = Control {
        limits: Limits { max_memory: memory.map(|memory| memory - part), ..control.limits },
        ..control.clone()
    };
    let Portfolio { mut finders, heuristic: make } = portfolio;
    let all_shares = finders.iter().map(|finder| finder.share as usize).sum::<usize>().max(1);
    let memory_of = |finder: &Finder, part: usize| part / all_shares * finder.share as usize;
    finders.retain(|finder| memory_of(finder, part) >= LEAST_MEMORY);
    let shares: Vec<u32> = finders.iter().map(|finder| finder.share).collect();
    let shares_core = cores.is_none_or(|cores| cores < NonZero::<usize>::MIN.saturating_add(1));
    let shared = Shared::new(&shares, shares_core, Arc::clone(&control.progress));
    let control_of = |finder: &Finder| {
        let part = if shared.has_plan() { part.min(MOST_MEMORY_WITH_PLAN) } else { part };
        let max_memory = Some(memory_of(finder, part).max(LEAST_MEMORY));
        Control {
            limits: Limits { max_nodes: None, max_memory, ..control.limits },
            progress: Arc::default(),
            ..control.clone()
        }
    };
    let results =
        Mutex::new(FinderResults { best: None, stats: vec![Stats::default(); finders.len()] });
    let (has_threads, was_quick) = (Cell::new(false), Cell::new(false));
    let make = &make;
    let mut report = thread::scope(|scope| {
        // After the proof, even if it panicked, no finder waits for a turn.
        let _end = End(&shared);
        let start = || {
            has_threads.set(true);
            control.progress.enter(Stage::ProofAndPlans);
            for (number, &finder) in finders.iter().enumerate() {
                let (shared, results, control) = (&shared, &results, control_of(&finder));
                let find = move || {
                    let _leave = Leave(shared, number);
                    let first = first.filter(|_| finder.guide == 0);
                    let control = &control;
                    let run = Run { space, shared, number, control, started, results };
                    run.work(finder, first, &|| make(finder.guide));
                };
                // Boxed, so that threads are compiled once and not for every space.
                let find: Box<dyn FnOnce() + Send> = Box::new(find);
                let builder = thread::Builder::new().name("finder".into());
                if builder.spawn_scoped(scope, find).is_err() {
                    shared.leave(number);
                }
            }
        };
        let quick = || {
            was_quick.set(true);
            let Some(number) = quickest(&finders) else { return };
            let (finder, shared, results) = (finders[number], &shared, &results);
            let control = &control_of(&finder);
            let run = Run { space, shared, number, control, started, results };
            run.quick(finder, first.filter(|_| finder.guide == 0), &|| make(finder.guide));
        };
        let (quick, start) = (Some(Box::new(quick) as _), Some(Box::new(start) as _));
        let report =
            proof(&mut own.start_beside(started, Beside::Proof { shared: &shared, quick, start }));
        // The proof ran out of memory; a finder may still find a plan.
        let is_full = report.stop == Some(Stop::Memory);
        if is_full && report.plan().is_none() && has_threads.get() {
            control.progress.enter(Stage::Plans);
            shared.wait_for_plan();
        }
        report
    });
    let FinderResults { best, stats } =
        results.into_inner().unwrap_or_else(PoisonError::into_inner);
    if !has_threads.get() && !was_quick.get() {
        return report;
    }
    let depth = report.stats.depth;
    stats.iter().for_each(|stats| report.stats.merge_concurrent(stats));
    report.stats.depth = depth;
    report.stats.seconds = (control.clock.now().saturating_sub(started)).as_secs_f64();
    let lower_bound = report.lower_bound.max(shared.lower_bound());
    if let Some(best) = best
        && let Outcome::Solved { plan, cost, .. } = best.outcome
        && report.plan().is_none_or(|(_, other)| cost < other)
    {
        report.outcome = Outcome::Solved { plan, cost, optimal: false };
        report.states = states(best.states);
    }
    if let Outcome::Solved { cost, optimal, .. } = &mut report.outcome {
        *optimal |= *cost <= lower_bound;
        report.lower_bound = lower_bound.min(*cost);
        report.stop = report.stop.filter(|_| !*optimal);
    }
    report
}

/// The finder that is likely to find the first plan: greedy search, if there is one.
fn quickest(finders: &[Finder]) -> Option<usize> {
    finders.iter().position(|finder| finder.algorithm == Algorithm::Greedy)
}

struct End<'s>(&'s Shared);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

struct Leave<'s>(&'s Shared, usize);

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        self.0.leave(self.1);
    }
}

struct FinderResults<M, S> {
    best: Option<Report<M, S>>,
    /// The effort of each finder.
    stats: Vec<Stats>,
}

/// The next algorithm to try, which may find a better plan.
fn following(algorithm: Algorithm) -> Option<Algorithm> {
    match algorithm {
        Algorithm::Beam { width } => Some(Algorithm::Beam { width: width.checked_mul(WIDER)? }),
        Algorithm::Wastar { weight } => WEIGHTS
            .iter()
            .filter_map(|text| Weight::parse(text))
            .find(|next| next.value() < weight.value())
            .map(|weight| Algorithm::Wastar { weight }),
        _ => None,
    }
}

/// One of the searches beside the proof.
struct Run<'a, P: Space + ?Sized> {
    space: &'a P,
    shared: &'a Shared,
    number: usize,
    control: &'a Control,
    started: Duration,
    results: &'a Mutex<FinderResults<P::Move, P::State>>,
}

impl<P: Space + ?Sized> Run<'_, P> {
    fn work<'h>(
        &self,
        finder: Finder,
        first: Option<&'h dyn Heuristic<P::State, P::Move>>,
        make: &dyn Fn() -> Option<Guide<'h, P>>,
    ) {
        if !finder.algorithm.uses_heuristic() {
            self.shared.join(self.number);
            return self.go_on(finder.algorithm, &());
        }
        // Tables may take long to build; the proof does not wait for them.
        let own = if first.is_none() { make() } else { None };
        if let Some(guide) = first.or(own.as_deref()) {
            self.shared.join(self.number);
            self.go_on(finder.algorithm, guide);
        }
    }

    /// Runs an algorithm, then those that may find a better plan.
    fn go_on(&self, first: Algorithm, guide: &dyn Heuristic<P::State, P::Move>) {
        let mut next =
            Some(first).filter(|it| !matches!(it, Algorithm::Best | Algorithm::Parallel { .. }));
        while let Some(algorithm) = next {
            let pruning = Pruning::default();
            let goes_on = self.run(|meter| {
                let space = self.space;
                let task = Task { space, heuristic: guide, pruning, meter, observer: None };
                run_serial(algorithm, task)
            });
            next = following(algorithm).filter(|_| goes_on);
        }
    }

    /// Runs greedy search briefly on the thread of the proof.
    fn quick<'h>(
        &self,
        finder: Finder,
        first: Option<&'h dyn Heuristic<P::State, P::Move>>,
        make: &dyn Fn() -> Option<Guide<'h, P>>,
    ) {
        let own = if first.is_none() { make() } else { None };
        let Some(heuristic) = first.or(own.as_deref()) else { return };
        let before = self.control.clock.now().saturating_sub(self.started).as_secs_f64();
        let limits = Limits { max_time: Some(QUICK), ..self.control.limits };
        let control = Control { limits, ..self.control.clone() };
        let (space, pruning, meter) = (self.space, Pruning::ALL, &mut control.start());
        let task = Task { space, heuristic, pruning, meter, observer: None };
        let mut report = run_serial(finder.algorithm, task);
        let first_plan = &mut report.stats.first_plan_seconds;
        *first_plan = first_plan.map(|seconds| before + seconds);
        if let Some((moves, cost)) = report.plan() {
            let beside = Beside::Finder(self.shared, self.number);
            let mut meter = self.control.start_beside(self.started, beside);
            meter.plan_found(cost, || (moves.to_vec(), cost));
        }
        self.keep(report);
    }

    /// Runs a search and keeps its plan. Returns true if another search may find a better one.
    fn run(&self, search: impl FnOnce(&mut Meter<'_>) -> Report<P::Move, P::State>) -> bool {
        let mut meter =
            self.control.start_beside(self.started, Beside::Finder(self.shared, self.number));
        if meter.check_now(&Stats::default(), 0).is_err() {
            return false;
        }
        let report = search(&mut meter);
        let goes_on = match report.stop {
            None => report.plan().is_some(),
            stop => stop == Some(Stop::Width),
        };
        self.keep(report);
        goes_on
    }

    /// Keeps the plan of a search if it is the best so far, and adds up the effort.
    fn keep(&self, report: Report<P::Move, P::State>) {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        // The times of a finder count from the start of the proof.
        let first_plan = report.stats.first_plan_seconds;
        let stats = &mut results.stats[self.number];
        let first_plan = stats.first_plan_seconds.or(first_plan);
        stats.merge_sequential(&report.stats);
        stats.first_plan_seconds = first_plan;
        let cost = |report: &Report<P::Move, P::State>| report.plan().map(|(_, cost)| cost);
        if let Some(new) = cost(&report)
            && results.best.as_ref().and_then(cost).is_none_or(|old| new < old)
        {
            results.best = Some(report);
        }
    }
}
