//! Puzzles in files: loads `my.puzzle` or a PuzzleScript game wherever a game or levels are named.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;

use quadrille::diagnostic::{Diagnostic, Place};
use quadrille::games::{Game, Games};
use quadrille_puzzlescript::{Weight, is_source};
use quadrille_script::{Example, PUZZLES, PuzzleScript, levels_part};

use crate::errors::Fault;
use crate::input::{LONGEST, PACK_SIGN, Source};

const SUFFIXES: [&str; 2] = [".puzzle", ".puzzlescript"];

#[derive(Clone, Debug)]
pub struct Loaded {
    pub game: &'static dyn Game,
    /// Its levels, at their places in the file.
    pub levels: String,
}

/// The puzzles loaded so far, and the games that texts can name.
#[derive(Debug, Default)]
pub struct Puzzles {
    games: Games,
    loaded: Vec<(String, Loaded)>,
}

/// True if this is the name of a puzzle. A PuzzleScript game may have any other name, too.
pub fn is_name(name: &str) -> bool {
    SUFFIXES.iter().any(|suffix| name.ends_with(suffix))
}

impl Puzzles {
    /// The built-in games and the loaded puzzles.
    pub fn games(&self) -> &Games {
        &self.games
    }

    /// The names of the loaded puzzles, so that another process can load them, too.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.loaded.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the puzzle of a file, or one that ships with the program, and loads it at the first
    /// call. `None` if there is no such file.
    pub fn find(&mut self, name: &str) -> Option<Result<Loaded, Fault>> {
        // The sign is optional.
        let bare = name.strip_prefix(PACK_SIGN).unwrap_or(name);
        let key = if shipped(name).is_some() { name } else { bare };
        if let Some((_, loaded)) = self.loaded.iter().find(|loaded| loaded.0 == key) {
            return Some(Ok(loaded.clone()));
        }
        let text = match text(name)? {
            Ok(text) => text,
            Err(fault) => return Some(Err(fault)),
        };
        if is_source(&text) || name.ends_with(SUFFIXES[1]) {
            return Some(self.puzzlescript(name, text));
        }
        let read = PuzzleScript::new(&text).and_then(|puzzle| puzzle.add_to(&mut self.games));
        let loaded = match read {
            Ok(game) => Loaded { game, levels: levels_part(&text) },
            Err(error) => return Some(Err(fault(name, text, &error))),
        };
        self.loaded.push((key.to_string(), loaded.clone()));
        Some(Ok(loaded))
    }

    /// Reads the source of a PuzzleScript game. Its errors are reported; a game with errors is
    /// played as far as possible, as in the original.
    pub fn puzzlescript(&mut self, name: &str, text: String) -> Result<Loaded, Fault> {
        if let Some((_, loaded)) = self.loaded.iter().find(|loaded| loaded.0 == name) {
            return Ok(loaded.clone());
        }
        let read = quadrille_puzzlescript::Source::read(&text);
        let source = Source::new(name, text);
        let mut first = None;
        for found in &read.faults {
            let fault = Fault::from_diagnostic(&source, &found.diagnostic(&source.text));
            match (found.weight(), read.game) {
                (Weight::Error, None) if first.is_none() => first = Some(fault),
                (Weight::Error, None) => fault.report(),
                _ => fault.warn(),
            }
        }
        let Some(game) = read.game else {
            let full = || Fault::new("too many games are loaded; restart the program");
            return Err(first.unwrap_or_else(|| full().of_file(name)));
        };
        for (number, why) in &read.left_out {
            Fault::new(format!("level {number} is left out: {why}"))
                .of_file(name)
                .help(format!("'quadrille puzzlescript solve {name} -l {number}' can solve it"))
                .warn();
        }
        let game: &'static dyn Game = game;
        let known = self.games.by_id(game.id());
        if !known.is_some_and(|known| std::ptr::eq(known.kinds(), game.kinds())) {
            let taken = |why| Fault::new(why).of_file(name).help("change the title of the game");
            self.games.add(game).map_err(taken)?;
        }
        let loaded = Loaded { game, levels: read.text() };
        self.loaded.push((name.to_string(), loaded.clone()));
        Ok(loaded)
    }

    /// Returns the game of a puzzle, which must exist.
    pub fn game(&mut self, name: &str) -> Result<&'static dyn Game, Fault> {
        match self.find(name) {
            Some(found) => found.map(|puzzle| puzzle.game),
            None => Err(Fault::new("there is no such puzzle file").of_file(name)),
        }
    }
}

/// Returns the puzzle with this name that ships with the program.
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
    let not_text = || Fault::new("this file is not UTF-8 text").of_file(name);
    Some(String::from_utf8(bytes).map_err(|_| not_text()))
}

/// An error in a script, shown at its place.
fn fault(name: &str, text: String, error: &Diagnostic) -> Fault {
    let Some(Place { line, column }) = error.place else {
        return Fault::new(error.message()).of_file(name);
    };
    let starts = text.split_inclusive('\n').map(str::len).take(line - 1);
    let start: usize = starts.sum();
    let of_line = text[start..].split('\n').next().unwrap_or_default();
    let mut columns = of_line.char_indices().map(|(offset, _)| offset);
    let offset = columns.nth(column.saturating_sub(1)).unwrap_or(of_line.len());
    let at = start + offset;
    let mistake = error.clone().at(at..at);
    Fault::from_diagnostic(&Source::new(name, text), &mistake)
}
