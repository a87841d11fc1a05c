//! Tiles as a search problem.

use quadrille_base::quantities::counted;

use super::cell::{Cell, Colour};
use super::plain;
use crate::definition::{Formulation, Operator, StateBound, log10_choose, log10_factorial};
use crate::grid::Grid;

pub(super) const FORMULATION: Formulation = Formulation {
    state: "The cell of every block. Blocks of one colour are interchangeable, so a state is, for each colour, the set of cells of its \
            blocks. The size of the board, its walls and its goals never change.",
    goal: "Every goal has a block of its colour. Blocks in excess of the goals of their colour may be anywhere.",
    operators: &[Operator {
        name: "slide(d)",
        parameters: "d: up, down, left or right",
        precondition: "At least one block changes its cell: its neighbour in direction d is on the board and has neither a wall nor a block \
                       that stays.",
        effect: "Every block moves in direction d, all at once, until the next cell is the border, a wall or a block that has stopped. Goals \
                 stop nothing.",
        cost: 1,
    }],
    facts: &[
        "Two slides along the same axis have the effect of the last one alone: shortest plans alternate between the axes, with only two \
         moves to choose from after the first.",
        "A slide can seldom be undone, so there can be dead ends.",
    ],
    example: "r . .\n. . #\n. . R\n",
};

/// The placements of the blocks on cells without a wall.
pub(super) fn bound(board: &Grid<Cell>) -> StateBound {
    let free = board.coords_where(|cell| cell != Cell::Wall).count();
    let counts: Vec<usize> = Colour::all()
        .map(|colour| plain::blocks(board).filter(|&(_, other)| other == colour).count())
        .filter(|&count| count > 0)
        .collect();
    let blocks: usize = counts.iter().sum();
    let same: Vec<String> =
        counts.iter().filter(|&&count| count > 1).map(|count| format!("{count}!")).collect();
    let orders: f64 = counts.iter().map(|&count| log10_factorial(count)).sum();
    let divided =
        if same.is_empty() { String::new() } else { format!(" / ({})", same.join(" · ")) };
    StateBound {
        formula: format!(
            "{free}! / {}!{divided}: {} on {free} cells",
            free - blocks,
            counted(blocks as u64, "block")
        ),
        log10: log10_choose(free, blocks) + log10_factorial(blocks) - orders,
    }
}
