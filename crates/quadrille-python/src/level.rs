//! `Level`: a board of a game, with its name and known facts.

use std::hash::{DefaultHasher, Hash, Hasher};

use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use quadrille::games::{self, Game, Games};
use quadrille::grid::{Grid, Size};
use quadrille::heuristics::Expression;
use quadrille::levels::{self, Known};
use quadrille::moves::Move;
use quadrille::{draw, verify};

use crate::errors;
use crate::generating::Rating;
use crate::hint::Hint;
use crate::limits::{LimitArguments, Quantity};
use crate::outcome::{Result, Verification};
use crate::reading;
use crate::solving;

/// A level: a board of a game, with its name and known facts. A position in the middle of a game is
/// a level, too.
///
/// Made from a text in any format, from a share code, or from rows of glyphs or cell codes with the
/// name of the game. Levels are immutable; `play` returns a new one. Two are equal if game and
/// board are.
///
/// >>> level = Level("r . .\n. . .\n. . R")
/// >>> level.game, level.size, level.moves()
/// ('tiles', (3, 3), ['D', 'R'])
/// >>> level.play("D R").solved
/// True
/// >>> level.code
/// 'tiles1-IgIAEuYDAQACBShqQA'
/// >>> Level("tiles1-IgIAEuYDAQACBShqQA") == level
/// True
/// >>> Level([["2", ".", "G"]], game="zhed").solve().plan
/// ['0,0R']
#[pyclass(frozen, module = "quadrille")]
pub(crate) struct Level {
    pub(crate) inner: levels::Level,
}

impl From<levels::Level> for Level {
    fn from(inner: levels::Level) -> Level {
        Level { inner }
    }
}

/// Moves from Python: one text, or a list of texts.
#[derive(FromPyObject)]
pub(crate) enum Moves {
    Text(String),
    /// One text per move.
    List(Vec<String>),
}

impl Moves {
    pub(crate) fn read(&self, py: Python<'_>, game: &dyn Game) -> PyResult<Vec<Move>> {
        let text = match self {
            Moves::Text(text) => text.clone(),
            Moves::List(list) => list.join(" "),
        };
        game.notation().read(&text).map_err(|error| errors::notation(py, &text, &error))
    }
}

/// The grid of rows of glyphs or codes.
fn grid_of(py: Python<'_>, game: &dyn Game, rows: &Bound<'_, PyAny>) -> PyResult<Grid<u16>> {
    let rows = match rows.hasattr("tolist")? {
        true => rows.call_method0("tolist")?,
        false => rows.clone(),
    };
    let cells: Vec<Vec<u16>> = if let Ok(codes) = rows.extract::<Vec<Vec<u16>>>() {
        codes
    } else if let Ok(glyphs) = rows.extract::<Vec<Vec<String>>>() {
        let code = |glyph: &String| {
            game.cell_from_glyph(glyph).ok_or_else(|| {
                let message = format!("'{glyph}' is not a cell of {}", game.id());
                errors::with_help(py, "LevelError", &message, game.glyphs())
            })
        };
        let row = |row: &Vec<String>| row.iter().map(code).collect::<PyResult<Vec<u16>>>();
        glyphs.iter().map(row).collect::<PyResult<_>>()?
    } else {
        return Err(PyTypeError::new_err(
            "a board is a text, or rows of glyphs or of cell codes: a list of lists, or a two-dimensional array",
        ));
    };
    let cols = cells.first().map_or(0, Vec::len);
    if let Some(row) = cells.iter().position(|row| row.len() != cols) {
        let message = format!("row {row} has {} cells, but row 0 has {cols}", cells[row].len());
        return Err(errors::with_help(py, "LevelError", &message, "make all rows equally long"));
    }
    let made = Size::new(cells.len(), cols)
        .and_then(|size| Grid::from_cells(size, cells.into_iter().flatten().collect()));
    made.ok_or_else(|| {
        let help = format!("a side has 1 to {} cells", Size::MAX_SIDE);
        errors::with_help(py, "LevelError", "the board is empty or too large", &help)
    })
}

fn fit(py: Python<'_>, game: &'static dyn Game, grid: Grid<u16>) -> PyResult<Level> {
    match game.problems(&grid).first() {
        Some(problem) => Err(errors::board(py, grid.size(), problem)),
        None => Ok(levels::Level::new(game, grid).into()),
    }
}

