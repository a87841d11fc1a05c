//! What a check found: for programs, and in words.

use std::fmt;

use quadrille::claims::Counterexample;
use quadrille::games::Game;
use quadrille::levels::{self, Level};
use quadrille_base::quantities::counted;
#[cfg(feature = "course")]
use serde::Deserialize;
use serde::Serialize;

/// A board that speaks against a heuristic.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "course", derive(Deserialize))]
pub struct Refutation {
    /// The share code of the board.
    pub code: String,
    /// What the heuristic says of it; `null` where it says that there is no plan.
    pub estimate: Option<f64>,
    /// A plan that is shorter; or the one move along which the estimate falls.
    pub moves: Vec<String>,
    /// What it says after the move, where that is what is wrong.
    pub after: Option<f64>,
}

impl Refutation {
    /// A counter-example on a board of a game.
    pub fn new(game: &'static dyn Game, found: &Counterexample) -> Refutation {
        let finite = |value: f64| value.is_finite().then_some(value);
        let notation = game.notation();
        Refutation {
            code: levels::to_code(&Level::new(game, found.board.clone())),
            estimate: finite(found.estimate),
            moves: found.moves.iter().map(|&mv| notation.write(mv)).collect(),
            after: found.after.and_then(finite),
        }
    }
}

/// A level that does not count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "course", derive(Deserialize))]
pub struct Bad {
    pub level: String,
    #[serde(flatten)]
    pub reason: Reason,
}

/// Why a level does not count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "course", derive(Deserialize))]
#[serde(tag = "reason", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the texts below explain the fields")]
pub enum Reason {
    /// No plan was proved to be shortest.
    NoPlan,
    /// A shortest plan is too short or too long.
    Moves { moves: u32 },
    /// There is more than one shortest plan.
    SeveralPlans,
    /// It is not a level, or its rules failed.
    Failed { why: String },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NoPlan => f.write_str("it has no plan that is proved shortest"),
            Reason::Moves { moves } => {
                write!(f, "its shortest plan has {}", counted(u64::from(*moves), "move"))
            }
            Reason::SeveralPlans => f.write_str("it has several shortest plans"),
            Reason::Failed { why } => f.write_str(why),
        }
    }
}

/// What a check found. A level without a name is one that students do not see.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "course", derive(Deserialize))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the texts below explain the fields")]
pub enum Finding {
    /// Nothing speaks against the property.
    Held {
        positions: u64,
        levels: u64,
    },
    /// A board speaks against it; its rows are for people.
    Refuted {
        #[serde(flatten)]
        refutation: Refutation,
        rows: Vec<String>,
    },
    /// A hidden level speaks against it.
    RefutedUnseen,
    /// The search solved the level within its budget.
    Solved {
        expanded: u64,
        most: u64,
    },
    OverBudget {
        most: u64,
        /// What was needed, where that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expanded: Option<u64>,
    },
    /// No plan is longer than allowed.
    Short {
        levels: usize,
    },
    Longer {
        level: Option<String>,
        cost: u32,
        optimal: u32,
    },
    /// A search found no plan.
    NoPlan {
        level: Option<String>,
        expansions: u64,
    },
    /// So many levels are as they should be; why the first of the others is not.
    Levels {
        good: usize,
        all: usize,
        enough: bool,
        why: Option<Bad>,
    },
    /// The puzzle plays like the game.
    Alike {
        positions: usize,
        levels: usize,
    },
    /// It does not: positions and solved ones after so many moves, found and wanted.
    Unlike {
        level: Option<String>,
        depth: usize,
        found: (usize, usize),
        right: (usize, usize),
    },
    /// It has no cell with a glyph that the levels have.
    NoCell {
        glyph: String,
    },
    /// The solver has no plan for a level.
    Unsolved {
        level: Option<String>,
        why: String,
    },
    /// What the solver expands, beside what our search does on the same levels.
    Ratio {
        expanded: u64,
        ours: u64,
        most: f64,
    },
    /// The longest that the solver took for a level.
    Seconds {
        level: Option<String>,
        seconds: f64,
        most: f64,
    },
    /// What was handed in failed.
    Failed {
        why: String,
    },
    /// Another check has to have all its points first.
    Required {
        check: String,
    },
    /// The hidden level is not here.
    NotHere,
    /// There was no time for it.
    NotChecked,
}

impl Finding {
    /// Whether it is worth its points.
    pub fn is_good(&self) -> bool {
        match self {
            Finding::Held { .. }
            | Finding::Solved { .. }
            | Finding::Short { .. }
            | Finding::Alike { .. } => true,
            Finding::Levels { enough, .. } => *enough,
            Finding::Ratio { expanded, ours, most } => ratio(*expanded, *ours) <= *most,
            Finding::Seconds { seconds, most, .. } => seconds <= most,
            _ => false,
        }
    }

