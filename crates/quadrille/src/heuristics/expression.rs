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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristics::Feature;

    const fn leaf(name: &'static str, admissible: bool, whole: bool) -> HeuristicInfo {
        let info = HeuristicInfo::new(name, "", "");
        HeuristicInfo { admissible, consistent: admissible, whole, ..info }
    }

    const GAME: Vocabulary = Vocabulary {
        game: "test",
        default: &ZERO,
        heuristics: &[
            leaf("good", true, true),
            leaf("real", true, false),
            leaf("wild", false, true),
        ],
        features: &[Feature { name: "seeds", about: "", count: |_| 3 }],
        counts_pushes: false,
    };

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
    fn a_declaration_is_taken_for_what_it_says() {
        use crate::heuristics::Custom;
        let mine = Custom::of_boards("mine", 1, |_| Ok(1.0));
        let claims = |custom: Custom| Expression::Custom(custom).check(GAME).unwrap();
        assert!(!claims(mine.clone()).is_admissible());
        let declared = claims(mine.clone().declared_admissible());
        assert!(declared.is_admissible() && !declared.is_consistent() && !declared.whole);
        assert_ne!(mine, mine.clone().declared_admissible());
        let find = |_: &str| Ok(mine.clone().declared_admissible());
        let both = Expression::parse_with("max(good,@mine)", find).unwrap();
        assert!(both.check(GAME).unwrap().is_admissible());
    }

    #[test]
    fn nothing_is_claimed_that_does_not_follow() {
        let yes = |text: &str| assert!(claims(text).is_admissible(), "{text}");
        let no = |text: &str| assert!(!claims(text).is_admissible(), "{text}");
        let good = "min(good,wild) min(seeds,real) max(good,1) 1 good-1 good-seeds good-wild (good+real)/2 \
                    good/max(seeds,1) min(1,seeds)*good 0-seeds";
        let bad = "seeds good+1 2 good-real wild-good good--1 good/seeds good*seeds seeds/9 min(wild,seeds) \
                   good/0.5 2*good -1*real";
        good.split_whitespace().for_each(yes);
        bad.split_whitespace().for_each(no);
        // The difference falls where the subtracted value rises.
        assert!(claims("good-1").is_consistent() && !claims("good-seeds").is_consistent());
        assert!(
            claims("min(good,real)").is_consistent() && !claims("min(good,wild)").is_consistent()
        );
        assert!(
            !claims("good-1").whole && claims("max(good-1,0)").whole && claims("2*seeds").whole
        );
        assert_eq!(claims("good+1").admissible, 2.0);
    }

    #[test]
    fn errors_point_at_the_place() {
        let error = |text: &str| text.parse::<Expression>().unwrap_err().span().start;
        assert_eq!(error("max(good"), 8);
        assert_eq!(error("good++good"), 5);
        assert_eq!(error("1.2345*good"), 0);
        assert_eq!(error("good)"), 4);
        assert_eq!(error("good/0"), 5);
        assert_eq!(error("min good"), 4);
        let unknown = "2*(good+rael)".parse::<Expression>().unwrap().check(GAME).unwrap_err();
        assert_eq!(unknown.span(), 8..12);
        assert!(unknown.message().contains("real"));
        let unknown = "sedes".parse::<Expression>().unwrap().check(GAME).unwrap_err();
        assert!(unknown.message().contains("seeds"), "{unknown}");
        assert!("(".repeat(1000).parse::<Expression>().is_err());
        assert!("1*".repeat(1000).parse::<Expression>().is_err());
        assert!("-".repeat(1000).parse::<Expression>().is_err());
        assert!(("1+".repeat(1000) + "1").parse::<Expression>().is_err());
    }

    #[test]
    fn expressions_read_what_they_write() {
        for text in [
            "good",
            "max(good,wild(a,b))",
            "2*(good+real)",
            "0.5*2*good+real",
            "max(a+b,c)",
            "min(a-b,c)/2",
            "a-(b-c)",
            "a-b-c+d",
            "a+(b-c)",
            "a/(b*c)",
            "a/b*c",
            "0-a",
            "-2*a",
            "a--2",
            "max(@mine,2*@dir/my-own.heuristic)",
            "@\"with a blank\"+good",
        ] {
            let read: Expression = text.parse().unwrap();
            assert_eq!(read.to_string(), text);
            assert_eq!(read.to_string().parse::<Expression>().unwrap(), read);
        }
        let same = |one: &str, other: &str| {
            assert_eq!(one.parse::<Expression>().unwrap(), other.parse().unwrap());
        };
        same("reach - 1", "reach-1");
        same("-reach", "0-reach");
        same("(a+b)+(c+d)", "a+b+c+d");
    }
}
