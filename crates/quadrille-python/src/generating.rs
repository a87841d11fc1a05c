//! Generating and rating levels.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use quadrille::games::Game;
use quadrille::generate::{self as making, Attempt, Batch, Difficulty, Made, Spec, Unrated};
use quadrille::grid::Size;
use quadrille::levels;
use quadrille::search::{Cancel, Control, Limits, Stop};
use quadrille_base::runner::{Order, TaskEvent, Tasks};

use crate::attend::{attend, idle};
use crate::errors;
use crate::level::Level;
use crate::limits::{self, Quantity};
use crate::reading::game_named;

/// The difficulty of a level for a person, and its components.
#[pyclass(frozen, get_all, module = "quadrille")]
pub(crate) struct Rating {
    /// The higher the harder.
    score: u32,
    /// 'easy', 'medium', 'hard' or 'expert'.
    difficulty: &'static str,
    /// The length of the shortest plan.
    moves: u32,
    /// The mean number of different moves to choose from along the plan.
    choices: f64,
    /// The share of them that a shortest plan continues with.
    right: f64,
    /// The share of wrong moves among those that look best.
    misleading: f64,
    /// The share of moves after which the level cannot be solved.
    dead_ends: f64,
    /// The share of the board that a shortest plan changes.
    board: f64,
    /// The bits of insight of all steps together.
    insight: f64,
    /// The number of pieces on the board.
    pieces: u32,
    /// The number of shortest plans, if they could be counted.
    plans: Option<u32>,
    /// Rises with the place that people give a level in a series.
    order: f64,
}

impl From<&making::Rating> for Rating {
    fn from(rating: &making::Rating) -> Rating {
        let parts = rating.parts;
        Rating {
            score: rating.score,
            difficulty: rating.difficulty.name(),
            moves: parts.moves,
            choices: parts.choices,
            right: parts.right,
            misleading: parts.misleading,
            dead_ends: parts.dead_ends,
            board: parts.board,
            insight: parts.insight,
            pieces: parts.pieces,
            plans: parts.plans,
            order: rating.order,
        }
    }
}

#[pymethods]
impl Rating {
    fn __repr__(&self) -> String {
        format!(
            "Rating(score={}, difficulty='{}', moves={})",
            self.score, self.difficulty, self.moves
        )
    }
}

pub(crate) fn rated(
    py: Python<'_>,
    level: &levels::Level,
    max_nodes: Option<Quantity>,
) -> PyResult<Rating> {
    let nodes = limits::count(py, "max_nodes", max_nodes)?;
    let control = Control::with_limits(Limits { max_nodes: nodes, ..Limits::default() });
    let work = || making::rate(level, &control);
    match attend(py, "rating a level", &control.cancel, work, idle)? {
        Ok(rating) => Ok((&rating).into()),
        Err(Unrated::Unsolved(Stop::Cancelled)) => {
            Err(PyKeyboardInterrupt::new_err("the rating was stopped"))
        }
        Err(unrated) => {
            let help = match unrated {
                Unrated::Unsolved(_) => "allow more with max_nodes",
                _ => "only levels with a plan are rated",
            };
            Err(errors::with_help(py, "UnratedError", &unrated.to_string(), help))
        }
    }
}

/// Rates a level: see `Level.rate`.
#[pyfunction]
#[pyo3(signature = (level, *, max_nodes = None))]
pub(crate) fn rate(
    py: Python<'_>,
    level: Py<Level>,
    max_nodes: Option<Quantity>,
) -> PyResult<Rating> {
    rated(py, &level.get().inner, max_nodes)
}

type Range = Option<(u32, u32)>;

/// The requested properties of levels, as the package passes them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct LevelRequest {
    sizes: Vec<(usize, usize)>,
    pieces: Range,
    stoppers: usize,
    moves: Range,
    difficulty: Option<String>,
    unique: bool,
    seed: u64,
    max_nodes: u64,
}

