//! Scripts sent with a request, and the list of words for writing scripts.

use std::collections::BTreeMap;

use quadrille::Method;
use quadrille::definition::Identity;
use quadrille::diagnostic::Diagnostic;
use quadrille::games::Games;
use quadrille::grid::Grid;
use quadrille::heuristics::{Custom, Expression};
use quadrille::search::Control;
use quadrille_script::{EXAMPLES, Evaluation, Script, example, in_script, within};
use serde::{Deserialize, Serialize};

use crate::board::game_of;
use crate::failure::Failure;
use crate::grade::Work;
use crate::level::level_of;
use crate::position::Cell;

/// Scripts by name, without the `@`. A name that is not in the request refers to a script that
/// comes with the program.
#[derive(Deserialize, Clone, Default, Debug)]
#[serde(transparent)]
pub(crate) struct Scripts(BTreeMap<String, String>);

impl Scripts {
    fn find(&self, games: &Games, name: &str) -> Result<Custom, Diagnostic> {
        let text = self.0.get(name).map(String::as_str).or_else(|| Some(example(name)?.text));
        let text = text.ok_or_else(|| Diagnostic::from(format!("unknown script @{name}")))?;
        let script = Script::with_games(games, name, text);
        Ok(script.map_err(|error| in_script(name, &error))?.into_custom())
    }

    pub(crate) fn expression(&self, games: &Games, text: &str) -> Result<Expression, Diagnostic> {
        Expression::parse_with(text, |name| self.find(games, name))
    }

    pub(crate) fn method(&self, games: &Games, text: &str) -> Result<Method, Diagnostic> {
        text.parse::<Method>()?.with_customs(|name| self.find(games, name))
    }
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScriptRequest {
    code: String,
    text: String,
}

#[derive(Serialize)]
pub(crate) struct Trial {
    /// The estimate; `null` where the script reports a dead end or has a mistake.
    value: Option<f64>,
    printed: Vec<String>,
    /// The error in the script. Not a failed request: an unfinished text often has one.
    mistake: Option<Diagnostic>,
}

/// Tries a script on a position.
pub(crate) fn script(
    request: &ScriptRequest,
    games: &Games,
    control: &Control,
) -> Result<Trial, Failure> {
    let level = level_of(games, &request.code)?;
    let script = Script::with_games(games, "script", &request.text);
    let estimate = script
        .and_then(|script| within(&control.deadline(), || script.try_on(level.game, &level.grid)));
    Ok(match estimate {
        Ok(Evaluation { value, printed }) => {
            Trial { value: value.is_finite().then_some(value), printed, mistake: None }
        }
        Err(error) => Trial { value: None, printed: Vec::new(), mistake: Some(error) },
    })
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleRequest {
    text: String,
}

#[derive(Serialize)]
pub(crate) struct Puzzle {
    title: &'static str,
    about: &'static str,
    levels: Vec<PuzzleLevel>,
    /// The error in the script. Not a failed request: an unfinished text often has one.
    mistake: Option<Diagnostic>,
}

#[derive(Serialize)]
struct PuzzleLevel {
    name: String,
    rows: usize,
    cols: usize,
    cells: Vec<Cell>,
}

/// The most levels of a puzzle in a response.
const MAX_LEVELS: usize = 24;

/// Reads a puzzle. Its rules are not tried: grading does that, with limits.
pub(crate) fn puzzle(
    request: &PuzzleRequest,
    _: &Games,
    control: &Control,
) -> Result<Puzzle, Failure> {
    let nothing = |mistake| Puzzle { title: "", about: "", levels: Vec::new(), mistake };
    Ok(match within(&control.deadline(), || Work::puzzle(&request.text)) {
        Ok(Work::Puzzle(puzzle, boards)) => {
            let Identity { title, about, kinds, .. } = puzzle.head();
            let cell = |&code: &u16| {
                let kind = kinds.get(code);
                kind.map(|kind| Cell { look: kind.look, glyph: kind.glyph.clone() })
            };
            let level = |(name, board): (String, Grid<u16>)| PuzzleLevel {
                name,
                rows: board.size().rows(),
                cols: board.size().cols(),
                cells: board.cells().iter().filter_map(cell).collect(),
            };
            let levels = boards.into_iter().take(MAX_LEVELS).map(level).collect();
            Puzzle { title, about, levels, mistake: None }
        }
        Ok(_) => nothing(None),
        Err(error) => nothing(Some(error)),
    })
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct WordsRequest {
    game: String,
}

#[derive(Serialize)]
pub(crate) struct Words {
    words: Vec<Word>,
    examples: Vec<ExampleScript>,
}

#[derive(Serialize)]
struct Word {
    word: &'static str,
    about: &'static str,
}

#[derive(Serialize)]
struct ExampleScript {
    name: &'static str,
    about: &'static str,
    text: &'static str,
}

/// The words for a board of a game, and the scripts for it that come with the program.
pub(crate) fn words(request: &WordsRequest, games: &Games) -> Result<Words, Failure> {
    let game = game_of(games, &request.game)?;
    let words = quadrille_script::words(game).into_iter();
    let is_own = |name: &str| name.split('-').next() == Some(game.id());
    let examples = EXAMPLES.iter().filter(|example| is_own(example.name));
    Ok(Words {
        words: words.map(|(word, about)| Word { word, about }).collect(),
        examples: examples
            .map(|one| ExampleScript { name: one.name, about: one.about(), text: one.text })
            .collect(),
    })
}
