//! An expression over the puzzle at hand, ready to be asked.

use std::sync::Arc;

use super::custom::{Alarm, Failure};
use super::expression::{Expression, find};
use super::{Estimate, ZERO};
use crate::moves::Move;
use crate::puzzle::Puzzle;
use crate::search::{Cancel, Claims, Heuristic, SpecError};

/// A combination of a puzzle's heuristics.
pub struct Formula<'p, S> {
    root: Node<'p, S>,
    claims: Claims,
    /// Where custom heuristics tell that they failed; `None` when there are none.
    alarm: Option<Arc<Alarm>>,
}

enum Node<'p, S> {
    Zero,
    Leaf(Estimate<'p, S>),
    Max(Vec<Node<'p, S>>),
    Sum(Vec<Node<'p, S>>),
    Scaled(f64, Box<Node<'p, S>>),
}

impl<'p, S> Formula<'p, S> {
    /// The estimate that is always 0.
    pub const ZERO: Formula<'p, S> =
        Formula { root: Node::Zero, claims: Claims::ZERO, alarm: None };

    /// The formula of an expression over the heuristics of a puzzle. When one that is handed in ([`Custom`](super::Custom))
    /// fails, `cancel` is cancelled and [`Formula::failure`] says why.
    pub fn new<P: Puzzle<State = S> + ?Sized>(
        puzzle: &'p P,
        expression: &Expression,
        cancel: Cancel,
    ) -> Result<Formula<'p, S>, SpecError> {
        let claims = expression.check(puzzle.heuristics())?;
        let alarm = Arc::new(Alarm::new(cancel));
        let root = Node::new(puzzle, expression, &alarm)?;
        Ok(Formula { root, claims, alarm: expression.is_custom().then_some(alarm) })
    }

    /// The first failure of a heuristic that was handed in. From then on its estimates mean nothing.
    pub fn failure(&self) -> Option<&Failure> {
        self.alarm.as_ref()?.failure()
    }
}

impl<'p, S> Node<'p, S> {
    fn new<P: Puzzle<State = S> + ?Sized>(
        puzzle: &'p P,
        expression: &Expression,
        alarm: &Arc<Alarm>,
    ) -> Result<Node<'p, S>, SpecError> {
        let all = |parts: &[Expression]| {
            parts.iter().map(|part| Node::new(puzzle, part, alarm)).collect::<Result<_, _>>()
        };
        Ok(match expression {
            Expression::Leaf(call) if call.name.text == ZERO.name => Node::Zero,
            Expression::Leaf(call) => {
                let info = find(call, puzzle.heuristics())?;
                let options = call.values(info.name, info.options)?;
                Node::Leaf(puzzle.heuristic(info.name, &options).ok_or_else(|| {
                    SpecError::unknown("heuristic", info.name, call.name.offset, std::iter::empty())
                })?)
            }
            Expression::Custom(custom) => Node::Leaf(custom.over(puzzle, alarm)?),
            Expression::Max(parts) => Node::Max(all(parts)?),
            Expression::Sum(parts) => Node::Sum(all(parts)?),
            Expression::Scaled(weight, part) => {
                Node::Scaled(weight.value(), Box::new(Node::new(puzzle, part, alarm)?))
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
