//! A check as it is written in the file of an assignment and in its link.

use std::ops::RangeInclusive;

use quadrille::claims::Property;
use quadrille::games::{self, Game};
use quadrille::registry;
use quadrille_base::quantities;
use serde::{Deserialize, Serialize};

use super::assignment::{Assignment, Check, Kind, What};

/// Default numbers of random levels and of positions.
const RANDOM: u64 = 100;
const POSITIONS: u64 = 500;

/// The limits on both in an assignment that is opened by a link.
const MOST_RANDOM: u64 = 10_000;
const MOST_POSITIONS: u64 = 5_000;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckForm {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    points: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    holds: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    random: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    algorithm: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expansions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    longer: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    unique: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    like: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    solves: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    factor: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    partial: Vec<(f64, f64)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    requires: Option<Words>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<String>,
    /// Only in links: a check of hidden levels.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    hidden: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Words {
    One(String),
    Several(Vec<String>),
}

impl Words {
    fn all(&self) -> &[String] {
        match self {
            Words::One(word) => std::slice::from_ref(word),
            Words::Several(words) => words,
        }
    }
}

/// An error in a check, and help where there is any.
pub(super) type Wrong = (String, Option<&'static str>);

impl CheckForm {
    /// The same form, limited to the work that a link may request.
    pub(super) fn bounded(&self) -> CheckForm {
        CheckForm {
            random: self.random.map(|random| random.min(MOST_RANDOM)),
            positions: self.positions.map(|positions| positions.min(MOST_POSITIONS)),
            ..self.clone()
        }
    }

    /// Parses the check, for an assignment of this kind and game; `earlier` are the checks before
    /// it.
    pub(super) fn read(
        &self,
        kind: Kind,
        game: Option<&'static dyn Game>,
        earlier: &[Check],
    ) -> Result<Check, Wrong> {
        let wrong = |message: String| (message, None);
        if !(self.points.is_finite() && self.points >= 0.0) {
            return Err(wrong("points must be a number from 0 on".into()));
        }
        let (what, name) = self.what()?;
        let fits = match &what {
            What::Holds { .. } => kind == Kind::Heuristic && game.is_some(),
            What::Expansions { .. } | What::Longer { .. } => {
                matches!(kind, Kind::Heuristic | Kind::Solver) && game.is_some()
            }
            What::Levels { .. } => matches!(kind, Kind::Levels | Kind::Puzzle),
            What::Like { .. } => kind == Kind::Puzzle,
            What::Solves { .. } | What::Factor { .. } | What::Seconds { .. } => {
                kind == Kind::Solver && game.is_some()
            }
            What::Hidden => true,
        };
        if !fits {
            return Err((
                "this check does not fit the kind of the assignment".into(),
                Some(
                    "holds is for heuristics of a game; expansions and longer for heuristics and solvers; solves, factor and seconds for solvers; count and moves for levels and puzzles; like for puzzles",
                ),
            ));
        }
        Ok(Check {
            name: self.name.clone().unwrap_or(name),
            points: self.points,
            what,
            partial: self.checked_partial()?,
            requires: self.required(earlier)?,
            time: self.time.as_deref().map(quantities::duration).transpose().map_err(wrong)?,
        })
    }

    fn checked_partial(&self) -> Result<Vec<(f64, f64)>, Wrong> {
        let measured = self.holds.is_none() && self.like.is_none();
        let is_good = |&(limit, points): &(f64, f64)| {
            limit.is_finite() && (0.0..=self.points).contains(&points)
        };
        match self.partial.iter().all(is_good) && (measured || self.partial.is_empty()) {
            true => Ok(self.partial.clone()),
            false if !measured => {
                Err(("this check measures nothing that could have partial points".into(), None))
            }
            false => Err((
                "partial must be pairs of a value and its points, none above the points of the check".into(),
                Some("write it as in partial = [[150, 6], [300, 2]]"),
            )),
        }
    }

    /// The required checks, by name or by the property that they check.
    fn required(&self, earlier: &[Check]) -> Result<Vec<usize>, Wrong> {
        let number = |word: &String| {
            let is_it = |check: &Check| match &check.what {
                _ if check.name == *word => true,
                What::Holds { property, .. } => property.name() == word,
                _ => false,
            };
            earlier.iter().position(is_it).ok_or_else(|| {
                let help = "name a check above this one, or the property that it holds";
                (format!("no earlier check is called '{word}'"), Some(help))
            })
        };
        self.requires.iter().flat_map(Words::all).map(number).collect()
    }

    /// The criterion, and the default name of the check.
    fn what(&self) -> Result<(What, String), Wrong> {
        let wrong = |message: String| (message, None);
        let algorithm = self.algorithm.as_deref().unwrap_or("astar");
        let algorithm = registry::algorithm(algorithm).map_err(|error| wrong(error.message()))?;
        let positions = usize::try_from(self.positions.unwrap_or(POSITIONS)).unwrap_or(usize::MAX);
        let good = |most: f64| match most.is_finite() && most > 0.0 {
            true => Ok(most),
            false => Err(wrong("factor and seconds are numbers above 0".into())),
        };
        Ok(if self.hidden {
            (What::Hidden, "a hidden level".to_string())
        } else if let Some(word) = &self.holds {
            let property = Property::from_name(word).ok_or_else(|| {
                wrong(format!("holds must be 'admissible' or 'consistent', not '{word}'"))
            })?;
            let holds = What::Holds { property, random: self.random.unwrap_or(RANDOM), positions };
            (holds, format!("it is {word}"))
        } else if self.solves {
            let name = match &self.level {
                Some(level) => format!("{level} has a plan"),
                None => "every level has a plan".to_string(),
            };
            (What::Solves { level: self.level.clone() }, name)
        } else if let Some(most) = self.factor {
            let name = format!("at most {most} times the expansions of {algorithm}");
            (What::Factor { algorithm, most: good(most)? }, name)
        } else if let Some(most) = self.seconds {
            let name = match &self.level {
                Some(level) => format!("{level} within {most} s"),
                None => format!("every level within {most} s"),
            };
            (What::Seconds { level: self.level.clone(), most: good(most)? }, name)
        } else if let Some(most) = self.expansions {
            let level =
                self.level.clone().ok_or_else(|| wrong("expansions of which level?".into()))?;
            let name = format!("{level} within {most} expansions");
            (What::Expansions { level, algorithm, most }, name)
        } else if let Some(by) = self.longer {
            let name = match by {
                0 => "all plans are shortest".to_string(),
                by => format!("no plan is longer than the shortest by more than {by}"),
            };
            (What::Longer { algorithm, by }, name)
        } else if let Some(id) = &self.like {
            let game = games::by_id(id).ok_or_else(|| {
                wrong(format!(
                    "unknown game '{id}'; the games are {}",
                    games::Games::default().names()
                ))
            })?;
            (What::Like { game, positions }, format!("it plays like {id}"))
        } else if self.count.is_some() || self.moves.is_some() {
            let moves = self.moves.as_deref().unwrap_or("..");
            let moves = range(moves)
                .ok_or_else(|| wrong(format!("'{moves}' is not a range such as 8..12")))?;
            let count = self.count.unwrap_or(1);
            let name =
                format!("levels: {count}, moves: {}", self.moves.as_deref().unwrap_or("any"));
            (What::Levels { count, moves, unique: self.unique }, name)
        } else {
            return Err((
                "the check has no criterion".into(),
                Some(
                    "write one of holds, expansions, longer, solves, factor, seconds, count, moves, like",
                ),
            ));
        })
    }

    /// Writes a check of an assignment, without hidden data.
    pub(super) fn new(check: &Check, assignment: &Assignment) -> CheckForm {
        let is_hidden = assignment.is_hidden(check);
        let names = check.requires.iter().filter_map(|&at| assignment.checks.get(at));
        let names: Vec<String> = names.map(|check| check.name.clone()).collect();
        let form = CheckForm {
            points: check.points,
            partial: check.partial.clone(),
            requires: (!names.is_empty()).then_some(Words::Several(names)),
            time: check.time.map(|time| format!("{}ms", time.as_millis())),
            ..CheckForm::default()
        };
        let count = |count: usize| Some(count as u64);
        let form = match &check.what {
            _ if is_hidden => {
                CheckForm { hidden: true, points: check.points, ..CheckForm::default() }
            }
            What::Hidden => CheckForm { hidden: true, ..form },
            What::Solves { level } => CheckForm { solves: true, level: level.clone(), ..form },
            What::Factor { algorithm, most } => {
                CheckForm { algorithm: Some(algorithm.to_string()), factor: Some(*most), ..form }
            }
            What::Seconds { level, most } => {
                CheckForm { level: level.clone(), seconds: Some(*most), ..form }
            }
            What::Holds { property, random, positions } => CheckForm {
                holds: Some(property.name().to_string()),
                random: Some(*random),
                positions: count(*positions),
                ..form
            },
            What::Expansions { level, algorithm, most } => CheckForm {
                level: Some(level.clone()),
                algorithm: Some(algorithm.to_string()),
                expansions: Some(*most),
                ..form
            },
            What::Longer { algorithm, by } => {
                CheckForm { algorithm: Some(algorithm.to_string()), longer: Some(*by), ..form }
            }
            What::Levels { count, moves, unique } => CheckForm {
                count: Some(*count),
                moves: Some(written(moves)),
                unique: *unique,
                ..form
            },
            What::Like { game, positions } => CheckForm {
                like: Some(game.id().to_string()),
                positions: count(*positions),
                ..form
            },
        };
        // The default name is left out.
        let usual = form.what().ok().map(|(_, name)| name);
        let name = Some(check.name.clone()).filter(|name| Some(name) != usual.as_ref());
        CheckForm { name, ..form }
    }
}

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

fn written(range: &RangeInclusive<u32>) -> String {
    match *range.end() {
        u32::MAX => format!("{}..", range.start()),
        end => format!("{}..{end}", range.start()),
    }
}
