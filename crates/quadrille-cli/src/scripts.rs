//! Heuristics in files: what `@my.heuristic` stands for wherever a heuristic is named.

use std::fs;
use std::path::Path;

use quadrille::Method;
use quadrille::heuristics::{Custom, Expression};
use quadrille::registry::SpecError;
use quadrille_script::{EXAMPLES, Script, example};

/// What the help of commands says of scripts.
pub const SCRIPTS: &str = "\
A heuristic can be a script of your own, '@my.heuristic', also inside of a formula: 'max(@my.heuristic,relaxed)'. 'quadrille list scripts' \
shows those that come with the program and the words for a board; docs/scripts.md teaches it. A whole puzzle can be a script too, '@lights.puzzle': \
see docs/your-own-puzzle.md.";

/// The heuristic of a script in a file, or of one that comes with the program.
pub fn find(name: &str) -> Result<Custom, String> {
    find_in(Path::new(""), name)
}

/// The same, with files looked for from a folder.
pub fn find_in(folder: &Path, name: &str) -> Result<Custom, String> {
    let path = folder.join(name);
    let read = match fs::read(&path) {
        Ok(bytes) => String::from_utf8(bytes).map_err(|_| format!("{name} is no text"))?,
        Err(error) => match example(name) {
            Some(example) => example.text.to_string(),
            None if error.kind() == std::io::ErrorKind::NotFound => {
                let names = EXAMPLES.iter().map(|example| example.name);
                let near = quadrille::registry::nearest(name, names);
                let hint = match near.first() {
                    Some(near) => format!("did you mean @{near}?"),
                    None => "'quadrille list scripts' shows those that come with the program"
                        .to_string(),
                };
                return Err(format!("there is no file {}; {hint}", path.display()));
            }
            None => return Err(format!("{}: {error}", path.display())),
        },
    };
    let script = Script::new(name, &read).map_err(|error| format!("@{name}, {error}"))?;
    Ok(script.into_custom())
}

/// Reads a heuristic, scripts included.
pub fn expression(text: &str) -> Result<Expression, SpecError> {
    Expression::parse_with(text, find)
}

/// Reads a method, scripts included.
pub fn method(text: &str) -> Result<Method, SpecError> {
    text.parse::<Method>()?.with_customs(find)
}
