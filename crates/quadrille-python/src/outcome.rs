//! The results of a search: `Result`, its `Stats`, and `Verification`.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadrille::diagnostic::Diagnostic;
use quadrille::levels;
use quadrille::moves::Move;
use quadrille::record::Record;
use quadrille::search;
use quadrille::verify;

use quadrille_lab::fields::{stat_names, stat_values};

use crate::errors;
use crate::level::{self, Level};

/// The statistics of a search, with the names of the engine.
#[pyclass(frozen, module = "quadrille")]
pub(crate) struct Stats(search::Stats);

impl From<search::Stats> for Stats {
    fn from(stats: search::Stats) -> Stats {
        Stats(stats)
    }
}

#[pymethods]
impl Stats {
    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let value = stat_values(&self.0).remove(name);
        let missing = || PyAttributeError::new_err(format!("'Stats' has no attribute '{name}'"));
        number(py, &value.ok_or_else(missing)?)
    }

    fn __dir__(&self) -> Vec<&'static str> {
        stat_names().iter().copied().chain(["as_dict"]).collect()
    }

    /// All statistics as a dictionary.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        let values = stat_values(&self.0);
        for name in stat_names() {
            all.set_item(name, number(py, &values[*name])?)?;
        }
        Ok(all)
    }

    fn __repr__(&self) -> String {
        let search::Stats { expanded, generated, seconds, .. } = self.0;
        format!("Stats(expanded={expanded}, generated={generated}, seconds={seconds:.6})")
    }
}

fn number<'py>(py: Python<'py>, value: &serde_json::Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match (value.as_u64(), value.as_f64()) {
        (Some(count), _) => count.into_pyobject(py)?.into_any(),
        (None, Some(real)) => real.into_pyobject(py)?.into_any(),
        (None, None) => py.None().into_bound(py),
    })
}

/// The result of a method on a level. The plan has been replayed by the plain rules.
#[pyclass(frozen, module = "quadrille")]
pub(crate) struct Result {
    pub(crate) level: Py<Level>,
    pub(crate) record: Record,
}

#[pymethods]
impl Result {
    /// The level.
    #[getter]
    fn level(&self, py: Python<'_>) -> Py<Level> {
        self.level.clone_ref(py)
    }

    /// The method as it is typed: 'astar with relaxed'.
    #[getter]
    fn method(&self) -> &str {
        &self.record.method
    }

    /// The algorithm with its options.
    #[getter]
    fn algorithm(&self) -> &str {
        &self.record.algorithm
    }

    /// The heuristic, if the method uses one.
    #[getter]
    fn heuristic(&self) -> Option<&str> {
        self.record.heuristic.as_deref()
    }

