//! A method: an algorithm, its heuristic and its options, written `astar with relaxed`.

use std::fmt;
use std::str::FromStr;

use crate::diagnostic::{Diagnostic, message};
use crate::heuristics::{Custom, Expression, Vocabulary, ZERO};
use crate::registry::{self, unknown_name};
use crate::search::{Algorithm, Pruning};

/// The word between an algorithm and its heuristic.
const WITH: &str = " with ";
/// The word before the prunings that are switched off.
const WITHOUT: &str = " without ";
const CANONICAL: &str = "canonical";
const DEAD_ENDS: &str = "dead-ends";

const IN: &str = " in ";

/// The quantity that a shortest plan has the least of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(::serde::Serialize, ::serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Measure {
    /// Moves, or their costs.
    #[default]
    Moves,
    /// The moves that the game counts separately: the pushes of Sokoban.
    Pushes,
}

quadrille_base::names!(Measure { Moves: "moves", Pushes: "pushes" });

impl Measure {
    /// True for the measure of every game.
    pub const fn is_moves(&self) -> bool {
        matches!(self, Measure::Moves)
    }

    fn parse(name: &str, offset: usize) -> Result<Measure, Diagnostic> {
        let names = Measure::ALL.map(Measure::name).into_iter();
        Measure::from_name(name.trim()).ok_or_else(|| unknown_name("measure", name, offset, names))
    }
}

/// A method for solving a level. The same text is read on the command line, in plans of the lab, by
/// the server and in the page.
///
/// ```
/// use quadrille::Method;
/// let method: Method = "wastar(3) with max(relaxed,collinear)".parse().unwrap();
/// assert_eq!(method.to_string(), "wastar(3) with max(relaxed,collinear)");
/// let unpruned: Method = "bfs without dead-ends".parse().unwrap();
/// assert!(!unpruned.pruning.dead_ends);
/// let fewest_pushes: Method = "best in pushes".parse().unwrap();
/// assert_eq!(fewest_pushes.measure, quadrille::Measure::Pushes);
/// assert!("bfs with relaxed".parse::<Method>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Method {
    pub algorithm: Algorithm,
    /// `None` for an algorithm without a heuristic, or for the default of the game.
    pub heuristic: Option<Expression>,
    pub pruning: Pruning,
    /// The quantity that a shortest plan has the least of.
    pub measure: Measure,
}

impl Method {
    /// An algorithm with its heuristic; an error if the algorithm uses none.
    pub fn new(algorithm: Algorithm, heuristic: Option<Expression>) -> Result<Method, Diagnostic> {
        if let Some(heuristic) = heuristic.as_ref().filter(|_| !algorithm.uses_heuristic()) {
            let (algorithm, heuristic) = (algorithm.to_string(), heuristic.to_string());
            return Err(message::no_heuristic_used(algorithm, heuristic));
        }
        Ok(Method { algorithm, heuristic, ..Method::default() })
    }

    /// Resolves the names with an `@` in its heuristic: see [`Expression::resolve`].
    pub fn with_customs(
        self,
        find: impl FnMut(&str) -> Result<Custom, Diagnostic>,
    ) -> Result<Method, Diagnostic> {
        let heuristic = self.heuristic.map(|heuristic| heuristic.resolve(find)).transpose()?;
        Ok(Method { heuristic, ..self })
    }

    /// Checks the method against the vocabulary of a game, and fills in the game's default
    /// heuristic.
    pub fn resolve(&self, words: Vocabulary) -> Result<Method, Diagnostic> {
        if self.measure == Measure::Pushes {
            if !words.counts_pushes {
                return Err(message::no_pushes(words.game));
            }
            let own = |heuristic: &Expression| {
                *heuristic == Expression::from(words.default)
                    || *heuristic == Expression::from(&ZERO)
            };
            if let Some(other) = self.heuristic.as_ref().filter(|heuristic| !own(heuristic)) {
                return Err(message::not_in_pushes(other.to_string(), words.default.name));
            }
        }
        let heuristic = match &self.heuristic {
            Some(heuristic) => {
                heuristic.check(words)?;
                Some(heuristic.clone())
            }
            None if self.algorithm.uses_heuristic() => Some(words.default.into()),
            None => None,
        };
        Ok(Method { heuristic, ..*self })
    }
}

impl From<Algorithm> for Method {
    fn from(algorithm: Algorithm) -> Method {
        Method { algorithm, ..Method::default() }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.algorithm.fmt(f)?;
        if let Some(heuristic) = &self.heuristic {
            write!(f, "{WITH}{heuristic}")?;
        }
        match (self.pruning.canonical, self.pruning.dead_ends) {
            (true, true) => {}
            (false, true) => write!(f, "{WITHOUT}{CANONICAL}")?,
            (true, false) => write!(f, "{WITHOUT}{DEAD_ENDS}")?,
            (false, false) => write!(f, "{WITHOUT}{CANONICAL},{DEAD_ENDS}")?,
        }
        match self.measure {
            Measure::Moves => Ok(()),
            measure => write!(f, "{IN}{}", measure.name()),
        }
    }
}

impl FromStr for Method {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Method, Diagnostic> {
        let (text, measure) = match text.rsplit_once(IN) {
            None => (text, Measure::Moves),
            Some((rest, name)) => (rest, Measure::parse(name, rest.len() + IN.len())?),
        };
        let (rest, pruning) = match text.split_once(WITHOUT) {
            None => (text, Pruning::default()),
            Some((rest, off)) => (rest, prunings(off, rest.len() + WITHOUT.len())?),
        };
        let Some(at) = rest.find(WITH) else {
            let algorithm = registry::algorithm(rest)?;
            return Ok(Method { algorithm, heuristic: None, pruning, measure });
        };
        let algorithm = registry::algorithm(&rest[..at])?;
        let behind = at + WITH.len();
        let heuristic =
            rest[behind..].parse().map_err(|error: Diagnostic| error.shifted(behind))?;
        let method = Method::new(algorithm, Some(heuristic))
            .map_err(|error| error.at(at + 1..rest.len()))?;
        Ok(Method { pruning, measure, ..method })
    }
}

/// The prunings without these. The text starts at this offset.
fn prunings(text: &str, offset: usize) -> Result<Pruning, Diagnostic> {
    let mut pruning = Pruning::default();
    let mut at = offset;
    for word in text.split(',') {
        match word.trim() {
            CANONICAL => pruning.canonical = false,
            DEAD_ENDS => pruning.dead_ends = false,
            other => {
                let names = [CANONICAL, DEAD_ENDS].into_iter();
                return Err(unknown_name("pruning", other, at, names));
            }
        }
        at += word.len() + 1;
    }
    Ok(pruning)
}

#[cfg(feature = "serde")]
mod serde {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::{Serialize, Serializer};

    use super::Method;

    impl Serialize for Method {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(self)
        }
    }

    impl<'de> Deserialize<'de> for Method {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Method, D::Error> {
            String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
        }
    }
}

/// Splits a list at its commas, except those inside brackets.
///
/// ```
/// assert_eq!(quadrille::split_list("bfs, ordered(0,1)"), ["bfs", "ordered(0,1)"]);
/// ```
pub fn split_list(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}