    /// The points for less than what is asked, by what was measured.
    pub(super) fn partial(&self, partial: &[(f64, f64)]) -> f64 {
        let (value, is_least) = match self {
            Finding::OverBudget { expanded: Some(expanded), .. } => (*expanded as f64, false),
            Finding::Longer { cost, optimal, .. } => (f64::from(cost - optimal), false),
            Finding::Levels { good, .. } => (*good as f64, true),
            Finding::Ratio { expanded, ours, .. } => (ratio(*expanded, *ours), false),
            Finding::Seconds { seconds, .. } => (*seconds, false),
            _ => return 0.0,
        };
        let reached = |limit: f64| if is_least { value >= limit } else { value <= limit };
        let points = partial.iter().filter(|(limit, _)| reached(*limit)).map(|(_, points)| *points);
        points.fold(0.0, f64::max)
    }

    /// A counter-example with its board.
    pub(super) fn refuted(game: &'static dyn Game, found: &Counterexample) -> Finding {
        let board = levels::write(&Level::new(game, found.board.clone()), "native");
        let board = board.unwrap_or_default();
        let rows = board.lines().filter(|line| !line.contains(':') && !line.is_empty());
        let rows = rows.map(str::to_string).collect();
        Finding::Refuted { refutation: Refutation::new(game, found), rows }
    }
}

fn ratio(expanded: u64, ours: u64) -> f64 {
    expanded as f64 / ours.max(1) as f64
}

fn named(level: Option<&String>) -> &str {
    level.map_or("a hidden level", String::as_str)
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Held { positions, levels } => {
                write!(f, "held on {positions} positions of {levels} levels")
            }
            Finding::Refuted { refutation, rows } => {
                let says = |value: Option<f64>| {
                    value.map_or("that there is no plan".to_string(), |value| value.to_string())
                };
                let said = says(refutation.estimate);
                let moves = refutation.moves.join(" ");
                match refutation.after {
                    Some(after) => write!(f, "it says {said} before {moves} and {after} after it")?,
                    None => write!(f, "it says {said}, and {moves} solves it")?,
                }
                write!(f, ", on this board: {}", rows.join(" / "))
            }
            Finding::RefutedUnseen => f.write_str("it does not hold on a hidden level"),
            Finding::Solved { expanded, .. } => write!(f, "{expanded} expansions"),
            Finding::OverBudget { most, expanded: None } => {
                write!(f, "more than {most} expansions")
            }
            Finding::OverBudget { most, expanded: Some(expanded) } => {
                write!(f, "{expanded} expansions, more than {most}")
            }
            Finding::Short { levels } => write!(f, "on all {levels} levels"),
            Finding::Longer { level, cost, optimal } => {
                write!(f, "{}: {cost} moves, and {optimal} are enough", named(level.as_ref()))
            }
            Finding::NoPlan { level, expansions } => {
                write!(f, "{}: no plan within {expansions} expansions", named(level.as_ref()))
            }
            Finding::Levels { good, all, why, .. } => {
                write!(f, "{good} of {all} levels")?;
                why.iter().try_for_each(|Bad { level, reason }| write!(f, "; {level}: {reason}"))
            }
            Finding::Alike { positions, levels } => {
                write!(f, "{positions} positions of {levels} levels")
            }
            Finding::Unlike { level, depth, found, right } => {
                let summary = |(positions, solved): &(usize, usize)| {
                    format!("{positions} positions, {solved} of them solved")
                };
                let level = named(level.as_ref());
                let (found, right) = (summary(found), summary(right));
                write!(f, "{level}: {found}, after {depth} moves; {right}, are right")
            }
            Finding::NoCell { glyph } => write!(f, "the puzzle has no cell '{glyph}'"),
            Finding::Unsolved { level, why } => write!(f, "{}: {why}", named(level.as_ref())),
            Finding::Ratio { expanded, ours, .. } => {
                let ratio = ratio(*expanded, *ours);
                write!(f, "{expanded} expansions where our search needs {ours}: {ratio:.2} times")
            }
            Finding::Seconds { level, seconds, .. } => {
                write!(f, "{}: {seconds:.2} s", named(level.as_ref()))
            }
            Finding::Failed { why } => f.write_str(why),
            Finding::Required { check } => write!(f, "it counts only with all points of '{check}'"),
            Finding::NotHere => f.write_str("this hidden level is not here"),
            Finding::NotChecked => f.write_str("not checked"),
        }
    }
}
