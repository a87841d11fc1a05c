//! Estimates of the remaining cost, and their combinations.
//!
//! Every game declares its heuristics beside their code as [`Named`] values. On the command line
//! they are combined in an [`Expression`]: `max(a,b)`, `a+b`, `2*a`, together with the [`Feature`]s
//! of a board. For a search an expression becomes a [`Formula`](crate::puzzle::Formula) over the
//! puzzle. The [`Claims`] of the parts determine those of the whole. A heuristic from outside,
//! written `@name`, is a [`Custom`] one, without claims.

mod custom;
mod expression;
mod feature;
mod grammar;
mod known;
mod matching;
mod valued;

pub use crate::search::space::{Claims, Heuristic};
pub(crate) use custom::{Alarm, LAST};
pub use custom::{Custom, EstimateFn, HeuristicError};
pub use expression::Expression;
pub use feature::{Feature, Vocabulary};
pub use matching::least_matching;
pub use valued::Valued;

use crate::moves::Move;
use crate::registry::{OptionInfo, OptionKind, Value};
use crate::search::space::Space;

/// The estimate of a position from which no goal can be reached.
pub const DEAD_END: f64 = f64::INFINITY;

/// A heuristic of a puzzle: the estimate for a position that was reached by a move, or for the
/// start.
pub type Estimate<'p, S> = Box<dyn Fn(&S, Option<&Move>) -> f64 + Sync + 'p>;

/// The declaration of a heuristic.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct HeuristicInfo {
    pub name: &'static str,
    pub options: &'static [OptionInfo],
    pub about: &'static str,
    /// The parts of the board that it uses.
    pub informed_by: &'static str,
    /// True if its estimates never exceed the least cost.
    pub admissible: bool,
    /// True if its estimates never fall by more than a move costs.
    pub consistent: bool,
    /// True if its estimates are whole numbers from 0 on.
    pub whole: bool,
}

/// The heuristic that every game has: always 0.
pub const ZERO: HeuristicInfo =
    HeuristicInfo::consistent("zero", "always 0: with A* this is uniform-cost search", "nothing");

impl HeuristicInfo {
    /// A heuristic without options that claims nothing.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        informed_by: &'static str,
    ) -> HeuristicInfo {
        let (admissible, consistent, whole) = (false, false, false);
        HeuristicInfo { name, options: &[], about, informed_by, admissible, consistent, whole }
    }

    /// A heuristic without options whose estimates are whole numbers, admissible and consistent.
    pub const fn consistent(
        name: &'static str,
        about: &'static str,
        informed_by: &'static str,
    ) -> HeuristicInfo {
        let info = HeuristicInfo::new(name, about, informed_by);
        HeuristicInfo { admissible: true, consistent: true, whole: true, ..info }
    }

    pub fn claims(&self) -> Claims {
        let factor = |holds| if holds { 1.0 } else { f64::INFINITY };
        Claims {
            admissible: factor(self.admissible),
            consistent: factor(self.consistent),
            whole: self.whole,
        }
    }

    /// The heuristic with every combination of the words of its options, except for the defaults.
    pub fn variants(&self) -> Vec<Expression> {
        self.variants_where(|_| true)
    }

    pub fn variants_where(&self, is_meant: impl Fn(&[&str]) -> bool) -> Vec<Expression> {
        let mut combinations: Vec<Vec<&str>> = vec![Vec::new()];
        for option in self.options {
            let OptionKind::Choice(words) = option.kind else { return Vec::new() };
            combinations = combinations
                .into_iter()
                .flat_map(|chosen| {
                    words.iter().map(move |&word| [chosen.as_slice(), &[word]].concat())
                })
                .collect();
        }
        let defaults: Vec<&str> = self.options.iter().map(|option| option.default).collect();
        let other = |chosen: &Vec<&str>| !chosen.is_empty() && *chosen != defaults;
        combinations
            .into_iter()
            .filter(other)
            .filter(|chosen| is_meant(chosen))
            .filter_map(|chosen| format!("{}({})", self.name, chosen.join(",")).parse().ok())
            .collect()
    }
}

/// A heuristic in the list of its game: its declaration, and its constructor for a puzzle, given
/// the values of its options in order.
#[derive(Clone, Copy, Debug)]
pub struct Named<P: Space> {
    pub info: HeuristicInfo,
    pub build: for<'p> fn(&'p P, &[Value]) -> Estimate<'p, P::State>,
    /// The parts of its value for a position, for display: such as the values of single pieces.
    pub parts: fn(&P, &[Value], &P::State, Option<&Move>) -> Vec<Valued>,
}

pub const fn infos<P: Space, const L: usize>(list: &[Named<P>]) -> [HeuristicInfo; L] {
    let mut infos = [list[0].info; L];
    let mut place = 1;
    while place < L {
        infos[place] = list[place].info;
        place += 1;
    }
    infos
}

/// Implements the heuristics of a [`Puzzle`](crate::puzzle::Puzzle) by a list of [`Named`] ones, in
/// place of its methods `heuristic` and `parts`.
#[macro_export]
macro_rules! named_heuristics {
    ($list:expr) => {
        fn heuristic(
            &self,
            name: &str,
            options: &[$crate::registry::Value],
        ) -> Option<$crate::heuristics::Estimate<'_, Self::State>> {
            $crate::heuristics::build($list, self, name, options)
        }

        fn parts(
            &self,
            name: &str,
            options: &[$crate::registry::Value],
            state: &Self::State,
            by: Option<&$crate::moves::Move>,
        ) -> Vec<$crate::heuristics::Valued> {
            $crate::heuristics::parts($list, self, name, options, (state, by))
        }
    };
}

#[doc(hidden)]
pub fn build<'p, P: Space>(
    list: &[Named<P>],
    puzzle: &'p P,
    name: &str,
    options: &[Value],
) -> Option<Estimate<'p, P::State>> {
    list.iter().find(|named| named.info.name == name).map(|named| (named.build)(puzzle, options))
}

#[doc(hidden)]
pub fn parts<P: Space>(
    list: &[Named<P>],
    puzzle: &P,
    name: &str,
    options: &[Value],
    (state, by): (&P::State, Option<&Move>),
) -> Vec<Valued> {
    let named = list.iter().find(|named| named.info.name == name);
    named.map_or_else(Vec::new, |named| (named.parts)(puzzle, options, state, by))
}
