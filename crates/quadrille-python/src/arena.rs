//! `Arena`: levels of one game as observations and actions of one shape, for environments.

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use quadrille::levels;

use crate::errors;
use crate::layout::{Layout, Planes};
use crate::level::Level;

#[pyclass(frozen, module = "quadrille._quadrille")]
pub(crate) struct Arena {
    pub(crate) layout: Layout,
    pub(crate) levels: Vec<Py<Level>>,
}

/// The arguments that make an arena again.
type ArenaState = (Vec<Py<Level>>, Vec<String>, (usize, usize));

impl Arena {
    fn fits(&self, level: &levels::Level) -> bool {
        let size = level.grid.size();
        level.game == self.layout.game
            && size.rows() <= self.layout.rows
            && size.cols() <= self.layout.cols
    }

    fn checked<'l>(&self, py: Python<'_>, level: &'l Py<Level>) -> PyResult<&'l levels::Level> {
        let level = &level.get().inner;
        if self.fits(level) {
            return Ok(level);
        }
        let help = "make the environment with this level among its levels";
        Err(errors::with_help(py, "SpecError", "the level does not fit the environment", help))
    }
}

#[pymethods]
impl Arena {
    /// `planes` is "game", "levels" or a list of names; `shape` the least rows and columns.
    #[new]
    #[pyo3(signature = (levels, planes = None, shape = None))]
    fn new(
        py: Python<'_>,
        levels: Vec<Py<Level>>,
        planes: Option<Bound<'_, PyAny>>,
        shape: Option<(usize, usize)>,
    ) -> PyResult<Arena> {
        errors::refuse_while_graded()?;
        let refused = |message: &str, help: &str| errors::with_help(py, "SpecError", message, help);
        let planes = match planes {
            None => Planes::Game,
            Some(planes) => match planes.extract::<String>() {
                Ok(word) if word == "game" => Planes::Game,
                Ok(word) if word == "levels" => Planes::Levels,
                Ok(word) => {
                    let message = format!("unknown planes '{word}'");
                    return Err(refused(&message, "'game', 'levels' or a list of plane names"));
                }
                Err(_) => Planes::Named(planes.extract()?),
            },
        };
        let plain: Vec<&levels::Level> = levels.iter().map(|level| &level.get().inner).collect();
        let layout =
            Layout::new(&plain, &planes, shape.unwrap_or_default()).map_err(|message| {
                refused(&message, "give levels of one game, and planes that it has")
            })?;
        Ok(Arena { layout, levels })
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, ArenaState)> {
        let arena = slf.get();
        let (_, rows, cols) = arena.shape();
        let levels = arena.levels(slf.py());
        Ok((slf.get_type().into_any().unbind(), (levels, arena.planes(), (rows, cols))))
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.layout.game.id()
    }

    /// Whether rules make cells that are not among those of the game: it is one of PuzzleScript.
    #[getter]
    fn has_open_cells(&self) -> bool {
        self.layout.script().is_some()
    }

    /// The levels.
    #[getter]
    fn levels(&self, py: Python<'_>) -> Vec<Py<Level>> {
        self.levels.iter().map(|level| level.clone_ref(py)).collect()
    }

    /// The name of each plane of an observation.
    #[getter]
    fn planes(&self) -> Vec<String> {
        self.layout.plane_names()
    }

    /// The planes, rows and columns of an observation.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        (self.layout.planes(), self.layout.rows, self.layout.cols)
    }

    /// The number of actions.
    #[getter]
    fn actions(&self) -> usize {
        self.layout.actions
    }

    /// The action of a move.
    fn action(&self, py: Python<'_>, mv: &str) -> PyResult<usize> {
        let read = self.layout.game.notation().read(mv);
        let moves = read.map_err(|error| errors::notation(py, mv, &error))?;
        let [one] = moves[..] else {
            return Err(errors::with_help(
                py,
                "MoveError",
                &format!("'{mv}' is not one move"),
                &format!("write it as in '{}'", self.layout.game.notation().example()),
            ));
        };
        let action = self.layout.action(one);
        if self.layout.move_of(action) == Some(one) {
            return Ok(action);
        }
        Err(errors::with_help(
            py,
            "MoveError",
            &format!("'{mv}' is outside of all boards"),
            "rows and columns count from 0",
        ))
    }

    /// The move of an action.
    fn move_of(&self, action: usize) -> PyResult<String> {
        let found = self.layout.move_of(action);
        let most = self.layout.actions;
        found.map(|mv| self.layout.game.notation().write(mv)).ok_or_else(|| {
            PyIndexError::new_err(format!(
                "there is no action {action}: actions are 0 to {}",
                most - 1
            ))
        })
    }

    /// The planes of a position.
    fn observe<'py>(
        &self,
        py: Python<'py>,
        level: Py<Level>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let level = self.checked(py, &level)?;
        let mut values = vec![0; self.layout.values()];
        self.layout.write(&level.grid, &mut values);
        let (planes, rows, cols) = self.shape();
        PyArray1::from_vec(py, values).reshape([planes, rows, cols])
    }

    /// 1 for every legal action of a position, 0 for the others.
    fn mask<'py>(&self, py: Python<'py>, level: Py<Level>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let level = self.checked(py, &level)?;
        let mut mask = vec![0; self.layout.actions];
        self.layout.mask(&level.grid, &mut mask);
        Ok(PyArray1::from_vec(py, mask))
    }

    /// The position after an action, or None if it is illegal.
    fn step(&self, py: Python<'_>, level: Py<Level>, action: usize) -> PyResult<Option<Level>> {
        let level = self.checked(py, &level)?;
        let after =
            self.layout.move_of(action).and_then(|mv| level.game.play(&level.grid, mv).ok());
        Ok(after.map(|grid| levels::Level::new(level.game, grid).into()))
    }
}
