//! All shortest plans of a level of fold.
//!
//! Folds of different pieces commute, and the folds that lead to a shape differ only in the order
//! of the two axes. So a plan is a choice of one shape per piece such that the shapes tile the
//! board. All of them are found by always branching on the empty cell that can be covered in the
//! fewest ways.

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
    /// Branchings left.
    nodes: u64,
    plans: Vec<Vec<[u64; 5]>>,
}

/// The shortest plans of a board whose shortest plan has `cost` folds; `None` if there are too
/// many, or finding them takes too many branchings.
pub(in super::super) fn shortest_plans(
    board: &Grid<Cell>,
    cost: Cost,
    (nodes, cancel): (u64, &Cancel),
) -> Option<Plans> {
    let pieces = plain::pieces(board).into_iter().map(|id| Shapes::new(board, id)).collect();
    let empty = board.coords_where(|cell| cell == Cell::Empty);
    let empty: Words<4> = empty.map(|at| board.size().index(at)).collect();
    let mut cover = Cover { cancel, pieces, cost, nodes, plans: Vec::new() };
    let mut chosen = vec![0; cover.pieces.len()];
    cover.search(empty, 0, &mut chosen)?;
    Some(Plans::of_words(cover.plans))
}

impl Cover<'_> {
    /// The shapes that cover a cell and, beside the piece's own, only empty cells.
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
                self.plans.push(self.words(chosen));
            }
            return (self.plans.len() < Plans::MANY as usize).then_some(());
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

    /// The words that identify the plan: the folded pieces with their shapes.
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
