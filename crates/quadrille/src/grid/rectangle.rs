//! Rectangles of cells: sizes, coordinates and grids.

use std::fmt;
use std::ops::{Index, IndexMut};

use super::Direction;

/// The number of rows and columns of a board: each from 1 to [`Size::MAX_SIDE`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Size {
    rows: u8,
    cols: u8,
}

impl Size {
    pub const MAX_SIDE: usize = 32;

    /// A size, or `None` if a side is zero or above [`Size::MAX_SIDE`].
    ///
    /// ```
    /// use quadrille::grid::Size;
    /// assert_eq!(Size::new(4, 6).unwrap().cells(), 24);
    /// assert!(Size::new(4, 33).is_none());
    /// ```
    pub const fn new(rows: usize, cols: usize) -> Option<Size> {
        if rows == 0 || cols == 0 || rows > Size::MAX_SIDE || cols > Size::MAX_SIDE {
            return None;
        }
        Some(Size { rows: rows as u8, cols: cols as u8 })
    }

    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    pub const fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// The index of a cell in reading order. The cell must be on the board.
    pub const fn index(self, at: Coord) -> usize {
        at.row as usize * self.cols() + at.col as usize
    }

    /// The cell with this index in reading order.
    pub const fn coord(self, index: usize) -> Coord {
        Coord { row: (index / self.cols()) as u8, col: (index % self.cols()) as u8 }
    }

    /// True if the cell is on the board.
    pub const fn contains(self, at: Coord) -> bool {
        at.row < self.rows && at.col < self.cols
    }

    /// All cells in reading order.
    pub fn coords(self) -> impl Iterator<Item = Coord> {
        (0..self.cells()).map(move |index| self.coord(index))
    }

    /// The neighbour of a cell, or `None` at the border.
    pub fn step(self, at: Coord, direction: Direction) -> Option<Coord> {
        let (rows, cols) = direction.step();
        let row = u8::try_from(i32::from(at.row) + rows).ok()?;
        let col = u8::try_from(i32::from(at.col) + cols).ok()?;
        let next = Coord { row, col };
        self.contains(next).then_some(next)
    }

    /// The cells on the board of the 2×2 square that starts at `at`, in reading order.
    pub fn two_by_two(self, at: Coord) -> impl Iterator<Item = Coord> {
        let square = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let cells = square.map(|(row, col)| Coord { row: at.row + row, col: at.col + col });
        cells.into_iter().filter(move |&cell| self.contains(cell))
    }

    /// The cells from `at` (exclusive) to the border.
    pub fn ray(self, at: Coord, direction: Direction) -> impl Iterator<Item = Coord> {
        std::iter::successors(self.step(at, direction), move |&here| self.step(here, direction))
    }
}

impl Size {
    /// The fewest steps from a cell to each other cell, `None` for cells that cannot be reached;
    /// all `None` without a start. `can` receives the target of a step and its direction.
    ///
    /// ```
    /// use quadrille::grid::{Coord, Size};
    /// let size = Size::new(2, 3).unwrap();
    /// let wall = Coord { row: 0, col: 1 };
    /// let steps = size.steps_from(Some(Coord { row: 0, col: 0 }), |to, _| to != wall);
    /// assert_eq!(steps.cells(), [Some(0), None, Some(4), Some(1), Some(2), Some(3)]);
    /// ```
    pub fn steps_from(
        self,
        from: Option<Coord>,
        can: impl Fn(Coord, Direction) -> bool,
    ) -> Grid<Option<u32>> {
        let mut steps = Grid::filled(self, None);
        let mut layer: Vec<Coord> = from.into_iter().collect();
        for distance in 0.. {
            // Two cells of a layer may lead to the same cell.
            layer.retain(|&at| steps[at].is_none() && steps[at].insert(distance) == &distance);
            if layer.is_empty() {
                break;
            }
            let ways = layer.iter().flat_map(|&at| Direction::ALL.map(|way| (at, way)));
            let next = ways.filter_map(|(at, way)| Some((self.step(at, way)?, way)));
            layer = next
                .filter(|&(to, way)| steps[to].is_none() && can(to, way))
                .map(|(to, _)| to)
                .collect();
        }
        steps
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

/// The coordinate of a cell: a row and a column, both counted from 0 at the top left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Coord {
    /// The row, 0 at the top.
    pub row: u8,
    /// The column, 0 at the left.
    pub col: u8,
}

impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.col)
    }
}

/// A rectangle of values, one for each cell, in reading order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grid<T> {
    size: Size,
    cells: Box<[T]>,
}

impl<T: Copy> Grid<T> {
    pub fn filled(size: Size, value: T) -> Grid<T> {
        Grid { size, cells: vec![value; size.cells()].into_boxed_slice() }
    }

    /// A grid from its cells in reading order, or `None` if their number does not match the size.
    pub fn from_cells(size: Size, cells: Vec<T>) -> Option<Grid<T>> {
        (cells.len() == size.cells()).then(|| Grid { size, cells: cells.into_boxed_slice() })
    }

    pub fn size(&self) -> Size {
        self.size
    }

    /// The cells in reading order.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// The rows from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[T]> {
        self.cells.chunks(self.size.cols())
    }

    /// The coordinates with their values in reading order.
    pub fn iter(&self) -> impl Iterator<Item = (Coord, T)> + '_ {
        self.size.coords().zip(self.cells.iter().copied())
    }

    /// The coordinates whose value passes the test, in reading order.
    pub fn coords_where(&self, test: impl Fn(T) -> bool) -> impl Iterator<Item = Coord> {
        self.iter().filter(move |&(_, value)| test(value)).map(|(at, _)| at)
    }

    /// The value of a cell, or `None` if it is not on the grid.
    pub fn get(&self, at: Coord) -> Option<T> {
        self.size.contains(at).then(|| self[at])
    }

    /// A grid of the same size with every value changed by `change`.
    pub fn map<U>(&self, change: impl FnMut(T) -> U) -> Grid<U> {
        Grid { size: self.size, cells: self.cells.iter().copied().map(change).collect() }
    }
}

impl<T> Index<Coord> for Grid<T> {
    type Output = T;

    fn index(&self, at: Coord) -> &T {
        &self.cells[self.size.index(at)]
    }
}

impl<T> IndexMut<Coord> for Grid<T> {
    fn index_mut(&mut self, at: Coord) -> &mut T {
        &mut self.cells[self.size.index(at)]
    }
}
