//! The designer's desk: reports, maps, variations and changes that forbid a plan.
//!
//! The values go to Python as JSON, whose keys are those of the command and the server; the classes
//! are in `quadrille/desk.py`.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quadrille::desk::{self, Map};
use quadrille::diagnostic::Diagnostic;
use quadrille::games::SolveError;
use quadrille::levels;
use quadrille::search::{Cancel, Control};

use crate::attend::{attend, idle};
use crate::errors;
use crate::level::{Level, Moves};
use crate::limits::LimitArguments;

/// Works within limits until Ctrl-C.
fn within<T: Send>(
    py: Python<'_>,
    doing: &str,
    limits: LimitArguments,
    work: impl FnOnce(&Control) -> T + Send,
) -> PyResult<T> {
    let limits = limits.limits(py, 1)?;
    let control = Control { limits, cancel: Cancel::default(), ..Control::default() };
    attend(py, doing, &control.cancel.clone(), || work(&control), idle)
}

fn unsolved(py: Python<'_>, level: &levels::Level, error: &SolveError) -> PyErr {
    errors::solve(py, level.grid.size(), error)
}

fn json(py: Python<'_>, text: serde_json::Result<String>) -> PyResult<String> {
    text.map_err(|error| errors::bug(py, &error.to_string()))
}

/// The report of a level as JSON, and in sentences.
#[pyfunction]
pub(crate) fn inspect(
    py: Python<'_>,
    level: Py<Level>,
    limits: LimitArguments,
) -> PyResult<(String, Vec<String>)> {
    let level = &level.get().inner;
    let found = within(py, "inspecting", limits, |control| desk::inspect(level, control))?;
    let report = found.map_err(|error| unsolved(py, level, &error))?;
    Ok((json(py, serde_json::to_string(&report))?, report.sentences()))
}

/// The map of a level as JSON, in sentences, and as a picture.
#[pyfunction]
pub(crate) fn draw_map(
    py: Python<'_>,
    level: Py<Level>,
    limits: LimitArguments,
) -> PyResult<(String, Vec<String>, String)> {
    let level = &level.get().inner;
    let found = within(py, "drawing a map", limits, |control| Map::draw(level, control))?;
    let map = found.map_err(|error| unsolved(py, level, &error))?;
    Ok((
        json(py, serde_json::to_string(&map))?,
        map.sentences(),
        map.svg(level.name.as_deref().unwrap_or("Map")),
    ))
}

/// Variations of a level as JSON, and their levels.
#[pyfunction]
pub(crate) fn vary(
    py: Python<'_>,
    level: Py<Level>,
    count: usize,
    limits: LimitArguments,
) -> PyResult<(String, Vec<Level>)> {
    let level = &level.get().inner;
    if !level.game.has_unit_costs() {
        let message = "moves of this game have different costs, so its levels have no rating";
        return Err(errors::with_help(py, "UnratedError", message, "vary levels of another game"));
    }
    let found = within(py, "varying", limits, |control| desk::vary(level, count, control))?;
    let text = json(py, serde_json::to_string(&found))?;
    Ok((text, found.into_iter().map(|variation| variation.level.into()).collect()))
}

/// The smallest changes that forbid a plan as JSON, and the levels after them.
#[pyfunction]
pub(crate) fn forbid(
    py: Python<'_>,
    level: Py<Level>,
    plan: Moves,
    count: usize,
    limits: LimitArguments,
) -> PyResult<(String, Vec<Level>)> {
    let level = &level.get().inner;
    let plan = plan.read(py, level.game)?;
    let work = |control: &Control| desk::forbid(level, &plan, count, control);
    let found = within(py, "looking for changes", limits, work)?;
    let refused = |error: Diagnostic| match error.code() {
        "illegal-move" => errors::refusal(py, &error),
        _ => {
            errors::with_help(py, "MoveError", &error.message(), "only a solution can be forbidden")
        }
    };
    let found = found.map_err(refused)?;
    let text = json(py, serde_json::to_string(&found))?;
    Ok((text, found.remedies.into_iter().map(|remedy| remedy.level.into()).collect()))
}

/// Levels on printable pages: one PDF file.
#[pyfunction]
pub(crate) fn sheet_pdf<'py>(
    py: Python<'py>,
    title: &str,
    levels: Vec<Py<Level>>,
    columns: usize,
) -> Bound<'py, PyBytes> {
    let levels: Vec<levels::Level> = levels.iter().map(|one| one.get().inner.clone()).collect();
    PyBytes::new(py, &desk::sheet_pdf(title, &levels, columns))
}

/// Levels on printable pages, each an SVG picture.
#[pyfunction]
pub(crate) fn sheet_svg(title: &str, levels: Vec<Py<Level>>, columns: usize) -> Vec<String> {
    let levels: Vec<levels::Level> = levels.iter().map(|one| one.get().inner.clone()).collect();
    desk::sheet(title, &levels, columns)
}
