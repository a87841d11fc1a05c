//! The heuristics of squares.

mod gather;
mod score;

use super::rules::Squares;
use crate::grid::Words;
use crate::heuristics::{self, Claims, HeuristicInfo, NamedHeuristic};
use crate::moves::Move;
use crate::registry::Value;
use gather::Gather;
use score::Score;

/// Every heuristic of squares.
pub static HEURISTICS: &[HeuristicInfo] = &[
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
    Gather(Gather),
    Score(Score),
}

impl<const C: usize, const K: usize, const N: usize> heuristics::Heuristic<Squares<C, K, N>>
    for Heuristic
{
    fn claims(&self) -> Claims {
        let name = match self.0 {
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
            "gather" => Kind::Gather(Gather::new(rows as usize, cols as usize)),
            "score" => Kind::Score(Score::new(rows as usize, cols as usize)),
            _ => return None,
        }))
    }
}
