//! The heuristics of ZHED.

mod reach;
mod values;

use super::rules::Zhed;
use crate::grid::Words;
use crate::heuristics::{self, Claims, HeuristicInfo, NamedHeuristic};
use crate::moves::Move;
use crate::registry::Value;
use reach::Reach;
use values::{Extensions, Values};

/// Every heuristic of ZHED.
pub static HEURISTICS: &[HeuristicInfo] = &[
    HeuristicInfo {
        name: "reach",
        options: &[],
        about: "one walk to a goal, and the fewest others that can fill what the walk's number lacks",
        informed_by: "numbers in line with a goal, and those that cross the line between",
        admissible: true,
        consistent: true,
        whole: true,
    },
    HeuristicInfo {
        name: "h1",
        options: &[],
        about: "the least distance of a number in line with a goal, less filled cells between and its value",
        informed_by: "numbers in line with a goal",
        admissible: false,
        consistent: false,
        whole: false,
    },
    HeuristicInfo {
        name: "h2",
        options: &[],
        about: "1 / numbers in line with a goal",
        informed_by: "numbers in line with a goal",
        admissible: true,
        consistent: true,
        whole: false,
    },
    HeuristicInfo {
        name: "h3",
        options: &[],
        about: "1000 / (the numbers' best extensions plus filled cells)",
        informed_by: "how far each number comes in each direction",
        admissible: false,
        consistent: false,
        whole: false,
    },
    HeuristicInfo {
        name: "h4",
        options: &[],
        about: "1000 / (the numbers' mean extensions plus filled cells)",
        informed_by: "how far each number comes in each direction",
        admissible: false,
        consistent: false,
        whole: false,
    },
    HeuristicInfo {
        name: "h5",
        options: &[],
        about: "h2 plus h4",
        informed_by: "numbers in line with a goal, how far each number comes in each direction",
        admissible: false,
        consistent: false,
        whole: false,
    },
];

/// A heuristic of ZHED on boards of up to `64 * C` cells.
#[derive(Clone, Debug)]
pub struct Heuristic<const C: usize>(&'static str, Kind<C>);

#[derive(Clone, Debug)]
enum Kind<const C: usize> {
    Reach(Reach<C>),
    Distance(Values<C>),
    InLine(Values<C>),
    Extension(Values<C>, Extensions),
    Both(Values<C>),
}

impl<const C: usize> heuristics::Heuristic<Zhed<C>> for Heuristic<C> {
    fn claims(&self) -> Claims {
        let info = HEURISTICS.iter().find(|info| info.name == self.0);
        info.expect("every heuristic is in the list").claims()
    }

    #[inline]
    fn estimate(&self, _puzzle: &Zhed<C>, state: &Words<C>, _by: Option<Move>) -> f64 {
        match &self.1 {
            Kind::Reach(reach) => reach.estimate(*state),
            Kind::Distance(values) => values.least_distance(*state),
            Kind::InLine(values) => values.in_line(*state),
            Kind::Extension(values, of) => values.extension(*state, *of),
            Kind::Both(values) => {
                values.in_line(*state) + values.extension(*state, Extensions::Mean)
            }
        }
    }
}

impl<const C: usize> NamedHeuristic<Zhed<C>> for Heuristic<C> {
    fn named(puzzle: &Zhed<C>, name: &str, _options: &[Value]) -> Option<Heuristic<C>> {
        let values = || Values::new(puzzle);
        let kind = match name {
            "reach" => Kind::Reach(Reach::new(puzzle)),
            "h1" => Kind::Distance(values()),
            "h2" => Kind::InLine(values()),
            "h3" => Kind::Extension(values(), Extensions::Largest),
            "h4" => Kind::Extension(values(), Extensions::Mean),
            "h5" => Kind::Both(values()),
            _ => return None,
        };
        let name = HEURISTICS.iter().find(|info| info.name == name)?.name;
        Some(Heuristic(name, kind))
    }
}
