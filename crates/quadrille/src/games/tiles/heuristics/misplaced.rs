//! `misplaced`: the number of goals without a block of their colour.
//!
//! Not admissible: one slide can bring blocks to several goals.

use super::super::rules::Tiles;
use crate::grid::Words;
use crate::heuristics::{HeuristicInfo, Named, Valued};

const MISPLACED: HeuristicInfo = HeuristicInfo {
    whole: true,
    ..HeuristicInfo::new(
        "misplaced",
        "the goals that carry no block of their colour",
        "places of blocks and goals",
    )
};

pub(super) const fn misplaced<const N: usize>() -> Named<Tiles<N>> {
    Named {
        info: MISPLACED,
        build: |puzzle, _| Box::new(move |state, _| open_goals(puzzle, state).count() as f64),
        parts: |puzzle, _, state, _| {
            let part = |goal: usize| {
                let at = puzzle.size().coord(goal);
                Valued::part(format!("goal at {at}"), 1.0, Some(goal))
            };
            open_goals(puzzle, state).map(part).collect()
        },
    }
}

fn open_goals<const N: usize>(puzzle: &Tiles<N>, state: &Words<N>) -> impl Iterator<Item = usize> {
    puzzle.groups().iter().flat_map(|group| {
        let carries =
            |goal: usize| group.blocks.clone().any(|block| state.byte(block) as usize == goal);
        group.goals.iter().copied().filter(move |&goal| !carries(goal))
    })
}
