//! The result of a check, as data and as a sentence.

use std::fmt;

use quadrille::claims::Counterexample;
use quadrille::games::Game;
use quadrille::levels::{self, Level};
use quadrille_base::quantities::counted;
#[cfg(feature = "course")]
use serde::Deserialize;
use serde::Serialize;

/// A board that refutes a heuristic.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "course", derive(Deserialize))]
pub struct Refutation {
    pub code: String,
    /// The heuristic's estimate; `null` where it reports a dead end.
    pub estimate: Option<f64>,
    /// A plan that is shorter than the estimate, or the one move along which the estimate falls too
    /// much.
    pub moves: Vec<String>,
    /// The estimate after that move.
    pub after: Option<f64>,
}

impl Refutation {
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

/// The reason why a level does not count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "course", derive(Deserialize))]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Reason {
    NoPlan,
    /// The shortest plan is too short or too long.
    Moves {
        moves: u32,
    },
    SeveralPlans,
    /// Not a level, or its rules failed.
    Failed {
        why: String,
    },
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

/// The result of a check. A level without a name is a hidden one.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "course", derive(Deserialize))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Finding {
    /// No counter-example was found.
    Held {
        positions: u64,
        levels: u64,
    },
    /// A board refutes the property; its rows are for people.
    Refuted {
        #[serde(flatten)]
        refutation: Refutation,
        rows: Vec<String>,
    },
    /// A hidden level refutes the property.
    RefutedUnseen,
    /// The search solved the level within its budget.
    Solved {
        expanded: u64,
        most: u64,
    },
    OverBudget {
        most: u64,
        /// The number needed, where it is known.
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
    NoPlan {
        level: Option<String>,
        expansions: u64,
    },
    /// This many levels count; the reason why the first of the others does not.
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
    /// It does not: positions and solved ones at the first depth that differs, found and right.
    Unlike {
        level: Option<String>,
        depth: usize,
        found: (usize, usize),
        right: (usize, usize),
    },
    /// The levels have a glyph that the puzzle does not have.
    NoCell {
        glyph: String,
    },
    /// The solver has no plan for a level.
    Unsolved {
        level: Option<String>,
        why: String,
    },
    /// Expansions of the solver and of the built-in search on the same levels.
    Ratio {
        expanded: u64,
        ours: u64,
        most: f64,
    },
    /// The longest time of the solver for a level.
    Seconds {
        level: Option<String>,
        seconds: f64,
        most: f64,
    },
    Failed {
        why: String,
    },
    /// Another check must have full points first.
    Required {
        check: String,
    },
    /// The hidden level is not in this copy.
    NotHere,
    NotChecked,
}

impl Finding {
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

    /// The partial credit for the measured value.
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
                let text = |value: Option<f64>| {
                    value.map_or("no plan".to_string(), |value| value.to_string())
                };
                let estimate = text(refutation.estimate);
                let moves = refutation.moves.join(" ");
                match refutation.after {
                    Some(after) => {
                        write!(f, "its estimate is {estimate} before {moves} and {after} after it")?
                    }
                    None => write!(f, "its estimate is {estimate}, but {moves} solves it")?,
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
                write!(f, "{level}: {found}, after {depth} moves; expected {right}")
            }
            Finding::NoCell { glyph } => write!(f, "the puzzle has no cell '{glyph}'"),
            Finding::Unsolved { level, why } => write!(f, "{}: {why}", named(level.as_ref())),
            Finding::Ratio { expanded, ours, .. } => {
                let ratio = ratio(*expanded, *ours);
                write!(
                    f,
                    "{expanded} expansions where the built-in search needs {ours}: {ratio:.2} times"
                )
            }
            Finding::Seconds { level, seconds, .. } => {
                write!(f, "{}: {seconds:.2} s", named(level.as_ref()))
            }
            Finding::Failed { why } => f.write_str(why),
            Finding::Required { check } => write!(f, "needs full points in '{check}'"),
            Finding::NotHere => f.write_str("this hidden level is not available"),
            Finding::NotChecked => f.write_str("not checked"),
        }
    }
}
