//! The searches for plans beside the proof of a game.

use super::Definition;
use crate::Method;
use crate::heuristics::Expression;
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

    /// The heuristic with this number, where the puzzle has it.
    pub(super) fn guide<'p, P: Puzzle + ?Sized>(
        &self,
        puzzle: &'p P,
        number: usize,
    ) -> Option<Box<Formula<'p, P::State>>> {
        puzzle::formula(puzzle, self.guides.get(number)?).ok().map(Box::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{fold, sokoban, squares, tiles, zhed};
    use crate::search::Algorithm;

    /// A text that is no method would be left out without a word.
    fn every_finder_is_a_method<D: Definition>() {
        let Finders { finders, guides } = Finders::of::<D>();
        assert!(!finders.is_empty());
        assert!(D::FINDERS.is_empty() || finders.len() == D::FINDERS.len(), "{}", D::ID);
        assert_eq!(guides[0].to_string(), D::DEFAULT_HEURISTIC);
        let is_known = |name: &str| D::HEURISTICS.iter().any(|info| info.name == name);
        assert!(guides.iter().all(|guide| is_known(&guide.to_string())), "{}", D::ID);
        for Finder { algorithm, guide, share } in finders {
            assert!(guide < guides.len() && share > 0);
            assert!(!matches!(algorithm, Algorithm::Best | Algorithm::Parallel { .. }));
        }
    }

    #[test]
    fn the_finders_of_every_game_are_methods() {
        every_finder_is_a_method::<tiles::Game>();
        every_finder_is_a_method::<zhed::Game>();
        every_finder_is_a_method::<squares::Game>();
        every_finder_is_a_method::<fold::Game>();
        every_finder_is_a_method::<sokoban::Game>();
    }
}
