//! An expression over the puzzle at hand, ready to be asked.

use super::expression::{Expression, find};
use super::{Claims, Heuristic, HeuristicInfo, NamedHeuristic, ZERO};
use crate::moves::Move;
use crate::puzzle::Puzzle;
use crate::registry::SpecError;

/// A combination of a puzzle's heuristics.
#[derive(Clone, Debug)]
pub struct Formula<L> {
    root: Node<L>,
    claims: Claims,
}

#[derive(Clone, Debug)]
enum Node<L> {
    Zero,
    Leaf(L),
    Max(Vec<Node<L>>),
    Sum(Vec<Node<L>>),
    Scaled(f64, Box<Node<L>>),
}

impl<L> Formula<L> {
    /// The estimate that is always 0.
    pub const ZERO: Formula<L> = Formula { root: Node::Zero, claims: Claims::ZERO };

    /// The formula of an expression over a puzzle of the game that has these heuristics.
    pub fn new<P: Puzzle<Heuristic = L>>(
        puzzle: &P,
        expression: &Expression,
        heuristics: &[HeuristicInfo],
    ) -> Result<Formula<L>, SpecError>
    where
        L: NamedHeuristic<P>,
    {
        let claims = expression.check(heuristics)?;
        Ok(Formula { root: node(puzzle, expression, heuristics)?, claims })
    }
}

fn node<P: Puzzle>(
    puzzle: &P,
    expression: &Expression,
    heuristics: &[HeuristicInfo],
) -> Result<Node<P::Heuristic>, SpecError> {
    let all = |parts: &[Expression]| {
        parts.iter().map(|part| node(puzzle, part, heuristics)).collect::<Result<_, _>>()
    };
    Ok(match expression {
        Expression::Leaf(call) if call.name.text == ZERO.name => Node::Zero,
        Expression::Leaf(call) => {
            let info = find(call, heuristics)?;
            let options = call.values(info.name, info.options)?;
            Node::Leaf(P::Heuristic::named(puzzle, info.name, &options).ok_or_else(|| {
                SpecError::unknown("heuristic", info.name, call.name.offset, std::iter::empty())
            })?)
        }
        Expression::Max(parts) => Node::Max(all(parts)?),
        Expression::Sum(parts) => Node::Sum(all(parts)?),
        Expression::Scaled(weight, part) => {
            Node::Scaled(weight.value(), Box::new(node(puzzle, part, heuristics)?))
        }
    })
}

impl<L> Node<L> {
    #[inline]
    fn value<P: Puzzle>(&self, puzzle: &P, state: &P::State, by: Option<Move>) -> f64
    where
        L: Heuristic<P>,
    {
        match self {
            Node::Leaf(leaf) => leaf.estimate(puzzle, state, by),
            Node::Zero => 0.0,
            _ => self.combined(puzzle, state, by),
        }
    }

    fn combined<P: Puzzle>(&self, puzzle: &P, state: &P::State, by: Option<Move>) -> f64
    where
        L: Heuristic<P>,
    {
        match self {
            Node::Zero | Node::Leaf(_) => self.value(puzzle, state, by),
            Node::Max(parts) => parts
                .iter()
                .map(|part| part.value(puzzle, state, by))
                .fold(f64::NEG_INFINITY, f64::max),
            Node::Sum(parts) => parts.iter().map(|part| part.value(puzzle, state, by)).sum(),
            // Nothing times a dead end is nothing, as the claims have it, and not "not a number".
            Node::Scaled(0.0, _) => 0.0,
            Node::Scaled(weight, part) => weight * part.value(puzzle, state, by),
        }
    }
}

impl<P: Puzzle, L: Heuristic<P>> Heuristic<P> for Formula<L> {
    fn claims(&self) -> Claims {
        self.claims
    }

    #[inline]
    fn estimate(&self, puzzle: &P, state: &P::State, by: Option<Move>) -> f64 {
        self.root.value(puzzle, state, by)
    }
}
