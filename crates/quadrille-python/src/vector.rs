//! `VectorCore`: many environments at once as a Python class. The arrays belong to Python and are
//! written in place.

use std::sync::Mutex;

use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArray4};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use quadrille::games::Game;
use quadrille::levels;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::arena::Arena;
use crate::environments::{Autoreset, Core, Rows, Saved, Terms, cores};
use crate::level::Level;

/// The distance of a position that is not in a table.
const UNKNOWN: i64 = -2;

/// Fewer environments per thread are not worth the overhead.
const LEAST: usize = 64;

/// Many environments at once. The arrays are written in place; see `quadrille.gym.vector`.
#[pyclass(frozen, module = "quadrille")]
pub(crate) struct VectorCore {
    core: Mutex<Box<dyn Core>>,
    pool: Option<ThreadPool>,
    count: usize,
    actions: usize,
    autoreset: Autoreset,
    game: &'static dyn Game,
    shape: (usize, usize),
}

/// The arrays from Python: observations, masks, rewards, terminated, truncated, indices of levels,
/// dead ends.
type Arrays<'py> = (
    PyReadwriteArray4<'py, u8>,
    PyReadwriteArray2<'py, i8>,
    PyReadwriteArray1<'py, f64>,
    PyReadwriteArray1<'py, bool>,
    PyReadwriteArray1<'py, bool>,
    PyReadwriteArray1<'py, i32>,
    PyReadwriteArray1<'py, bool>,
);

type Last<'py> = (PyReadwriteArray4<'py, u8>, PyReadwriteArray2<'py, i8>);

fn contiguous<T>(slice: Result<T, impl Sized>) -> PyResult<T> {
    slice.map_err(|_| PyValueError::new_err("an array of the environments was replaced"))
}

impl VectorCore {
    /// Runs work on the environments without the interpreter's lock.
    fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Core) -> T + Send,
    ) -> PyResult<T> {
        let done = py.detach(|| self.core.lock().ok().map(|mut core| work(core.as_mut())));
        done.ok_or_else(|| {
            PyRuntimeError::new_err("an earlier step of these environments failed; create new ones")
        })
    }

    /// Checks the lengths of the arrays.
    fn check(&self, arrays: &Arrays<'_>) -> PyResult<()> {
        let lengths = [
            arrays.0.as_array().len_of(numpy::ndarray::Axis(0)),
            arrays.1.as_array().len_of(numpy::ndarray::Axis(0)),
            arrays.2.as_array().len(),
            arrays.3.as_array().len(),
            arrays.4.as_array().len(),
            arrays.5.as_array().len(),
            arrays.6.as_array().len(),
        ];
        let moves = arrays.1.as_array().len_of(numpy::ndarray::Axis(1));
        if lengths.iter().all(|&length| length == self.count) && moves == self.actions {
            return Ok(());
        }
        Err(PyValueError::new_err("an array of the environments was replaced"))
    }
}

#[pymethods]
impl VectorCore {
    #[new]
    #[allow(clippy::needless_pass_by_value, reason = "what Python hands over")]
    #[allow(clippy::too_many_arguments, reason = "the Python class passes them")]
    fn new(
        py: Python<'_>,
        arena: Py<Arena>,
        count: usize,
        threads: Option<usize>,
        autoreset: &str,
        max_steps: u32,
        rewards: [f64; 3],
        has_own_levels: bool,
    ) -> PyResult<VectorCore> {
        if count == 0 {
            return Err(PyValueError::new_err("at least one environment is needed"));
        }
        if has_own_levels && arena.get().levels.len() != count {
            return Err(PyValueError::new_err("one level for each environment is needed"));
        }
        let autoreset = match autoreset {
            "NextStep" => Autoreset::NextStep,
            "SameStep" => Autoreset::SameStep,
            "Disabled" => Autoreset::Disabled,
            other => {
                let message =
                    format!("unknown autoreset mode '{other}': NextStep, SameStep or Disabled");
                return Err(PyValueError::new_err(message));
            }
        };
        let threads = crate::limits::jobs(threads)?.min(count / LEAST).max(1);
        let arena = arena.get();
        let plain: Vec<&levels::Level> =
            arena.levels.iter().map(|level| &level.get().inner).collect();
        let terms = Terms { autoreset, has_own_levels, max_steps: max_steps.max(1), rewards };
        let layout = arena.layout.clone();
        let (game, actions, shape) = (layout.game, layout.actions, (layout.rows, layout.cols));
        let core = py.detach(|| cores(layout, &plain, count, terms));
        let pool = (threads > 1)
            .then(|| ThreadPoolBuilder::new().num_threads(threads).build())
            .transpose()
            .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(VectorCore { core: Mutex::new(core), pool, count, actions, autoreset, game, shape })
    }

    /// The number of threads that step the environments.
    #[getter]
    fn threads(&self) -> usize {
        self.pool.as_ref().map_or(1, ThreadPool::current_num_threads)
    }

    /// Starts new episodes in all environments, or in the chosen ones. Seeds are per environment.
    fn reset(
        &self,
        py: Python<'_>,
        chosen: Option<Vec<bool>>,
        seeds: Vec<Option<u64>>,
        mut arrays: Arrays<'_>,
    ) -> PyResult<()> {
        self.check(&arrays)?;
        if seeds.len() != self.count || chosen.as_ref().is_some_and(|c| c.len() != self.count) {
            let message = format!("give one seed for each of the {} environments", self.count);
            return Err(PyValueError::new_err(message));
        }
        let rows = rows(&mut arrays, None)?;
        self.work(py, |core| core.reset(chosen.as_deref(), &seeds, rows))
    }

