//! A check as it is written, in the file of an assignment and in its link.

use std::ops::RangeInclusive;

use quadrille::claims::Property;
use quadrille::games::{self, Game};
use quadrille::registry;
use serde::{Deserialize, Serialize};

use super::assignment::{Check, Kind, What};

/// Levels and positions that are looked at when nothing is said.
const RANDOM: u64 = 100;
const POSITIONS: u64 = 500;

/// The most of them that a link may ask for.
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
    /// Only in links: a check of levels that students do not see.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    hidden: bool,
}

/// What is wrong with a check, and a way out where there is one.
pub(super) type Wrong = (String, Option<&'static str>);

impl CheckForm {
    /// The same with no more work than a link may ask for.
    pub(super) fn bounded(&self) -> CheckForm {
        CheckForm {
            random: self.random.map(|random| random.min(MOST_RANDOM)),
            positions: self.positions.map(|positions| positions.min(MOST_POSITIONS)),
            ..self.clone()
        }
    }

    /// The check that is meant, in an assignment of this kind about a game.
    pub(super) fn read(&self, kind: Kind, game: Option<&'static dyn Game>) -> Result<Check, Wrong> {
        let wrong = |message: String| (message, None);
        if !(self.points.is_finite() && self.points >= 0.0) {
            return Err(wrong("points are a number from 0 on".into()));
        }
        let (what, name) = self.what()?;
        let fits = match &what {
            What::Holds { .. } | What::Expansions { .. } | What::Longer { .. } => {
                kind == Kind::Heuristic && game.is_some()
            }
            What::Levels { .. } => kind != Kind::Heuristic,
            What::Like { .. } => kind == Kind::Puzzle,
            What::Hidden => true,
        };
        if !fits {
            return Err((
                "this check does not fit the kind of the assignment".into(),
                Some(
                    "holds, expansions and longer are for heuristics of a game; count and moves for levels and puzzles; like for puzzles",
                ),
            ));
        }
        Ok(Check { name: self.name.clone().unwrap_or(name), points: self.points, what })
    }

    /// What is checked, and what it is called unless it has a name.
    fn what(&self) -> Result<(What, String), Wrong> {
        let wrong = |message: String| (message, None);
        let algorithm = self.algorithm.as_deref().unwrap_or("astar");
        let algorithm = registry::algorithm(algorithm).map_err(|error| wrong(error.message()))?;
        let positions = usize::try_from(self.positions.unwrap_or(POSITIONS)).unwrap_or(usize::MAX);
        Ok(if self.hidden {
            (What::Hidden, "a hidden level".to_string())
        } else if let Some(word) = &self.holds {
            let property = Property::ALL.into_iter().find(|p| p.name() == word);
            let property = property.ok_or_else(|| {
                wrong(format!("holds is 'admissible' or 'consistent', not '{word}'"))
            })?;
            let holds = What::Holds { property, random: self.random.unwrap_or(RANDOM), positions };
            (holds, format!("it is {word}"))
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
                    "there is no game '{id}'; there are {}",
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
                "the check says nothing to check".into(),
                Some("write one of holds, expansions, longer, count, moves, like"),
            ));
        })
    }

    /// The check as it is written; without what is hidden.
    pub(super) fn new(check: &Check, is_hidden: bool) -> CheckForm {
        let form = CheckForm { points: check.points, ..CheckForm::default() };
        let count = |count: usize| Some(count as u64);
        let form = match &check.what {
            _ if is_hidden => CheckForm { hidden: true, ..form },
            What::Hidden => CheckForm { hidden: true, ..form },
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
        // A name that says nothing new is not written.
        let usual = form.what().ok().map(|(_, name)| name);
        let name = Some(check.name.clone()).filter(|name| Some(name) != usual.as_ref());
        CheckForm { name, ..form }
    }
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

fn written(range: &RangeInclusive<u32>) -> String {
    match *range.end() {
        u32::MAX => format!("{}..", range.start()),
        end => format!("{}..{end}", range.start()),
    }
}
