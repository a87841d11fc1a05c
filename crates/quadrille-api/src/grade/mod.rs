//! Grading of submissions against an assignment. The command and the page both use it.

mod assignment;
mod boards;
mod finding;
mod form;
mod heuristic;
mod link;
mod mark;
mod puzzle;
mod solver;
#[cfg(feature = "course")]
mod written;

pub use assignment::{Assignment, Check, Given, Kind, Language, What};
pub use finding::{Bad, Finding, Reason, Refutation};
pub use form::CheckForm;
pub(crate) use link::assignment;
pub use link::{ListedAssignment, assignments};
pub use mark::{Graded, Mark};
pub use solver::Solver;
#[cfg(feature = "course")]
pub use written::{File, MEMORY, read};

use std::time::Duration;

use quadrille::diagnostic::Diagnostic;
use quadrille::games::Game;
use quadrille::grid::Grid;
use quadrille::heuristics::Expression;
use quadrille::levels::{self, Level};
use quadrille::search::toolkit::Clock;
use quadrille::search::{Control, Limits};
use quadrille_script::{PuzzleScript, Script, levels_part, located, thread_time, within};
use solver::Runs;

pub(crate) use assignment::WAITING;

/// The default limit of expansions for the search of one level.
const MOST_NODES: u64 = 200_000;

#[derive(Clone, Debug)]
pub enum Work {
    Heuristic(Expression),
    Levels(Vec<(String, Level)>),
    Solver(Solver),
    /// A puzzle, and its boards with their names. It is not registered as a game, so it is dropped
    /// after grading.
    Puzzle(PuzzleScript, Vec<(String, Grid<u16>)>),
}

impl Work {
    pub fn heuristic(name: &str, text: &str) -> Result<Work, String> {
        let script = Script::new(name, text).map_err(|error| located(&error).message())?;
        Ok(Work::Heuristic(Expression::Custom(script.into_custom())))
    }

    pub fn levels(text: &str, game: Option<&'static dyn Game>) -> Result<Work, String> {
        let document = levels::read(text, game);
        if let Some(mistake) = document.diagnostics().next() {
            return Err(mistake.message());
        }
        let entries = document.entries.into_iter();
        let levels = entries.filter_map(|entry| Some((entry.label, entry.level.ok()?)));
        Ok(Work::Levels(levels.collect()))
    }

    pub fn puzzle(text: &str) -> Result<Work, Diagnostic> {
        let puzzle = PuzzleScript::new(text)?;
        let mut boards = Vec::new();
        let head = puzzle.head();
        for levels::NamedBoard { name, board } in
            levels::boards(&levels_part(text), head.id, head.kinds)
        {
            boards.push((name, board.map_err(|mistakes| of_level(text, &mistakes))?));
        }
        Ok(Work::Puzzle(puzzle, boards))
    }
}

/// The first mistake in the levels of a puzzle.
fn of_level(text: &str, mistakes: &[Diagnostic]) -> Diagnostic {
    let Some(mistake) = mistakes.first() else { return Diagnostic::from("its levels") };
    mistake.clone().locate(text)
}

/// The time left for grading, and the token that cancels it.
pub(crate) struct Bench<'a> {
    control: &'a Control,
    until: Option<Duration>,
}

