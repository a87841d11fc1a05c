//! The values of heuristics for a position, with their parts.

use super::{Puzzle, formula};
use crate::diagnostic::Diagnostic;
use crate::heuristics::{Expression, Heuristic, HeuristicError, Valued};
use crate::moves::Move;

pub(crate) enum NoValue {
    /// The game has no such heuristic.
    Unknown(Diagnostic),
    /// A custom heuristic returned no estimate.
    Failed(HeuristicError),
}

/// The value of an expression for a state and the move that led to it. The parts of a combination
/// are its members; those of a single heuristic come from its puzzle.
pub(crate) fn valued<P: Puzzle + ?Sized>(
    puzzle: &P,
    expression: &Expression,
    state: &P::State,
    by: Option<&Move>,
) -> Result<Valued, NoValue> {
    let formula = formula(puzzle, expression).map_err(NoValue::Unknown)?;
    let value = formula.estimate(state, by);
    if let Some(failure) = formula.failure() {
        return Err(NoValue::Failed(failure.clone()));
    }
    let parts = match expression {
        Expression::Leaf(call) => {
            let name = call.name.text.as_str();
            match puzzle.vocabulary().heuristic(name) {
                None => Vec::new(),
                Some(info) => {
                    let options = call.values(name, info.options).map_err(NoValue::Unknown)?;
                    puzzle.parts(name, &options, state, by)
                }
            }
        }
        combined => {
            let parts = combined.parts().iter();
            let telling = parts.filter(|part| !matches!(part, Expression::Number(_)));
            telling.map(|part| valued(puzzle, part, state, by)).collect::<Result<_, _>>()?
        }
    };
    Ok(Valued { name: expression.to_string(), value, cell: None, parts })
}
