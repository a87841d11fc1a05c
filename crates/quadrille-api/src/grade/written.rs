//! An assignment as it is written: a TOML file.

use std::ops::Range;
use std::time::Duration;

use quadrille::diagnostic::Diagnostic;
use quadrille::games::{self, Game};
use quadrille::levels::Level;
use quadrille_base::quantities;
use serde::Deserialize;
use toml::Spanned;

use super::assignment::{Assignment, Check, Given, Kind, What};
use super::form::CheckForm;

/// How long a submission may take when the assignment does not say.
const TIME: Duration = Duration::from_secs(25);

/// How much memory it may take when the assignment does not say.
pub const MEMORY: u64 = 1 << 30;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    title: String,
    #[serde(default)]
    about: String,
    kind: Kind,
    game: Option<Spanned<String>>,
    #[serde(default)]
    levels: Vec<String>,
    #[serde(default)]
    hidden: Vec<String>,
    time: Option<Spanned<String>>,
    memory: Option<Spanned<String>>,
    #[serde(default)]
    check: Vec<Spanned<CheckForm>>,
}

/// A file with levels that an assignment names.
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    /// Its name beside the assignment, or that of a pack.
    pub name: &'a str,
    /// Whether students do not see it. They may not have it.
    pub hidden: bool,
}

/// Reads an assignment. `load` gives the levels of a file with their names, and `None` for a hidden
/// one that is not there; `at` makes an error of a mistake in the text.
pub fn read<E>(
    text: &str,
    mut load: impl FnMut(File<'_>) -> Result<Option<Vec<(String, Level)>>, E>,
    at: impl Fn(Diagnostic) -> E,
) -> Result<Assignment, E> {
    let raw: Raw = toml::from_str(text).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        at(bad_assignment(span, error.message().to_string()))
    })?;
    let game = raw.game.as_ref().map(known_game).transpose().map_err(&at)?;
    let time = quantity(raw.time.as_ref(), TIME, quantities::duration).map_err(&at)?;
    let memory = quantity(raw.memory.as_ref(), MEMORY, quantities::size).map_err(&at)?;
    let mut levels = Vec::new();
    let mut missing = Vec::new();
    let shown = raw.levels.iter().map(|name| File { name, hidden: false });
    let hidden = raw.hidden.iter().map(|name| File { name, hidden: true });
    for file in shown.chain(hidden) {
        let Some(found) = load(file)? else {
            missing.push(file.name.to_string());
            continue;
        };
        let own = found.into_iter().filter(|(_, level)| game.is_none_or(|game| game == level.game));
        levels.extend(own.map(|(name, level)| Given { name, level, hidden: file.hidden }));
    }
    if raw.check.is_empty() {
        return Err(at(bad_assignment(0..0, "the assignment checks nothing")
            .with_help("write a [[check]] with its points")));
    }
    let checks = raw.check.iter().map(|check| {
        check.get_ref().read(raw.kind, game).map_err(|(message, help)| {
            let mistake = bad_assignment(check.span(), message);
            at(match help {
                Some(help) => mistake.with_help(help),
                None => mistake,
            })
        })
    });
    let checks: Vec<Check> = checks.collect::<Result<_, E>>()?;
    let assignment = Assignment {
        title: raw.title,
        about: raw.about,
        kind: raw.kind,
        game,
        levels,
        has_hidden: !raw.hidden.is_empty(),
        missing,
        time,
        memory,
        checks,
    };
    let spans = raw.check.iter().map(Spanned::span);
    check_levels(&assignment, spans).map_err(at)?;
    Ok(assignment)
}

fn bad_assignment(span: Range<usize>, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new("bad-assignment", message).at(span)
}

/// Every check names a level that is there, unless some hidden ones are not.
fn check_levels(
    assignment: &Assignment,
    spans: impl Iterator<Item = Range<usize>>,
) -> Result<(), Diagnostic> {
    for (check, span) in assignment.checks.iter().zip(spans) {
        if let What::Expansions { level, .. } = &check.what
            && assignment.level(level).is_none()
            && assignment.missing.is_empty()
        {
            let names: Vec<&str> =
                assignment.levels.iter().map(|given| given.name.as_str()).collect();
            let help = match names.as_slice() {
                [] => "name a file with levels: levels = [\"levels.txt\"]".to_string(),
                names => format!("there are {}", names.join(", ")),
            };
            return Err(
                bad_assignment(span, format!("there is no level '{level}'")).with_help(help)
            );
        }
    }
    Ok(())
}

fn quantity<T>(
    text: Option<&Spanned<String>>,
    usual: T,
    read: fn(&str) -> Result<T, String>,
) -> Result<T, Diagnostic> {
    text.map_or(Ok(usual), |text| {
        read(text.get_ref()).map_err(|error| bad_assignment(text.span(), error))
    })
}

fn known_game(id: &Spanned<String>) -> Result<&'static dyn Game, Diagnostic> {
    games::by_id(id.get_ref()).ok_or_else(|| {
        bad_assignment(id.span(), format!("there is no game '{}'", id.get_ref()))
            .with_help(format!("there are {}", games::Games::default().names()))
    })
}
