//! Heuristics that are scripts: those that come with a question, and the words they are written in.

use std::collections::BTreeMap;

use quadrille::Method;
use quadrille::definition::Identity;
use quadrille::diagnostic::{Diagnostic, Place};
use quadrille::games::{self, Game};
use quadrille::grid::Grid;
use quadrille::heuristics::{Custom, Expression};
use quadrille::registry::SpecError;
use quadrille_script::{EXAMPLES, Said, Script, ScriptError, example};
use serde::{Deserialize, Serialize};

use crate::board::unknown_game;
use crate::failure::Failure;
use crate::grade::Work;
use crate::level::level_of;
use crate::position::CellRow;

/// Scripts by the names that stand behind an `@`. A name that is not among them is that of a script that comes with the program.
#[derive(Deserialize, Clone, Default, Debug)]
#[serde(transparent)]
pub(crate) struct Scripts(BTreeMap<String, String>);

impl Scripts {
    /// The heuristic with this name.
    fn find(&self, name: &str) -> Result<Custom, String> {
        let text = self.0.get(name).map(String::as_str).or_else(|| Some(example(name)?.text));
        let text = text.ok_or_else(|| format!("there is no script @{name}"))?;
        let script = Script::new(name, text).map_err(|error| format!("@{name}, {error}"))?;
        Ok(script.into_custom())
    }

    /// Reads a heuristic, scripts included.
    pub(crate) fn expression(&self, text: &str) -> Result<Expression, SpecError> {
        Expression::parse_with(text, |name| self.find(name))
    }

    /// Reads a method, scripts included.
    pub(crate) fn method(&self, text: &str) -> Result<Method, SpecError> {
        text.parse::<Method>()?.with_customs(|name| self.find(name))
    }
}

/// A script and the position to try it on.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    code: String,
    text: String,
}

/// What it says of the position.
#[derive(Serialize)]
pub(crate) struct Tried {
    /// The estimate; `null` where it says that there is no plan, and where there is a mistake.
    value: Option<f64>,
    /// What it printed.
    printed: Vec<String>,
    /// What is wrong with it. Whoever writes has mistakes all the time: they are no failure of the question.
    mistake: Option<Diagnostic>,
}

/// Tries a script.
pub(crate) fn try_on(asked: &Asked) -> Result<Tried, Failure> {
    let level = level_of(&asked.code)?;
    let script = Script::new("script", &asked.text);
    let said = script.and_then(|script| script.try_on(level.game, &level.grid));
    Ok(match said {
        Ok(Said { value, printed }) => {
            Tried { value: value.is_finite().then_some(value), printed, mistake: None }
        }
        Err(error) => Tried { value: None, printed: Vec::new(), mistake: Some(mistake(error)) },
    })
}

fn mistake(ScriptError { line, column, message }: ScriptError) -> Diagnostic {
    let mut mistake = Diagnostic::new("script", message);
    mistake.place = line.map(|line| Place { line, column: column.unwrap_or(1) });
    mistake
}

/// A puzzle as a script, with its levels.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Written {
    text: String,
}

/// A puzzle that was read.
#[derive(Serialize)]
pub(crate) struct PuzzleRow {
    title: &'static str,
    about: &'static str,
    /// Its levels, as far as they are shown.
    levels: Vec<BoardRow>,
    /// What is wrong with it. Whoever writes has mistakes all the time: they are no failure of the question.
    mistake: Option<Diagnostic>,
}

#[derive(Serialize)]
struct BoardRow {
    name: String,
    rows: usize,
    cols: usize,
    cells: Vec<CellRow>,
}

/// The levels of a puzzle that are shown.
const MOST_SHOWN: usize = 24;

/// Reads a puzzle. Its rules are not tried: that is for grading, which has limits.
pub(crate) fn puzzle(written: &Written) -> Result<PuzzleRow, Failure> {
    let nothing = |mistake| PuzzleRow { title: "", about: "", levels: Vec::new(), mistake };
    Ok(match Work::puzzle(&written.text) {
        Ok(Work::Puzzle(puzzle, boards)) => {
            let Identity { title, about, kinds, .. } = puzzle.head();
            let cell = |&code: &u16| {
                let kind = kinds.get(code);
                kind.map(|kind| CellRow::new(kind.look, kind.glyph.clone()))
            };
            let board = |(name, board): (String, Grid<u16>)| BoardRow {
                name,
                rows: board.size().rows(),
                cols: board.size().cols(),
                cells: board.cells().iter().filter_map(cell).collect(),
            };
            let levels = boards.into_iter().take(MOST_SHOWN).map(board).collect();
            PuzzleRow { title, about, levels, mistake: None }
        }
        Ok(_) => nothing(None),
        Err(error) => nothing(Some(mistake(error))),
    })
}

/// Which game is meant.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Which {
    game: String,
}

/// What scripts for a game are written with.
#[derive(Serialize)]
pub(crate) struct Words {
    words: Vec<WordRow>,
    examples: Vec<ExampleRow>,
}

#[derive(Serialize)]
struct WordRow {
    word: &'static str,
    about: &'static str,
}

#[derive(Serialize)]
struct ExampleRow {
    name: &'static str,
    about: &'static str,
    text: &'static str,
}

/// The words for a board of a game, and the scripts for it that come with the program.
pub(crate) fn words(which: &Which) -> Result<Words, Failure> {
    let game: &dyn Game = games::by_id(&which.game).ok_or_else(|| unknown_game(&which.game))?;
    let words = quadrille_script::words(game).into_iter();
    let is_own = |name: &str| name.split('-').next() == Some(game.id());
    let examples = EXAMPLES.iter().filter(|example| is_own(example.name));
    Ok(Words {
        words: words.map(|(word, about)| WordRow { word, about }).collect(),
        examples: examples
            .map(|one| ExampleRow { name: one.name, about: one.about(), text: one.text })
            .collect(),
    })
}
