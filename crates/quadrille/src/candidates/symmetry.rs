//! The eight symmetries of a board: rotations and reflections.

use crate::grid::{Coord, Direction, Grid, Size};

/// A rotation or reflection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// True if rows become columns, before anything else.
    transposed: bool,
    /// True if the first row becomes the last.
    rows_turned: bool,
    /// True if the first column becomes the last.
    columns_turned: bool,
}

impl Symmetry {
    /// All eight, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(|bits| Symmetry {
            transposed: bits & 4 != 0,
            rows_turned: bits & 2 != 0,
            columns_turned: bits & 1 != 0,
        })
    }

    /// The direction on the transformed board.
    pub fn direction(self, direction: Direction) -> Direction {
        let (rows, cols) = direction.step();
        let (rows, cols) = if self.transposed { (cols, rows) } else { (rows, cols) };
        let turned = |step: i32, is_turned: bool| if is_turned { -step } else { step };
        let step = (turned(rows, self.rows_turned), turned(cols, self.columns_turned));
        let mut all = Direction::ALL.into_iter();
        all.find(|other| other.step() == step).unwrap_or(direction)
    }

    /// The symmetry in words: `mirrored left to right`.
    pub fn name(self) -> &'static str {
        match (self.transposed, self.rows_turned, self.columns_turned) {
            (false, false, false) => "unchanged",
            (false, false, true) => "mirrored left to right",
            (false, true, false) => "mirrored top to bottom",
            (false, true, true) => "turned by half",
            (true, false, false) => "mirrored along the falling diagonal",
            (true, false, true) => "turned to the right",
            (true, true, false) => "turned to the left",
            (true, true, true) => "mirrored along the rising diagonal",
        }
    }

    /// The transformed board.
    pub fn of<T: Copy>(self, board: &Grid<T>) -> Grid<T> {
        let old = board.size();
        let (rows, cols) =
            if self.transposed { (old.cols(), old.rows()) } else { (old.rows(), old.cols()) };
        let size = Size::new(rows, cols).expect("sides of a board change places");
        let cells = size.coords().map(|at| {
            let row = if self.rows_turned { rows - 1 - usize::from(at.row) } else { at.row.into() };
            let col =
                if self.columns_turned { cols - 1 - usize::from(at.col) } else { at.col.into() };
            let (row, col) = if self.transposed { (col, row) } else { (row, col) };
            board[Coord { row: row as u8, col: col as u8 }]
        });
        Grid::from_cells(size, cells.collect()).expect("as many cells as before")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_turn_with_the_board() {
        let size = Size::new(3, 4).unwrap();
        let board = Grid::from_cells(size, (0..12).collect()).unwrap();
        for way in Symmetry::all() {
            let turned = way.of(&board);
            let place = |cell: usize| turned.coords_where(|other| other == cell).next().unwrap();
            for (at, direction) in size.coords().flat_map(|at| Direction::ALL.map(|to| (at, to))) {
                let Some(to) = size.step(at, direction) else { continue };
                let step = turned.size().step(place(board[at]), way.direction(direction));
                assert_eq!(step, Some(place(board[to])), "{way:?} {direction}");
            }
        }
    }

    #[test]
    fn there_are_eight_different_ones() {
        let size = Size::new(2, 3).unwrap();
        let board = Grid::from_cells(size, (0..6).collect()).unwrap();
        let mut seen: Vec<Grid<usize>> = Symmetry::all().map(|way| way.of(&board)).collect();
        assert_eq!(seen[0], board);
        assert_eq!(seen[5].cells(), [3, 0, 4, 1, 5, 2], "a quarter turn to the right");
        seen.dedup();
        assert_eq!(seen.len(), 8);
        for way in Symmetry::all() {
            let mut turned = board.clone();
            for _ in 0..4 {
                turned = way.of(&turned);
            }
            assert_eq!(turned, board, "{way:?} four times");
        }
    }
}
