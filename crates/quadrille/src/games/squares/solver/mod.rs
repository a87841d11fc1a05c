//! The solver for squares: a shortest plan, or a proof that there is none.
//!
//! Best-first search by swaps raises the lower bound, beam searches shorten the plan. Small boards
//! are solved by the first share of best-first search alone. If that is not enough, beams of
//! growing width and shares of two best-first searches alternate until the two bounds meet: mostly
//! of the one by clears, whose bound becomes stronger from share to share, and some of the one by
//! swaps, which alone can exhaust the positions of a board without a plan.
//!
//! In the statistics, `generated` counts the swaps that were examined; most do not become
//! positions. `expanded` counts the positions whose swaps were examined. Observers receive the
//! positions of the best-first search by swaps and every better plan, but not the positions of the
//! others.

mod beam;
mod best_first;
mod by_clears;
mod guide;
mod swaps;
mod ways;

use super::cell::Cell;
use super::heuristics::SCORE;
use super::heuristics::bounds::Appraiser;
use super::rules::{self, Squares, VisitSquares};
use crate::definition::PlanFinder;
use crate::grid::{Grid, Words};
use crate::moves::Move;
use crate::search::{
    Algorithm, Cost, Event, Observer, Pruning, Report, Stats, Stop,
    space::Space,
    toolkit::{Conclusion, Meter, Plan},
};
use best_first::{BestFirst, Progress};
use by_clears::ByClears;

/// Searches for plans beside the proof.
pub(super) const FINDERS: &[PlanFinder] = &[
    PlanFinder::new(Algorithm::Greedy, 3).with(&SCORE),
    PlanFinder::new(Algorithm::Beam { width: 100 }, 5).with(&SCORE),
    PlanFinder::new(Algorithm::Dfs { depth: None }, 1),
];

/// Finds a plan with the fewest moves, or proves that there is none.
pub(super) fn solve(
    board: &Grid<Cell>,
    meter: &mut Meter<'_>,
    observer: &mut Observer<'_>,
) -> Report {
    struct Run<'a, 'm, 'w>(&'a mut Meter<'m>, &'a mut Observer<'w>);
    impl VisitSquares for Run<'_, '_, '_> {
        type Output = Report;
        fn visit<const C: usize, const K: usize, const N: usize>(
            self,
            puzzle: &Squares<C, K, N>,
        ) -> Report {
            solve_scheduled(puzzle, &Schedule::default(), self.0, self.1)
        }
    }
    rules::visit(board, Run(meter, observer))
}

/// The schedule of the two searches.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Schedule {
    /// The swaps examined by the first share of best-first search, and the least of every later
    /// one.
    share: u64,
    /// The work of best-first search relative to the beam before it.
    shares_per_beam: u64,
    /// The work of the search by clears relative to that by swaps beside it.
    by_clears_per_swaps: u64,
    /// Width of the first beam; each is four times as wide as the one before.
    first_width: usize,
    /// The maximum width.
    widest: usize,
}

impl Default for Schedule {
    fn default() -> Self {
        Self {
            share: 1 << 20,
            shares_per_beam: 3,
            by_clears_per_swaps: 16,
            first_width: 64,
            widest: 1 << 16,
        }
    }
}

/// The longest plan that a beam looks for if none is known yet.
const LONGEST: usize = 4096;

fn solve_scheduled<const C: usize, const K: usize, const N: usize>(
    puzzle: &Squares<C, K, N>,
    schedule: &Schedule,
    meter: &mut Meter<'_>,
    observer: &mut Observer<'_>,
) -> Report {
    let mut solve = Solve {
        puzzle,
        width: schedule.first_width,
        best: None,
        lower_bound: 0,
        stats: Stats::default(),
    };
    let stop = solve.run(schedule, meter, observer).err();
    let Solve { best, lower_bound, stats, .. } = solve;
    let plan = best.map(|moves| Plan { cost: moves.len() as Cost, moves, states: Vec::new() });
    Conclusion { plan, lower_bound, stop, stats }.report(meter)
}

