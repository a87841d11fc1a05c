//! An assignment as it is written: a TOML file.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use quadrille::games::{self, Game};
use quadrille::levels::{Diagnostic, Level};
use quadrille::registry::{Algorithm, game_ids};
use serde::Deserialize;
use toml::Spanned;

use crate::args::Selection;
use crate::errors::Fault;
use crate::input::{self, PACK_SIGN, Source};
use crate::quantities;

/// How long a submission may take, and how much memory, when the assignment does not say.
const TIME: Duration = Duration::from_secs(25);
const MEMORY: u64 = 1 << 30;

/// What students hand in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A heuristic: a script, or a Python file.
    Heuristic,
    /// Levels in any format.
    Levels,
    /// A puzzle as a script.
    Puzzle,
}

/// What is checked, and what it is worth.
#[derive(Clone, Debug)]
pub struct Check {
    /// What it is called.
    pub name: String,
    /// Its points.
    pub points: f64,
    /// What is checked.
    pub what: What,
}

/// Something that can be checked.
#[derive(Clone, Debug)]
pub enum What {
    /// A heuristic is admissible, or consistent, on all levels and on so many small random ones.
    Holds { property: quadrille::claims::Property, random: u64, positions: usize },
    /// A search with the heuristic solves a level within so many expansions.
    Expansions { level: String, algorithm: Algorithm, most: u64 },
    /// No plan that a search with the heuristic finds is longer than the shortest by more than this.
    Longer { algorithm: Algorithm, by: u32 },
    /// At least so many levels have a shortest plan of so many moves, and only one if that is asked for.
    Levels { count: usize, moves: RangeInclusive<u32>, unique: bool },
    /// A puzzle has as many positions, and as many solved ones, at each depth as a game, on all levels.
    Like { game: &'static dyn Game, positions: usize },
}

/// An assignment.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// Its name.
    pub title: String,
    /// What is handed in.
    pub kind: Kind,
    /// The game that it is about.
    pub game: Option<&'static dyn Game>,
    /// The levels that students see, then those that they do not, each with its name.
    pub levels: Vec<(String, Level, bool)>,
    /// Files with hidden levels that are not there: students do not have them.
    pub missing: Vec<String>,
    /// How long a submission may take.
    pub time: Duration,
    /// How much memory it may take, with all that it starts.
    pub memory: u64,
    /// The checks in their order.
    pub checks: Vec<Check>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    title: String,
    #[serde(default)]
    #[allow(dead_code, reason = "for people who read the file")]
    about: String,
    kind: Kind,
    game: Option<Spanned<String>>,
    #[serde(default)]
    levels: Vec<Spanned<String>>,
    #[serde(default)]
    hidden: Vec<Spanned<String>>,
    time: Option<Spanned<String>>,
    memory: Option<Spanned<String>>,
    #[serde(default)]
    check: Vec<Spanned<RawCheck>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCheck {
    name: Option<String>,
    points: f64,
    holds: Option<String>,
    random: Option<u64>,
    positions: Option<u64>,
    level: Option<String>,
    algorithm: Option<String>,
    expansions: Option<u64>,
    longer: Option<u32>,
    count: Option<usize>,
    moves: Option<String>,
    #[serde(default)]
    unique: bool,
    like: Option<String>,
}

impl Assignment {
    /// Reads an assignment with its levels.
    pub fn read(path: &Path) -> Result<Assignment, Fault> {
        let source =
            input::read_text(path.as_os_str()).map_err(|(name, fault)| fault.of_file(&name))?;
        let at = |mistake: Diagnostic| Fault::from_diagnostic(&source, &mistake);
        let raw: Raw = toml::from_str(&source.text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            at(Diagnostic::new(span, error.message().to_string()))
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let game = raw.game.as_ref().map(|id| known_game(id).map_err(at)).transpose()?;
        let time = match &raw.time {
            Some(time) => quantities::duration(time.get_ref())
                .map_err(|error| at(Diagnostic::new(time.span(), error)))?,
            None => TIME,
        };
        let memory = match &raw.memory {
            Some(size) => quantities::size(size.get_ref())
                .map_err(|error| at(Diagnostic::new(size.span(), error)))?,
            None => MEMORY,
        };
        let mut levels = Vec::new();
        let mut missing = Vec::new();
        for (file, hidden) in
            raw.levels.iter().map(|f| (f, false)).chain(raw.hidden.iter().map(|f| (f, true)))
        {
            let place = beside(folder, file.get_ref());
            if hidden && !place.exists() && !file.get_ref().starts_with(PACK_SIGN) {
                missing.push(file.get_ref().clone());
                continue;
            }
            load(&place, game, hidden, &mut levels)?;
        }
        if raw.check.is_empty() {
            return Err(at(Diagnostic::new(0..0, "the assignment checks nothing")
                .help("write a [[check]] with its points")));
        }
        let checks = raw.check.iter().map(|check| read_check(check, &raw, game).map_err(at));
        let checks: Vec<Check> = checks.collect::<Result<_, _>>()?;
        let assignment = Assignment {
            title: raw.title,
            kind: raw.kind,
            game,
            levels,
            missing,
            time,
            memory,
            checks,
        };
        assignment.check_levels(&source)?;
        Ok(assignment)
    }

    /// Every check names a level that is there, unless some hidden ones are not.
    fn check_levels(&self, source: &Source) -> Result<(), Fault> {
        for check in &self.checks {
            if let What::Expansions { level, .. } = &check.what
                && self.level(level).is_none()
                && self.missing.is_empty()
            {
                let names: Vec<&str> = self.levels.iter().map(|(name, ..)| name.as_str()).collect();
                return Err(Fault::new(format!("there is no level '{level}'"))
                    .of_file(&source.name)
                    .help(format!("there are {}", names.join(", "))));
            }
        }
        Ok(())
    }

    /// The level with this name, and whether it is hidden.
    pub fn level(&self, name: &str) -> Option<(&Level, bool)> {
        let found = self.levels.iter().find(|(other, ..)| other == name);
        found.map(|(_, level, hidden)| (level, *hidden))
    }

    /// All checks with their points, and whether they are hidden.
    pub fn outline(&self) -> Vec<(String, f64, bool)> {
        let of = |check: &Check| (check.name.clone(), self.worth(check), self.is_hidden(check));
        self.checks.iter().map(of).collect()
    }

    /// The points of a check: none where it is about a hidden level that is not here.
    pub fn worth(&self, check: &Check) -> f64 {
        match &check.what {
            What::Expansions { level, .. } if self.level(level).is_none() => 0.0,
            _ => check.points,
        }
    }

    /// Whether a check is about a hidden level.
    pub fn is_hidden(&self, check: &Check) -> bool {
        match &check.what {
            What::Expansions { level, .. } => self.level(level).is_none_or(|(_, hidden)| hidden),
            _ => false,
        }
    }
}

fn beside(folder: &Path, file: &str) -> PathBuf {
    if file.starts_with(PACK_SIGN) { PathBuf::from(file) } else { folder.join(file) }
}

fn known_game(id: &Spanned<String>) -> Result<&'static dyn Game, Diagnostic> {
    games::by_id(id.get_ref()).ok_or_else(|| {
        Diagnostic::new(id.span(), format!("there is no game '{}'", id.get_ref()))
            .help(format!("there are {}", game_ids()))
    })
}

fn load(
    file: &Path,
    game: Option<&'static dyn Game>,
    hidden: bool,
    levels: &mut Vec<(String, Level, bool)>,
) -> Result<(), Fault> {
    let everything = Selection { game: None, levels: Vec::new() };
    for item in input::load(&[OsString::from(file)], &everything) {
        if let Some(fault) = item.first_fault() {
            return Err(fault);
        }
        let Ok(level) = item.level else { continue };
        if game.is_none_or(|game| game == level.game) {
            levels.push((item.label.unwrap_or(item.title), level, hidden));
        }
    }
    Ok(())
}

/// Reads `8..12`, `8..`, `..12` or `8`.
fn range(text: &str) -> Option<RangeInclusive<u32>> {
    let Some((low, high)) = text.split_once("..") else {
        let number = text.trim().parse().ok()?;
        return Some(number..=number);
    };
    let side = |text: &str, none: u32| match text.trim() {
        "" => Some(none),
        text => text.parse().ok(),
    };
    Some(side(low, 1)?..=side(high, u32::MAX)?)
}

fn read_check(
    check: &Spanned<RawCheck>,
    assignment: &Raw,
    game: Option<&'static dyn Game>,
) -> Result<Check, Diagnostic> {
    let raw = check.get_ref();
    let wrong = |message: String| Diagnostic::new(check.span(), message);
    let algorithm = raw.algorithm.as_deref().unwrap_or("astar");
    let algorithm = algorithm.parse::<Algorithm>().map_err(|error| wrong(error.message))?;
    let kind = assignment.kind;
    let (what, name) = if let Some(word) = &raw.holds {
        let property = quadrille::claims::Property::ALL.into_iter().find(|p| p.name() == word);
        let property = property
            .ok_or_else(|| wrong(format!("holds is 'admissible' or 'consistent', not '{word}'")))?;
        let positions = usize::try_from(raw.positions.unwrap_or(500)).unwrap_or(usize::MAX);
        let holds = What::Holds { property, random: raw.random.unwrap_or(100), positions };
        (holds, format!("it is {word}"))
    } else if let Some(most) = raw.expansions {
        let level = raw.level.clone().ok_or_else(|| wrong("expansions of which level?".into()))?;
        let name = format!("{level} within {most} expansions");
        (What::Expansions { level, algorithm, most }, name)
    } else if let Some(by) = raw.longer {
        let name = match by {
            0 => "all plans are shortest".to_string(),
            by => format!("no plan is longer than the shortest by more than {by}"),
        };
        (What::Longer { algorithm, by }, name)
    } else if let Some(id) = &raw.like {
        let game = games::by_id(id)
            .ok_or_else(|| wrong(format!("there is no game '{id}'; there are {}", game_ids())))?;
        let positions = usize::try_from(raw.positions.unwrap_or(500)).unwrap_or(usize::MAX);
        let like = What::Like { game, positions };
        (like, format!("it plays like {id}"))
    } else if raw.count.is_some() || raw.moves.is_some() {
        let moves = raw.moves.as_deref().unwrap_or("..");
        let moves = range(moves).ok_or_else(|| wrong(format!("'{moves}' is no range: 8..12")))?;
        let count = raw.count.unwrap_or(1);
        let name = format!("levels: {count}, moves: {}", raw.moves.as_deref().unwrap_or("any"));
        (What::Levels { count, moves, unique: raw.unique }, name)
    } else {
        return Err(wrong("the check says nothing to check".into())
            .help("write one of holds, expansions, longer, count, moves, like"));
    };
    let fits = match &what {
        What::Holds { .. } | What::Expansions { .. } | What::Longer { .. } => {
            kind == Kind::Heuristic && game.is_some()
        }
        What::Levels { .. } => kind != Kind::Heuristic,
        What::Like { .. } => kind == Kind::Puzzle,
    };
    if !fits {
        return Err(wrong("this check does not fit the kind of the assignment".into()).help(
            "holds, expansions and longer are for heuristics of a game; count and moves for levels and puzzles; like for puzzles",
        ));
    }
    if !(raw.points.is_finite() && raw.points >= 0.0) {
        return Err(wrong("points are a number from 0 on".into()));
    }
    Ok(Check { name: raw.name.clone().unwrap_or(name), points: raw.points, what })
}
