//! Reads an assignment from a TOML file.

use std::collections::HashMap;
use std::ops::Range;
use std::time::Duration;

use quadrille::diagnostic::Diagnostic;
use quadrille::games::{self, Game};
use quadrille::levels::{Level, format_names};
use quadrille_base::quantities;
use serde::Deserialize;
use toml::Spanned;

use super::assignment::{Assignment, Check, Given, Kind, Language};
use super::form::CheckForm;

/// The default time limit of a submission.
const TIME: Duration = Duration::from_secs(25);

/// The default format in which a solver reads a level.
const FORMAT: &str = "glyphs";

/// The default time limit of a solver for one level.
const EACH: Duration = Duration::from_secs(10);

/// The default memory limit of a solver.
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
    each: Option<Spanned<String>>,
    format: Option<Spanned<String>>,
    allow: Option<Spanned<Vec<Language>>>,
    memory: Option<Spanned<String>>,
    #[serde(default)]
    check: Vec<Spanned<CheckForm>>,
}

/// A file with levels that an assignment names.
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    /// A file beside the assignment, or a pack.
    pub name: &'a str,
    /// True if students do not see it. They may not have it.
    pub hidden: bool,
}

/// Parses an assignment. `load` returns the levels of a file with their names, or `None` for a
/// hidden file that is missing; `at` converts a diagnostic of the text to an error.
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
    let each = quantity(raw.each.as_ref(), EACH, quantities::duration).map_err(&at)?;
    let format = known_format(raw.format.as_ref(), game).map_err(&at)?;
    let allow = allowed(raw.allow.as_ref(), raw.kind).map_err(&at)?;
    let memory = quantity(raw.memory.as_ref(), MEMORY, quantities::size).map_err(&at)?;
    let mut levels = Vec::new();
    let mut missing = Vec::new();
    let shown = raw.levels.iter().map(|name| File { name, hidden: false });
    let hidden = raw.hidden.iter().map(|name| File { name, hidden: true });
    for file in shown.chain(hidden) {
        if file.hidden && raw.levels.iter().any(|name| name == file.name) {
            let message = format!("'{}' is listed both as levels and as hidden", file.name);
            return Err(at(
                bad_assignment(0..0, message).with_help("remove it from one of the two")
            ));
        }
        let Some(found) = load(file)? else {
            missing.push(file.name.to_string());
            continue;
        };
        let own = found.into_iter().filter(|(_, level)| game.is_none_or(|game| game == level.game));
        let hidden = file.hidden;
        let own = own.map(|(name, level)| (file.name, Given { name, level, hidden }));
        levels.extend(own);
    }
    let levels = qualified(levels);
    if raw.check.is_empty() {
        return Err(at(bad_assignment(0..0, "the assignment has no checks")
            .with_help("add a [[check]] with points")));
    }
    let mut checks: Vec<Check> = Vec::new();
    for check in &raw.check {
        let read = check.get_ref().read(raw.kind, game, &checks).map_err(|(message, help)| {
            let mistake = bad_assignment(check.span(), message);
            at(match help {
                Some(help) => mistake.with_help(help),
                None => mistake,
            })
        });
        checks.push(read?);
    }
    let assignment = Assignment {
        title: raw.title,
        about: raw.about,
        kind: raw.kind,
        game,
        levels,
        has_hidden: !raw.hidden.is_empty(),
        missing,
        time,
        each,
        format,
        memory,
        allow,
        checks,
    };
    let spans = raw.check.iter().map(Spanned::span);
    check_levels(&assignment, spans).map_err(at)?;
    Ok(assignment)
}

fn bad_assignment(span: Range<usize>, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new("bad-assignment", message).at(span)
}

/// Qualifies names that several levels share with their file: `hidden.txt:open-01`.
fn qualified(levels: Vec<(&str, Given)>) -> Vec<Given> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for (_, given) in &levels {
        *counts.entry(given.name.clone()).or_default() += 1;
    }
    let qualify = |(file, given): (&str, Given)| match counts.get(&given.name) {
        Some(2..) => Given { name: format!("{file}:{}", given.name), ..given },
        _ => given,
    };
    levels.into_iter().map(qualify).collect()
}

/// Checks that every check names exactly one level that is there, unless hidden files are missing.
fn check_levels(
    assignment: &Assignment,
    spans: impl Iterator<Item = Range<usize>>,
) -> Result<(), Diagnostic> {
    for (check, span) in assignment.checks.iter().zip(spans) {
        let Some(level) = check.what.level() else { continue };
        let end = format!(":{level}");
        let others = assignment.levels.iter().filter(|given| given.name.ends_with(&end));
        let others: Vec<&str> = others.map(|given| given.name.as_str()).collect();
        match assignment.levels.iter().filter(|given| given.name == level).count() {
            1 => {}
            0 if others.len() > 1 => {
                let message = format!("there are {} levels '{level}'", others.len());
                let help = format!("name one of {}", others.join(", "));
                return Err(bad_assignment(span, message).with_help(help));
            }
            0 if assignment.missing.is_empty() => {
                let names: Vec<&str> =
                    assignment.levels.iter().map(|given| given.name.as_str()).collect();
                let help = match names.as_slice() {
                    [] => "name a file with levels: levels = [\"levels.txt\"]".to_string(),
                    names => format!("the levels are {}", names.join(", ")),
                };
                let message = format!("unknown level '{level}'");
                return Err(bad_assignment(span, message).with_help(help));
            }
            0 => {}
            several => {
                let message = format!("{several} levels in one file are called '{level}'");
                return Err(bad_assignment(span, message).with_help("give each its own name"));
            }
        }
    }
    Ok(())
}

/// The format in which a solver gets a level.
fn known_format(
    written: Option<&Spanned<String>>,
    game: Option<&'static dyn Game>,
) -> Result<String, Diagnostic> {
    let Some(written) = written else { return Ok(FORMAT.to_string()) };
    let names = game.map(format_names).unwrap_or_default();
    match names.contains(&written.get_ref().as_str()) {
        true => Ok(written.get_ref().clone()),
        false => {
            let message = format!("unknown format '{}'", written.get_ref());
            let help = format!("the formats are {}", names.join(", "));
            Err(bad_assignment(written.span(), message).with_help(help))
        }
    }
}

/// The languages that an assignment allows; by default all of its kind.
fn allowed(
    written: Option<&Spanned<Vec<Language>>>,
    kind: Kind,
) -> Result<Vec<Language>, Diagnostic> {
    let all = Language::all_for(kind);
    let Some(written) = written else { return Ok(all.to_vec()) };
    match written.get_ref().iter().find(|language| !all.contains(language)) {
        None if !written.get_ref().is_empty() => Ok(written.get_ref().clone()),
        unfit => {
            let names: Vec<&str> = all.iter().map(|language| language.name()).collect();
            let message = match unfit {
                Some(unfit) => {
                    format!("'{}' does not fit the kind of the assignment", unfit.name())
                }
                None => "the assignment allows no language".to_string(),
            };
            let help = format!("it can allow {}", names.join(", "));
            Err(bad_assignment(written.span(), message).with_help(help))
        }
    }
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
        bad_assignment(id.span(), format!("unknown game '{}'", id.get_ref()))
            .with_help(format!("the games are {}", games::Games::default().names()))
    })
}
