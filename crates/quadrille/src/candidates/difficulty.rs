//! Four degrees of difficulty.

use std::fmt;
use std::str::FromStr;

/// The difficulty of a level as a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Difficulty {
    /// Solved at sight, or after a look.
    Easy,
    /// Some thought.
    Medium,
    /// A plan is needed, and some moves look wrong.
    Hard,
    /// The plan is long or well hidden.
    Expert,
}

impl Difficulty {
    /// All, from the easiest.
    pub const ALL: [Difficulty; 4] =
        [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard, Difficulty::Expert];

    /// The difficulty of a score.
    pub const fn of(score: u32) -> Difficulty {
        match score {
            0..10 => Difficulty::Easy,
            10..20 => Difficulty::Medium,
            20..35 => Difficulty::Hard,
            _ => Difficulty::Expert,
        }
    }

    /// Its name: `easy`, `medium`, `hard` or `expert`.
    pub const fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
            Difficulty::Expert => "expert",
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Difficulty {
    type Err = String;

    fn from_str(text: &str) -> Result<Difficulty, String> {
        let difficulty = Difficulty::ALL.into_iter().find(|difficulty| difficulty.name() == text);
        difficulty.ok_or_else(|| "write easy, medium, hard or expert".to_string())
    }
}
