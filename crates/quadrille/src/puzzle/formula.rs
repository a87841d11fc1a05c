//! An expression over the heuristics of a puzzle, ready to be evaluated.

use std::sync::Arc;

use super::Puzzle;
use crate::diagnostic::Diagnostic;
use crate::heuristics::{Alarm, Estimate, Expression, HeuristicError, LAST, ZERO};
use crate::moves::Move;
use crate::registry::unknown_name;
use crate::search::{
    space::{Claims, Heuristic},
    toolkit::Deadline,
};

/// A combination of a puzzle's heuristics.
pub struct Formula<'p, S> {
    root: Node<'p, S>,
    claims: Claims,
    /// Receives failures of parts; `None` if they cannot fail.
    alarm: Option<Arc<Alarm>>,
}

enum Node<'p, S> {
    Zero,
    Leaf(Estimate<'p, S>),
    Number(f64),
    Max(Vec<Node<'p, S>>),
    Min(Vec<Node<'p, S>>),
    Sum(Vec<Node<'p, S>>),
    Scaled(f64, Box<Node<'p, S>>),
    Difference(Box<[Node<'p, S>; 2]>),
    Product(Box<[Node<'p, S>; 2]>),
    Quotient(Box<[Node<'p, S>; 2]>),
}

impl<'p, S> Formula<'p, S> {
    pub const ZERO: Formula<'p, S> =
        Formula { root: Node::Zero, claims: Claims::ZERO, alarm: None };

    /// The formula of an expression over the heuristics of a puzzle. If a
    /// [`Custom`](crate::heuristics::Custom) heuristic fails, the search is cancelled and
    /// [`Formula::failure`] has the reason.
    pub fn new<P: Puzzle<State = S> + ?Sized>(
        puzzle: &'p P,
        expression: &Expression,
        deadline: impl Into<Deadline>,
    ) -> Result<Formula<'p, S>, Diagnostic> {
        let claims = expression.check(puzzle.vocabulary())?;
        let alarm = Arc::new(Alarm::new(deadline.into()));
        let root = Node::new(puzzle, expression, &alarm)?;
        Ok(Formula { root, claims, alarm: expression.can_fail().then_some(alarm) })
    }

    /// The first failure of a part. After it, estimates are meaningless.
    pub fn failure(&self) -> Option<&HeuristicError> {
        self.alarm.as_ref()?.failure()
    }
}

impl<'p, S> Node<'p, S> {
    fn new<P: Puzzle<State = S> + ?Sized>(
        puzzle: &'p P,
        expression: &Expression,
        alarm: &Arc<Alarm>,
    ) -> Result<Node<'p, S>, Diagnostic> {
        let all = |parts: &[Expression]| {
            parts.iter().map(|part| Node::new(puzzle, part, alarm)).collect::<Result<_, _>>()
        };
        let two = |parts: &[Expression; 2]| {
            let [one, other] = parts;
            let both = [Node::new(puzzle, one, alarm)?, Node::new(puzzle, other, alarm)?];
            Ok::<_, Diagnostic>(Box::new(both))
        };
        Ok(match expression {
            Expression::Leaf(call) if call.name.text == ZERO.name => Node::Zero,
            Expression::Leaf(call) => {
                let words = puzzle.vocabulary();
                let Some(info) = words.heuristic(&call.name.text) else {
                    let feature = words.feature(&call.name.text);
                    let count = feature.ok_or_else(|| words.unknown(&call.name))?.count;
                    let estimate =
                        move |state: &S, _: Option<&Move>| f64::from(count(&puzzle.board(state)));
                    return Ok(Node::Leaf(Box::new(estimate)));
                };
                let options = call.values(info.name, info.options)?;
                Node::Leaf(puzzle.heuristic(info.name, &options).ok_or_else(|| {
                    unknown_name("heuristic", info.name, call.name.offset, std::iter::empty())
                })?)
            }
            Expression::Custom(custom) => {
                let start = puzzle.board(&puzzle.start());
                let board = |state: &S| puzzle.board(state);
                Node::Leaf(custom.over(puzzle.vocabulary().game, &start, board, alarm)?)
            }
            Expression::Number(weight) => Node::Number(weight.value()),
            Expression::Max(parts) => Node::Max(all(parts)?),
            Expression::Min(parts) => Node::Min(all(parts)?),
            Expression::Sum(parts) => Node::Sum(all(parts)?),
            Expression::Difference(parts) => Node::Difference(two(parts)?),
            Expression::Product(parts) => match *two(parts)? {
                [Node::Number(weight), part] | [part, Node::Number(weight)] => {
                    Node::Scaled(weight, Box::new(part))
                }
                both => Node::Product(Box::new(both)),
            },
            Expression::Quotient(parts) => match *two(parts)? {
                [part, Node::Number(weight)] => Node::Scaled(1.0 / weight, Box::new(part)),
                both => Node::Quotient(Box::new(both)),
            },
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

    /// A number, or infinity if a part that is not subtracted or a divisor reports a dead end.
    fn combined(&self, state: &S, by: Option<&Move>) -> f64 {
        let both = |[one, other]: &[Node<'p, S>; 2]| [one.value(state, by), other.value(state, by)];
        match self {
            Node::Zero | Node::Leaf(_) => self.value(state, by),
            Node::Number(number) => *number,
            Node::Max(parts) => {
                parts.iter().map(|part| part.value(state, by)).fold(f64::NEG_INFINITY, f64::max)
            }
            Node::Min(parts) => {
                parts.iter().map(|part| part.value(state, by)).fold(f64::INFINITY, f64::min)
            }
            Node::Sum(parts) => parts.iter().map(|part| part.value(state, by)).sum(),
            // 0 times a dead end is 0, as the claims assume, and not NaN.
            Node::Scaled(0.0, _) => 0.0,
            Node::Scaled(weight, part) => (weight * part.value(state, by)).max(-LAST),
            Node::Difference(parts) => {
                let [one, other] = both(parts);
                one - other.min(LAST)
            }
            Node::Product(parts) => match both(parts) {
                [0.0, _] | [_, 0.0] => 0.0,
                [one, other] => (one * other).max(-LAST),
            },
            // Such a quotient has no claims, so a position is put last and not dropped.
            Node::Quotient(parts) => match both(parts) {
                [0.0, 0.0] => 0.0,
                [one, 0.0] => LAST.copysign(one),
                [one, other] => (one / other.clamp(-LAST, LAST)).max(-LAST),
            },
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
