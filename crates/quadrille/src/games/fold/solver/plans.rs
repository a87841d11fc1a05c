//! All shortest plans of a level of fold.
//!
//! Folds of different pieces never depend on each other's order, and the folds that lead to a shape
//! differ in nothing but the order of the two axes. So a plan is a choice of one shape a piece,
//! such that the shapes tile the board; all of them are found by covering, each time, the empty
//! cell with the fewest ways to be covered.

use super::super::cell::Cell;
use super::super::plain;
use super::super::rules::Shapes;
use crate::definition::Plans;
use crate::grid::{Grid, Words};
use crate::search::{Cancel, Cost};

struct Cover<'a> {
    cancel: &'a Cancel,
    pieces: Vec<Shapes<4>>,
    cost: Cost,
    /// Choices that may still be made.
    nodes: u64,
    found: Vec<Vec<[u64; 5]>>,
}

/// The shortest plans of a board whose shortest plan has `cost` folds; `None` when there are too
/// many, or it takes too many choices to find them.
pub(in super::super) fn shortest_plans(
    board: &Grid<Cell>,
    cost: Cost,
    (nodes, cancel): (u64, &Cancel),
) -> Option<Plans> {
    let pieces = plain::pieces(board).into_iter().map(|id| Shapes::new(board, id)).collect();
    let empty = board.coords_where(|cell| cell == Cell::Empty);
    let empty: Words<4> = empty.map(|at| board.size().index(at)).collect();
    let mut cover = Cover { cancel, pieces, cost, nodes, found: Vec::new() };
    let mut chosen = vec![0; cover.pieces.len()];
    cover.search(empty, 0, &mut chosen)?;
    Some(Plans::of_words(cover.found))
}

impl Cover<'_> {
    /// The shapes that cover a cell and nothing but empty cells beside the piece's own.
    fn ways(&self, cell: usize, empty: Words<4>, chosen: &[usize]) -> Vec<(usize, usize)> {
        let mut ways = Vec::new();
        for (piece, shapes) in
            self.pieces.iter().enumerate().filter(|&(piece, _)| chosen[piece] == 0)
        {
            for (shape, &mask) in shapes.masks.iter().enumerate().skip(1) {
                let added = mask ^ shapes.masks[0];
                if added.contains(cell) && added & empty == added {
                    ways.push((piece, shape));
                }
            }
        }
        ways
    }

    fn search(&mut self, empty: Words<4>, cost: Cost, chosen: &mut [usize]) -> Option<()> {
        self.nodes = self.nodes.checked_sub(1).filter(|_| !self.cancel.is_cancelled())?;
        if cost > self.cost {
            return Some(());
        }
        let hardest = empty.bits().map(|cell| self.ways(cell, empty, chosen)).min_by_key(Vec::len);
        let Some(ways) = hardest else {
            if cost == self.cost {
                self.found.push(self.words(chosen));
            }
            return (self.found.len() < Plans::MANY as usize).then_some(());
        };
        for (piece, shape) in ways {
            let shapes = &self.pieces[piece];
            let added = shapes.masks[shape] ^ shapes.masks[0];
            let folds = Cost::from(shapes.folds[shape]);
            chosen[piece] = shape;
            self.search(empty & !added, cost + folds, chosen)?;
            chosen[piece] = 0;
        }
        Some(())
    }

    /// What tells the plan from others: the pieces that are folded, with their shapes.
    fn words(&self, chosen: &[usize]) -> Vec<[u64; 5]> {
        let folded = self.pieces.iter().zip(chosen).filter(|(_, shape)| **shape != 0);
        folded
            .map(|(shapes, &shape)| {
                let [a, b, c, d] = shapes.masks[shape].0;
                [shapes.identity.into(), a, b, c, d]
            })
            .collect()
    }
}
