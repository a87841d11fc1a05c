//! Helpers for the features of games.

use crate::definition::Cell;
use crate::grid::{Coord, Grid};

/// The board in the game's cells. A code that is not a cell of the game is read as the empty cell.
pub(super) fn typed<C: Cell>(board: &Grid<u16>) -> Grid<C> {
    let cells = C::table().cells();
    board.map(|code| cells[usize::from(code) % cells.len()])
}

/// The number of cells of a board that pass a test.
pub(super) fn count<C: Cell>(board: &Grid<u16>, test: impl Fn(C) -> bool) -> u32 {
    let cells = C::table().cells();
    let passes = |code: &&u16| test(cells[usize::from(**code) % cells.len()]);
    board.cells().iter().filter(passes).count() as u32
}

/// The Manhattan distance of two cells.
pub(super) fn steps(one: Coord, other: Coord) -> u32 {
    u32::from(one.row.abs_diff(other.row)) + u32::from(one.col.abs_diff(other.col))
}

/// The sum of the steps from each of some cells to the nearest of others; 0 if there are no others.
pub(super) fn nearest_steps(
    from: impl Iterator<Item = Coord>,
    others: impl Fn(Coord) -> Vec<Coord>,
) -> u32 {
    from.filter_map(|at| others(at).into_iter().map(|other| steps(at, other)).min()).sum()
}
