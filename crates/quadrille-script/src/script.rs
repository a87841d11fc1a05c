//! A script: parsed, checked, and used as a heuristic.

use std::fmt;
use std::sync::{Arc, LazyLock};

use quadrille::diagnostic::{Diagnostic, Place};
use quadrille::games::{Game, Games};
use quadrille::grid::Grid;
use quadrille::heuristics::{Custom, EstimateFn};
use quadrille_base::hash::fnv1a;
use rhai::{AST, CallFnOptions, Dynamic, Engine, EvalAltResult, ParseError, Position, Scope};

use crate::board::{LevelFacts, ScriptBoard};
use crate::budget::{one_call, within};
use crate::engine::{capture_output, engine};
use crate::lists;
use crate::message;
use crate::puzzle::parted;

/// The function that every heuristic has.
const FUNCTION: &str = "estimate";

pub(crate) const MOST_BYTES: usize = 256 * 1024;

/// The word in a comment that ties a script to a game, as in `// game: zhed`.
const GAME: &str = "game:";

/// A script that was parsed without errors.
#[derive(Clone)]
pub struct Script {
    name: String,
    tree: Arc<AST>,
    game: Option<String>,
    games: Games,
    fingerprint: u64,
}

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Script").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The result of a script for one board.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    pub value: f64,
    /// The lines that it printed, up to a limit.
    pub printed: Vec<String>,
}

/// A mistake in the script with this name, with its place in the message.
pub fn in_script(name: &str, mistake: &Diagnostic) -> Diagnostic {
    message::in_script(name, located(mistake))
}

/// A mistake with its line and column in the message.
pub fn located(mistake: &Diagnostic) -> Diagnostic {
    match mistake.place {
        None => mistake.clone(),
        Some(Place { line, column }) => message::at_column(line, column, mistake.clone()),
    }
}

/// The mistake at a position of the script.
fn at(position: Position, mistake: Diagnostic) -> Diagnostic {
    let column = position.position().unwrap_or(1);
    mistake.at_place(position.line().map(|line| Place { line, column }))
}

pub(crate) fn syntax_error(error: &ParseError) -> Diagnostic {
    at(error.position(), message::script_message(error.err_type().to_string()))
}

/// The error of a call, at its innermost position.
pub(crate) fn runtime_error(error: &EvalAltResult) -> Diagnostic {
    at(innermost(error), of_call(error))
}

fn of_call(error: &EvalAltResult) -> Diagnostic {
    match error {
        EvalAltResult::ErrorTooManyOperations(_) => message::endless_script(),
        // In a browser, which cannot wait for the board to be free, the worker reports it
        // (`site/browser.js`).
        EvalAltResult::ErrorDataRace(..) => message::board_in_use(),
        EvalAltResult::ErrorTerminated(why, _) => message::script_message(why.to_string()),
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => of_call(inner),
        EvalAltResult::ErrorRuntime(value, _) => message::script_message(value.to_string()),
        other => {
            let text = other.to_string();
            // It ends with its position, "(line 1, position 2)".
            let end = text.rfind(" (line ").unwrap_or(text.len());
            message::script_message(&text[..end])
        }
    }
}

fn innermost(error: &EvalAltResult) -> Position {
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, position) => {
            let inner = innermost(inner);
            if inner.is_none() { *position } else { inner }
        }
        other => other.position(),
    }
}

pub(crate) static ENGINE: LazyLock<Engine> = LazyLock::new(engine);

impl Script {
    /// Reads a script for the built-in games. The heuristic has this name.
    pub fn new(name: impl Into<String>, text: &str) -> Result<Script, Diagnostic> {
        Script::with_games(&Games::default(), name, text)
    }

