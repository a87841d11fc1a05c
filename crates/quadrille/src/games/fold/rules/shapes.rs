//! All shapes that a piece can take.
//!
//! Folding over the edges of the bounding box tessellates: the board is divided into blocks of the
//! size of the box, every second one mirrored, and a shape is an interval of rows of blocks times
//! an interval of columns of blocks. The lengths of the intervals are powers of two, so on a side
//! of 16 cells at most 16 intervals contain the first block, and there are at most 256 shapes. A
//! shape contains all those on the way to it, so it can be reached exactly if its cells are free,
//! whatever the order of the folds. Cells that the other pieces cover at the start are never free.

use super::super::cell::Cell;
use crate::grid::{Direction, Grid, Size, Words};

/// The most shapes that a piece can have.
pub(in super::super) const MAX_SHAPES: usize = 256;

/// The shapes of one piece while all others stay the same, ordered by the number of folds; shape 0
/// is the start.
#[derive(Clone, Debug)]
pub(in super::super) struct Shapes<const C: usize> {
    pub(in super::super) identity: u8,
    pub(in super::super) masks: Vec<Words<C>>,
    /// For each shape and direction the shape after a fold, or 0, which no fold leads to.
    pub(in super::super) folded: Vec<[u8; 4]>,
    /// The number of folds to each shape.
    pub(in super::super) folds: Vec<u8>,
}

/// The first and last row and column of a shape.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Bounds {
    top: usize,
    bottom: usize,
    left: usize,
    right: usize,
}

impl Bounds {
    /// The bounds after a fold, or `None` if it leaves the board.
    fn folded(self, direction: Direction, size: Size) -> Option<Bounds> {
        let (height, width) = (self.bottom - self.top + 1, self.right - self.left + 1);
        let after = match direction {
            Direction::Up => Bounds { top: self.top.checked_sub(height)?, ..self },
            Direction::Down => Bounds { bottom: self.bottom + height, ..self },
            Direction::Left => Bounds { left: self.left.checked_sub(width)?, ..self },
            Direction::Right => Bounds { right: self.right + width, ..self },
        };
        (after.bottom < size.rows() && after.right < size.cols()).then_some(after)
    }

    /// The image of a cell under a fold that stays on the board.
    fn mirrored(self, (row, col): (usize, usize), direction: Direction) -> (usize, usize) {
        match direction {
            Direction::Up => (2 * self.top - 1 - row, col),
            Direction::Down => (2 * self.bottom + 1 - row, col),
            Direction::Left => (row, 2 * self.left - 1 - col),
            Direction::Right => (row, 2 * self.right + 1 - col),
        }
    }
}

impl<const C: usize> Shapes<C> {
    /// The shapes of a piece that is on the board.
    pub(in super::super) fn new(board: &Grid<Cell>, identity: u8) -> Shapes<C> {
        let size = board.size();
        let place = |index: usize| (index / size.cols(), index % size.cols());
        let cells = |wanted: Cell| -> Words<C> {
            board.coords_where(|cell| cell == wanted).map(|at| size.index(at)).collect()
        };
        let start = cells(Cell::Piece(identity));
        let free = cells(Cell::Empty);
        let mut bounds = vec![bounds_of(start.bits().map(place))];
        let mut shapes =
            Shapes { identity, masks: vec![start], folded: vec![[0; 4]], folds: vec![0] };
        let mut next = 0;
        while next < shapes.masks.len() {
            for direction in Direction::ALL {
                let Some(after) = bounds[next].folded(direction, size) else { continue };
                let mask = shapes.masks[next];
                let known = bounds.iter().position(|&known| known == after);
                let number = known.or_else(|| {
                    let mirrored = mask.bits().map(|index| {
                        let (row, col) = bounds[next].mirrored(place(index), direction);
                        row * size.cols() + col
                    });
                    let image = mirrored.collect::<Words<C>>();
                    (image & free == image).then(|| {
                        bounds.push(after);
                        shapes.masks.push(mask | image);
                        shapes.folded.push([0; 4]);
                        shapes.folds.push(shapes.folds[next] + 1);
                        shapes.masks.len() - 1
                    })
                });
                if let Some(number) = number {
                    shapes.folded[next][direction as usize] = number as u8;
                }
            }
            next += 1;
        }
        debug_assert!(shapes.masks.len() <= MAX_SHAPES);
        shapes
    }
}

fn bounds_of(cells: impl Iterator<Item = (usize, usize)>) -> Bounds {
    let nothing = Bounds { top: usize::MAX, bottom: 0, left: usize::MAX, right: 0 };
    cells.fold(nothing, |bounds, (row, col)| Bounds {
        top: bounds.top.min(row),
        bottom: bounds.bottom.max(row),
        left: bounds.left.min(col),
        right: bounds.right.max(col),
    })
}