    /// Steps all environments.
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut arrays: Arrays<'_>,
        mut last: Option<Last<'_>>,
    ) -> PyResult<()> {
        self.check(&arrays)?;
        let actions = contiguous(actions.as_slice())?;
        if actions.len() != self.count {
            let (got, wanted) = (actions.len(), self.count);
            let message = format!("there are {got} actions for {wanted} environments");
            return Err(PyValueError::new_err(message));
        }
        let most = self.actions as i64;
        if let Some(at) = actions.iter().position(|&action| action < 0 || action >= most) {
            let message = format!(
                "action {} of environment {at} does not exist: there are 0 to {}",
                actions[at],
                most - 1
            );
            return Err(PyValueError::new_err(message));
        }
        if self.autoreset == Autoreset::Disabled && self.work(py, |core| core.is_any_over())? {
            return Err(PyValueError::new_err(
                "an episode is over: reset its environment first, with options={'reset_mask': terminated | truncated}",
            ));
        }
        let rows = rows(&mut arrays, last.as_mut())?;
        self.work(py, |core| core.step(self.pool.as_ref(), actions, rows))
    }

    /// Chooses random legal actions.
    fn sample(
        &self,
        py: Python<'_>,
        masks: numpy::PyReadonlyArray2<'_, i8>,
        mut actions: PyReadwriteArray1<'_, i64>,
    ) -> PyResult<()> {
        let masks = contiguous(masks.as_slice())?;
        let actions = contiguous(actions.as_slice_mut())?;
        if masks.len() != self.count * self.actions || actions.len() != self.count {
            return contiguous(Err(()));
        }
        self.work(py, |core| core.sample(self.pool.as_ref(), masks, actions))
    }

    /// Ends the episodes of these environments.
    fn end(&self, py: Python<'_>, chosen: Vec<bool>) -> PyResult<()> {
        self.work(py, |core| core.end(&chosen))
    }

    /// Replaces the level with this index. Environments that play it must be reset.
    fn replace(&self, py: Python<'_>, number: usize, level: &Level) -> PyResult<()> {
        let level = &level.inner;
        let size = level.grid.size();
        let is_small = size.rows() <= self.shape.0 && size.cols() <= self.shape.1;
        if level.game == self.game
            && is_small
            && self.work(py, |core| core.replace(number, level))?
        {
            return Ok(());
        }
        Err(PyValueError::new_err("the level does not fit the environments"))
    }

    /// The position of every environment.
    fn positions(&self, py: Python<'_>) -> PyResult<Vec<Level>> {
        let boards = self.work(py, |core| core.boards())?;
        Ok(boards.into_iter().map(|board| levels::Level::new(self.game, board).into()).collect())
    }

    /// Writes the distance of every position (-1: dead end, -2: unknown), and returns the actions
    /// that start shortest plans, if requested.
    fn ask(
        &self,
        py: Python<'_>,
        mut distances: PyReadwriteArray1<'_, i64>,
        with_actions: bool,
    ) -> PyResult<Vec<Vec<usize>>> {
        let distances = contiguous(distances.as_slice_mut())?;
        if distances.len() != self.count {
            return contiguous(Err(()));
        }
        self.work(py, |core| {
            let answers = core.ask(self.pool.as_ref(), with_actions).into_iter().zip(distances);
            answers
                .map(|(answer, distance)| {
                    let (known, actions) =
                        answer.map_or((UNKNOWN, Vec::new()), |one| (one.distance, one.actions));
                    *distance = known;
                    actions
                })
                .collect()
        })
    }

    /// The distance of a position of a level (-1: dead end) and the actions that start shortest
    /// plans; None if unknown.
    fn ask_position(
        &self,
        py: Python<'_>,
        level: usize,
        position: &Level,
    ) -> PyResult<Option<(i64, Vec<usize>)>> {
        let board = &position.inner.grid;
        let answer = self.work(py, |core| core.ask_board(level, board))?;
        Ok(answer.map(|answer| (answer.distance, answer.actions)))
    }

    /// The state of every environment as numbers.
    fn save(&self, py: Python<'_>) -> PyResult<Vec<Saved>> {
        self.work(py, |core| core.save())
    }

    /// Restores a state saved by environments with the same levels.
    fn load(&self, py: Python<'_>, saved: Vec<Saved>, mut arrays: Arrays<'_>) -> PyResult<()> {
        self.check(&arrays)?;
        let rows = rows(&mut arrays, None)?;
        if self.work(py, |core| core.load(&saved, rows))? {
            return Ok(());
        }
        Err(PyValueError::new_err("the state is of environments with other levels"))
    }
}

fn rows<'a>(arrays: &'a mut Arrays<'_>, last: Option<&'a mut Last<'_>>) -> PyResult<Rows<'a>> {
    let (observations, masks, rewards, terminated, truncated, levels, dead_ends) = arrays;
    let last = match last {
        None => None,
        Some((observations, masks)) => {
            Some((contiguous(observations.as_slice_mut())?, contiguous(masks.as_slice_mut())?))
        }
    };
    Ok(Rows {
        observations: contiguous(observations.as_slice_mut())?,
        masks: contiguous(masks.as_slice_mut())?,
        rewards: contiguous(rewards.as_slice_mut())?,
        terminated: contiguous(terminated.as_slice_mut())?,
        truncated: contiguous(truncated.as_slice_mut())?,
        levels: contiguous(levels.as_slice_mut())?,
        dead_ends: contiguous(dead_ends.as_slice_mut())?,
        last,
    })
}
