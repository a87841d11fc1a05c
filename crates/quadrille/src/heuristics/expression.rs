//! Heuristic formulas: `collinear+euclidean(min,min)`, `max(a,2*b)`, `3*off_goal-1`.

use super::known::Known;
use super::{Claims, Custom, HeuristicInfo, Vocabulary, ZERO};
use crate::diagnostic::Diagnostic;
use crate::registry::{Call, Word};
use crate::search::algorithm::Weight;

/// A combination of heuristics, parsed but not yet bound to a game.
///
/// ```
/// use quadrille::heuristics::Expression;
/// let sum: Expression = "max(collinear, 0.5*relaxed) + euclidean(min,min)".parse().unwrap();
/// assert_eq!(sum.to_string(), "max(collinear,0.5*relaxed)+euclidean(min,min)");
/// assert_eq!("2*".parse::<Expression>().unwrap_err().span().start, 2);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expression {
    /// A heuristic or a feature of the game, or `zero`, which all games have.
    Leaf(Call),
    /// A custom heuristic, written `@name`.
    Custom(Custom),
    Number(Weight),
    Max(Vec<Expression>),
    Min(Vec<Expression>),
    Sum(Vec<Expression>),
    Difference(Box<[Expression; 2]>),
    Product(Box<[Expression; 2]>),
    /// The first divided by the second. If only the second is 0, the position comes last.
    Quotient(Box<[Expression; 2]>),
}

impl From<&HeuristicInfo> for Expression {
    /// The heuristic with its options at their defaults.
    fn from(info: &HeuristicInfo) -> Expression {
        let name = Word { text: info.name.to_string(), offset: 0 };
        Expression::Leaf(Call { name, options: Vec::new() })
    }
}

impl Expression {
    /// Parses an expression in which `find` resolves names with an `@`, or returns the reason why
    /// it cannot.
    pub fn parse_with(
        text: &str,
        find: impl FnMut(&str) -> Result<Custom, Diagnostic>,
    ) -> Result<Expression, Diagnostic> {
        text.parse::<Expression>()?.resolve(find)
    }

    /// Resolves the names with an `@` that are not resolved yet.
    pub fn resolve(
        mut self,
        mut find: impl FnMut(&str) -> Result<Custom, Diagnostic>,
    ) -> Result<Expression, Diagnostic> {
        self.resolve_with(&mut find)?;
        Ok(self)
    }

    fn resolve_with(
        &mut self,
        find: &mut impl FnMut(&str) -> Result<Custom, Diagnostic>,
    ) -> Result<(), Diagnostic> {
        if let Expression::Custom(custom) = self {
            *custom = custom.clone().resolved(find)?;
        }
        let parts = match self {
            Expression::Leaf(_) | Expression::Custom(_) | Expression::Number(_) => &mut [][..],
            Expression::Max(parts) | Expression::Min(parts) | Expression::Sum(parts) => parts,
            Expression::Difference(parts)
            | Expression::Product(parts)
            | Expression::Quotient(parts) => &mut parts[..],
        };
        parts.iter_mut().try_for_each(|part| part.resolve_with(find))
    }

    pub fn parts(&self) -> &[Expression] {
        match self {
            Expression::Leaf(_) | Expression::Custom(_) | Expression::Number(_) => &[],
            Expression::Max(parts) | Expression::Min(parts) | Expression::Sum(parts) => parts,
            Expression::Difference(parts)
            | Expression::Product(parts)
            | Expression::Quotient(parts) => &parts[..],
        }
    }

    pub fn customs(&self) -> Vec<&Custom> {
        match self {
            Expression::Custom(custom) => vec![custom],
            other => other.parts().iter().flat_map(Expression::customs).collect(),
        }
    }

    /// True if it may fail on some boards: it contains a custom heuristic.
    pub fn can_fail(&self) -> bool {
        matches!(self, Expression::Custom(_)) || self.parts().iter().any(Expression::can_fail)
    }

    /// Checks that all names and options exist in this vocabulary, and derives the claims of the
    /// whole from those of the parts.
    pub fn check(&self, words: Vocabulary) -> Result<Claims, Diagnostic> {
        self.known(words).map(Known::claims)
    }

    fn known(&self, words: Vocabulary) -> Result<Known, Diagnostic> {
        let two = |parts: &[Expression; 2], join: fn(Known, Known) -> Known| {
            Ok(join(parts[0].known(words)?, parts[1].known(words)?))
        };
        match self {
            Expression::Leaf(call) if call.name.text == ZERO.name => {
                call.values(ZERO.name, &[])?;
                Ok(Known::number(Weight::whole(0)))
            }
            Expression::Leaf(call) => {
                let name = &call.name;
                if let Some(info) = words.heuristic(&name.text) {
                    call.values(info.name, info.options)?;
                    return Ok(Known::of(info));
                }
                let feature = words.feature(&name.text).ok_or_else(|| words.unknown(name))?;
                call.values(feature.name, &[])?;
                Ok(Known::COUNT)
            }
            Expression::Custom(custom) => custom.check().map(|()| match custom.is_admissible() {
                true => Known::DECLARED,
                false => Known::NOTHING,
            }),
            Expression::Number(weight) => Ok(Known::number(*weight)),
            Expression::Max(parts) => fold(parts, words, Known::max),
            Expression::Min(parts) => fold(parts, words, Known::min),
            Expression::Sum(parts) => fold(parts, words, Known::plus),
            Expression::Difference(parts) => two(parts, Known::minus),
            Expression::Product(parts) => two(parts, Known::times),
            Expression::Quotient(parts) => two(parts, Known::over),
        }
    }
}

fn fold(
    parts: &[Expression],
    words: Vocabulary,
    join: fn(Known, Known) -> Known,
) -> Result<Known, Diagnostic> {
    let mut all = None;
    for part in parts {
        let known = part.known(words)?;
        all = Some(all.map_or(known, |all| join(all, known)));
    }
    Ok(all.unwrap_or(Known::number(Weight::whole(0))))
}
