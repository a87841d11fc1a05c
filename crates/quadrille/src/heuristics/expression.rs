//! Heuristics as people write them: `collinear+euclidean(min,min)`, `max(a,2*b)`.

use std::fmt;
use std::str::FromStr;

use super::{Claims, Custom, HeuristicInfo, ZERO};
use crate::search::{Call, Scanner, SpecError, Weight};

/// A combination of heuristics, read but not yet tied to a game.
///
/// ```
/// use quadrille::heuristics::Expression;
/// let sum: Expression = "max(collinear, 0.5*relaxed) + euclidean(min,min)".parse().unwrap();
/// assert_eq!(sum.to_string(), "max(collinear,0.5*relaxed)+euclidean(min,min)");
/// assert_eq!("2*".parse::<Expression>().unwrap_err().offset, 2);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expression {
    /// A heuristic of the game, or `zero`, which all games have.
    Leaf(Call),
    /// A heuristic that is handed in, written `@name`.
    Custom(Custom),
    /// The largest of several estimates.
    Max(Vec<Expression>),
    /// The sum of several estimates.
    Sum(Vec<Expression>),
    /// A multiple of an estimate.
    Scaled(Weight, Box<Expression>),
}

/// Brackets deeper than this are refused.
const MAX_DEPTH: usize = 32;

impl Expression {
    /// Reads an expression in which `find` gives names with an `@` their meaning, or says why they have none.
    pub fn parse_with(
        text: &str,
        find: impl FnMut(&str) -> Result<Custom, String>,
    ) -> Result<Expression, SpecError> {
        text.parse::<Expression>()?.resolve(find)
    }

    /// The same with a meaning for the names with an `@` that have none.
    pub fn resolve(
        self,
        mut find: impl FnMut(&str) -> Result<Custom, String>,
    ) -> Result<Expression, SpecError> {
        self.resolved(&mut find)
    }

    fn resolved(
        self,
        find: &mut impl FnMut(&str) -> Result<Custom, String>,
    ) -> Result<Expression, SpecError> {
        let mut all = |parts: Vec<Expression>| {
            parts.into_iter().map(|part| part.resolved(find)).collect::<Result<_, _>>()
        };
        Ok(match self {
            Expression::Leaf(call) => Expression::Leaf(call),
            Expression::Max(parts) => Expression::Max(all(parts)?),
            Expression::Sum(parts) => Expression::Sum(all(parts)?),
            Expression::Custom(custom) => Expression::Custom(custom.resolved(find)?),
            Expression::Scaled(weight, part) => {
                Expression::Scaled(weight, Box::new(part.resolved(find)?))
            }
        })
    }

    /// The heuristics with an `@` in it, in the order in which they stand.
    pub fn customs(&self) -> Vec<&Custom> {
        match self {
            Expression::Leaf(_) => Vec::new(),
            Expression::Custom(custom) => vec![custom],
            Expression::Max(parts) | Expression::Sum(parts) => {
                parts.iter().flat_map(Expression::customs).collect()
            }
            Expression::Scaled(_, part) => part.customs(),
        }
    }

    /// Whether a heuristic with an `@` is in it.
    pub fn is_custom(&self) -> bool {
        !self.customs().is_empty()
    }

    /// Makes sure that all names and options exist in a game with these heuristics, and works out what is true of the
    /// whole.
    pub fn check(&self, heuristics: &[HeuristicInfo]) -> Result<Claims, SpecError> {
        match self {
            Expression::Leaf(call) if call.name.text == ZERO.name => {
                call.values(ZERO.name, &[])?;
                Ok(Claims::ZERO)
            }
            Expression::Leaf(call) => {
                let info = find(call, heuristics)?;
                call.values(info.name, info.options)?;
                Ok(info.claims())
            }
            Expression::Custom(custom) => custom.check(),
            Expression::Max(parts) => fold(parts, heuristics, |a, b| Claims {
                admissible: a.admissible.max(b.admissible),
                consistent: a.consistent.max(b.consistent),
                whole: a.whole && b.whole,
            }),
            Expression::Sum(parts) => fold(parts, heuristics, |a, b| Claims {
                admissible: a.admissible + b.admissible,
                consistent: a.consistent + b.consistent,
                whole: a.whole && b.whole,
            }),
            Expression::Scaled(weight, part) => Ok(scaled(part.check(heuristics)?, *weight)),
        }
    }
}

fn scaled(claims: Claims, weight: Weight) -> Claims {
    // Zero times infinity is no number; nothing times any estimate is nothing.
    if weight.value() == 0.0 {
        return Claims::ZERO;
    }
    Claims {
        admissible: weight.value() * claims.admissible,
        consistent: weight.value() * claims.consistent,
        whole: claims.whole && weight.is_whole(),
    }
}

fn fold(
    parts: &[Expression],
    heuristics: &[HeuristicInfo],
    join: impl Fn(Claims, Claims) -> Claims,
) -> Result<Claims, SpecError> {
    parts.iter().try_fold(Claims::ZERO, |all, part| Ok(join(all, part.check(heuristics)?)))
}

