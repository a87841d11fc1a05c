//! Errors of solving.

use std::fmt;

use crate::diagnostic::{Diagnostic, message};
use crate::heuristics::HeuristicError;
use crate::puzzle::NoValue;

/// The reason why a level was not solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolveError {
    /// The board is not a level of the game.
    Unfit(Vec<Diagnostic>),
    /// The game has no such heuristic.
    Heuristic(Diagnostic),
    /// A custom heuristic returned no estimate.
    Failed(HeuristicError),
    /// The rules of the game failed, as those of a script can.
    Rules(String),
    /// The plain rules rejected the solver's plan: a bug in Quadrille.
    Refused(Diagnostic),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Diagnostic::from(self.clone()).message())
    }
}

impl From<SolveError> for Diagnostic {
    fn from(error: SolveError) -> Diagnostic {
        match error {
            SolveError::Unfit(problems) => {
                problems.into_iter().next().unwrap_or_else(message::unfit_board)
            }
            SolveError::Heuristic(error) => {
                let span = error.span();
                message::bad_method(error).at(span)
            }
            SolveError::Failed(failure) => {
                message::heuristic_failed(failure.heuristic, failure.message)
            }
            SolveError::Rules(cause) => message::rules_failed(cause),
            SolveError::Refused(cause) => message::bug(cause),
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
