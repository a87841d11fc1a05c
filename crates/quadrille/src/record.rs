//! What came of a method on a level, as one record for command, lab and server.
//!
//! With the feature `serde` it is written and read as JSON: `solve --json`, `compare --json`, the
//! results of the lab and the answers of the server contain these fields under these names, with
//! [`SCHEMA`] as their version.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;
use crate::game::Tally;
use crate::levels::Level;
use crate::method::Method;
use crate::search::{Cost, Outcome, Report, Stats, Stop};

/// The version of the fields. It changes when a name or a meaning does.
pub const SCHEMA: u32 = 3;

/// The result of a search in one word; see [`Outcome`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "lowercase"))]
pub enum Verdict {
    /// There is a plan.
    Solved,
    /// It is proved that there is no plan.
    Unsolvable,
    /// An external solver claims that there is no plan; the claim is not checked.
    Claimed,
    /// None of these.
    Unknown,
}

impl Verdict {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Solved => "solved",
            Verdict::Unsolvable => "unsolvable",
            Verdict::Claimed => "claimed",
            Verdict::Unknown => "unknown",
        }
    }

    /// The verdict that a word stands for.
    pub fn from_name(name: &str) -> Option<Verdict> {
        [Verdict::Solved, Verdict::Unsolvable, Verdict::Claimed, Verdict::Unknown]
            .into_iter()
            .find(|verdict| verdict.name() == name)
    }

    /// Whether the question was answered: by a plan, or by the proof that there is none.
    pub const fn is_answer(self) -> bool {
        matches!(self, Verdict::Solved | Verdict::Unsolvable)
    }
}

impl From<&Outcome> for Verdict {
    fn from(outcome: &Outcome) -> Verdict {
        match outcome {
            Outcome::Solved { .. } => Verdict::Solved,
            Outcome::Unsolvable => Verdict::Unsolvable,
            Outcome::Unknown => Verdict::Unknown,
        }
    }
}

/// What came of a method on a level.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Record {
    /// The method as it would be typed: `astar with relaxed`.
    pub method: String,
    /// Its algorithm with its options.
    pub algorithm: String,
    /// Its heuristic, if it asks one.
    pub heuristic: Option<String>,
    /// What is known.
    pub outcome: Verdict,
    /// Whether the plan is proved shortest.
    pub optimal: bool,
    /// What the plan costs.
    pub cost: Option<Cost>,
    /// No plan costs less than this. `None` where there is no plan at all.
    pub lower_bound: Option<Cost>,
    /// What ended the search before it had its proof: `time`, `nodes`, `memory`, `depth`, `width`
    /// or `cancelled`.
    pub stop: Option<Stop>,
    /// The moves of the plan.
    pub plan: Option<Vec<String>>,
    /// How many of the moves are of the kind that the game counts beside all moves.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub tally: Option<Tally>,
    /// What went wrong where there was no search, or its answer was refused.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub error: Option<Diagnostic>,
    /// The effort.
    pub stats: Stats,
    /// Processor time in seconds, where it was measured.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub cpu_seconds: Option<f64>,
    /// The most resident memory in bytes of an external solver and everything it started.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub peak_rss: Option<u64>,
}

impl Record {
    /// The record of a search that came to its end. The method has its heuristic said (see
    /// [`Method::resolve`]).
    pub fn new(method: &Method, level: &Level, report: &Report) -> Record {
        let (plan, notation) = (report.plan(), level.game.notation());
        let outcome = Verdict::from(&report.outcome);
        Record {
            outcome,
            optimal: report.is_optimal(),
            cost: plan.map(|(_, cost)| cost),
            lower_bound: (outcome != Verdict::Unsolvable).then_some(report.lower_bound),
            stop: report.stop,
            plan: plan.map(|(plan, _)| plan.iter().map(|&mv| notation.write(mv)).collect()),
            tally: plan.and_then(|(plan, _)| level.game.tally(&level.grid, plan)),
            stats: report.stats,
            ..Record::empty(method)
        }
    }

    /// The record of a method that could not be tried, or whose answer was refused.
    pub fn failed(method: &Method, error: Diagnostic) -> Record {
        Record { error: Some(error), ..Record::empty(method) }
    }

    fn empty(method: &Method) -> Record {
        Record {
            algorithm: method.algorithm.to_string(),
            heuristic: method.heuristic.as_ref().map(ToString::to_string),
            ..Record::named(&method.to_string())
        }
    }

    /// The record of a method of which the name is known, and nothing else.
    pub fn named(method: &str) -> Record {
        Record {
            method: method.to_string(),
            algorithm: method.to_string(),
            heuristic: None,
            outcome: Verdict::Unknown,
            optimal: false,
            cost: None,
            lower_bound: None,
            stop: None,
            plan: None,
            tally: None,
            error: None,
            stats: Stats::default(),
            cpu_seconds: None,
            peak_rss: None,
        }
    }

    /// The effort, where positions were counted. Other people's programs need not tell how many
    /// they looked at.
    pub fn counts(&self) -> Option<&Stats> {
        let is_trivial =
            self.outcome == Verdict::Unsolvable || self.plan.as_ref().is_some_and(Vec::is_empty);
        let is_counted = self.stats.expanded > 0 || self.stats.generated > 0;
        (is_counted || is_trivial).then_some(&self.stats)
    }

    /// Whether it failed: then it says nothing about the level.
    pub const fn is_failed(&self) -> bool {
        self.error.is_some()
    }

    /// Whether the answer is proved: a shortest plan, or that there is none.
    pub fn is_proved(&self) -> bool {
        self.optimal || self.outcome == Verdict::Unsolvable
    }

    /// Whether it was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.stop == Some(Stop::Cancelled)
    }

    /// What its plan costs above the optimum, where both are known.
    pub fn above(&self, optimum: Option<Cost>) -> Option<Cost> {
        self.cost?.checked_sub(optimum?)
    }
}
