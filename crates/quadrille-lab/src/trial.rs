//! A trial: one method on one level, with what came of it.

use std::panic::{self, AssertUnwindSafe};

use quadrille::levels::{Known, Level, to_code};
use quadrille::search::{self, Control, Cost, Limits, Report, Stop};
use serde::{Deserialize, Serialize};

use crate::Method;

/// How a trial ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// With a plan.
    Solved,
    /// With the proof that there is no plan.
    Unsolvable,
    /// Without an answer, because of a limit.
    Limit,
    /// Without a proof, because the user stopped it.
    Cancelled,
    /// With a bug in Quadrille, or a level that the method cannot work on.
    Failed,
}

impl Outcome {
    /// The word for it, as in results.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Solved => "solved",
            Outcome::Unsolvable => "unsolvable",
            Outcome::Limit => "limit",
            Outcome::Cancelled => "cancelled",
            Outcome::Failed => "failed",
        }
    }

    /// The outcome that a word stands for.
    pub fn from_name(name: &str) -> Option<Outcome> {
        use Outcome::{Cancelled, Failed, Limit, Solved, Unsolvable};
        [Solved, Unsolvable, Limit, Cancelled, Failed]
            .into_iter()
            .find(|outcome| outcome.name() == name)
    }

    /// Whether the question was answered: by a plan, or by the proof that there is none.
    pub const fn is_answer(self) -> bool {
        matches!(self, Outcome::Solved | Outcome::Unsolvable)
    }
}

/// What came of a method on a level.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// The method as it would be typed: `astar with relaxed`.
    pub method: String,
    /// Its algorithm.
    pub algorithm: String,
    /// Its heuristic, if it asks one.
    pub heuristic: Option<String>,
    /// How it ended.
    pub outcome: Outcome,
    /// The limit that ended it: `time`, `nodes`, `memory`, `depth` or `width`.
    pub limit: Option<String>,
    /// What went wrong when it failed.
    pub error: Option<String>,
    /// Whether its plan is proved shortest.
    pub optimal: bool,
    /// The moves of its plan.
    pub cost: Option<Cost>,
    /// No plan is shorter than this. `None` where there is no plan at all.
    pub lower_bound: Option<Cost>,
    /// Positions expanded.
    pub expanded: u64,
    /// Positions generated.
    pub generated: u64,
    /// Generated positions that were known already.
    pub duplicates: u64,
    /// Known positions to which a cheaper way was found.
    pub reopened: u64,
    /// Positions dropped as dead ends.
    pub dead_ends: u64,
    /// The most positions that waited at any time.
    pub peak_open: u64,
    /// The most bytes the tables held at any time.
    pub peak_bytes: u64,
    /// The deepest layer or last bound.
    pub depth: u32,
    /// How long it took.
    pub seconds: f64,
    /// When the first plan was there, for methods that improve on plans.
    pub first_plan_seconds: Option<f64>,
}

impl Trial {
    fn from_report(method: &Method, report: &Report) -> Trial {
        let outcome = match (&report.outcome, report.stop) {
            (search::Outcome::Unsolvable, _) => Outcome::Unsolvable,
            (_, Some(Stop::Cancelled)) => Outcome::Cancelled,
            (search::Outcome::Solved { .. }, _) => Outcome::Solved,
            (search::Outcome::Unknown, _) => Outcome::Limit,
        };
        let limit = match report.stop {
            Some(Stop::Limit(limit)) => Some(limit.name().to_string()),
            _ => None,
        };
        let stats = &report.stats;
        Trial {
            limit,
            optimal: report.is_optimal(),
            cost: report.plan().map(|(_, cost)| cost),
            lower_bound: (outcome != Outcome::Unsolvable).then_some(report.lower_bound),
            expanded: stats.expanded,
            generated: stats.generated,
            duplicates: stats.duplicates,
            reopened: stats.reopened,
            dead_ends: stats.dead_ends,
            peak_open: stats.peak_open,
            peak_bytes: stats.peak_bytes,
            depth: stats.depth,
            seconds: stats.seconds,
            first_plan_seconds: stats.first_plan_seconds,
            ..Trial::empty(method, outcome)
        }
    }

    fn failed(method: &Method, error: String) -> Trial {
        Trial { error: Some(error), ..Trial::empty(method, Outcome::Failed) }
    }

    fn empty(method: &Method, outcome: Outcome) -> Trial {
        Trial {
            method: method.to_string(),
            algorithm: method.algorithm.to_string(),
            heuristic: method.heuristic.as_ref().map(ToString::to_string),
            outcome,
            limit: None,
            error: None,
            optimal: false,
            cost: None,
            lower_bound: None,
            expanded: 0,
            generated: 0,
            duplicates: 0,
            reopened: 0,
            dead_ends: 0,
            peak_open: 0,
            peak_bytes: 0,
            depth: 0,
            seconds: 0.0,
            first_plan_seconds: None,
        }
    }

    /// How many moves its plan has above this optimum.
    pub fn above(&self, optimum: Option<Cost>) -> Option<Cost> {
        self.cost?.checked_sub(optimum?)
    }
}

/// Does it: solves the level with the method. Whatever goes wrong becomes a trial that failed.
pub fn measure(level: &Level, method: &Method, control: &Control) -> Trial {
    let method = match method.of_game(level.game) {
        Ok(method) => method,
        Err(error) => return Trial::failed(method, error.message),
    };
    let solve = || level.game.solve(&level.grid, &method.request(), control, None);
    match panic::catch_unwind(AssertUnwindSafe(solve)) {
        Ok(Ok(report)) => Trial::from_report(&method, &report),
        Ok(Err(error)) => Trial::failed(&method, error.to_string()),
        Err(_) => {
            let message = "this is a bug in Quadrille: the search broke off";
            Trial::failed(&method, message.to_string())
        }
    }
}

/// The moves of the shortest plan, when they are known: from the level, or from a trial that proved it.
pub fn optimum<'t>(
    known: Option<Known>,
    trials: impl IntoIterator<Item = &'t Trial>,
) -> Option<Cost> {
    let proved = trials.into_iter().find(|trial| trial.optimal).and_then(|trial| trial.cost);
    proved.or(match known {
        Some(Known::Optimal(moves)) => Some(moves),
        _ => None,
    })
}

/// A hash of the board that is the same on every machine and in every version: 16 hexadecimal digits of FNV-1a over the
/// share code.
///
/// ```
/// let level = quadrille::levels::read("level one\n1.G\n", None).levels().next().unwrap().clone();
/// assert_eq!(quadrille_lab::fingerprint(&level).len(), 16);
/// ```
pub fn fingerprint(level: &Level) -> String {
    format!("{:016x}", fnv(to_code(level).as_bytes()))
}

/// FNV-1a with 64 bits.
pub(crate) fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The limits of a trial when nobody says: ten seconds and one gibibyte. They do not depend on the machine, so that
/// results of different machines can be laid side by side.
pub fn default_limits() -> Limits {
    Limits { nodes: None, time: Some(std::time::Duration::from_secs(10)), memory: Some(1 << 30) }
}
