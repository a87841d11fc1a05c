//! The searches for plans that run beside the proof of a game.

use super::Definition;
use crate::heuristics::{Expression, HeuristicInfo};
use crate::moves::Move;
use crate::puzzle::{self, Puzzle};
use crate::search::{Algorithm, space::Heuristic, toolkit::Finder};

/// A search for plans that runs beside a proof.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlanFinder {
    /// The algorithm; neither [`Algorithm::Best`] nor [`Algorithm::Parallel`].
    pub algorithm: Algorithm,
    /// Its heuristic; `None` for the default of the game.
    pub heuristic: Option<&'static HeuristicInfo>,
    /// Its part of the finders' time and memory, relative to the sum of all shares.
    pub share: u32,
}

impl PlanFinder {
    /// A finder guided by the game's default heuristic.
    pub const fn new(algorithm: Algorithm, share: u32) -> PlanFinder {
        PlanFinder { algorithm, heuristic: None, share }
    }

    #[must_use]
    pub const fn with(mut self, heuristic: &'static HeuristicInfo) -> PlanFinder {
        self.heuristic = Some(heuristic);
        self
    }
}

/// The finders of a level, and the heuristics that guide them, by number.
#[derive(Debug)]
pub struct Finders {
    pub(super) finders: Vec<Finder>,
    /// The default of the game first: it also guides the proof.
    guides: Vec<Expression>,
}

impl Finders {
    pub(super) fn of<D: Definition>() -> Finders {
        let mut guides = vec![Expression::from(D::DEFAULT_HEURISTIC)];
        let mut number = |info: &HeuristicInfo| {
            let heuristic = Expression::from(info);
            guides.iter().position(|known| *known == heuristic).unwrap_or_else(|| {
                guides.push(heuristic);
                guides.len() - 1
            })
        };
        let finders = if D::FINDERS.is_empty() {
            let count = D::HEURISTICS.iter().map(number).max().map_or(1, |last| last + 1);
            Finder::standard(count)
        } else {
            let finder = |&PlanFinder { algorithm, heuristic, share }: &PlanFinder| Finder {
                algorithm,
                guide: heuristic.map_or(0, &mut number),
                share,
            };
            D::FINDERS.iter().map(finder).collect()
        };
        Finders { finders, guides }
    }

    /// The standard finders, guided by these heuristics; the first guides the proof, too.
    pub fn standard(guides: &[&HeuristicInfo]) -> Finders {
        let finders = Finder::standard(guides.len());
        Finders { finders, guides: guides.iter().map(|&info| Expression::from(info)).collect() }
    }

    /// The heuristic with this number, if the puzzle has it.
    pub(super) fn guide<'p, P: Puzzle + ?Sized>(
        &self,
        puzzle: &'p P,
        number: usize,
    ) -> Option<Box<dyn Heuristic<P::State, Move> + 'p>> {
        let formula = puzzle::formula(puzzle, self.guides.get(number)?).ok()?;
        Some(Box::new(formula))
    }
}