impl<'a> Bench<'a> {
    /// Starts now, with the time limit of `control`.
    pub(crate) fn new(control: &'a Control) -> Bench<'a> {
        let until = control.limits.max_time.map(|time| control.clock.now().saturating_add(time));
        Bench { control, until }
    }

    /// Returns true when no time is left. Reading the clock also publishes the progress.
    fn is_over(&self) -> bool {
        is_over(self.control, self.until)
    }

    /// The puzzle with rules that fail once the time is over.
    fn limited(&self, puzzle: &PuzzleScript) -> PuzzleScript {
        let (control, until) = (self.control.clone(), self.until);
        puzzle.clone().until(move || is_over(&control, until))
    }

    /// The control of a search with this many expansions.
    fn search(&self, nodes: u64) -> Control {
        let left = self.until.map(|until| until.saturating_sub(self.control.clock.now()));
        let limits = Limits {
            max_nodes: Some(nodes),
            max_time: left,
            max_memory: self.control.limits.max_memory,
        };
        Control {
            cancel: self.control.cancel.clone(),
            clock: self.control.clock.clone(),
            ..Control::with_limits(limits)
        }
    }
}

fn is_over(control: &Control, until: Option<Duration>) -> bool {
    let now = control.clock.now();
    control.cancel.is_cancelled() || until.is_some_and(|until| now >= until)
}

/// The control with a clock of the processor time of the calling thread, where there is one: a busy
/// machine costs no points. For work that this thread does alone, such as running a script.
pub fn by_processor_time(control: Control) -> Control {
    match thread_time() {
        Some(_) => Control { clock: Clock::new(|| thread_time().unwrap_or_default()), ..control },
        None => control,
    }
}

/// Grades a submission. `take` receives the index of each check and its mark, as soon as it is
/// known. The time limit of `control` is shared by all checks without their own.
///
/// Each check first gets an equal share of the time that is left, so that a slow one does not take
/// the others' time. Those that need more share what is left at the end.
pub fn grade(
    assignment: &Assignment,
    work: &Work,
    control: &Control,
    mut take: impl FnMut(usize, Mark) -> bool,
) {
    let started = control.clock.now();
    let runs = match work {
        Work::Solver(solver) => Some(Runs::new(assignment, solver, control)),
        _ => None,
    };
    // The runs of a solver take the time; judging them may take a moment longer.
    let mut left = control.limits.max_time.filter(|_| runs.is_none());
    left = left.map(|time| time.saturating_sub(control.clock.now().saturating_sub(started)));
    let mut marks: Vec<Option<Mark>> = vec![None; assignment.checks.len()];
    for is_last in [false, true] {
        let open: Vec<usize> = (0..marks.len()).filter(|&at| marks[at].is_none()).collect();
        for (turn, &at) in open.iter().enumerate() {
            let check = &assignment.checks[at];
            let lacks = |&&other: &&usize| marks[other].as_ref().is_none_or(|mark| !mark.is_full());
            let found = match check.requires.iter().find(lacks) {
                Some(&other) if marks[other].is_none() && !is_last => continue,
                Some(&other) => Finding::Required { check: assignment.checks[other].name.clone() },
                None => {
                    let others = &open[turn..];
                    let sharing = others.iter().filter(|&&at| assignment.checks[at].time.is_none());
                    let sharing = u32::try_from(sharing.count()).unwrap_or(u32::MAX).max(1);
                    let share = check.time.or(left.map(|left| left / sharing));
                    let before = control.clock.now();
                    let found = timed(control, share, |control| {
                        checked(assignment, check, work, runs.as_ref(), control)
                    });
                    let used = control.clock.now().saturating_sub(before);
                    if check.time.is_none() {
                        left = left.map(|left| left.saturating_sub(used));
                    }
                    found
                }
            };
            let may_try_again = !is_last && check.time.is_none() && !control.cancel.is_cancelled();
            if found == Finding::NotChecked && may_try_again {
                continue;
            }
            let mark = Mark::new(assignment, check, found);
            marks[at] = Some(mark.clone());
            if !take(at, mark) {
                return;
            }
        }
    }
}

/// Runs `work`, and cancels it when it has waited many times as long as its share of the time.
fn timed<T>(control: &Control, share: Option<Duration>, work: impl FnOnce(&Control) -> T) -> T {
    let limits = Limits { max_time: share, ..control.limits };
    let own = Control { limits, cancel: control.cancel.child(), ..control.clone() };
    // In the browser there are no threads; the caller cancels there.
    #[cfg(not(target_family = "wasm"))]
    if let Some(share) = share {
        use std::sync::mpsc::{RecvTimeoutError, channel};
        let (done, is_done) = channel::<()>();
        let cancel = own.cancel.clone();
        return std::thread::scope(|scope| {
            scope.spawn(move || {
                if is_done.recv_timeout(share.saturating_mul(WAITING))
                    == Err(RecvTimeoutError::Timeout)
                {
                    cancel.cancel();
                }
            });
            // Dropped at the end of the work, also on a panic.
            let _done = done;
            work(&own)
        });
    }
    work(&own)
}

fn checked(
    assignment: &Assignment,
    check: &Check,
    work: &Work,
    runs: Option<&Runs<'_>>,
    control: &Control,
) -> Finding {
    let bench = &Bench::new(control);
    if matches!(check.what, What::Hidden) {
        return Finding::NotHere;
    }
    if bench.is_over() {
        return Finding::NotChecked;
    }
    // A puzzle's rules are scripts, too.
    within(&control.deadline(), || match runs {
        Some(runs) => judged(check, runs, bench),
        None => found(assignment, check, work, bench),
    })
}

fn judged(check: &Check, runs: &Runs<'_>, bench: &Bench<'_>) -> Finding {
    match &check.what {
        What::Solves { level } => runs.solves(level.as_deref()),
        What::Longer { by, .. } => runs.longer(*by, bench),
        What::Expansions { level, most, .. } => runs.expansions(level, *most),
        What::Factor { algorithm, most } => {
            let ratio = runs.factor(*algorithm, *most, bench);
            ratio.unwrap_or_else(|why| Finding::Failed { why })
        }
        What::Seconds { level, most } => runs.seconds(level.as_deref(), *most),
        _ => Finding::NotHere,
    }
}

fn found(assignment: &Assignment, check: &Check, work: &Work, bench: &Bench<'_>) -> Finding {
    let found = match (&check.what, work) {
        (What::Holds { property, random, positions }, Work::Heuristic(heuristic)) => {
            heuristic::holds(assignment, heuristic, *property, (*random, *positions), bench)
        }
        (What::Expansions { level, algorithm, most }, Work::Heuristic(heuristic)) => {
            match assignment.level(level) {
                Some(given) => {
                    let budget = (*most, &check.partial[..]);
                    heuristic::expansions(given, heuristic, *algorithm, budget, bench)
                }
                None => Ok(Finding::NotHere),
            }
        }
        (What::Longer { algorithm, by }, Work::Heuristic(heuristic)) => {
            heuristic::longer(assignment, heuristic, *algorithm, *by, bench)
        }
        (What::Levels { count, moves, unique }, Work::Levels(levels)) => {
            let rated = |level: &Level| boards::rated(level, moves, *unique, bench);
            Ok(boards::enough(levels, *count, bench, rated))
        }
        (What::Levels { count, moves, unique }, Work::Puzzle(puzzle, boards)) => {
            let puzzle = bench.limited(puzzle);
            let rated = |board: &_| puzzle::rated(&puzzle, board, moves, *unique, bench);
            Ok(boards::enough(boards, *count, bench, rated))
        }
        (What::Like { game, positions }, Work::Puzzle(puzzle, _)) => {
            puzzle::like(assignment, &bench.limited(puzzle), *game, *positions, bench)
        }
        _ => Err("this check does not fit what was handed in".to_string()),
    };
    found.unwrap_or_else(|why| match bench.is_over() {
        true => Finding::NotChecked,
        false => Finding::Failed { why },
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn waiting_is_not_counted() {
        let control = by_processor_time(Control::default());
        let before = control.clock.now();
        std::thread::sleep(Duration::from_millis(60));
        let waited = control.clock.now().saturating_sub(before);
        assert!(waited < Duration::from_millis(30), "{waited:?}");
        let begun = control.clock.now();
        while control.clock.now().saturating_sub(begun) < Duration::from_millis(5) {}
    }
}
