//! Reading and writing levels.

use pyo3::prelude::*;
use quadrille::diagnostic::{Diagnostic, Place, Severity};
use quadrille::games::{self, Game, Games};
use quadrille::levels::{self, Document};
use quadrille_assets::PACKS;
use quadrille_puzzlescript::{Naming, Source};

use crate::errors;
use crate::level::Level;

/// The built-in game with this name, or a PuzzleScript game that was read.
pub(crate) fn game_by_id(id: &str) -> Option<&'static dyn Game> {
    let read = || quadrille_puzzlescript::Game::named(id).map(|game| -> &dyn Game { game });
    games::by_id(id).or_else(read)
}

pub(crate) fn game_named(py: Python<'_>, id: &str) -> PyResult<&'static dyn Game> {
    game_by_id(id).ok_or_else(|| {
        let help = format!("the games are {}", Games::default().names());
        errors::with_help(py, "GameError", &format!("there is no game '{id}'"), &help)
    })
}

/// The games that a text can name: the built-in ones, and the PuzzleScript game that its share code
/// or its line `game:` is of.
pub(crate) fn games_in(text: &str) -> Games {
    let code = text.trim().split_once('-').map(|(head, _)| head.trim_end_matches(char::is_numeric));
    let named = text.lines().find_map(|line| line.trim().strip_prefix("game:")).map(str::trim);
    let game = named.or(code).and_then(game_by_id);
    game.map_or_else(Games::default, |game| Games::default().with(game))
}

/// Reads a text of levels. Errors are raised; assumptions are warnings.
pub(crate) fn document(py: Python<'_>, text: &str, game: Option<&str>) -> PyResult<Document> {
    let game = game.map(|id| game_named(py, id)).transpose()?;
    let document = py.detach(|| levels::read_with(&games_in(text), text, game));
    if document.mistakes().next().is_some() {
        return Err(errors::text(py, text, document.mistakes()));
    }
    let warn = |note: &Diagnostic| -> PyResult<()> {
        let Place { line, column } = Place::of(text, note.span().start);
        let message = format!("line {line}, column {column}: {note}");
        let class = py.import("quadrille.errors")?.getattr("AssumptionWarning")?;
        py.import("warnings")?.getattr("warn")?.call1((message, class, 2))?;
        Ok(())
    };
    document.notes().try_for_each(warn)?;
    Ok(document)
}

/// The levels of a text, as a list.
#[pyfunction]
#[pyo3(signature = (text, game = None))]
pub(crate) fn read(py: Python<'_>, text: &str, game: Option<&str>) -> PyResult<Vec<Level>> {
    if game.is_none() && quadrille_puzzlescript::is_source(text) {
        return read_puzzlescript(py, text);
    }
    Ok(document(py, text, game)?.levels().cloned().map(Level::from).collect())
}

/// The levels of the source of a PuzzleScript game. A source without a playable level raises its
/// errors; other errors are warnings.
#[pyfunction]
pub(crate) fn read_puzzlescript(py: Python<'_>, source: &str) -> PyResult<Vec<Level>> {
    let read = py.detach(|| Source::read_named(source, Naming::Source));
    let faults: Vec<Diagnostic> =
        read.faults.iter().map(|fault| fault.diagnostic(source)).collect();
    if read.game.is_none() {
        let is_error = |fault: &&Diagnostic| fault.severity == Severity::Error;
        return Err(errors::text(py, source, faults.iter().filter(is_error)));
    }
    let warn = |message: String| -> PyResult<()> {
        let class = py.import("quadrille.errors")?.getattr("AssumptionWarning")?;
        py.import("warnings")?.getattr("warn")?.call1((message, class, 2))?;
        Ok(())
    };
    for fault in &faults {
        let Place { line, column } = Place::of(source, fault.span().start);
        warn(format!("line {line}, column {column}: {fault}"))?;
    }
    for (number, why) in &read.left_out {
        warn(format!("level {number} is left out: {why}"))?;
    }
    Ok(read.levels.into_iter().map(Level::from).collect())
}

#[pyfunction]
#[pyo3(signature = (levels, format = "native"))]
pub(crate) fn write(py: Python<'_>, levels: Vec<Py<Level>>, format: &str) -> PyResult<String> {
    let plain: Vec<levels::Level> = levels.iter().map(|level| level.get().inner.clone()).collect();
    if let Some(other) = plain.iter().find(|level| level.game != plain[0].game) {
        let message =
            format!("the levels are of two games, {} and {}", plain[0].game.id(), other.game.id());
        return Err(errors::with_help(py, "FormatError", &message, "write one file per game"));
    }
    levels::write_all(&plain, format).map_err(|error| {
        errors::with_help(py, "FormatError", &error.to_string(), "see game.formats")
    })
}

/// The names of the packs that ship with Quadrille.
#[pyfunction]
pub(crate) fn pack_names() -> Vec<&'static str> {
    PACKS.iter().filter_map(|file| file.name.strip_suffix(".txt")).collect()
}

#[pyfunction]
pub(crate) fn pack_text(py: Python<'_>, name: &str) -> PyResult<&'static str> {
    let found = PACKS.get(&format!("{}.txt", name.trim_start_matches('@')));
    let Some(file) = found else {
        let help = format!("the packs are {}", pack_names().join(", "));
        return Err(errors::with_help(
            py,
            "PackError",
            &format!("there is no pack '{name}'"),
            &help,
        ));
    };
    Ok(file.text())
}