    /// Reads a script for these games.
    pub fn with_games(
        games: &Games,
        name: impl Into<String>,
        text: &str,
    ) -> Result<Script, Diagnostic> {
        if text.len() > MOST_BYTES {
            return Err(message::long_script(MOST_BYTES));
        }
        let game = game_of(games, text)?;
        // The file of a puzzle may have an estimate too.
        let tree = ENGINE.compile(parted(text).0).map_err(|error| syntax_error(&error))?;
        let is_it = |function: rhai::ScriptFnMetadata<'_>| {
            function.name == FUNCTION && function.params.len() == 1
        };
        if !tree.iter_functions().any(is_it) {
            return Err(message::no_estimate_function(FUNCTION));
        }
        let fingerprint = fnv1a(text.as_bytes());
        let (name, games) = (name.into(), games.clone());
        Ok(Script { name, tree: Arc::new(tree), game, games, fingerprint })
    }

    /// The game that the script names, as in `// game: zhed`.
    pub fn game(&self) -> Option<&str> {
        self.game.as_deref()
    }

    #[must_use]
    pub fn for_game(self, game: &dyn Game) -> Script {
        Script { game: Some(game.id().to_string()), ..self }
    }

    /// Estimates one board, for the author of the script: returns the value with the printed lines,
    /// or a mistake with its position.
    pub fn try_on(&self, game: &dyn Game, board: &Grid<u16>) -> Result<Evaluation, Diagnostic> {
        if let Some(own) = self.game().filter(|&own| own != game.id()) {
            return Err(message::script_of_game(own, game.id()));
        }
        let level = LevelFacts::of_game(game, board);
        let (value, printed) = capture_output(|| value(&self.tree, &level, board));
        let value = value?;
        if value.is_nan() || value == f64::NEG_INFINITY {
            return Err(message::not_an_estimate(value.to_string()));
        }
        Ok(Evaluation { value, printed })
    }

    pub fn into_custom(self) -> Custom {
        let Script { name, tree, game, games, fingerprint } = self;
        Custom::new(name, fingerprint, move |id, start: &Grid<u16>| -> Result<EstimateFn, String> {
            if let Some(game) = game.as_deref().filter(|&game| game != id) {
                return Err(format!("the script is for {game}, and the level is of {id}"));
            }
            let game = games.by_id(id);
            let game = game.ok_or_else(|| format!("the script does not know the game {id}"))?;
            let (level, tree) = (LevelFacts::of_game(game, start), Arc::clone(&tree));
            Ok(Box::new(move |board, deadline| within(deadline, || estimate(&tree, &level, board))))
        })
    }
}

fn estimate(tree: &AST, level: &Arc<LevelFacts>, board: &Grid<u16>) -> Result<f64, String> {
    value(tree, level, board).map_err(|error| located(&error).message())
}

fn value(tree: &AST, level: &Arc<LevelFacts>, board: &Grid<u16>) -> Result<f64, Diagnostic> {
    let board = ScriptBoard::new(level, board.clone());
    let options = CallFnOptions::new().eval_ast(false);
    let scope = &mut Scope::new();
    let given = one_call(|| {
        ENGINE.call_fn_with_options::<Dynamic>(options, scope, tree, FUNCTION, (board,))
    });
    let given = given.map_err(|error| runtime_error(&error))?;
    match (given.as_float(), given.as_int()) {
        (Ok(number), _) => Ok(number),
        (_, Ok(number)) => Ok(number as f64),
        _ => Err(message::wrong_value(FUNCTION, kind(&given), "a number")),
    }
}

pub(crate) fn kind(value: &Dynamic) -> String {
    match value.type_name() {
        "()" => "nothing".to_string(),
        name => format!("a value of type {name}"),
    }
}

fn game_of(games: &Games, text: &str) -> Result<Option<String>, Diagnostic> {
    for (line, number) in text.lines().zip(1..) {
        let Some(comment) = line.trim().strip_prefix("//") else {
            if line.trim().is_empty() {
                continue;
            }
            break;
        };
        if let Some(game) = comment.trim().strip_prefix(GAME).map(str::trim) {
            if games.by_id(game).is_none() {
                let mistake = message::unknown_script_game(game, games.names());
                return Err(mistake.at_place(Some(Place { line: number, column: 1 })));
            }
            return Ok(Some(game.to_string()));
        }
    }
    Ok(None)
}

/// The names that a script may use on a board of a game, with descriptions, for help and
/// completion.
pub fn words(game: &dyn Game) -> Vec<(&'static str, &'static str)> {
    let lists = lists::of_game(game.id()).iter().map(|list| (list.name, list.about));
    let counts = game.features().iter().map(|feature| (feature.name, feature.about));
    let common = crate::engine::COMMON.iter().chain(crate::engine::HELPERS).copied();
    lists.chain(counts).chain(common).collect()
}
