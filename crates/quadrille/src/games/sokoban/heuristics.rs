//! The heuristics of Sokoban.

use super::rules::{PLAYER_BITS, Sokoban};
use crate::grid::Words;
use crate::heuristics::{DEAD_END, HeuristicInfo, Named, Valued, infos, least_matching};

impl<const N: usize> Sokoban<N> {
    pub(super) const HEURISTICS: &'static [Named<Self>] = &[pushes()];
}

pub static HEURISTICS: &[HeuristicInfo] =
    &infos::<_, { Sokoban::<1>::HEURISTICS.len() }>(Sokoban::<1>::HEURISTICS);

/// Consistent: a move changes the distance of one box or of the player, and by one.
pub(super) const PUSHES: HeuristicInfo = HeuristicInfo::consistent(
    "pushes",
    "the fewest pushes that bring a box to every goal, each box on its own, and the steps to the nearest box",
    "walls, goals, boxes, the player",
);

const fn pushes<const N: usize>() -> Named<Sokoban<N>> {
    Named {
        info: PUSHES,
        build: |puzzle, _| {
            Box::new(move |state, _| {
                let (pushes, walk) = needed(puzzle, state);
                pushes.map_or(DEAD_END, |pushes| f64::from(pushes + walk))
            })
        },
        parts: |puzzle, _, state, _| {
            let (pushes, walk) = needed(puzzle, state);
            let pushes = Valued::part("pushes", pushes.map_or(DEAD_END, f64::from), None);
            let walk = Valued::part("steps to the nearest box", f64::from(walk), None);
            vec![pushes, walk]
        },
    }
}

/// The fewest pushes that bring a box to every goal, each box on its own, and the steps to the
/// nearest box.
fn needed<const N: usize>(puzzle: &Sokoban<N>, state: &Words<N>) -> (Option<u32>, u32) {
    let (boxes, player) = (state.without_high(PLAYER_BITS), state.high(PLAYER_BITS));
    let pushes = least_matching(&puzzle.pushes, boxes.bits());
    let walk = boxes.bits().filter_map(|at| puzzle.walks[player][at]).min().unwrap_or(1);
    (pushes, walk - 1)
}
