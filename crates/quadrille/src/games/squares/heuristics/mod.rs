//! The heuristics of squares.

mod gather;
mod lone;
mod score;

use super::rules::Squares;
use crate::grid::Words;
use crate::heuristics::{self, Claims, HeuristicInfo, NamedHeuristic};
use crate::moves::Move;
use crate::registry::Value;
use gather::Gather;
use lone::Lone;
use score::Score;

/// Every heuristic of squares.
pub static HEURISTICS: &[HeuristicInfo] = &[
    HeuristicInfo {
        name: "lone",
        options: &[],
        about: "the swaps that each colour of four pieces needs when all others help it; a swap counts half for each of its two",
        informed_by: "the places of each colour's pieces, the shape of all pieces and what clearing makes of it",
        admissible: true,
        consistent: true,
        whole: true,
    },
    HeuristicInfo {
        name: "gather",
        options: &[],
        about: "the fewest swaps that bring four pieces of a colour together for the first time",
        informed_by: "distances of pieces to all 2x2 windows",
        admissible: true,
        consistent: true,
        whole: true,
    },
    HeuristicInfo {
        name: "score",
        options: &[],
        about: "blanks over cells, less how far the pieces of each colour lie apart; larger is better, so the negative",
        informed_by: "the number of blanks, distances between pieces of a colour",
        admissible: true,
        consistent: false,
        whole: false,
    },
];

/// A heuristic of squares.
#[derive(Clone, Debug)]
pub struct Heuristic(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Lone(Lone),
    Gather(Gather),
    Score(Score),
}

impl<const C: usize, const K: usize, const N: usize> heuristics::Heuristic<Squares<C, K, N>>
    for Heuristic
{
    fn claims(&self) -> Claims {
        let name = match self.0 {
            Kind::Lone(_) => "lone",
            Kind::Gather(_) => "gather",
            Kind::Score(_) => "score",
        };
        let info = HEURISTICS.iter().find(|info| info.name == name);
        info.expect("every heuristic is in the list").claims()
    }

    #[inline]
    fn estimate(&self, puzzle: &Squares<C, K, N>, state: &Words<N>, _by: Option<Move>) -> f64 {
        let planes = puzzle.unpack(state);
        match &self.0 {
            Kind::Lone(lone) => lone.estimate(puzzle, &planes),
            Kind::Gather(gather) => gather.estimate(&planes),
            Kind::Score(score) => score.estimate(&planes),
        }
    }
}

impl<const C: usize, const K: usize, const N: usize> NamedHeuristic<Squares<C, K, N>>
    for Heuristic
{
    fn named(puzzle: &Squares<C, K, N>, name: &str, _options: &[Value]) -> Option<Heuristic> {
        let (rows, cols) = puzzle.sides();
        Some(Heuristic(match name {
            "lone" => Kind::Lone(Lone::new(puzzle)),
            "gather" => Kind::Gather(Gather::new(rows as usize, cols as usize)),
            "score" => Kind::Score(Score::new(rows as usize, cols as usize)),
            _ => return None,
        }))
    }
}
