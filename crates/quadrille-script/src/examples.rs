//! The scripts that come with the program: the heuristics of the course projects.

/// A script that comes with the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
    /// The game and the heuristic with the same values.
    pub name: &'static str,
    pub text: &'static str,
}

impl Example {
    /// The first line of its comment after that with the game.
    pub fn about(&self) -> &'static str {
        let mut lines = self.text.lines().map(|line| line.trim_start_matches('/').trim());
        lines.find(|line| !line.starts_with("game:")).unwrap_or_default()
    }
}

macro_rules! examples {
    ($($name:literal)*) => {
        &[$(Example {
            name: $name,
            text: include_str!(concat!("../../../scripts/", $name, ".heuristic")),
        }),*]
    };
}

pub const EXAMPLES: &[Example] = examples![
    "tiles-collinear" "tiles-euclidean" "tiles-manhattan"
    "zhed-h1" "zhed-h2" "zhed-h3" "zhed-h4" "zhed-h5"
    "fold-h2" "fold-h3" "fold-h4"
    "squares-score"
];

macro_rules! puzzles {
    ($($name:literal)*) => {
        &[$(Example { name: $name, text: include_str!(concat!("../../../scripts/", $name)) }),*]
    };
}

/// The puzzles that come with the program, by the names of their files.
pub const PUZZLES: &[Example] =
    puzzles!["lights.puzzle" "pegs.puzzle" "sliding.puzzle" "rush.puzzle"];

pub fn example(name: &str) -> Option<&'static Example> {
    EXAMPLES.iter().chain(PUZZLES).find(|example| example.name == name)
}
