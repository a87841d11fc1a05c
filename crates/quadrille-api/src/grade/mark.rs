//! The results of a submission.

#[cfg(feature = "course")]
use serde::Deserialize;
use serde::Serialize;

use super::assignment::{Assignment, Check};
use super::finding::Finding;

/// The result of one check.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "course", derive(Deserialize))]
pub struct Mark {
    pub check: String,
    pub points: f64,
    pub most: f64,
    pub hidden: bool,
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

/// The result of a submission.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Graded {
    pub submission: String,
    /// The points of all checks.
    pub points: f64,
    pub most: f64,
    pub seconds: f64,
    /// The reason why grading ended early.
    pub error: Option<String>,
    /// The measures that isolated the submission's program from the machine.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub isolation: Vec<String>,
    /// One mark per check, in the order of the assignment.
    pub marks: Vec<Mark>,
}

impl Graded {
    /// Collects the marks. Checks without a mark have no points.
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

    /// The points, and the points for full marks, of the selected checks.
    pub fn total(&self, of: impl Fn(&Mark) -> bool) -> (f64, f64) {
        let some = || self.marks.iter().filter(|mark| of(mark));
        let zero = (0.0, 0.0);
        some().fold(zero, |(points, most), mark| (points + mark.points, most + mark.most))
    }
}
