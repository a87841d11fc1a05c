//! Why a level was not solved.

use std::fmt;

use crate::diagnostic::Diagnostic;
use crate::heuristics::Failure;
use crate::puzzle::NoValue;
use crate::registry::SpecError;
use crate::verify::Refusal;

/// Why there is no report of a solve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolveError {
    /// The board is no level of the game.
    Unfit(Vec<Diagnostic>),
    /// The game has no such heuristic.
    Heuristic(SpecError),
    /// A heuristic that was handed in gave no estimate.
    Failed(Failure),
    /// The rules of the game failed, as those of a script can.
    Rules(String),
    /// The solver's plan was refused by the plain rules: a bug in Quadrille.
    Refused(Refusal),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Unfit(problems) => match problems.first() {
                Some(problem) => f.write_str(&problem.message),
                None => f.write_str("the board is no level of the game"),
            },
            SolveError::Heuristic(error) => fmt::Display::fmt(error, f),
            SolveError::Failed(failure) => fmt::Display::fmt(failure, f),
            SolveError::Rules(failure) => write!(f, "the rules of the game failed: {failure}"),
            SolveError::Refused(refusal) => {
                write!(
                    f,
                    "this is a bug in Quadrille: the solver's own plan fails the check by the plain rules: {refusal}"
                )
            }
        }
    }
}

impl std::error::Error for SolveError {}

impl From<NoValue> for SolveError {
    fn from(error: NoValue) -> SolveError {
        match error {
            NoValue::Unknown(error) => SolveError::Heuristic(error),
            NoValue::Failed(failure) => SolveError::Failed(failure),
        }
    }
}
