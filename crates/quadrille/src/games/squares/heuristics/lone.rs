//! `lone`: the bound of `bounds`, from relaxed games of each colour alone against the rest.
//!
//! Boards of more than 64 cells, or for which the tables would take too long, have the bound 1; the
//! laws of `rules::dead_ends` apply to all.

use super::super::rules::Planes;
use super::super::rules::Squares;
use super::bounds::Appraiser;
use crate::grid::Words;
use crate::heuristics::{DEAD_END, HeuristicInfo, Named, Valued};

pub(in super::super) const LONE: HeuristicInfo = HeuristicInfo::consistent(
    "lone",
    "the swaps that each colour of four pieces needs if all others help it; a swap counts half for each of its two colours",
    "the places of each colour's pieces, and the shape of all pieces before and after clearing",
);

pub(super) const fn lone<const C: usize, const K: usize, const N: usize>() -> Named<Squares<C, K, N>>
{
    Named {
        info: LONE,
        build: |puzzle, _| {
            let lone = Lone::new(puzzle);
            Box::new(move |state, _| lone.estimate(puzzle, &puzzle.unpack(state)))
        },
        parts: |puzzle, _, state, _| parts(puzzle, state),
    }
}

/// For each colour, the swaps that it needs if all others help it. A swap serves two colours, so
/// the bound is about half of the sum.
fn parts<const C: usize, const K: usize, const N: usize>(
    puzzle: &Squares<C, K, N>,
    state: &Words<N>,
) -> Vec<Valued> {
    let (lone, planes) = (Lone::new(puzzle), puzzle.unpack(state));
    if !puzzle.standing_squares(&planes).is_empty() {
        return Vec::new();
    }
    let cols = puzzle.sides().1 as usize;
    let part = |(first, swaps): (usize, Option<u32>)| {
        let name = format!("the colour at {},{}", first / cols, first % cols);
        Valued::part(name, swaps.map_or(DEAD_END, f64::from), Some(first))
    };
    lone.0.appraise(puzzle, &planes).swaps().map(part).collect()
}

#[derive(Clone, Debug)]
struct Lone(Appraiser);

impl Lone {
    fn new<const C: usize, const K: usize, const N: usize>(puzzle: &Squares<C, K, N>) -> Lone {
        Lone(Appraiser::new(puzzle, usize::MAX, &mut |_| Ok(())).expect("nothing stops the making"))
    }

    fn estimate<const C: usize, const K: usize, const N: usize>(
        &self,
        puzzle: &Squares<C, K, N>,
        planes: &Planes<C, K>,
    ) -> f64 {
        // The bound holds for settled boards; while the start still has squares, only the first
        // move is certain.
        if !puzzle.standing_squares(planes).is_empty() {
            return 1.0;
        }
        let bound = self.0.bound(&self.0.appraise(puzzle, planes));
        if Appraiser::is_dead(bound) { DEAD_END } else { f64::from(bound) }
    }
}