/// The bytes held by tables and proofs.
fn all_bytes<const C: usize, const K: usize, const N: usize>(
    appraiser: &Appraiser,
    by_swaps: &Option<BestFirst<'_, C, K, N>>,
    by_clears: &Option<ByClears<'_, C, K, N>>,
) -> usize {
    appraiser.bytes()
        + by_swaps.as_ref().map_or(0, BestFirst::bytes)
        + by_clears.as_ref().map_or(0, ByClears::bytes)
}

/// The state of the alternating searches.
struct Solve<'p, const C: usize, const K: usize, const N: usize> {
    puzzle: &'p Squares<C, K, N>,
    /// The width of the next beam.
    width: usize,
    best: Option<Vec<Move>>,
    lower_bound: Cost,
    stats: Stats,
}

impl<const C: usize, const K: usize, const N: usize> Solve<'_, C, K, N> {
    fn run(
        &mut self,
        schedule: &Schedule,
        meter: &mut Meter<'_>,
        observer: &mut Observer<'_>,
    ) -> Result<(), Stop> {
        let start = self.puzzle.start();
        if self.puzzle.is_goal(&start) {
            self.keep_plan(&[start], meter, observer);
            return Ok(());
        }
        self.prove(1, meter);
        // The other half is for the remaining data.
        let budget = meter.memory_budget() / 2;
        let mut held = 0;
        let stats = &self.stats;
        let appraiser = Appraiser::new(self.puzzle, budget, &mut |bytes| {
            held = bytes;
            meter.check_now(stats, bytes)
        });
        self.note_bytes(held);
        let appraiser = appraiser?;
        let mut by_swaps = Some(BestFirst::new(self.puzzle, &appraiser, meter)?);
        let mut by_clears: Option<ByClears<'_, C, K, N>> = None;
        let mut share = match appraiser.tables() {
            Some(_) => schedule.share,
            // Without tables, best-first search is blind beyond a few moves.
            None => schedule.share / 16,
        };
        for round in 0.. {
            if let Some(proof) = &mut by_swaps {
                let part = if by_clears.is_some() { schedule.by_clears_per_swaps } else { 1 };
                let share = share / part;
                let limit = self.plan_length();
                let progress = proof.run(share, limit, &mut self.stats, meter, observer);
                self.prove(proof.lower_bound(), meter);
                self.note_bytes(all_bytes(&appraiser, &by_swaps, &by_clears));
                if matches!(progress, Err(Stop::Memory)) {
                    by_swaps = None;
                }
                match progress {
                    Err(Stop::Memory) if by_clears.is_some() => {}
                    Err(Stop::Memory) if self.best.is_none() => {
                        self.find_some_plan(schedule, &appraiser, meter, observer)?;
                        return Err(Stop::Memory);
                    }
                    progress => {
                        if self.is_done(progress?, meter, observer) {
                            return Ok(());
                        }
                    }
                }
            }
            if self.width <= schedule.widest {
                let before = self.stats.generated;
                let others = all_bytes(&appraiser, &by_swaps, &by_clears);
                self.beam(&appraiser, others, schedule, meter, observer)?;
                let work = self.stats.generated - before;
                share = (schedule.shares_per_beam * work).max(schedule.share);
            } else {
                share = share.saturating_mul(2);
            }
            // The first plan may be a shortest one.
            if self.plan_length() <= self.lower_bound {
                return Ok(());
            }
            if round == 0 {
                let most = (meter.memory_budget() - appraiser.bytes()) / 8 * 7;
                let bound = self.lower_bound;
                let stats = &self.stats;
                by_clears = ByClears::new(self.puzzle, &appraiser, bound, most, stats, meter)?;
                if let (Some(_), Some(proof)) = (&by_clears, &mut by_swaps) {
                    proof.leave(most);
                }
            }
            if let Some(proof) = &mut by_clears {
                proof.look_further();
                let others = by_swaps.as_ref().map_or(0, BestFirst::bytes);
                let limit = self.plan_length();
                let progress = proof.run(share, limit, others, &mut self.stats, meter, observer);
                self.prove(proof.lower_bound(), meter);
                self.note_bytes(all_bytes(&appraiser, &by_swaps, &by_clears));
                if self.is_done(progress?, meter, observer) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Notes the result of a run. True if it ends the search.
    fn is_done(
        &mut self,
        progress: Progress<N>,
        meter: &mut Meter<'_>,
        observer: &mut Observer<'_>,
    ) -> bool {
        match progress {
            Progress::Solved(line) => self.keep_plan(&line, meter, observer),
            Progress::Exhausted => {
                if let Some(plan) = &self.best {
                    self.prove(plan.len() as Cost, meter);
                }
            }
            Progress::Paused => return false,
        }
        true
    }

    /// Called when memory ran out before any plan was found, after it was freed: beams need little
    /// of it.
    fn find_some_plan(
        &mut self,
        schedule: &Schedule,
        appraiser: &Appraiser,
        meter: &mut Meter<'_>,
        observer: &mut Observer<'_>,
    ) -> Result<(), Stop> {
        while self.best.is_none() && self.width <= schedule.widest {
            self.beam(appraiser, appraiser.bytes(), schedule, meter, observer)?;
        }
        Ok(())
    }

    /// Looks for a better plan with the next beam, beside others that hold this many bytes. A beam
    /// that does not fit into the remaining memory is the last.
    fn beam(
        &mut self,
        appraiser: &Appraiser,
        others: usize,
        schedule: &Schedule,
        meter: &mut Meter<'_>,
        observer: &mut Observer<'_>,
    ) -> Result<(), Stop> {
        let shorter_than = self.best.as_ref().map_or(LONGEST, Vec::len);
        let beam = beam::Beam::new(self.puzzle, appraiser, self.width, others, meter);
        let line = beam.and_then(|mut beam| {
            let line = beam.run(shorter_than, &mut self.stats, meter);
            self.note_bytes(others + beam.bytes());
            line
        });
        self.width *= 4;
        match line {
            Ok(Some(line)) => self.keep_plan(&line, meter, observer),
            Ok(None) => {}
            Err(Stop::Memory) => self.width = schedule.widest + 1,
            Err(stop) => return Err(stop),
        }
        Ok(())
    }

    /// Stores the plan along these positions, which is better than any before.
    fn keep_plan(&mut self, line: &[Words<N>], meter: &mut Meter<'_>, observer: &mut Observer<'_>) {
        // Not all positions of the line have canonical colours.
        let line: Vec<_> = line.iter().map(|&state| self.puzzle.canonical_form(state)).collect();
        let plan = Plan::along(self.puzzle, line, Pruning::default());
        let plan = plan.expect("every position was reached from the one before").moves;
        let cost = plan.len() as Cost;
        meter.plan_found(cost, || (plan.clone(), cost));
        Event::notify(observer, || Event::Improve { cost });
        self.best = Some(plan);
    }

    /// Raises the lower bound.
    fn prove(&mut self, moves: Cost, meter: &Meter<'_>) {
        self.lower_bound = self.lower_bound.max(moves);
        meter.lower_bound(self.lower_bound);
    }

    /// The moves of the best plan.
    fn plan_length(&self) -> Cost {
        self.best.as_ref().map_or(Cost::MAX, |plan| plan.len() as Cost)
    }

    fn note_bytes(&mut self, bytes: usize) {
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::Dice;
    use super::*;
    use crate::search::{Control, Limits, Outcome, Search, algorithm::Bfs};

    /// Beams before every single expansion must not change the result.
    #[test]
    fn beams_in_between_change_no_verdict() {
        let schedule = Schedule {
            share: 1,
            shares_per_beam: 0,
            by_clears_per_swaps: 1,
            first_width: 1,
            widest: 1 << 8,
        };
        let mut dice = Dice(8);
        let (mut compared, mut plans, mut unsolvable) = (0, 0, 0);
        while compared < 300 {
            let (squares, colours) = (2 + dice.roll(3), 1 + dice.roll(4));
            let gaps = dice.roll(3) == 0;
            let puzzle: Squares<1, 3, 1> =
                Squares::from_board(&dice.board((4, 4), squares, colours, gaps));
            let limits = Limits { max_nodes: Some(1500), ..Limits::default() };
            let truth = Search::new(&puzzle).algorithm(Bfs).limits(limits).run();
            if truth.stop.is_some() {
                continue;
            }
            compared += 1;
            let mut costs = Vec::new();
            let mut listen = |event: Event| {
                if let Event::Improve { cost } = event {
                    costs.push(cost);
                }
            };
            let control = Control::default();
            let observer: &mut Observer<'_> = &mut Some(&mut listen);
            let report = solve_scheduled(&puzzle, &schedule, &mut control.start(), observer);
            assert_eq!(report.plan().map(|(_, cost)| cost), truth.plan().map(|(_, cost)| cost));
            assert_eq!(report.is_optimal(), truth.is_optimal());
            assert_eq!(report.stop, None);
            assert!(costs.is_sorted_by(|a, b| a > b), "{costs:?}");
            plans += costs.len();
            unsolvable += usize::from(report.outcome == Outcome::Unsolvable);
        }
        assert!(plans > 150 && unsolvable > 50, "{plans} {unsolvable}");
    }

    /// On boards with room for long plans, most work by the search by clears.
    #[test]
    fn the_search_by_clears_changes_no_verdict() {
        let schedule = Schedule {
            share: 64,
            shares_per_beam: 0,
            by_clears_per_swaps: 8,
            first_width: 1,
            widest: 1,
        };
        let mut dice = Dice(21);
        let (mut compared, mut long, mut unsolvable) = (0, 0, 0);
        while compared < 100 {
            let sides = [(4, 5), (6, 3), (2, 8), (4, 6)][dice.roll(4)];
            let squares = 4 + dice.roll(2);
            let colours = if dice.roll(3) == 0 { 2 } else { 9 };
            let puzzle: Squares<1, 5, 2> = Squares::from_board(&dice.board(
                sides,
                squares.min(sides.0 * sides.1 / 4),
                colours,
                false,
            ));
            let limits = Limits { max_nodes: Some(20_000), ..Limits::default() };
            let truth = Search::new(&puzzle).algorithm(Bfs).limits(limits).run();
            if truth.stop.is_some() {
                continue;
            }
            compared += 1;
            let control = Control::default();
            let report = solve_scheduled(&puzzle, &schedule, &mut control.start(), &mut None);
            let cost = report.plan().map(|(_, cost)| cost);
            assert_eq!(cost, truth.plan().map(|(_, cost)| cost));
            assert_eq!((report.is_optimal(), report.stop), (truth.is_optimal(), None));
            long += u32::from(cost.is_some_and(|cost| cost > 5));
            unsolvable += u32::from(report.outcome == Outcome::Unsolvable);
        }
        assert!(long > 8 && unsolvable > 30, "{long} {unsolvable}");
    }

    /// A beam finds a plan even if the proof has used up the memory.
    #[test]
    fn a_plan_is_found_in_little_memory() {
        let mut dice = Dice(3);
        let mut solved = 0;
        for _ in 0..10 {
            let puzzle: Squares<1, 4, 4> = Squares::from_board(&dice.board((6, 6), 9, 9, false));
            let limits = Limits { max_memory: Some(3 << 20), ..Limits::default() };
            let report = solve_scheduled(
                &puzzle,
                &Schedule { share: u64::MAX, ..Schedule::default() },
                &mut Control::with_limits(limits).start(),
                &mut None,
            );
            assert!(report.stats.peak_bytes <= 3 << 20);
            if report.stop == Some(Stop::Memory) {
                solved += usize::from(report.plan().is_some());
            }
        }
        assert!(solved > 5, "{solved}");
    }
}
