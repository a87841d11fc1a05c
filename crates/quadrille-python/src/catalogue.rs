//! The lists of games, algorithms and heuristics.

use pyo3::prelude::*;
use quadrille::games as known;
use quadrille::heuristics;
use quadrille::levels;
use quadrille::registry::ALGORITHMS;

use crate::reading::game_named;

/// A heuristic and its properties.
#[pyclass(frozen, get_all, module = "quadrille")]
#[derive(Clone)]
pub(crate) struct HeuristicInfo {
    /// The name.
    name: &'static str,
    /// The quantity that it estimates.
    about: &'static str,
    /// True if its estimates never exceed the least cost.
    admissible: bool,
    /// True if its estimates never fall by more than the cost of a move.
    consistent: bool,
}

impl From<&heuristics::HeuristicInfo> for HeuristicInfo {
    fn from(info: &heuristics::HeuristicInfo) -> HeuristicInfo {
        let &heuristics::HeuristicInfo { name, about, admissible, consistent, .. } = info;
        HeuristicInfo { name, about, admissible, consistent }
    }
}

#[pymethods]
impl HeuristicInfo {
    fn __repr__(&self) -> String {
        let (admissible, consistent) = (summary(self.admissible), summary(self.consistent));
        format!("HeuristicInfo('{}', admissible={admissible}, consistent={consistent})", self.name)
    }
}

fn summary(holds: bool) -> &'static str {
    if holds { "True" } else { "False" }
}

/// An algorithm and its properties.
#[pyclass(frozen, get_all, module = "quadrille")]
pub(crate) struct AlgorithmInfo {
    /// The name; options follow in parentheses: 'beam(500)'.
    name: &'static str,
    /// A description.
    about: &'static str,
    /// The options with their defaults.
    options: Vec<(&'static str, &'static str)>,
    /// When its plans are proved shortest: 'always', 'with_admissible' (with an admissible
    /// heuristic) or 'never'.
    optimality: &'static str,
    /// True if it uses a heuristic.
    uses_heuristic: bool,
}

#[pymethods]
impl AlgorithmInfo {
    fn __repr__(&self) -> String {
        format!("AlgorithmInfo('{}', optimality='{}')", self.name, self.optimality)
    }
}

/// All algorithms.
///
/// >>> [info.name for info in algorithms()][:3]
/// ['best', 'bfs', 'dfs']
#[pyfunction]
pub(crate) fn algorithms() -> Vec<AlgorithmInfo> {
    let info = |info: &quadrille::registry::AlgorithmInfo| AlgorithmInfo {
        name: info.name,
        about: info.about,
        options: info.options.iter().map(|option| (option.name, option.default)).collect(),
        optimality: info.optimality.name(),
        uses_heuristic: info.uses_heuristic,
    };
    ALGORITHMS.iter().map(info).collect()
}

/// A game: its names, cells, formats and heuristics.
///
/// >>> game("tiles").title
/// 'Match-the-Tiles'
/// >>> game("zhed").heuristics[0]
/// HeuristicInfo('reach', admissible=True, consistent=True)
#[pyclass(frozen, module = "quadrille")]
pub(crate) struct Game {
    inner: &'static dyn known::Game,
}

#[pymethods]
impl Game {
    /// The name in files and calls.
    #[getter]
    fn name(&self) -> &'static str {
        self.inner.id()
    }

    /// The name for people.
    #[getter]
    fn title(&self) -> &'static str {
        self.inner.title()
    }

    /// The rules in a sentence or two.
    #[getter]
    fn about(&self) -> &'static str {
        self.inner.about()
    }

    /// An example of a move.
    #[getter]
    fn example_move(&self) -> String {
        self.inner.notation().example()
    }

    /// The glyph of each cell: the index in the list is the code of the cell on boards.
    #[getter]
    fn glyphs(&self) -> Vec<String> {
        self.inner.kinds().iter().map(|(_, kind)| kind.glyph.clone()).collect()
    }

    /// The name of each cell, in the same order.
    #[getter]
    fn cells(&self) -> Vec<String> {
        self.inner.kinds().iter().map(|(_, kind)| kind.name.clone()).collect()
    }

    /// The legend of the cells, in words.
    #[getter]
    fn legend(&self) -> &'static str {
        self.inner.glyphs()
    }

    /// The formats of its levels, each with a description.
    #[getter]
    fn formats(&self) -> Vec<(&'static str, &'static str)> {
        levels::formats(self.inner)
    }

    /// The heuristics, except 'zero', which all games have.
    #[getter]
    fn heuristics(&self) -> Vec<HeuristicInfo> {
        self.inner.heuristics().iter().map(Into::into).collect()
    }

    /// The heuristic of searches that need one, unless you name another.
    #[getter]
    fn default_heuristic(&self) -> &'static str {
        self.inner.default_heuristic()
    }

    fn __repr__(&self) -> String {
        format!("<Game {}: {}>", self.name(), self.title())
    }
}

/// All games.
#[pyfunction]
pub(crate) fn games() -> Vec<Game> {
    known::ALL.iter().map(|&inner| Game { inner }).collect()
}

/// The game with this name.
#[pyfunction]
pub(crate) fn game(py: Python<'_>, name: &str) -> PyResult<Game> {
    game_named(py, name).map(|inner| Game { inner })
}
