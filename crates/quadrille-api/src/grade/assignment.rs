//! An assignment: what is handed in, what is checked, and what it is worth.

use std::ops::RangeInclusive;
use std::time::Duration;

use quadrille::claims::Property;
use quadrille::games::Game;
use quadrille::levels::Level;
use quadrille::search::Algorithm;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A heuristic: a script, or a Python file.
    Heuristic,
    Levels,
    Puzzle,
    /// A search program in any language.
    Solver,
}

/// What a submission is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// A script of this program.
    Script,
    Python,
    Java,
    Rust,
    /// Anything that can be run as it is.
    Program,
}

impl Language {
    /// The languages that submissions of a kind can be written in.
    pub fn all_for(kind: Kind) -> &'static [Language] {
        match kind {
            Kind::Heuristic => &[Language::Script, Language::Python],
            Kind::Levels | Kind::Puzzle => &[Language::Script],
            Kind::Solver => &[Language::Python, Language::Java, Language::Rust, Language::Program],
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Language::Script => "script",
            Language::Python => "python",
            Language::Java => "java",
            Language::Rust => "rust",
            Language::Program => "program",
        }
    }
}

/// What is checked, and what it is worth.
#[derive(Clone, Debug)]
pub struct Check {
    pub name: String,
    pub points: f64,
    pub what: What,
    /// Points for less than what is asked: the value that is measured, and what it is worth.
    pub partial: Vec<(f64, f64)>,
    /// Earlier checks, by their number, that must have all their points.
    pub requires: Vec<usize>,
    /// Its own limit of time, beside that of the assignment.
    pub time: Option<Duration>,
}

/// Something that can be checked.
#[derive(Clone, Debug)]
pub enum What {
    /// A heuristic has a property on all levels and on small random ones.
    Holds {
        property: Property,
        random: u64,
        /// How many positions of each level are looked at.
        positions: usize,
    },
    /// A search with the heuristic solves a level within so many expansions.
    Expansions { level: String, algorithm: Algorithm, most: u64 },
    /// No plan that a search with the heuristic finds is longer than the shortest by more than
    /// this.
    Longer { algorithm: Algorithm, by: u32 },
    /// Enough levels have a shortest plan of so many moves.
    Levels {
        /// At least so many levels.
        count: usize,
        /// The length of a shortest plan.
        moves: RangeInclusive<u32>,
        /// Whether there may be no other shortest plan.
        unique: bool,
    },
    /// A puzzle has as many positions, and as many solved ones, at each depth as a game, on all
    /// levels.
    Like {
        game: &'static dyn Game,
        /// How many positions of each level are counted.
        positions: usize,
    },
    /// The solver finds a plan for a level, or for all.
    Solves { level: Option<String> },
    /// The solver expands at most so many times the positions that our search expands, over all
    /// levels that it solves.
    Factor { algorithm: Algorithm, most: f64 },
    /// The solver takes at most so many seconds for a level, or for each.
    Seconds { level: Option<String>, most: f64 },
    /// It is about a level that only the teacher has.
    Hidden,
}

impl What {
    /// The level that it is about, where that is one only.
    pub fn level(&self) -> Option<&str> {
        match self {
            What::Expansions { level, .. } => Some(level),
            What::Solves { level } | What::Seconds { level, .. } => level.as_deref(),
            _ => None,
        }
    }
}

/// A level of an assignment.
#[derive(Clone, Debug)]
pub struct Given {
    /// Its name, with its file where several levels have the same.
    pub name: String,
    pub level: Level,
    /// Whether students do not see it.
    pub hidden: bool,
}

impl Given {
    /// Its name, where students may know it.
    pub(crate) fn shown(&self) -> Option<String> {
        (!self.hidden).then(|| self.name.clone())
    }
}

#[derive(Clone, Debug)]
pub struct Assignment {
    pub title: String,
    /// What is to be done.
    pub about: String,
    pub kind: Kind,
    pub game: Option<&'static dyn Game>,
    /// The levels that students see, then those that they do not.
    pub levels: Vec<Given>,
    /// Whether there are hidden levels, here or with the teacher.
    pub has_hidden: bool,
    /// Files with hidden levels that are not there: students do not have them.
    pub missing: Vec<String>,
    /// How long the checks of a submission may take that have no time of their own.
    pub time: Duration,
    /// How long a solver may take for one level.
    pub each: Duration,
    /// The format in which a solver gets a level.
    pub format: String,
    /// How much memory it may take, with all that it starts.
    pub memory: u64,
    /// The languages that it may be written in.
    pub allow: Vec<Language>,
    /// The checks in their order.
    pub checks: Vec<Check>,
}

impl Assignment {
    pub fn level(&self, name: &str) -> Option<&Given> {
        self.levels.iter().find(|given| given.name == name)
    }

    /// How long a submission may take with all its checks.
    pub fn whole_time(&self) -> Duration {
        let own = self.checks.iter().filter_map(|check| check.time);
        own.fold(self.time, Duration::saturating_add)
    }

    /// The points of a check: none where it is about a hidden level that is not here.
    pub fn worth(&self, check: &Check) -> f64 {
        let is_missing = |level: &str| self.level(level).is_none();
        match check.what.level() {
            _ if matches!(check.what, What::Hidden) => 0.0,
            Some(level) if is_missing(level) => 0.0,
            _ => check.points,
        }
    }

    /// Whether a check is about a hidden level.
    pub fn is_hidden(&self, check: &Check) -> bool {
        let is_hidden = |level: &str| self.level(level).is_none_or(|given| given.hidden);
        matches!(check.what, What::Hidden) || check.what.level().is_some_and(is_hidden)
    }
}
