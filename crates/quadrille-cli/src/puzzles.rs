//! Puzzles in files: what `my.puzzle` stands for wherever a game or levels are named.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::sync::{Mutex, PoisonError};

use quadrille::games::Game;
use quadrille::levels::Diagnostic;
use quadrille_script::{Example, PUZZLES, PuzzleScript, ScriptError, levels_part};

use crate::errors::Fault;
use crate::input::{LONGEST, PACK_SIGN, Source};

/// What the name of a file with a puzzle ends with.
const SUFFIX: &str = ".puzzle";

/// The command whose submissions may be puzzles.
const GRADE: &str = "grade";

/// A puzzle that was read.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Its game.
    pub game: &'static dyn Game,
    /// Its levels, at the places that they have in the file.
    pub levels: String,
}

static LOADED: Mutex<Vec<(String, Loaded)>> = Mutex::new(Vec::new());

/// Whether this is the name of a puzzle.
pub fn is_name(name: &str) -> bool {
    name.ends_with(SUFFIX)
}

/// The puzzle with this name, read when it is first asked for: a file, or one that comes with the program. `None` when there is no such file.
pub fn find(name: &str) -> Option<Result<Loaded, Fault>> {
    // With or without the sign it is the same file.
    let bare = name.strip_prefix(PACK_SIGN).unwrap_or(name);
    let key = if shipped(name).is_some() { name } else { bare };
    let is_there = |loaded: &&(String, Loaded)| loaded.0 == key;
    let mut all = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, loaded)) = all.iter().find(is_there) {
        return Some(Ok(loaded.clone()));
    }
    let text = match text(name)? {
        Ok(text) => text,
        Err(fault) => return Some(Err(fault)),
    };
    let levels = levels_part(&text);
    let read = PuzzleScript::new(&text).and_then(PuzzleScript::register);
    let loaded = match read {
        Ok(game) => Loaded { game, levels },
        Err(error) => return Some(Err(fault(name, text, &error))),
    };
    all.push((key.to_string(), loaded.clone()));
    Some(Ok(loaded))
}

/// Reads every puzzle that the arguments of the program name, so that their games are known when the arguments are read.
pub fn load_named(arguments: impl Iterator<Item = OsString>) -> Result<(), Fault> {
    let mut arguments = arguments.peekable();
    // What is graded may be bad, and is read apart.
    if arguments.peek().is_some_and(|command| command == GRADE) {
        return Ok(());
    }
    for argument in arguments {
        let Some(text) = argument.to_str() else { continue };
        let name = match text.split_once('=') {
            Some((option, value)) if option.starts_with('-') => value,
            _ => text,
        };
        if is_name(name) {
            find(name).transpose()?;
        }
    }
    Ok(())
}

/// The puzzle that comes with the program.
fn shipped(name: &str) -> Option<&'static Example> {
    let bare = name.strip_prefix(PACK_SIGN)?;
    PUZZLES.iter().find(|puzzle| puzzle.name == bare)
}

fn text(name: &str) -> Option<Result<String, Fault>> {
    if let Some(puzzle) = shipped(name) {
        return Some(Ok(puzzle.text.to_string()));
    }
    let bare = name.strip_prefix(PACK_SIGN).unwrap_or(name);
    let file = File::open(OsStr::new(bare)).ok()?;
    let mut bytes = Vec::new();
    if let Err(error) = file.take(LONGEST).read_to_end(&mut bytes) {
        return Some(Err(Fault::new(error.to_string()).of_file(name)));
    }
    let no_text = || Fault::new("this is no text in UTF-8").of_file(name);
    Some(String::from_utf8(bytes).map_err(|_| no_text()))
}

/// A mistake in a script, shown at its place.
fn fault(name: &str, text: String, error: &ScriptError) -> Fault {
    let Some(line) = error.line else {
        return Fault::new(error.message.clone()).of_file(name);
    };
    let starts = text.split_inclusive('\n').map(str::len).take(line - 1);
    let start: usize = starts.sum();
    let of_line = text[start..].split('\n').next().unwrap_or_default();
    let mut columns = of_line.char_indices().map(|(offset, _)| offset);
    let offset = columns.nth(error.column.unwrap_or(1).saturating_sub(1)).unwrap_or(of_line.len());
    let at = start + offset;
    let mistake = Diagnostic::new(at..at, error.message.clone());
    Fault::from_diagnostic(&Source::new(name, text), &mistake)
}
