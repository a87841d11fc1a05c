//! Fold as a search problem.

use super::cell::Cell;
use super::plain;
use crate::definition::{Formulation, Operator, StateBound};
use crate::grid::Grid;

pub(super) const FORMULATION: Formulation = Formulation {
    state: "The cells that each piece covers. The size of the board and its holes never change.",
    goal: "No cell is empty.",
    operators: &[Operator {
        name: "fold(p, d)",
        parameters: "p: a piece, named by its identity; d: up, down, left or right",
        precondition: "The mirror image of the piece over the edge of its bounding box on side d is on the board and covers only \
                       empty cells.",
        effect: "The mirror image is added to the piece, which doubles.",
        cost: 1,
    }],
    facts: &[
        "A piece never shrinks: no path visits a state twice, and the depth is bounded.",
        "Folds of different pieces commute: a solution is a choice of one reachable shape for each piece such that the shapes cover the board.",
    ],
    example: "1 . . .\n2 . . .\n",
};

/// The product of the numbers of fold sequences that fit, over the pieces.
pub(super) fn bound(board: &Grid<Cell>) -> StateBound {
    let empty = board.coords_where(|cell| cell == Cell::Empty).count();
    let folds: Vec<u32> = plain::pieces(board)
        .iter()
        .map(|&piece| {
            let cells = board.coords_where(|cell| cell.piece() == Some(piece)).count();
            ((cells + empty) / cells.max(1)).max(1).ilog2()
        })
        .collect();
    let ways = |folds: u32| ((4_f64.powi(folds as i32 + 1) - 1.0) / 3.0).log10();
    let exponents: Vec<String> =
        folds.iter().map(|folds| format!("(4^{} − 1) / 3", folds + 1)).collect();
    StateBound {
        formula: format!(
            "{}: the sequences of folds of each piece that fit on the board",
            exponents.join(" · ")
        ),
        log10: folds.into_iter().map(ways).sum(),
    }
}