impl LevelRequest {
    pub(crate) fn spec(&self, py: Python<'_>, game: &dyn Game) -> PyResult<Spec> {
        let fault = |message: &str, help: &str| errors::with_help(py, "SpecError", message, help);
        let size = |&(rows, cols): &(usize, usize)| {
            Size::new(rows, cols).ok_or_else(|| {
                let help = format!("a side has at most {} cells", Size::MAX_SIDE);
                fault(&format!("a board cannot be {rows}x{cols}"), &help)
            })
        };
        let range = |(low, high): (u32, u32)| -> RangeInclusive<u32> { low..=high };
        let difficulty = self.difficulty.as_ref().map(|word| {
            word.parse::<Difficulty>()
                .map_err(|help| fault(&format!("'{word}' is not a difficulty"), &help))
        });
        let spec = Spec {
            sizes: self.sizes.iter().map(size).collect::<PyResult<_>>()?,
            pieces: self.pieces.map(|(low, high)| low as usize..=high as usize),
            stoppers: self.stoppers,
            moves: self.moves.map(range),
            difficulty: difficulty.transpose()?,
            unique: self.unique,
            seed: self.seed,
            nodes: self.max_nodes,
        };
        spec.check(game)
            .map_err(|invalid| fault(&invalid.message(), &invalid.help().unwrap_or_default()))?;
        Ok(spec)
    }
}

/// Practically no limit.
const UNLIMITED: usize = u32::MAX as usize;

/// The levels found, the number of candidates tried, and the reasons for rejecting them with
/// counts.
pub(crate) type Generated = (Vec<Level>, u64, Vec<(String, u64)>);

/// Generates levels. Returns those found, the number of candidates tried, and the most common
/// reasons for rejecting them.
#[pyfunction]
pub(crate) fn generate(
    py: Python<'_>,
    game: &str,
    count: usize,
    request: LevelRequest,
    about: (u64, Option<Quantity>, Option<usize>),
    report: Option<Py<PyAny>>,
) -> PyResult<Generated> {
    let (tries, max_time, jobs) = about;
    let game = game_named(py, game)?;
    let spec = request.spec(py, game)?;
    let limit = limits::time(py, "max_time", max_time)?;
    let jobs = limits::jobs(jobs)?;
    let cancel = Cancel::default();
    let found = AtomicUsize::new(0);
    let search = || collect(game, &spec, (count, tries, jobs), limit, &cancel, &found);
    let tick = |py: Python<'_>| match &report {
        Some(report) => report.call1(py, (found.load(Relaxed), count)).map(|_| ()),
        None => Ok(()),
    };
    let batch = attend(py, "making levels", &cancel, search, tick)?;
    tick(py)?;
    let batch = batch.map_err(|panicked| errors::bug(py, &panicked))?;
    Ok(found_in(&batch, &spec))
}

pub(crate) fn found_in(batch: &Batch, spec: &Spec) -> Generated {
    let levels = batch.levels(spec).into_iter().map(|(level, _)| level.into()).collect();
    let reasons = batch.reasons().into_iter().map(|(reason, n)| (reason.to_string(), n)).collect();
    (levels, batch.tried(), reasons)
}

/// Tries candidates in the order of their numbers until there are enough levels, or too many
/// failed.
fn collect(
    game: &'static dyn Game,
    spec: &Spec,
    (count, tries, jobs): (usize, u64, usize),
    limit: Option<Duration>,
    cancel: &Cancel,
    found: &AtomicUsize,
) -> std::result::Result<Batch, String> {
    let control = Control { cancel: cancel.clone(), ..Control::default() };
    let mut batch = Batch::new(game, count);
    let started = Instant::now();
    let work = |number: usize| match game.attempt(spec, number as u64, &control) {
        Attempt::Cancelled => None,
        attempt => Some(attempt),
    };
    let name = |number: usize| format!("candidate {number}");
    let tasks = Tasks { count: UNLIMITED, threads: jobs, order: Order::Index };
    let end = tasks.run(name, work, |event| {
        match event {
            TaskEvent::Tick => {}
            TaskEvent::Skipped(_) => return Err(None),
            TaskEvent::Panicked(_, panicked) => return Err(Some(panicked.to_string())),
            TaskEvent::Done(_, attempt) => {
                batch.take(attempt);
                found.store(batch.found(), Relaxed);
            }
        }
        if limit.is_some_and(|limit| started.elapsed() >= limit) {
            cancel.cancel();
            return Err(None);
        }
        if batch.is_full() || batch.rejected_since_last() >= tries { Err(None) } else { Ok(()) }
    });
    match end {
        Err(Some(panicked)) => Err(panicked),
        Ok(()) | Err(None) => Ok(batch),
    }
}

