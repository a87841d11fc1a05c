//! Checks of a student's search program: the plan and the counts that it reports for each level,
//! replayed by the plain rules.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use quadrille::Method;
use quadrille::levels::Level;
use quadrille::record::{Record, Verdict};
use quadrille::search::{Algorithm, Control, Limits, Stop};

use super::assignment::{Assignment, Given, WAITING};
use super::finding::{Bad, Finding, Reason};
use super::heuristic::{keep_worst, optimum};
use super::{Bench, MOST_NODES};

type Run = dyn Fn(&Level, &Control, Duration) -> Record + Send + Sync;

/// A program that solves levels; the caller provides the function that runs it, within the limits
/// of a control and this much processor time.
#[derive(Clone)]
pub struct Solver(Arc<Run>);

impl Solver {
    pub fn new(
        run: impl Fn(&Level, &Control, Duration) -> Record + Send + Sync + 'static,
    ) -> Solver {
        Solver(Arc::new(run))
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Solver")
    }
}

/// The result of the program for each level of an assignment.
pub(super) struct Runs<'a>(Vec<(&'a Given, Result<Solved, String>)>);

struct Solved {
    cost: u32,
    expanded: u64,
    seconds: f64,
}

impl<'a> Runs<'a> {
    /// Runs the program on every level, each within its time limit, until the total time is over.
    /// Both are processor time, or a share of the time that it waits.
    pub(super) fn new(assignment: &'a Assignment, solver: &Solver, control: &Control) -> Self {
        let mut left = control.limits.max_time.unwrap_or(Duration::MAX);
        let run = |given: &'a Given| {
            if left.is_zero() || control.cancel.is_cancelled() {
                return (given, Err("it was not run: there was no time left".to_string()));
            }
            let each = left.min(assignment.each);
            let max_time = Some(each.saturating_mul(WAITING));
            let limits = Limits { max_time, ..control.limits };
            let own = Control { limits, ..control.clone() };
            let record = (solver.0)(&given.level, &own, each);
            let waited = record.stats.seconds / f64::from(WAITING);
            let used = Duration::try_from_secs_f64(computed(&record).max(waited));
            left = left.saturating_sub(used.unwrap_or_default());
            (given, judged(given, record))
        };
        Runs(assignment.levels.iter().map(run).collect())
    }

    fn of(
        &self,
        level: Option<&str>,
    ) -> impl Iterator<Item = &(&'a Given, Result<Solved, String>)> {
        self.0.iter().filter(move |(given, _)| level.is_none_or(|level| given.name == level))
    }

    /// Checks that one level, or all, have a plan.
    pub(super) fn solves(&self, level: Option<&str>) -> Finding {
        let (mut good, mut all, mut first_bad) = (0, 0, None);
        for (given, run) in self.of(level) {
            all += 1;
            match run {
                Ok(_) => good += 1,
                Err(why) => {
                    let level = given.shown().unwrap_or_else(|| "a hidden level".to_string());
                    let reason = Reason::Failed { why: why.clone() };
                    first_bad.get_or_insert(Bad { level, reason });
                }
            }
        }
        Finding::Levels { good, all, enough: good == all && all > 0, why: first_bad }
    }

    fn unsolved(given: &Given, why: &str) -> Finding {
        Finding::Unsolved { level: given.shown(), why: why.to_string() }
    }

    /// Checks that no plan is longer than the shortest by more than this.
    pub(super) fn longer(&self, by: u32, bench: &Bench<'_>) -> Finding {
        let mut worst = None;
        for (given, run) in &self.0 {
            let solved = match run {
                Ok(solved) => solved,
                Err(why) => return Self::unsolved(given, why),
            };
            let Some(optimal) = optimum(&given.level, bench) else { continue };
            keep_worst(&mut worst, given.shown(), (solved.cost, optimal), by);
        }
        worst.map_or(Finding::Short { levels: self.0.len() }, |(_, longer)| longer)
    }

    /// Checks the number of expansions for a level, by the program's own count.
    pub(super) fn expansions(&self, level: &str, most: u64) -> Finding {
        match self.of(Some(level)).next() {
            None => Finding::NotHere,
            Some((given, Err(why))) => Self::unsolved(given, why),
            Some((given, Ok(solved))) => match solved.counted() {
                Err(why) => Self::unsolved(given, &why),
                Ok(expanded) if expanded <= most => Finding::Solved { expanded, most },
                Ok(expanded) => Finding::OverBudget { most, expanded: Some(expanded) },
            },
        }
    }

    /// Checks that the expansions over all levels are at most this many times those of the built-in
    /// search.
    pub(super) fn factor(
        &self,
        algorithm: Algorithm,
        most: f64,
        bench: &Bench<'_>,
    ) -> Result<Finding, String> {
        let (mut expanded, mut ours) = (0, 0);
        for (given, run) in &self.0 {
            let solved = match run {
                Ok(solved) => solved,
                Err(why) => return Ok(Self::unsolved(given, why)),
            };
            match solved.counted() {
                Ok(count) => expanded += count,
                Err(why) => return Ok(Self::unsolved(given, &why)),
            }
            let Level { game, grid, .. } = &given.level;
            let method = Method::from(algorithm);
            let report = game.solve(grid, &method, &bench.search(MOST_NODES), None);
            ours += report.map_err(|error| error.to_string())?.stats.expanded;
        }
        Ok(Finding::Ratio { expanded, ours, most })
    }

    /// Checks that each level is solved within this many seconds.
    pub(super) fn seconds(&self, level: Option<&str>, most: f64) -> Finding {
        let mut worst: Option<(f64, Finding)> = None;
        for (given, run) in self.of(level) {
            let seconds = match run {
                Ok(solved) => solved.seconds,
                Err(why) => return Self::unsolved(given, why),
            };
            if worst.as_ref().is_none_or(|(most, _)| seconds > *most) {
                let level = given.shown();
                worst = Some((seconds, Finding::Seconds { level, seconds, most }));
            }
        }
        worst.map_or(Finding::NotHere, |(_, finding)| finding)
    }
}

impl Solved {
    /// The expansions that the program reports: at least one per move.
    fn counted(&self) -> Result<u64, String> {
        match self.expanded {
            0 if self.cost > 0 => Err("it does not report '# expanded=…'".to_string()),
            count if count < u64::from(self.cost) => {
                Err(format!("it reports expanded={count}, but its plan has {} moves", self.cost))
            }
            count => Ok(count),
        }
    }
}

/// Converts the record of a run.
fn judged(given: &Given, record: Record) -> Result<Solved, String> {
    if let Some(error) = record.error {
        return Err(given.failure(error.message()));
    }
    let cost = match (record.outcome, record.stop, record.cost) {
        (Verdict::Solved, _, Some(cost)) => cost,
        (_, Some(Stop::Time), _) => {
            return Err("it found no plan within its time limit".to_string());
        }
        (_, Some(stop), _) => return Err(format!("it was stopped: {stop}")),
        (Verdict::Claimed, ..) => return Err("it reports that there is no plan".to_string()),
        _ => return Err("it wrote no plan".to_string()),
    };
    Ok(Solved { cost, expanded: record.stats.expanded, seconds: computed(&record) })
}

/// The processor time of a run, or the wall-clock time if that is less: on a busy machine a program
/// waits, and with several threads it uses more than the wall-clock time.
fn computed(record: &Record) -> f64 {
    let processor = record.cpu_seconds.filter(|seconds| *seconds > 0.0);
    processor.unwrap_or(f64::MAX).min(record.stats.seconds)
}
