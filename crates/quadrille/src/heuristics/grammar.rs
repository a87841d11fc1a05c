//! Parses and writes formulas.

use std::fmt;
use std::str::FromStr;

use super::{Custom, Expression};
use crate::diagnostic::{Diagnostic, message};
use crate::registry::{Call, Scanner};
use crate::search::algorithm::Weight;

/// The deepest nesting of brackets.
const MAX_DEPTH: usize = 32;

const MAX_PARTS: usize = 400;

impl FromStr for Expression {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Expression, Diagnostic> {
        let mut reader = Reader { scanner: Scanner::new(text), parts: 0 };
        let expression = reader.sum(0)?;
        reader.scanner.end()?;
        Ok(expression)
    }
}

struct Reader<'t> {
    scanner: Scanner<'t>,
    parts: usize,
}

impl Reader<'_> {
    /// The error at the current position.
    fn refuse(&mut self, error: Diagnostic) -> Diagnostic {
        error.at(self.scanner.unexpected("the end").span())
    }

    fn sum(&mut self, depth: usize) -> Result<Expression, Diagnostic> {
        if depth > MAX_DEPTH {
            return Err(self.refuse(message::deep_formula(MAX_DEPTH)));
        }
        let mut all = self.product(depth)?;
        loop {
            if self.scanner.take('+') {
                let next = self.product(depth)?;
                all = all.plus(next);
            } else if self.scanner.take('-') {
                let next = self.product(depth)?;
                all = Expression::Difference(Box::new([all, next]));
            } else {
                return Ok(all);
            }
        }
    }

    fn product(&mut self, depth: usize) -> Result<Expression, Diagnostic> {
        let mut all = self.factor(depth)?;
        loop {
            if self.scanner.take('*') {
                let next = self.factor(depth)?;
                all = Expression::Product(Box::new([all, next]));
            } else if self.scanner.take('/') {
                let zero = self.scanner.unexpected("a number other than 0");
                let next = self.factor(depth)?;
                if next == Expression::Number(Weight::whole(0)) {
                    return Err(zero);
                }
                all = Expression::Quotient(Box::new([all, next]));
            } else {
                return Ok(all);
            }
        }
    }

    fn factor(&mut self, depth: usize) -> Result<Expression, Diagnostic> {
        self.parts += 1;
        if self.parts > MAX_PARTS || depth > MAX_DEPTH {
            return Err(self.refuse(message::long_formula(MAX_PARTS)));
        }
        if self.scanner.take('(') {
            let inner = self.sum(depth + 1)?;
            let is_closed = self.scanner.take(')');
            return if is_closed { Ok(inner) } else { Err(self.scanner.unexpected("'+' or ')'")) };
        }
        if self.scanner.take('@') {
            let name = self.scanner.path("a name after @")?;
            return Ok(Expression::Custom(Custom::unresolved(name)));
        }
        if self.scanner.take('-') {
            return Ok(match self.factor(depth + 1)? {
                Expression::Number(weight) => Expression::Number(weight.negative()),
                other => {
                    let nothing = Expression::Number(Weight::whole(0));
                    Expression::Difference(Box::new([nothing, other]))
                }
            });
        }
        let name = self.scanner.name("a heuristic")?;
        if name.text.starts_with(|c: char| c.is_ascii_digit()) {
            let weight = Weight::parse(&name.text)
                .ok_or_else(|| message::bad_weight(name.text.as_str()).at(name.span()))?;
            return Ok(Expression::Number(weight));
        }
        let join = match name.text.as_str() {
            "max" => Expression::Max,
            "min" => Expression::Min,
            _ => return Ok(Expression::Leaf(Call { name, options: self.scanner.options()? })),
        };
        if !self.scanner.take('(') {
            return Err(self.refuse(message::no_arguments(name.text)));
        }
        let mut parts = vec![self.sum(depth + 1)?];
        while self.scanner.take(',') {
            parts.push(self.sum(depth + 1)?);
        }
        let is_closed = self.scanner.take(')');
        if is_closed { Ok(join(parts)) } else { Err(self.scanner.unexpected("',' or ')'")) }
    }
}

impl Expression {
    /// The sum of two. Sums within sums are flattened.
    fn plus(self, other: Expression) -> Expression {
        let terms = |part| match part {
            Expression::Sum(terms) => terms,
            other => vec![other],
        };
        Expression::Sum([terms(self), terms(other)].concat())
    }

    /// Its precedence: sums below products, products below atoms.
    fn binding(&self) -> u8 {
        match self {
            Expression::Sum(_) | Expression::Difference(_) => 0,
            Expression::Product(_) | Expression::Quotient(_) => 1,
            _ => 2,
        }
    }
}

/// An expression in a place that needs brackets around a lower precedence.
struct Bound<'e>(&'e Expression, u8);

impl fmt::Display for Bound<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bound(part, least) = self;
        if part.binding() < *least { write!(f, "({part})") } else { write!(f, "{part}") }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let call = |f: &mut fmt::Formatter<'_>, name: &str, parts: &[Expression]| {
            let parts: Vec<String> = parts.iter().map(Expression::to_string).collect();
            write!(f, "{name}({})", parts.join(","))
        };
        match self {
            Expression::Leaf(leaf) => leaf.fmt(f),
            Expression::Custom(custom) => custom.fmt(f),
            Expression::Number(weight) => weight.fmt(f),
            Expression::Max(parts) => call(f, "max", parts),
            Expression::Min(parts) => call(f, "min", parts),
            Expression::Sum(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let sign = if index > 0 { "+" } else { "" };
                    write!(f, "{sign}{}", Bound(part, u8::from(index > 0)))?;
                }
                Ok(())
            }
            Expression::Difference(parts) => {
                write!(f, "{}-{}", Bound(&parts[0], 0), Bound(&parts[1], 1))
            }
            Expression::Product(parts) => {
                write!(f, "{}*{}", Bound(&parts[0], 1), Bound(&parts[1], 2))
            }
            Expression::Quotient(parts) => {
                write!(f, "{}/{}", Bound(&parts[0], 1), Bound(&parts[1], 2))
            }
        }
    }
}