/// The entry of a call in the list of a game.
pub(super) fn find<'h>(
    call: &Call,
    heuristics: &'h [HeuristicInfo],
) -> Result<&'h HeuristicInfo, SpecError> {
    heuristics.iter().find(|info| info.name == call.name.text).ok_or_else(|| {
        let names = heuristics.iter().map(|info| info.name).chain([ZERO.name, "max"]);
        SpecError::unknown("heuristic", &call.name.text, call.name.offset, names)
    })
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, parts: &[Expression], sign: &str| {
            for (index, part) in parts.iter().enumerate() {
                write!(f, "{}{part}", if index > 0 { sign } else { "" })?;
            }
            Ok(())
        };
        match self {
            Expression::Leaf(call) => call.fmt(f),
            Expression::Custom(custom) => custom.fmt(f),
            Expression::Max(parts) => {
                f.write_str("max(")?;
                list(f, parts, ",")?;
                f.write_str(")")
            }
            Expression::Sum(parts) => list(f, parts, "+"),
            Expression::Scaled(weight, part) if matches!(**part, Expression::Sum(_)) => {
                write!(f, "{weight}*({part})")
            }
            Expression::Scaled(weight, part) => write!(f, "{weight}*{part}"),
        }
    }
}

impl FromStr for Expression {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Expression, SpecError> {
        let mut scanner = Scanner::new(text);
        let expression = sum(&mut scanner, 0)?;
        scanner.end()?;
        Ok(expression)
    }
}

fn sum(scanner: &mut Scanner<'_>, depth: usize) -> Result<Expression, SpecError> {
    if depth > MAX_DEPTH {
        let mut error = scanner.unexpected("a name");
        error.message = format!("brackets go deeper than {MAX_DEPTH}");
        return Err(error);
    }
    let mut parts = vec![product(scanner, depth)?];
    while scanner.take('+') {
        parts.push(product(scanner, depth)?);
    }
    Ok(if parts.len() == 1 { parts.remove(0) } else { Expression::Sum(parts) })
}

fn product(scanner: &mut Scanner<'_>, depth: usize) -> Result<Expression, SpecError> {
    const EXPECTED: &str = "a heuristic";
    if scanner.take('(') {
        let inner = sum(scanner, depth + 1)?;
        return if scanner.take(')') { Ok(inner) } else { Err(scanner.unexpected("'+' or ')'")) };
    }
    if scanner.take('@') {
        return Ok(Expression::Custom(Custom::unresolved(scanner.path("a name behind @")?)));
    }
    let name = scanner.word(EXPECTED)?;
    if name.text.starts_with(|c: char| c.is_ascii_digit()) {
        let weight = Weight::parse(&name.text).ok_or_else(|| {
            SpecError::new(
                name.offset,
                name.text.len(),
                format!("'{}' is no weight; expected a number such as 2 or 0.5", name.text),
            )
        })?;
        if !scanner.take('*') {
            return Err(scanner.unexpected("'*' and a heuristic"));
        }
        return Ok(Expression::Scaled(weight, Box::new(product_below(scanner, depth)?)));
    }
    if name.text != "max" {
        return Ok(Expression::Leaf(Call { name, options: scanner.options()? }));
    }
    if !scanner.take('(') {
        return Err(scanner.unexpected("'(' behind max"));
    }
    let mut parts = vec![sum(scanner, depth + 1)?];
    while scanner.take(',') {
        parts.push(sum(scanner, depth + 1)?);
    }
    if scanner.take(')') {
        Ok(Expression::Max(parts))
    } else {
        Err(scanner.unexpected("',' or ')'"))
    }
}

/// What stands behind a weight: itself a product, but no deeper than brackets may go.
fn product_below(scanner: &mut Scanner<'_>, depth: usize) -> Result<Expression, SpecError> {
    if depth > MAX_DEPTH {
        let mut error = scanner.unexpected("a name");
        error.message = format!("more than {MAX_DEPTH} weights in a row");
        return Err(error);
    }
    product(scanner, depth + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn leaf(name: &'static str, admissible: bool, whole: bool) -> HeuristicInfo {
        HeuristicInfo {
            name,
            options: &[],
            about: "",
            informed_by: "",
            admissible,
            consistent: admissible,
            whole,
        }
    }

    const GAME: &[HeuristicInfo] =
        &[leaf("good", true, true), leaf("real", true, false), leaf("wild", false, true)];

    fn claims(text: &str) -> Claims {
        text.parse::<Expression>().unwrap().check(GAME).unwrap()
    }

    #[test]
    fn claims_follow_from_the_parts() {
        assert!(claims("good").is_admissible());
        assert!(claims("max(good,real)").is_admissible());
        assert!(!claims("max(good,real)").whole);
        assert!(!claims("max(good,wild)").is_admissible());
        assert!(!claims("good+real").is_admissible());
        assert_eq!(claims("good+real").admissible, 2.0);
        assert!(claims("0.5*good+0.5*real").is_consistent());
        assert!(claims("0.5*(good+real)").is_consistent());
        assert!(claims("0*wild").is_admissible());
        assert!(claims("good+zero").is_admissible());
        assert!(!claims("1.5*good").whole);
    }

    #[test]
    fn errors_point_at_the_place() {
        let error = |text: &str| text.parse::<Expression>().unwrap_err().offset;
        assert_eq!(error("max(good"), 8);
        assert_eq!(error("good++good"), 5);
        assert_eq!(error("1.2345*good"), 0);
        assert_eq!(error("good)"), 4);
        let unknown = "2*(good+rael)".parse::<Expression>().unwrap().check(GAME).unwrap_err();
        assert_eq!((unknown.offset, unknown.length), (8, 4));
        assert!(unknown.message.contains("real"));
        assert!("(".repeat(1000).parse::<Expression>().is_err());
        assert!("1*".repeat(1000).parse::<Expression>().is_err());
    }

    #[test]
    fn expressions_read_what_they_write() {
        for text in [
            "good",
            "max(good,wild(a,b))",
            "2*(good+real)",
            "0.5*2*good+real",
            "max(a+b,c)",
            "max(@mine,2*@dir/my-own.heuristic)",
            "@\"with a blank\"+good",
        ] {
            assert_eq!(text.parse::<Expression>().unwrap().to_string(), text);
        }
    }
}
