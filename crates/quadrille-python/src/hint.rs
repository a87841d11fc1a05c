//! Heuristics from Python: by name, or as a function of a position.

use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use quadrille::grid::Grid;
use quadrille::heuristics::{Custom, EstimateFn, Expression};
use quadrille::levels;
use quadrille::search::toolkit::Deadline;

use crate::level::Level;
use crate::reading::game_by_id;

#[derive(FromPyObject)]
pub(crate) enum Hint {
    /// A formula: `max(relaxed,collinear)`.
    Text(String),
    /// A Python function of a position.
    Function(Py<PyAny>),
}

/// The exception that a function raised.
pub(crate) type Raised = Arc<Mutex<Option<PyErr>>>;

/// The function as a custom heuristic, admissible if the caller says so. An exception ends the
/// search and is stored in `raised`.
pub(crate) fn custom(
    py: Python<'_>,
    function: &Py<PyAny>,
    is_admissible: bool,
    raised: &Raised,
) -> Expression {
    let name = function.bind(py).getattr("__name__").and_then(|name| name.extract::<String>());
    let name = name.unwrap_or_else(|_| "function".to_string()).replace(['<', '>'], "");
    let (function, raised) = (function.clone_ref(py), Arc::clone(raised));
    let print = function.as_ptr() as u64;
    let shared = Arc::new((function, raised));
    let custom = Custom::new(name, print, move |game, _| {
        let shared = Arc::clone(&shared);
        let game = game_by_id(game).ok_or("unknown game")?;
        let estimate: EstimateFn = Box::new(move |board: &Grid<u16>, _: &Deadline| {
            let (function, raised) = &*shared;
            Python::attach(|py| {
                let position = Level::from(levels::Level::new(game, board.clone()));
                let value = function.call1(py, (position,))?;
                if value.is_none(py) {
                    return Ok(f64::INFINITY);
                }
                value.extract::<f64>(py)
            })
            .map_err(|error: PyErr| {
                let message = error.to_string();
                if let Ok(mut raised) = raised.lock() {
                    raised.get_or_insert(error);
                }
                message
            })
        });
        Ok(estimate)
    });
    Expression::Custom(if is_admissible { custom.declared_admissible() } else { custom })
}
