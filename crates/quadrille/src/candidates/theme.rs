//! Themes of levels, by which a player chooses.

use std::fmt;
use std::str::FromStr;

use super::{Difficulty, Rating};
use crate::grid::Size;

/// A property of a level that makes it interesting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Theme {
    /// It has only one shortest plan.
    Unique,
    /// Most of the moves that look best are wrong.
    Deceptive,
    /// Most moves on the way lose.
    Perilous,
    /// No move on the way loses.
    Forgiving,
    /// Its plan is short, but hard to find.
    Brief,
    /// Its plan is long.
    Long,
    /// Its board is small, but it is not easy.
    Small,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 7] = [
        Theme::Unique,
        Theme::Deceptive,
        Theme::Perilous,
        Theme::Forgiving,
        Theme::Brief,
        Theme::Long,
        Theme::Small,
    ];

    /// The themes of a level by the size of its board and its rating.
    ///
    /// ```
    /// use quadrille::generate::{self, Theme};
    /// use quadrille::{levels, search::Control};
    /// let document = levels::read("level first\nr . .\n. . .\n. . R\n", None);
    /// let level = document.levels().next().expect("one level");
    /// let rating = generate::rate(level, &Control::default()).unwrap();
    /// assert_eq!(Theme::of(level.grid.size(), &rating), [Theme::Forgiving]);
    /// ```
    pub fn of(size: Size, rating: &Rating) -> Vec<Theme> {
        let parts = &rating.parts;
        let has = |theme: &Theme| match theme {
            Theme::Unique => parts.plans == Some(1) && parts.moves >= 4,
            Theme::Deceptive => parts.misleading >= 0.5,
            Theme::Perilous => parts.dead_ends >= 0.5,
            Theme::Forgiving => parts.dead_ends == 0.0,
            Theme::Brief => parts.moves <= 6 && rating.score >= 15,
            Theme::Long => parts.moves >= 20,
            Theme::Small => size.cells() <= 16 && rating.difficulty > Difficulty::Easy,
        };
        Theme::ALL.into_iter().filter(has).collect()
    }

    /// Its name: `unique`, `deceptive` and so on.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Unique => "unique",
            Theme::Deceptive => "deceptive",
            Theme::Perilous => "perilous",
            Theme::Forgiving => "forgiving",
            Theme::Brief => "brief",
            Theme::Long => "long",
            Theme::Small => "small",
        }
    }

    /// The names of all themes, for messages.
    pub(crate) fn names() -> String {
        Theme::ALL.map(Theme::name).join(", ")
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Theme {
    type Err = String;

    fn from_str(text: &str) -> Result<Theme, String> {
        let theme = Theme::ALL.into_iter().find(|theme| theme.name() == text);
        theme.ok_or_else(|| format!("the themes are {}", Theme::names()))
    }
}
