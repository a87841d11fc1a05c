//! `lone`: the bound of [`super::super::bounds`], from relaxed games of each colour alone against the rest.
//!
//! Boards of more than 64 cells, or of so many that the tables would take too long to make, are bounded by 1; the laws of
//! [`super::super::dead_ends`] hold on all.

use super::super::bounds::Appraiser;
use super::super::planes::Planes;
use super::super::rules::Squares;
use crate::heuristics::DEAD_END;

#[derive(Clone, Debug)]
pub(super) struct Lone(Appraiser);

impl Lone {
    pub(super) fn new<const C: usize, const K: usize, const N: usize>(
        puzzle: &Squares<C, K, N>,
    ) -> Lone {
        Lone(Appraiser::new(puzzle, usize::MAX, &mut |_| Ok(())).expect("nothing stops the making"))
    }

    pub(super) fn estimate<const C: usize, const K: usize, const N: usize>(
        &self,
        puzzle: &Squares<C, K, N>,
        planes: &Planes<C, K>,
    ) -> f64 {
        // The bound speaks of settled boards; while squares of the start stand, only the first move is sure.
        if !puzzle.standing_squares(planes).is_empty() {
            return 1.0;
        }
        let bound = self.0.bound(&self.0.appraise(puzzle, planes));
        if Appraiser::is_dead(bound) { DEAD_END } else { f64::from(bound) }
    }
}
