//! An expression over the puzzle at hand, ready to be asked.

use super::expression::{Expression, find};
use super::{Estimate, HeuristicInfo, ZERO};
use crate::moves::Move;
use crate::search::{Claims, Heuristic, SpecError, Value};

/// A combination of a puzzle's heuristics.
pub struct Formula<'p, S> {
    root: Node<'p, S>,
    claims: Claims,
}

enum Node<'p, S> {
    Zero,
    Leaf(Estimate<'p, S>),
    Max(Vec<Node<'p, S>>),
    Sum(Vec<Node<'p, S>>),
    Scaled(f64, Box<Node<'p, S>>),
}

/// Makes the heuristic with a name, its options in their order.
type Build<'b, 'p, S> = &'b dyn Fn(&str, &[Value]) -> Option<Estimate<'p, S>>;

impl<'p, S> Formula<'p, S> {
    /// The estimate that is always 0.
    pub const ZERO: Formula<'p, S> = Formula { root: Node::Zero, claims: Claims::ZERO };

    /// The formula of an expression over these heuristics.
    pub fn new(
        expression: &Expression,
        heuristics: &[HeuristicInfo],
        build: Build<'_, 'p, S>,
    ) -> Result<Formula<'p, S>, SpecError> {
        let claims = expression.check(heuristics)?;
        Ok(Formula { root: Node::new(expression, heuristics, build)?, claims })
    }
}

impl<'p, S> Node<'p, S> {
    fn new(
        expression: &Expression,
        heuristics: &[HeuristicInfo],
        build: Build<'_, 'p, S>,
    ) -> Result<Node<'p, S>, SpecError> {
        let all = |parts: &[Expression]| {
            parts.iter().map(|part| Node::new(part, heuristics, build)).collect::<Result<_, _>>()
        };
        Ok(match expression {
            Expression::Leaf(call) if call.name.text == ZERO.name => Node::Zero,
            Expression::Leaf(call) => {
                let info = find(call, heuristics)?;
                let options = call.values(info.name, info.options)?;
                Node::Leaf(build(info.name, &options).ok_or_else(|| {
                    SpecError::unknown("heuristic", info.name, call.name.offset, std::iter::empty())
                })?)
            }
            Expression::Max(parts) => Node::Max(all(parts)?),
            Expression::Sum(parts) => Node::Sum(all(parts)?),
            Expression::Scaled(weight, part) => {
                Node::Scaled(weight.value(), Box::new(Node::new(part, heuristics, build)?))
            }
        })
    }

    #[inline]
    fn value(&self, state: &S, by: Option<&Move>) -> f64 {
        match self {
            Node::Leaf(leaf) => leaf(state, by),
            Node::Zero => 0.0,
            _ => self.combined(state, by),
        }
    }

    fn combined(&self, state: &S, by: Option<&Move>) -> f64 {
        match self {
            Node::Zero | Node::Leaf(_) => self.value(state, by),
            Node::Max(parts) => {
                parts.iter().map(|part| part.value(state, by)).fold(f64::NEG_INFINITY, f64::max)
            }
            Node::Sum(parts) => parts.iter().map(|part| part.value(state, by)).sum(),
            // Nothing times a dead end is nothing, as the claims have it, and not "not a number".
            Node::Scaled(0.0, _) => 0.0,
            Node::Scaled(weight, part) => weight * part.value(state, by),
        }
    }
}

impl<S> Heuristic<S, Move> for Formula<'_, S> {
    fn claims(&self) -> Claims {
        self.claims
    }

    #[inline]
    fn estimate(&self, state: &S, by: Option<&Move>) -> f64 {
        self.root.value(state, by)
    }
}
