//! The searches for plans beside the proof of a game.

use super::Definition;
use crate::heuristics::Expression;
use crate::method::Method;
use crate::puzzle::{self, Formula, Puzzle};
use crate::search::Finder;

/// What runs beside the proof, and the heuristics that lead it.
pub(super) struct Finders {
    pub(super) finders: Vec<Finder>,
    /// The default of the game first: it leads the proof too.
    guides: Vec<Expression>,
}

impl Finders {
    /// Those of a game.
    pub(super) fn of<D: Definition>() -> Finders {
        let mut guides: Vec<Expression> = Vec::new();
        let mut number = |heuristic: Expression| {
            guides.iter().position(|known| *known == heuristic).unwrap_or_else(|| {
                guides.push(heuristic);
                guides.len() - 1
            })
        };
        let default = || D::DEFAULT_HEURISTIC.parse().ok();
        let _first = default().map(&mut number);
        let finders = if D::FINDERS.is_empty() {
            let others = D::HEURISTICS.iter().filter_map(|info| info.name.parse().ok());
            let count = others.map(number).max().map_or(1, |last| last + 1);
            Finder::standard(count)
        } else {
            let finder = |&(text, share): &(&str, u32)| {
                let Method { algorithm, heuristic, .. } = text.parse().ok()?;
                Some(Finder { algorithm, guide: number(heuristic.or_else(default)?), share })
            };
            D::FINDERS.iter().filter_map(finder).collect()
        };
        Finders { finders, guides }
    }

    /// Those of boards that are searched blindly.
    pub(super) fn blind() -> Finders {
        Finders { finders: Finder::standard(0), guides: Vec::new() }
    }

    /// The heuristic with this number, where the puzzle has it.
    pub(super) fn guide<'p, P: Puzzle + ?Sized>(
        &self,
        puzzle: &'p P,
        number: usize,
    ) -> Option<Box<Formula<'p, P::State>>> {
        puzzle::formula(puzzle, self.guides.get(number)?).ok().map(Box::new)
    }
}
