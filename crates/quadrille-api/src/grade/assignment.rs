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
}

/// What is checked, and what it is worth.
#[derive(Clone, Debug)]
pub struct Check {
    pub name: String,
    pub points: f64,
    pub what: What,
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
    /// It is about a level that only the teacher has.
    Hidden,
}

/// A level of an assignment.
#[derive(Clone, Debug)]
pub struct Given {
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
    /// How long a submission may take.
    pub time: Duration,
    /// How much memory it may take, with all that it starts.
    pub memory: u64,
    /// The checks in their order.
    pub checks: Vec<Check>,
}

impl Assignment {
    pub fn level(&self, name: &str) -> Option<&Given> {
        self.levels.iter().find(|given| given.name == name)
    }

    /// The points of a check: none where it is about a hidden level that is not here.
    pub fn worth(&self, check: &Check) -> f64 {
        match &check.what {
            What::Hidden => 0.0,
            What::Expansions { level, .. } if self.level(level).is_none() => 0.0,
            _ => check.points,
        }
    }

    /// Whether a check is about a hidden level.
    pub fn is_hidden(&self, check: &Check) -> bool {
        match &check.what {
            What::Hidden => true,
            What::Expansions { level, .. } => self.level(level).is_none_or(|given| given.hidden),
            _ => false,
        }
    }
}
