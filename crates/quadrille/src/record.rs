//! The result of a method on a level, as one record for the command, the lab and the server.
//!
//! With the feature `serde` it is written and read as JSON: `solve --json`, `compare --json`, the
//! results of the lab and the responses of the server contain these fields, with [`SCHEMA`] as
//! their version.

use std::collections::BTreeMap;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;
use crate::game::Tally;
use crate::levels::Level;
use crate::method::{Measure, Method};
use crate::search::{Cost, Outcome, Report, Stats, Stop};

/// The version of the fields. It changes when a name or a meaning does.
pub const SCHEMA: u32 = 3;

/// The result of a search in one word; see [`Outcome`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "lowercase"))]
pub enum Verdict {
    Solved,
    /// It is proved that there is no plan.
    Unsolvable,
    /// An external solver claims that there is no plan; the claim is not checked.
    Claimed,
    /// None of these.
    Unknown,
}

quadrille_base::names!(Verdict {
    Solved: "solved",
    Unsolvable: "unsolvable",
    Claimed: "claimed",
    Unknown: "unknown",
});

impl Verdict {
    /// True if the question is answered: by a plan, or by a proof that there is none.
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

/// The result of a method on a level.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Record {
    /// The method as typed: `astar with relaxed`.
    pub method: String,
    pub algorithm: String,
    pub heuristic: Option<String>,
    pub outcome: Verdict,
    /// True if the plan is proved shortest.
    pub optimal: bool,
    pub cost: Option<Cost>,
    /// No plan costs less than this. `None` if there is no plan at all.
    pub lower_bound: Option<Cost>,
    /// The reason why the search ended without a proof: `time`, `nodes`, `memory`, `depth`, `width`
    /// or `cancelled`.
    pub stop: Option<Stop>,
    /// The unit of the cost and the bound.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Measure::is_moves"))]
    pub measure: Measure,
    pub plan: Option<Vec<String>>,
    /// The number of moves that the game counts separately, such as pushes.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub tally: Option<Tally>,
    /// The error, if there was no search or its answer was rejected.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub error: Option<Diagnostic>,
    pub stats: Stats,
    /// Processor time in seconds, where it was measured.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub cpu_seconds: Option<f64>,
    /// The most resident memory in bytes of its process and its children, if it was measured.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub peak_rss: Option<u64>,
    /// Further figures of an external solver by their names.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "BTreeMap::is_empty"))]
    pub attributes: BTreeMap<String, f64>,
}

impl Record {
    /// The record of a finished search. The heuristic of the method must be filled in (see
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

    /// The record of a method that could not run, or whose answer was rejected.
    pub fn failed(method: &Method, error: Diagnostic) -> Record {
        Record { error: Some(error), ..Record::empty(method) }
    }

    fn empty(method: &Method) -> Record {
        Record {
            algorithm: method.algorithm.to_string(),
            heuristic: method.heuristic.as_ref().map(ToString::to_string),
            measure: method.measure,
            ..Record::named(&method.to_string())
        }
    }

    /// The record of a method of which only the name is known.
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
            measure: Measure::Moves,
            plan: None,
            tally: None,
            error: None,
            stats: Stats::default(),
            cpu_seconds: None,
            peak_rss: None,
            attributes: BTreeMap::new(),
        }
    }

    /// The effort, if positions were counted. External programs need not report their counts.
    pub fn counts(&self) -> Option<&Stats> {
        let is_trivial =
            self.outcome == Verdict::Unsolvable || self.plan.as_ref().is_some_and(Vec::is_empty);
        let is_counted = self.stats.expanded > 0 || self.stats.generated > 0;
        (is_counted || is_trivial).then_some(&self.stats)
    }

    /// The generated positions, if counted. An external program may report only its expansions; a
    /// search that expands has tables.
    pub fn generated(&self) -> Option<u64> {
        let stats = self.counts()?;
        let is_missing = stats.generated == 0 && stats.expanded > 0 && stats.peak_bytes == 0;
        (!is_missing).then_some(stats.generated)
    }

    /// True if it failed: then it has no information about the level.
    pub const fn is_failed(&self) -> bool {
        self.error.is_some()
    }

    /// True if the answer is proved: a shortest plan, or that there is none.
    pub fn is_proved(&self) -> bool {
        self.optimal || self.outcome == Verdict::Unsolvable
    }

    pub fn is_cancelled(&self) -> bool {
        self.stop == Some(Stop::Cancelled)
    }

    /// The moves of its plan above the optimum, if both are known.
    pub fn above(&self, optimum: Option<Cost>) -> Option<Cost> {
        if !self.measure.is_moves() {
            return None;
        }
        self.cost?.checked_sub(optimum?)
    }
}