#[pymethods]
impl Level {
    #[new]
    #[pyo3(signature = (board, game = None))]
    fn new(py: Python<'_>, board: &Bound<'_, PyAny>, game: Option<&str>) -> PyResult<Level> {
        if let Ok(text) = board.cast::<PyString>() {
            let document = reading::document(py, text.to_str()?, game)?;
            let mut all = document.levels();
            return match (all.next(), all.count()) {
                (Some(level), 0) => Ok(level.clone().into()),
                (_, more) => {
                    let message = format!("the text has {} levels", more + 1);
                    let help = "use quadrille.read to read all of them";
                    Err(errors::with_help(py, "LevelError", &message, help))
                }
            };
        }
        let Some(game) = game else {
            return Err(errors::with_help(
                py,
                "GameError",
                "the game of the rows is unknown",
                "name it: Level(rows, game='tiles')",
            ));
        };
        let game = reading::game_named(py, game)?;
        fit(py, game, grid_of(py, game, board)?)
    }

    /// The name of the game: 'tiles', 'zhed', 'squares', 'fold' or 'sokoban'.
    #[getter]
    fn game(&self) -> &'static str {
        self.inner.game.id()
    }

    /// The name of the level, if it has one.
    #[getter]
    fn name(&self) -> Option<&str> {
        self.inner.name.as_deref()
    }

    /// The author.
    #[getter]
    fn author(&self) -> Option<&str> {
        self.inner.author.as_deref()
    }

    /// The licence, if the file names one.
    #[getter]
    fn licence(&self) -> Option<&str> {
        self.inner.licence.as_deref()
    }

    /// Other lines of its text.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.inner.notes.clone()
    }

    /// The length of the shortest plan, if the level declares it.
    #[getter]
    fn optimal(&self) -> Option<u32> {
        match self.inner.known {
            Some(Known::Optimal(moves)) => Some(moves),
            _ => None,
        }
    }

    /// The known facts about its plans, in words: 'optimal 6', 'best known 9' or 'unsolvable'.
    #[getter]
    fn known(&self) -> Option<String> {
        self.inner.known.map(|known| known.to_string())
    }

    /// The plan that the level brings with it.
    #[getter]
    fn solution(&self) -> Option<Vec<String>> {
        let notation = self.inner.game.notation();
        let plan = self.inner.solution.as_ref()?;
        Some(plan.iter().map(|&mv| notation.write(mv)).collect())
    }

    /// The score of its rating, if the level declares it.
    #[getter]
    fn difficulty(&self) -> Option<u32> {
        self.inner.difficulty
    }

    /// Rows and columns.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.inner.grid.size().rows(), self.inner.grid.size().cols())
    }

    /// The codes of the cells as an array of rows and columns (`uint16`). `Game.glyphs` maps codes
    /// to glyphs.
    ///
    /// >>> Level("r . .\n. . R").board.shape
    /// (2, 3)
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u16>>> {
        let cells = PyArray1::from_slice(py, self.inner.grid.cells());
        cells.reshape([self.inner.grid.size().rows(), self.inner.grid.size().cols()])
    }

    /// The cells as glyphs, one list per row.
    ///
    /// >>> Level("r . .\n. . R").rows
    /// [['r', '.', '.'], ['.', '.', 'R']]
    #[getter]
    fn rows(&self) -> Vec<Vec<String>> {
        let glyph = |&code: &u16| self.inner.game.cell_glyph(code).unwrap_or_default();
        self.inner.grid.rows().map(|row| row.iter().map(glyph).collect()).collect()
    }

    /// True if the board is solved.
    #[getter]
    fn solved(&self) -> bool {
        self.inner.game.is_solved(&self.inner.grid)
    }

    /// The board as a share code.
    #[getter]
    fn code(&self) -> String {
        levels::to_code(&self.inner)
    }

    /// All legal moves.
    fn moves(&self) -> Vec<String> {
        let notation = self.inner.game.notation();
        let moves = self.inner.game.moves(&self.inner.grid);
        moves.into_iter().map(|mv| notation.write(mv)).collect()
    }

    /// Parses the moves of a text, legal or not, into the notation of the game.
    ///
    /// >>> Level("1.G").read_moves("0,0r; 0,2U")
    /// ['0,0R', '0,2U']
    fn read_moves(&self, py: Python<'_>, text: Moves) -> PyResult<Vec<String>> {
        let notation = self.inner.game.notation();
        let moves = text.read(py, self.inner.game)?;
        Ok(moves.into_iter().map(|mv| notation.write(mv)).collect())
    }

    /// The position after these moves: one text ('R D L') or a list of moves. Raises MoveError for
    /// an illegal one.
    ///
    /// >>> level = Level("r . .\n. . .\n. . R")
    /// >>> print(level.play("D"))
    /// . . .
    /// . . .
    /// r . R
    fn play(&self, py: Python<'_>, moves: Moves) -> PyResult<Level> {
        let game = self.inner.game;
        let moves = moves.read(py, game)?;
        let replay = verify::replay(game, &self.inner.grid, &moves)
            .map_err(|refusal| errors::refusal(py, &refusal))?;
        let last = replay.boards.into_iter().next_back();
        let grid = last.unwrap_or_else(|| self.inner.grid.clone());
        Ok(levels::Level::new(game, grid).into())
    }

    /// Replays moves by the plain rules: do they solve the level, and if not, why?
    ///
    /// >>> Level("r . .\n. . .\n. . R").verify("D")
    /// Verification(solved=False, moves=1, reason='the level is not solved after 1 move')
    fn verify(&self, py: Python<'_>, plan: Moves) -> PyResult<Verification> {
        let moves = plan.read(py, self.inner.game)?;
        Ok(Verification::of(&self.inner, &moves))
    }

    /// Solves the level: a shortest plan with its proof, or the proof that there is none.
    ///
    /// `algorithm` and `heuristic` are written as on the command line; `quadrille.algorithms()` and
    /// `quadrille.game(...)` list them. Without both, the fastest method that proves its answer is
    /// used. A heuristic can also be a function of a position (a Level) that estimates the moves
    /// left. Such a function claims nothing: a plan is proved shortest only if the search proves it
    /// otherwise. With `admissible=True` you declare that the function never overestimates, and A*
    /// treats its plans as shortest (`check_heuristic` looks for a counter-example). Exceptions of
    /// the function are raised unchanged.
    ///
    /// `max_time` is in seconds or a text as '500ms', `max_nodes` counts expanded positions,
    /// `max_memory` is in bytes or a text as '2GiB' (by default three quarters of the free memory).
    ///
    /// Other threads run meanwhile. Ctrl-C ends the search at once: the result is what was found so
    /// far, and `stop` is 'cancelled'.
    ///
    /// >>> result = Level("r . .\n. . .\n. . R").solve()
    /// >>> result.plan, result.proved
    /// (['D', 'R'], True)
    #[pyo3(signature = (algorithm = "best", heuristic = None, *, admissible = false, max_time = None, max_nodes = None, max_memory = None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn solve(
        slf: Py<Self>,
        py: Python<'_>,
        algorithm: &str,
        heuristic: Option<Hint>,
        admissible: bool,
        max_time: Option<Quantity>,
        max_nodes: Option<Quantity>,
        max_memory: Option<Quantity>,
    ) -> PyResult<Result> {
        let limits = LimitArguments(max_time, max_nodes, max_memory).limits(py, 1)?;
        solving::solve(py, &slf, (algorithm, heuristic.as_ref(), admissible), limits)
    }

    /// The difficulty of the level for a person, with its components. `max_nodes` is the limit of
    /// each search that this needs.
    ///
    /// >>> Level("r . .\n. . .\n. . R").rate().difficulty
    /// 'easy'
    #[pyo3(signature = (*, max_nodes = None))]
    fn rate(&self, py: Python<'_>, max_nodes: Option<Quantity>) -> PyResult<Rating> {
        crate::generating::rated(py, &self.inner, max_nodes)
    }

    /// The estimate of a heuristic for the board.
    ///
    /// >>> Level("r . .\n. . .\n. . R").estimate("relaxed")
    /// 2.0
    #[pyo3(signature = (heuristic = None))]
    fn estimate(&self, py: Python<'_>, heuristic: Option<&str>) -> PyResult<f64> {
        errors::refuse_while_graded()?;
        let game = self.inner.game;
        let text = heuristic.unwrap_or_else(|| game.default_heuristic());
        let expression: Expression =
            text.parse().map_err(|error| errors::method(py, text, &error))?;
        let values = game
            .values(&self.inner.grid, &[expression])
            .map_err(|error| errors::solve(py, self.inner.grid.size(), &error))?;
        Ok(values.first().map_or(0.0, |valued| valued.value))
    }

    /// One representative of all levels that differ only by rotation, reflection and the names of
    /// colours.
    ///
    /// >>> Level("r . .\n. . R").canonical() == Level("B . .\n. . b").canonical()
    /// True
    fn canonical(&self) -> Level {
        let grid = self.inner.game.canonical(&self.inner.grid);
        levels::Level::new(self.inner.game, grid).into()
    }

    /// The level with another name.
    fn renamed(&self, name: Option<String>) -> Level {
        levels::Level { name, ..self.inner.clone() }.into()
    }

    /// The level in a format: 'native' with all known facts, 'code', 'svg', or one of the game's
    /// own.
    #[pyo3(signature = (format = "native"))]
    fn text(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        levels::write(&self.inner, format).map_err(|error| {
            let help =
                format!("the formats are {}", levels::format_names(self.inner.game).join(", "));
            errors::with_help(py, "FormatError", &error.to_string(), &help)
        })
    }

    /// The board as an SVG picture.
    fn svg(&self) -> String {
        draw::svg(self.inner.game, &self.inner.grid)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    /// The board as a PNG picture; `scale` 1 is 44 pixels per cell.
    ///
    /// >>> Level("r . .\n. . R").png()[1:4]
    /// b'PNG'
    #[pyo3(signature = (scale = 2.0))]
    fn png<'py>(&self, py: Python<'py>, scale: f64) -> PyResult<Bound<'py, PyBytes>> {
        let scale = checked_scale(scale)?;
        Ok(PyBytes::new(py, &draw::png(self.inner.game, &self.inner.grid, scale)))
    }

    /// The moves of a plan as an animated GIF picture.
    ///
    /// >>> Level("r . .\n. . R").gif("D R")[:6]
    /// b'GIF89a'
    #[pyo3(signature = (plan, scale = 1.0))]
    fn gif<'py>(&self, py: Python<'py>, plan: Moves, scale: f64) -> PyResult<Bound<'py, PyBytes>> {
        let scale = checked_scale(scale)?;
        let plan = plan.read(py, self.inner.game)?;
        let replay = verify::replay(self.inner.game, &self.inner.grid, &plan)
            .map_err(|refusal| errors::refusal(py, &refusal))?;
        let captions = draw::captions(self.inner.game, &plan);
        let film = draw::gif(self.inner.game, &replay.boards, &captions, scale)
            .map_err(|error| errors::refusal(py, &error))?;
        Ok(PyBytes::new(py, &film))
    }

    /// The board as an array of colours: rows, columns, and red, green and blue.
    ///
    /// >>> Level("r . .\n. . R").pixels().shape
    /// (104, 148, 3)
    #[pyo3(signature = (scale = 1.0))]
    fn pixels<'py>(&self, py: Python<'py>, scale: f64) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let drawn = draw::pixels(self.inner.game, &self.inner.grid, checked_scale(scale)?);
        PyArray1::from_vec(py, drawn.rgb).reshape([drawn.height, drawn.width, 3])
    }

    fn __str__(&self) -> String {
        let rows = self.rows();
        let width = rows.iter().flatten().map(|glyph| glyph.chars().count()).max().unwrap_or(1);
        let line = |row: &Vec<String>| {
            let cells: Vec<String> = row.iter().map(|glyph| format!("{glyph:<width$}")).collect();
            cells.join(" ").trim_end().to_string()
        };
        rows.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    fn __repr__(&self) -> String {
        let name = self.inner.name.as_ref().map_or(String::new(), |name| format!(" {name:?}"));
        let known = self.inner.known.map_or(String::new(), |known| format!(", {known}"));
        format!("<Level{name} of {}, {}{known}>", self.game(), self.inner.grid.size())
    }

    fn __eq__(&self, other: &Level) -> bool {
        self.inner.game == other.inner.game && self.inner.grid == other.inner.grid
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.game(), &self.inner.grid).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String, Option<String>))> {
        let make = py.import("quadrille._quadrille")?.getattr("level_from_text")?;
        let game = self.inner.game;
        let script = Some(game.id()).filter(|_| game.kinds().is_open());
        let script = script.and_then(quadrille_puzzlescript::Game::named);
        let source = script.map(|script| script.source().to_string());
        Ok((make.unbind(), (self.text(py, "native")?, source)))
    }
}

/// Pixels per unit of a drawing, within bounds that memory allows.
fn checked_scale(scale: f64) -> PyResult<f64> {
    match (0.1..=16.0).contains(&scale) {
        true => Ok(scale),
        false => Err(PyValueError::new_err("the scale must be between 0.1 and 16")),
    }
}

/// The level of a text in the native format, for unpickling.
#[pyfunction]
#[pyo3(signature = (text, source = None))]
pub(crate) fn level_from_text(py: Python<'_>, text: &str, source: Option<&str>) -> PyResult<Level> {
    let script: Option<&'static dyn Game> = source
        .and_then(quadrille_puzzlescript::Game::of_source)
        .map(|game| -> &'static dyn Game { game });
    let known = script.map_or_else(Games::default, |game| Games::default().with(game));
    let document = levels::read_with(&known, text, script);
    let level = document.levels().next().cloned();
    level.map(Level::from).ok_or_else(|| errors::text(py, text, document.mistakes()))
}

pub(crate) fn positions(game: &'static dyn games::Game, boards: Vec<Grid<u16>>) -> Vec<Level> {
    boards.into_iter().map(|grid| levels::Level::new(game, grid).into()).collect()
}
