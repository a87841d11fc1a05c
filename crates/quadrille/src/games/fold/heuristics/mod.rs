//! The heuristics of fold.

mod counts;
mod cover;
mod growth;

use super::rules::Fold;
use crate::grid::Words;
use crate::heuristics::{self, Claims, HeuristicInfo, NamedHeuristic};
use crate::moves::Move;
use crate::registry::Value;
use counts::Counts;
use cover::Cover;
use growth::Growth;

/// Every heuristic of fold.
pub static HEURISTICS: &[HeuristicInfo] = &[
    HeuristicInfo {
        name: "cover",
        options: &[],
        about: "the folds that pieces need to come to the cells no other can cover, and doublings for what is left",
        informed_by: "the shapes each piece can still take",
        admissible: true,
        consistent: true,
        whole: true,
    },
    HeuristicInfo {
        name: "h2",
        options: &[],
        about: "cells that are not covered, so that most covered comes first",
        informed_by: "the number of covered cells",
        admissible: false,
        consistent: false,
        whole: true,
    },
    HeuristicInfo {
        name: "h3",
        options: &[],
        about: "log2(cells / covered cells) times the number of pieces",
        informed_by: "the number of covered cells, the number of pieces",
        admissible: false,
        consistent: false,
        whole: false,
    },
    HeuristicInfo {
        name: "h4",
        options: &[],
        about: "log2(cells / covered cells): a fold doubles no more than everything",
        informed_by: "the number of covered cells",
        admissible: true,
        consistent: true,
        whole: false,
    },
    HeuristicInfo {
        name: "h5",
        options: &[],
        about: "largest final size of the moved piece plus covered cells, largest first; for 'ordered', which takes off the cost",
        informed_by: "free runs of the first board, the moved piece, the number of covered cells",
        admissible: false,
        consistent: false,
        whole: true,
    },
];

/// A heuristic of fold on boards of up to `64 * C` cells.
#[derive(Clone, Debug)]
pub struct Heuristic<const C: usize>(Kind<C>);

#[derive(Clone, Debug)]
enum Kind<const C: usize> {
    Cover(Cover<C>),
    Missing,
    Logarithm(&'static str, Counts),
    Growth(Growth),
}

impl<const N: usize, const C: usize> heuristics::Heuristic<Fold<N, C>> for Heuristic<C> {
    fn claims(&self) -> Claims {
        let name = match self.0 {
            Kind::Cover(_) => "cover",
            Kind::Missing => "h2",
            Kind::Logarithm(name, _) => name,
            Kind::Growth(_) => "h5",
        };
        let info = HEURISTICS.iter().find(|info| info.name == name);
        info.expect("every heuristic is in the list").claims()
    }

    #[inline]
    fn estimate(&self, puzzle: &Fold<N, C>, state: &Words<N>, by: Option<Move>) -> f64 {
        let covered = || puzzle.covered(state).count() as usize;
        match &self.0 {
            Kind::Cover(cover) => cover.estimate(state),
            Kind::Missing => (puzzle.whole().count() as usize - covered()) as f64,
            Kind::Logarithm(_, counts) => counts.estimate(covered()),
            Kind::Growth(growth) => growth.estimate(covered(), by),
        }
    }
}

impl<const N: usize, const C: usize> NamedHeuristic<Fold<N, C>> for Heuristic<C> {
    fn named(puzzle: &Fold<N, C>, name: &str, _options: &[Value]) -> Option<Heuristic<C>> {
        let cells = puzzle.whole().count() as usize;
        Some(Heuristic(match name {
            "cover" => Kind::Cover(Cover::new(puzzle)),
            "h2" => Kind::Missing,
            "h3" => Kind::Logarithm("h3", Counts::new(cells, puzzle.pieces().len())),
            "h4" => Kind::Logarithm("h4", Counts::new(cells, 1)),
            "h5" => Kind::Growth(Growth::new(puzzle)),
            _ => return None,
        }))
    }
}