    /// 'solved', 'unsolvable' (proved) or 'unknown'.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.record.outcome.name()
    }

    /// True if a plan was found.
    #[getter]
    fn solved(&self) -> bool {
        self.record.plan.is_some()
    }

    /// True if the plan is proved shortest.
    #[getter]
    fn optimal(&self) -> bool {
        self.record.optimal
    }

    /// True if the answer is proved: a shortest plan, or that there is none.
    #[getter]
    fn proved(&self) -> bool {
        self.record.is_proved()
    }

    /// The moves, or None.
    #[getter]
    fn plan(&self) -> Option<Vec<String>> {
        self.record.plan.clone()
    }

    /// The cost of the plan: its number of moves.
    #[getter]
    fn cost(&self) -> Option<u32> {
        self.record.cost
    }

    /// No plan costs less than this. None if there is no plan.
    #[getter]
    fn lower_bound(&self) -> Option<u32> {
        self.record.lower_bound
    }

    /// The reason why the search ended without its proof: 'time', 'nodes', 'memory', 'depth',
    /// 'width' or 'cancelled'.
    #[getter]
    fn stop(&self) -> Option<&'static str> {
        self.record.stop.map(search::Stop::name)
    }

    /// The error, if there was no search; only in a comparison or in `solve_many`.
    #[getter]
    fn error(&self) -> Option<String> {
        self.record.error.as_ref().map(Diagnostic::message)
    }

    /// The statistics of the search.
    #[getter]
    fn stats(&self) -> Stats {
        self.record.stats.into()
    }

    /// The positions along the plan, the level first. Empty without a plan.
    fn positions(&self, py: Python<'_>) -> PyResult<Vec<Level>> {
        let Some(plan) = &self.record.plan else { return Ok(Vec::new()) };
        let level = &self.level.get().inner;
        let text = plan.join(" ");
        let moves = level
            .game
            .notation()
            .read(&text)
            .map_err(|error| errors::notation(py, &text, &error))?;
        let replay = verify::replay(level.game, &level.grid, &moves)
            .map_err(|refusal| errors::bug(py, &refusal.to_string()))?;
        Ok(level::positions(level.game, replay.boards))
    }

    /// All fields as a flat dictionary, for tables: those of `quadrille solve --json`.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        let level = &self.level.get().inner;
        all.set_item("game", level.game.id())?;
        all.set_item("level", &level.name)?;
        all.set_item("code", levels::to_code(level))?;
        all.set_item("method", self.method())?;
        all.set_item("algorithm", self.algorithm())?;
        all.set_item("heuristic", self.heuristic())?;
        all.set_item("outcome", self.outcome())?;
        all.set_item("optimal", self.optimal())?;
        all.set_item("cost", self.cost())?;
        all.set_item("lower_bound", self.lower_bound())?;
        all.set_item("stop", self.stop())?;
        all.set_item("plan", self.record.plan.as_ref().map(|plan| plan.join(" ")))?;
        all.set_item("error", self.error())?;
        all.update(self.stats().as_dict(py)?.as_mapping())?;
        Ok(all)
    }

    /// The plan as an animation, for notebooks.
    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        let show = slf.py().import("quadrille._show")?.getattr("result_html")?;
        show.call1((slf,))?.extract()
    }

    fn __repr__(&self) -> String {
        let Record { method, cost, lower_bound, measure, .. } = &self.record;
        let unit = measure.name();
        let summary = match (self.outcome(), cost, lower_bound) {
            (_, Some(cost), _) if self.optimal() => format!("{cost} {unit}, proved shortest"),
            (_, Some(cost), bound) => {
                format!("{cost} {unit}, at least {} needed", bound.unwrap_or(0))
            }
            ("unsolvable", ..) => "proved unsolvable".to_string(),
            (_, _, bound) => {
                format!("no plan found, at least {} {unit} needed", bound.unwrap_or(0))
            }
        };
        let stop = self.stop().map_or(String::new(), |stop| format!(", stopped: {stop}"));
        format!("<Result of {method}: {summary}{stop}>")
    }
}

/// The result of replaying moves on a level.
#[pyclass(frozen, get_all, module = "quadrille")]
pub(crate) struct Verification {
    /// True if the level is solved at the end.
    solved: bool,
    /// True if all moves are legal.
    legal: bool,
    /// The number of legal moves before the first illegal one.
    moves: usize,
    /// The number of moves after which it was first solved; 0 if it was at the start.
    solved_after: Option<usize>,
    /// The reason why the moves are not a solution.
    reason: Option<String>,
}

impl Verification {
    /// Replays moves by the plain rules.
    pub(crate) fn of(level: &levels::Level, moves: &[Move]) -> Verification {
        match verify::replay(level.game, &level.grid, moves) {
            Ok(replay) => {
                let refusal = replay.solves(moves.len() as u32).err();
                Verification {
                    solved: replay.is_solved,
                    legal: true,
                    moves: moves.len(),
                    solved_after: replay.solved_after,
                    reason: refusal.map(|refusal| refusal.to_string()),
                }
            }
            Err(refusal) => {
                let legal = verify::illegal_number(&refusal) - 1;
                let before = verify::replay(level.game, &level.grid, &moves[..legal]).ok();
                Verification {
                    solved: false,
                    legal: false,
                    moves: legal,
                    solved_after: before.and_then(|replay| replay.solved_after),
                    reason: Some(refusal.to_string()),
                }
            }
        }
    }
}

#[pymethods]
impl Verification {
    fn __bool__(&self) -> bool {
        self.solved
    }

    fn __repr__(&self) -> String {
        let solved = if self.solved { "True" } else { "False" };
        let reason =
            self.reason.as_ref().map_or("None".to_string(), |reason| format!("'{reason}'"));
        format!("Verification(solved={solved}, moves={}, reason={reason})", self.moves)
    }
}
