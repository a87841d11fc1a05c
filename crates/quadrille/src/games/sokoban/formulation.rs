//! Sokoban as a search problem.

use quadrille_base::quantities::counted;

use super::cell::{BOX, Cell};
use super::plain::inside;
use crate::definition::{Formulation, Operator, StateBound, log10_choose};
use crate::grid::Grid;

pub(super) const FORMULATION: Formulation = Formulation {
    state: "The cell of the player and the set of cells with a box. The size of the board, its walls and its goals never change.",
    goal: "Every goal has a box.",
    operators: &[
        Operator {
            name: "walk(d)",
            parameters: "d: up, down, left or right",
            precondition: "The neighbour of the player in direction d is on the board and has neither a wall nor a box.",
            effect: "The player moves there.",
            cost: 1,
        },
        Operator {
            name: "push(d)",
            parameters: "d: up, down, left or right",
            precondition: "The neighbour of the player in direction d has a box, and the cell behind it is on the board and has neither a \
                           wall nor a box.",
            effect: "The box moves to the cell behind, and the player to where the box was.",
            cost: 1,
        },
    ],
    facts: &[
        "A step can be undone, a push usually not, so there can be dead ends, such as a box in a corner without a goal.",
        "Boxes are interchangeable.",
    ],
    example: "######\n#@---#\n#-$--#\n#---.#\n######\n",
};

/// The player and the boxes on the cells inside the walls.
pub(super) fn bound(board: &Grid<Cell>) -> StateBound {
    let cells = inside(board).len();
    let boxes = board.coords_where(|cell| cell.has(BOX)).count();
    StateBound {
        formula: format!(
            "{cells} choose {boxes}, times {}: {} and the player on {cells} cells",
            cells - boxes,
            counted(boxes as u64, "box")
        ),
        log10: log10_choose(cells, boxes) + ((cells - boxes).max(1) as f64).log10(),
    }
}
