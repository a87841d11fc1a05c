//! Features: values that can be counted on a board, as names for formulas and scripts.

use std::fmt;

use super::HeuristicInfo;
use crate::diagnostic::Diagnostic;
use crate::grid::Grid;
use crate::registry::{Word, nearest, unknown_name};

/// A number that can be read from a board, such as the number of blocks off their goals. It is not
/// an estimate; formulas are made of it.
#[derive(Clone, Copy)]
pub struct Feature {
    pub name: &'static str,
    pub about: &'static str,
    /// Counts it on a board of cell codes.
    pub count: fn(&Grid<u16>) -> u32,
}

impl fmt::Debug for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Feature").field(&self.name).finish()
    }
}

/// The names that a formula over the boards of a game may use.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary {
    pub game: &'static str,
    /// The heuristic of searches that need one if none is given.
    pub default: &'static HeuristicInfo,
    pub heuristics: &'static [HeuristicInfo],
    pub features: &'static [Feature],
    /// True if the game counts pushes, so that plans can be shortest in pushes.
    pub counts_pushes: bool,
}

impl Vocabulary {
    pub(crate) fn heuristic(self, name: &str) -> Option<&'static HeuristicInfo> {
        self.heuristics.iter().find(|info| info.name == name)
    }

    pub(crate) fn feature(self, name: &str) -> Option<&'static Feature> {
        self.features.iter().find(|feature| feature.name == name)
    }

    /// The error for a name that is not among them.
    pub(crate) fn unknown(self, name: &Word) -> Diagnostic {
        let heuristics = self.heuristics.iter().map(|info| info.name);
        let features = self.features.iter().map(|feature| feature.name);
        let own = heuristics.chain([super::ZERO.name, "max", "min"]);
        let is_near = |names: &[&str]| !nearest(&name.text, names.iter().copied()).is_empty();
        let of_features: Vec<&str> = features.clone().collect();
        if is_near(&of_features) {
            let all = own.chain(features);
            return unknown_name("heuristic", &name.text, name.offset, all);
        }
        unknown_name("heuristic", &name.text, name.offset, own)
    }
}
