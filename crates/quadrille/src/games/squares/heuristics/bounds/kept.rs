//! Tables that the searches from all positions of a level share.
//!
//! A position has shapes that the start can become, and their costs do not depend on the start. A
//! rating searches from hundreds of positions, each in less time than its tables take to compute.

use std::cell::RefCell;
use std::sync::Arc;

use super::super::super::cell::Cell;
use super::super::super::rules::{self, Squares, VisitSquares};
use super::{Appraiser, LoneColours};
use crate::grid::Grid;

thread_local! {
    static TABLES: RefCell<Option<Arc<LoneColours>>> = const { RefCell::new(None) };
}

/// Keeps the tables of a board for this thread until it is dropped.
pub(in super::super::super) struct Kept {
    before: Option<Arc<LoneColours>>,
}

impl Kept {
    pub(in super::super::super) fn new(board: &Grid<Cell>) -> Kept {
        struct Make;
        impl VisitSquares for Make {
            type Output = Option<Arc<LoneColours>>;
            fn visit<const C: usize, const K: usize, const N: usize>(
                self,
                puzzle: &Squares<C, K, N>,
            ) -> Self::Output {
                Appraiser::new(puzzle, usize::MAX, &mut |_| Ok(())).ok()?.shared_tables()
            }
        }
        Kept { before: TABLES.replace(rules::visit(board, Make)) }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        TABLES.set(self.before.take());
    }
}

/// The kept tables, if they cover a board of this size that starts with these cells occupied.
pub(super) fn tables(sides: (u32, u32), occupied: u64, budget: usize) -> Option<Arc<LoneColours>> {
    TABLES.with_borrow(|kept| kept.clone().filter(|kept| kept.covers(sides, occupied, budget)))
}

#[cfg(test)]
mod tests {
    use super::super::super::super::plain;
    use super::super::super::super::samples::Dice;
    use super::*;
    use crate::search::space::Space;

    /// The kept tables and the own ones of a board, if some cover it.
    fn both(board: &Grid<Cell>) -> Option<(Arc<LoneColours>, LoneColours)> {
        let puzzle: Squares<1, 4, 4> = Squares::from_board(board);
        let ((height, width), start) = (puzzle.sides(), puzzle.start());
        let occupied = puzzle.unpack(&start).occupied().0[0];
        let own = LoneColours::new(height, width, occupied, usize::MAX, &mut |_| Ok(()));
        Some((tables((height, width), occupied, usize::MAX)?, own.ok()??))
    }

    #[test]
    fn kept_tables_have_the_costs_of_all_later_boards() {
        let mut dice = Dice(9);
        let mut smaller = 0;
        for sides in [(4, 4), (4, 5), (5, 4), (2, 6)].repeat(5) {
            let squares = sides.0 * sides.1 / 4 - dice.roll(2);
            let colours = 1 + dice.roll(2);
            let mut board = dice.board(sides, squares, colours, false);
            let kept = Kept::new(&board);
            for _ in 0..30 {
                if let Some((tables, own)) = both(&board) {
                    assert!(own.is_part_of(&tables));
                    smaller += u32::from(own.bytes() < tables.bytes());
                }
                let moves = plain::moves(&board);
                let Some(&mv) = moves.get(dice.roll(moves.len().max(1))) else { break };
                board = plain::play(&board, mv).expect("a legal move");
            }
            drop(kept);
            assert!(both(&board).is_none(), "nothing is kept");
        }
        assert!(smaller > 20, "{smaller}");
    }
}
