//! Boards as rectangles of cells: sizes, positions, directions, grids and packed words.

mod direction;
mod rectangle;
mod words;

pub use direction::Direction;
pub use rectangle::{Coord, Grid, Size};
pub use words::{Bits, Words};
