//! Heuristics in files: resolves `@my.heuristic` wherever a heuristic is named.

use std::fs;
use std::path::Path;

use quadrille::Method;
use quadrille::diagnostic::Diagnostic;
use quadrille::games::{Game, Games};
use quadrille::heuristics::{Custom, Expression};
use quadrille_script::{EXAMPLES, PuzzleScript, Script, example, in_script};

use crate::puzzles;

/// The help text about scripts.
pub const SCRIPTS: &str = "\
A heuristic can be your own script, '@my.heuristic', also in a formula: 'max(@my.heuristic,relaxed)'. 'quadrille list scripts' \
shows those that ship with the program and the words for a board; docs/scripts.md is the guide. A puzzle can be a script, too, such as '@lights.puzzle': \
see docs/your-own-puzzle.md.";

/// Returns the heuristic of a script for levels of a game. The script is in a file, or ships with
/// the program.
fn find(name: &str, game: &'static dyn Game) -> Result<Custom, Diagnostic> {
    find_in(Path::new(""), name, &Games::default().with(game)).and_then(|script| {
        match script.game().filter(|&own| own != game.id()) {
            Some(own) => Err(format!("@{name} is for {own}, not for {}", game.id()).into()),
            None => Ok(script.into_custom()),
        }
    })
}

/// Reads a script from a file in a folder, or one that ships with the program. `games` are those
/// that it may be for.
pub fn find_in(folder: &Path, name: &str, games: &Games) -> Result<Script, Diagnostic> {
    let path = folder.join(name);
    let read = match fs::read(&path) {
        Ok(bytes) => String::from_utf8(bytes).map_err(|_| format!("{name} is not a text file"))?,
        Err(error) => match example(name) {
            Some(example) => example.text.to_string(),
            None if error.kind() == std::io::ErrorKind::NotFound => {
                let names = EXAMPLES.iter().map(|example| example.name);
                let near = quadrille::registry::nearest(name, names);
                let hint = match near.first() {
                    Some(near) => format!("did you mean @{near}?"),
                    None => "'quadrille list scripts' shows those that ship with the program"
                        .to_string(),
                };
                return Err(format!("there is no file {}; {hint}", path.display()).into());
            }
            None => return Err(format!("{}: {error}", path.display()).into()),
        },
    };
    let mistake = |error| in_script(name, &error);
    let script = Script::with_games(games, name, &read).map_err(mistake)?;
    if puzzles::is_name(name) {
        let puzzle = PuzzleScript::new(&read).map_err(mistake)?;
        return Ok(script.for_game(&puzzle));
    }
    Ok(script)
}

/// Parses a heuristic for levels of a game, with its scripts.
pub fn expression(text: &str, game: &'static dyn Game) -> Result<Expression, Diagnostic> {
    with_scripts(text.parse()?, game)
}

/// Reads the scripts of a heuristic, for levels of a game.
pub fn with_scripts(
    heuristic: Expression,
    game: &'static dyn Game,
) -> Result<Expression, Diagnostic> {
    heuristic.resolve(|name| find(name, game))
}

/// Reads the scripts of a method, and fills in the game's default heuristic.
pub fn resolved(method: &Method, game: &'static dyn Game) -> Result<Method, Diagnostic> {
    game.resolve(&method.clone().with_customs(|name| find(name, game))?)
}
