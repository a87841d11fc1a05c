//! The cells of fold.

use std::sync::LazyLock;

use crate::definition::{self, Entry, Ground, Look, Mark, PALETTE, Shape, Table};
use crate::moves::{MAX_PIECE, piece_glyph};

/// A cell of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    /// Not covered yet.
    Empty,
    /// Not part of the board.
    Hole,
    /// Part of the piece with this identity, from 1 to [`MAX_PIECE`].
    Piece(u8),
}

impl Cell {
    /// The identity of the piece on the cell.
    pub const fn piece(self) -> Option<u8> {
        match self {
            Cell::Piece(identity) => Some(identity),
            _ => None,
        }
    }
}

impl definition::Cell for Cell {
    fn table() -> &'static Table<Cell> {
        static TABLE: LazyLock<Table<Cell>> = LazyLock::new(|| {
            let pieces = (1..=MAX_PIECE).filter_map(|identity| {
                let glyph = piece_glyph(identity)?;
                let colour = (identity - 1) % PALETTE.len() as u8;
                let look = Look::piece(Shape::Joined, Mark::letter(colour, glyph));
                let entry =
                    Entry::new(Cell::Piece(identity), glyph, format!("piece {glyph}"), look);
                Some(entry.help("a digit from 1 to 9, a small or a capital letter a piece"))
            });
            let bare = [
                Entry::new(Cell::Empty, ".", "empty", Look::bare(Ground::Floor)),
                Entry::new(Cell::Hole, "#", "hole", Look::bare(Ground::Hole)),
            ];
            Table::new(bare.into_iter().chain(pieces))
        });
        &TABLE
    }
}
