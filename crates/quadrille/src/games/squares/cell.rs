//! The cells of squares.

use std::sync::LazyLock;

use crate::definition::{self, Entry, Ground, Look, Mark, Shape, Table};

/// A cell of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cell {
    /// No piece.
    Blank,
    /// A piece of a colour, counted from 0: `A` to `Y`.
    Piece(u8),
}

impl Cell {
    /// The number of colours. `Z` would be the next letter, but is a blank.
    pub const COLOURS: u8 = 25;
}

impl definition::Cell for Cell {
    fn table() -> &'static Table<Cell> {
        static TABLE: LazyLock<Table<Cell>> = LazyLock::new(|| {
            let pieces = (0..Cell::COLOURS).map(|colour| {
                let letter = char::from(b'A' + colour);
                let look = Look::piece(Shape::Disc, Mark::letter(colour, letter));
                Entry::new(Cell::Piece(colour), letter, format!("piece {letter}"), look)
                    .help("a capital letter 'A' to 'Y' a piece of that colour")
            });
            let blank = Entry::new(Cell::Blank, ".", "blank", Look::bare(Ground::Floor)).or("Z");
            Table::new(std::iter::once(blank).chain(pieces))
        });
        &TABLE
    }
}
