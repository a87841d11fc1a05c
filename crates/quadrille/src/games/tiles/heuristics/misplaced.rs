//! `misplaced`: how many goals carry no block of their colour.
//!
//! Not admissible: one slide can bring blocks to several goals.

use super::super::rules::Tiles;
use crate::heuristics::{HeuristicInfo, Named};

/// The heuristic as it stands in the list of the game.
pub(super) const fn misplaced<const N: usize>() -> Named<Tiles<N>> {
    Named {
        info: HeuristicInfo {
            name: "misplaced",
            options: &[],
            about: "the goals that carry no block of their colour",
            informed_by: "places of blocks and goals",
            admissible: false,
            consistent: false,
            whole: true,
        },
        build: |puzzle, _| {
            Box::new(move |state, _| {
                let open = puzzle.groups().iter().flat_map(|group| {
                    let carries = |&goal: &usize| {
                        group.blocks.clone().any(|block| state.byte(block) as usize == goal)
                    };
                    group.goals.iter().filter(move |goal| !carries(goal))
                });
                open.count() as f64
            })
        },
    }
}
