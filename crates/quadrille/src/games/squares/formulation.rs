//! Squares as a search problem.

use super::cell::Cell;
use crate::definition::{Formulation, Operator, StateBound};
use crate::grid::Grid;

pub(super) const FORMULATION: Formulation = Formulation {
    state: "The content of every cell: a piece of a colour, or nothing. Only the size of the board never changes. The names of the colours do \
            not matter.",
    goal: "The board is empty.",
    operators: &[Operator {
        name: "swap(p, d)",
        parameters: "p: the row and column of a piece; d: up, down, left or right",
        precondition: "The neighbour of p in direction d is on the board and holds a piece, and after the swap at least one of the two pieces has \
                       a side neighbour of its own colour (the two count as neighbours of each other).",
        effect: "The two pieces are swapped. Then, while there is a 2×2 square of one colour, the topmost (of these the leftmost) is cleared, \
                 and all pieces move up in their columns and then left in their rows to close the gaps.",
        cost: 1,
    }],
    facts: &[
        "Squares on the initial board are cleared only by the first move.",
        "A move without a clearing is undone by the same swap, if that is legal: states repeat, and a search must recognise them.",
        "A board without gaps between its pieces can be cleared only if every column has an even number of them.",
    ],
    example: "A B\nB A\nA B\nB A\n",
};

/// Every cell has one of the colours or none.
pub(super) fn bound(board: &Grid<Cell>) -> StateBound {
    let cells = board.size().cells();
    let colours =
        (0..Cell::COLOURS).filter(|&colour| board.cells().contains(&Cell::Piece(colour))).count();
    StateBound {
        formula: format!(
            "{}^{cells}: each of {cells} cells one of {colours} colours or empty",
            colours + 1
        ),
        log10: cells as f64 * ((colours + 1) as f64).log10(),
    }
}
