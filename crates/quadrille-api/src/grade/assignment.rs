//! An assignment: the kind of submission, the checks and their points.

use std::ops::RangeInclusive;
use std::time::Duration;

use quadrille::claims::Property;
use quadrille::games::Game;
use quadrille::levels::Level;
use quadrille::search::Algorithm;
use serde::{Deserialize, Serialize};

/// A submission may wait, for input or on a busy machine, until this many times its processor time
/// has passed. Elsewhere than on Linux only the clock counts.
pub(crate) const WAITING: u32 = if cfg!(target_os = "linux") { 5 } else { 1 };

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A script or a Python file.
    Heuristic,
    Levels,
    Puzzle,
    /// A search program in any language.
    Solver,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// A script for Quadrille's own language.
    Script,
    Python,
    Java,
    Rust,
    Program,
}

impl Language {
    /// The languages allowed for a kind of submission.
    pub fn all_for(kind: Kind) -> &'static [Language] {
        match kind {
            Kind::Heuristic => &[Language::Script, Language::Python],
            Kind::Levels | Kind::Puzzle => &[Language::Script],
            Kind::Solver => &[Language::Python, Language::Java, Language::Rust, Language::Program],
        }
    }
}

quadrille_base::names!(Language {
    Script: "script",
    Python: "python",
    Java: "java",
    Rust: "rust",
    Program: "program",
});

/// A check of an assignment.
#[derive(Clone, Debug)]
pub struct Check {
    pub name: String,
    pub points: f64,
    pub what: What,
    /// Partial credit: pairs of a measured value and its points.
    pub partial: Vec<(f64, f64)>,
    /// Indices of earlier checks that must have full points.
    pub requires: Vec<usize>,
    /// The time limit of this check alone, not shared with the others.
    pub time: Option<Duration>,
}

/// The criterion of a check.
#[derive(Clone, Debug)]
pub enum What {
    /// A heuristic has a property on all levels, and on small random ones.
    Holds {
        property: Property,
        random: u64,
        /// The number of positions examined per level.
        positions: usize,
    },
    /// A search with the heuristic solves a level within this many expansions.
    Expansions { level: String, algorithm: Algorithm, most: u64 },
    /// No plan found with the heuristic is longer than the shortest by more than this.
    Longer { algorithm: Algorithm, by: u32 },
    /// At least `count` levels have a shortest plan of this length.
    Levels {
        count: usize,
        moves: RangeInclusive<u32>,
        /// True if a level must have only one shortest plan.
        unique: bool,
    },
    /// On all levels, a puzzle has as many positions, and as many solved ones, at each depth as a
    /// game.
    Like {
        game: &'static dyn Game,
        /// The number of positions counted per level.
        positions: usize,
    },
    /// The solver finds a plan for one level, or for all.
    Solves { level: Option<String> },
    /// Over all levels that it solves, the solver expands at most this many times the positions of
    /// the built-in search.
    Factor { algorithm: Algorithm, most: f64 },
    /// The solver takes at most this many seconds for one level, or for each.
    Seconds { level: Option<String>, most: f64 },
    /// A check of a level that only the teacher has.
    Hidden,
}

impl What {
    /// The level of a check of one level.
    pub fn level(&self) -> Option<&str> {
        match self {
            What::Expansions { level, .. } => Some(level),
            What::Solves { level } | What::Seconds { level, .. } => level.as_deref(),
            _ => None,
        }
    }
}

/// The reason for a failure on a hidden level.
const FAILED: &str = "it fails; the reason is shown for open levels only";

/// A level of an assignment.
#[derive(Clone, Debug)]
pub struct Given {
    /// The name; with its file where several levels have the same name.
    pub name: String,
    pub level: Level,
    /// True if students do not see it.
    pub hidden: bool,
}

impl Given {
    /// The name, unless students may not know it.
    pub(crate) fn shown(&self) -> Option<String> {
        (!self.hidden).then(|| self.name.clone())
    }

    /// The reason for a failure, which can contain words of the submission: of a hidden level only
    /// that it failed, since a program could write the level into its error.
    pub(crate) fn failure(&self, why: String) -> String {
        if self.hidden { FAILED.to_string() } else { why }
    }
}

#[derive(Clone, Debug)]
pub struct Assignment {
    pub title: String,
    /// The task, in a sentence.
    pub about: String,
    pub kind: Kind,
    pub game: Option<&'static dyn Game>,
    /// The levels that students see, then the hidden ones.
    pub levels: Vec<Given>,
    /// True if there are hidden levels, here or with the teacher.
    pub has_hidden: bool,
    /// Files with hidden levels that are not in this copy: students do not have them.
    pub missing: Vec<String>,
    /// The time limit of all checks without a time limit of their own.
    pub time: Duration,
    /// The limit on the processor time of a solver for one level.
    pub each: Duration,
    /// The format in which a solver reads a level.
    pub format: String,
    /// The memory limit of a submission and its child processes.
    pub memory: u64,
    pub allow: Vec<Language>,
    pub checks: Vec<Check>,
}

impl Assignment {
    pub fn level(&self, name: &str) -> Option<&Given> {
        self.levels.iter().find(|given| given.name == name)
    }

    /// The wall-clock time after which a submission is stopped: the shared time and that of each
    /// check with its own, since processor time is limited, and a busy machine takes longer.
    pub fn total_time(&self) -> Duration {
        let own = self.checks.iter().filter_map(|check| check.time);
        own.fold(self.time, Duration::saturating_add).saturating_mul(WAITING)
    }

    /// The points of a check; none if it needs a hidden level that is not in this copy.
    pub fn worth(&self, check: &Check) -> f64 {
        let is_missing = |level: &str| self.level(level).is_none();
        match check.what.level() {
            _ if matches!(check.what, What::Hidden) => 0.0,
            Some(level) if is_missing(level) => 0.0,
            _ => check.points,
        }
    }

    /// True if a check is about a hidden level.
    pub fn is_hidden(&self, check: &Check) -> bool {
        let is_hidden = |level: &str| self.level(level).is_none_or(|given| given.hidden);
        matches!(check.what, What::Hidden) || check.what.level().is_some_and(is_hidden)
    }
}
