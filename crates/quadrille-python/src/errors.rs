//! Exceptions. Their classes are written in Python (`quadrille/errors.py`), with places and help.

use pyo3::exceptions::PyPermissionError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadrille::diagnostic::{Diagnostic, Place};
use quadrille::games::SolveError;
use quadrille::grid::Size;
use quadrille::verify;

/// An exception of `quadrille.errors` with its attributes.
pub(crate) fn raise(
    py: Python<'_>,
    class: &str,
    message: &str,
    attributes: impl FnOnce(&Bound<'_, PyDict>) -> PyResult<()>,
) -> PyErr {
    let made = || -> PyResult<PyErr> {
        let details = PyDict::new(py);
        attributes(&details)?;
        let class = py.import("quadrille.errors")?.getattr(class)?;
        Ok(PyErr::from_value(class.call((message,), Some(&details))?))
    };
    made().unwrap_or_else(|error| error)
}

/// An exception with help.
pub(crate) fn with_help(py: Python<'_>, class: &str, message: &str, help: &str) -> PyErr {
    raise(py, class, message, |details| details.set_item("help", help))
}

/// Raises an error in a submission that is being graded: it must not use the searches and
/// heuristics that it is compared with.
pub(crate) fn refuse_while_graded() -> PyResult<()> {
    match quadrille_lab::confine::is_confined() {
        true => Err(PyPermissionError::new_err(
            "searches and heuristics of quadrille cannot be used while a submission is graded",
        )),
        false => Ok(()),
    }
}

pub(crate) fn bug(py: Python<'_>, message: &str) -> PyErr {
    raise(py, "BugError", message, |_| Ok(()))
}

/// The errors in a text as one exception: the first one, with all of them as `mistakes`.
pub(crate) fn text<'d>(
    py: Python<'_>,
    text: &str,
    mistakes: impl Iterator<Item = &'d Diagnostic>,
) -> PyErr {
    let made: Vec<PyErr> =
        mistakes.map(|mistake| text_of(py, "LevelError", text, mistake)).collect();
    let Some(first) = made.first().map(|error| error.clone_ref(py)) else {
        return with_help(py, "LevelError", "there is no level here", "write rows of cells");
    };
    let all: Vec<Py<PyAny>> = made.into_iter().map(|error| error.into_value(py).into()).collect();
    match first.value(py).setattr("mistakes", all) {
        Ok(()) => first,
        Err(error) => error,
    }
}

/// An error in a text as an exception of this class.
pub(crate) fn text_of(py: Python<'_>, class: &str, text: &str, mistake: &Diagnostic) -> PyErr {
    raise(py, class, &mistake.message(), |details| {
        let place = Place::of(text, mistake.span().start);
        details.set_item("help", mistake.help())?;
        details.set_item("line", place.line)?;
        details.set_item("column", place.column)
    })
}

pub(crate) fn board(py: Python<'_>, size: Size, problem: &Diagnostic) -> PyErr {
    raise(py, "LevelError", &problem.message(), |details| {
        let at = problem.cell().map(|index| size.coord(index));
        details.set_item("help", problem.help())?;
        details.set_item("cell", at.map(|at| (at.row, at.col)))
    })
}

pub(crate) fn method(py: Python<'_>, text: &str, error: &Diagnostic) -> PyErr {
    let help = "see quadrille.algorithms() and quadrille.game(...).heuristics";
    raise(py, "MethodError", &error.message(), |details| {
        let column = text.get(..error.span().start).map_or(0, |before| before.chars().count()) + 1;
        details.set_item("help", help)?;
        details.set_item("text", text)?;
        details.set_item("column", column)
    })
}

pub(crate) fn notation(py: Python<'_>, text: &str, error: &Diagnostic) -> PyErr {
    raise(py, "MoveError", &error.message(), |details| {
        details.set_item("column", Place::of(text, error.span().start).column)
    })
}

pub(crate) fn refusal(py: Python<'_>, refusal: &Diagnostic) -> PyErr {
    raise(py, "MoveError", &refusal.to_string(), |details| {
        let number = (refusal.code() == "illegal-move").then(|| verify::illegal_number(refusal));
        details.set_item("help", "level.moves() lists the legal moves of a position")?;
        details.set_item("number", number)
    })
}

pub(crate) fn solve(py: Python<'_>, size: Size, error: &SolveError) -> PyErr {
    match error {
        SolveError::Unfit(problems) => match problems.first() {
            Some(problem) => board(py, size, problem),
            None => with_help(py, "LevelError", &error.to_string(), "check the board"),
        },
        SolveError::Heuristic(spec) => method(py, "", spec),
        SolveError::Failed(_) => {
            let help = "the heuristic must be a function of the position alone, and give a number";
            with_help(py, "MethodError", &error.to_string(), help)
        }
        SolveError::Rules(_) => {
            with_help(py, "LevelError", &error.to_string(), "fix the script of the puzzle")
        }
        SolveError::Refused(_) => bug(py, &error.to_string()),
    }
}