/// Generates one level for each of these seeds: the one that `generate` makes with it, but for its
/// seed with the same request. None where too many candidates failed.
#[pyfunction]
pub(crate) fn generate_each(
    py: Python<'_>,
    game: &str,
    seeds: Vec<u64>,
    request: LevelRequest,
    tries: u64,
    jobs: Option<usize>,
) -> PyResult<Vec<Option<Level>>> {
    let game = game_named(py, game)?;
    let spec = request.spec(py, game)?;
    let jobs = limits::jobs(jobs)?;
    let cancel = Cancel::default();
    let control = Control { cancel: cancel.clone(), ..Control::default() };
    let work = |index: usize| {
        let spec = Spec { seed: seeds[index], ..spec.clone() };
        let mut batch = Batch::new(game, 1);
        for number in 0.. {
            if cancel.is_cancelled() {
                return None;
            }
            batch.take(game.attempt(&spec, number, &control));
            if batch.is_full() || batch.rejected_since_last() >= tries {
                break;
            }
        }
        Some(found_in(&batch, &spec).0.pop())
    };
    let search = || {
        let mut levels = Vec::with_capacity(seeds.len());
        let tasks = Tasks { count: seeds.len(), threads: jobs, order: Order::Index };
        let name = |index: usize| format!("the level of seed {}", seeds[index]);
        tasks.run(name, work, |event| match event {
            TaskEvent::Tick | TaskEvent::Skipped(_) => Ok(()),
            TaskEvent::Panicked(_, panicked) => Err(panicked.to_string()),
            TaskEvent::Done(_, level) => {
                levels.push(level);
                Ok(())
            }
        })?;
        Ok(levels)
    };
    let made = attend(py, "making levels", &cancel, search, idle)?;
    if cancel.is_cancelled() {
        return Err(PyKeyboardInterrupt::new_err("making levels was stopped"));
    }
    made.map_err(|panicked: String| errors::bug(py, &panicked))
}

/// Climbs `climbs` times from random levels to harder ones. Returns the hardest level found, and
/// the number of levels rated.
#[pyfunction]
pub(crate) fn hardest(
    py: Python<'_>,
    game: &str,
    climbing: (u64, u64, usize),
    request: LevelRequest,
    about: (Option<Quantity>, Option<usize>),
    report: Option<Py<PyAny>>,
) -> PyResult<(Option<Level>, u64)> {
    let ((steps, first, climbs), (max_time, jobs)) = (climbing, about);
    let game = game_named(py, game)?;
    let spec = request.spec(py, game)?;
    let limit = limits::time(py, "max_time", max_time)?;
    let jobs = limits::jobs(jobs)?;
    let cancel = Cancel::default();
    let control = Control { cancel: cancel.clone(), ..Control::default() };
    let (done, rated) = (AtomicUsize::new(0), AtomicU64::new(0));
    let started = Instant::now();
    let search = || {
        let mut hardest: Option<Box<Made>> = None;
        let work = |number: usize| {
            let climb = || game.climb(&spec, first + number as u64, steps, &control);
            (!cancel.is_cancelled()).then(climb)
        };
        let name = |number: usize| format!("climb {number}");
        let tasks = Tasks { count: climbs, threads: jobs, order: Order::Index };
        tasks.run(name, work, |event| {
            match event {
                TaskEvent::Done(_, climbed) => {
                    done.fetch_add(1, Relaxed);
                    rated.fetch_add(climbed.rated, Relaxed);
                    let length = |made: &Made| (made.plan.len(), made.rating.score);
                    let better = climbed.made.filter(|made| {
                        hardest.as_ref().is_none_or(|best| length(made) > length(best))
                    });
                    if better.is_some() {
                        hardest = better;
                    }
                }
                TaskEvent::Panicked(_, panicked) => return Err(panicked.to_string()),
                // A stopped climb ends with the hardest level that it found.
                TaskEvent::Tick if limit.is_some_and(|limit| started.elapsed() >= limit) => {
                    cancel.cancel();
                }
                TaskEvent::Tick | TaskEvent::Skipped(_) => {}
            }
            Ok(())
        })?;
        Ok::<Option<Box<Made>>, String>(hardest)
    };
    let tick = |py: Python<'_>| match &report {
        Some(report) => report.call1(py, (done.load(Relaxed), climbs)).map(|_| ()),
        None => Ok(()),
    };
    let made = attend(py, "searching the hardest level", &cancel, search, tick)?;
    tick(py)?;
    let made = made.map_err(|panicked| errors::bug(py, &panicked))?;
    Ok((made.map(|made| made.level(game).into()), rated.load(Relaxed)))
}
