//! ZHED as a search problem.

use super::cell::Cell;
use super::plain;
use crate::definition::{Formulation, Operator, StateBound};
use crate::grid::Grid;

pub(super) const FORMULATION: Formulation = Formulation {
    state: "The filled cells and the used numbers. The size of the board, the cells and values of the numbers, and the goals never \
            change.",
    goal: "At least one goal is filled.",
    operators: &[Operator {
        name: "extend(n, d)",
        parameters: "n: a number on the board, named by its row and column; d: up, down, left or right",
        precondition: "n is not used yet. It may be used even if it fills nothing.",
        effect: "From n the cells in direction d are walked one by one. An empty cell or a goal is filled and takes one of the value of n; a cell \
                 that is filled, or holds a number, is stepped over. The walk ends when the value is spent or at the border. Then n is used: its \
                 cell counts as filled.",
        cost: 1,
    }],
    facts: &[
        "A used number stays used: no path visits a state twice, and no plan has more moves than there are numbers.",
        "Numbers commute unless one fills a cell on the walk of the other.",
        "A state with more cells filled and the same numbers unused is at least as good.",
    ],
    example: ". 2 1 .\n1 . . G\n. . . .\n",
};

/// The sequences of used numbers, each in one of four directions.
pub(super) fn bound(board: &Grid<Cell>) -> StateBound {
    let numbers = plain::numbers(board).count();
    // The sum over k of n! / (n - k)! · 4^k, starting with the last and largest term, so that
    // nothing overflows.
    let (mut term, mut sum, mut log) = (1.0_f64, 1.0_f64, 0.0_f64);
    for k in (0..numbers).rev() {
        log += (4.0 * (numbers - k) as f64).log10();
        term /= 4.0 * (numbers - k) as f64;
        sum += term;
    }
    StateBound {
        formula: format!(
            "the sum over k = 0 … {numbers} of {numbers}! / ({numbers} − k)! · 4ᵏ: k of {numbers} numbers in some order, each in one of four \
             directions"
        ),
        log10: log + sum.log10(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Size;

    #[test]
    fn the_sum_is_that_of_a_few_numbers() {
        let board = |count: usize| {
            let cells = (0..8).map(|cell| if cell < count { Cell::Number(1) } else { Cell::Goal });
            Grid::from_cells(Size::new(2, 4).unwrap(), cells.collect()).unwrap()
        };
        // 1; 1 + 4; 1 + 2·4 + 2·16; 1 + 3·4 + 6·16 + 6·64.
        for (count, states) in [(0, 1.0), (1, 5.0), (2, 41.0), (3, 493.0_f64)] {
            assert!((bound(&board(count)).log10 - states.log10()).abs() < 1e-9, "{count}");
        }
    }
}
