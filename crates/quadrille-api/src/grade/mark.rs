//! What came of the checks of a submission.

#[cfg(feature = "course")]
use serde::Deserialize;
use serde::Serialize;

use super::assignment::{Assignment, Check};
use super::finding::Finding;

/// What came of one check.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "course", derive(Deserialize))]
pub struct Mark {
    pub check: String,
    pub points: f64,
    /// The points that there are.
    pub most: f64,
    /// Whether it is about levels that students do not see.
    pub hidden: bool,
    /// The finding in a sentence.
    pub message: String,
    pub finding: Finding,
}

impl Mark {
    pub fn new(assignment: &Assignment, check: &Check, finding: Finding) -> Mark {
        let most = assignment.worth(check);
        Mark {
            check: check.name.clone(),
            points: if finding.is_good() {
                most
            } else {
                finding.partial(&check.partial).min(most)
            },
            most,
            hidden: assignment.is_hidden(check),
            message: finding.to_string(),
            finding,
        }
    }

    pub fn is_full(&self) -> bool {
        self.points >= self.most
    }
}

/// What came of a submission.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Graded {
    pub submission: String,
    /// The points of all checks together.
    pub points: f64,
    /// The points that there are.
    pub most: f64,
    pub seconds: f64,
    /// Why it ended before all checks were done, if it did.
    pub error: Option<String>,
    /// What kept a program of the submission apart from the rest of the machine.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub isolation: Vec<String>,
    /// The checks in the order of the assignment.
    pub marks: Vec<Mark>,
}

impl Graded {
    /// Puts the marks together. Checks that were not come to have no points.
    pub fn new(
        assignment: &Assignment,
        submission: String,
        marks: impl IntoIterator<Item = (usize, Mark)>,
        error: Option<String>,
        seconds: f64,
    ) -> Graded {
        let none = |check| Mark::new(assignment, check, Finding::NotChecked);
        let mut all: Vec<Mark> = assignment.checks.iter().map(none).collect();
        for (at, mark) in marks {
            if let Some(place) = all.get_mut(at) {
                *place = mark;
            }
        }
        let mut graded = Graded {
            submission,
            points: 0.0,
            most: 0.0,
            seconds,
            error,
            isolation: Vec::new(),
            marks: all,
        };
        (graded.points, graded.most) = graded.total(|_| true);
        graded
    }

    /// The points of some checks, and those that there are.
    pub fn total(&self, of: impl Fn(&Mark) -> bool) -> (f64, f64) {
        let some = || self.marks.iter().filter(|mark| of(mark));
        let zero = (0.0, 0.0);
        some().fold(zero, |(points, most), mark| (points + mark.points, most + mark.most))
    }
}
