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
            points: if finding.is_good() { most } else { 0.0 },
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
    /// The checks in the order of the assignment.
    pub marks: Vec<Mark>,
}

impl Graded {
    /// Puts the marks together. Checks that were not come to have no points.
    pub fn new(
        assignment: &Assignment,
        submission: String,
        mut marks: Vec<Mark>,
        error: Option<String>,
        seconds: f64,
    ) -> Graded {
        let rest = assignment.checks.iter().skip(marks.len());
        marks.extend(rest.map(|check| Mark::new(assignment, check, Finding::NotChecked)));
        let sum = |part: fn(&Mark) -> f64| marks.iter().map(part).sum();
        let (points, most) = (sum(|mark| mark.points), sum(|mark| mark.most));
        Graded { submission, points, most, seconds, error, marks }
    }
}
