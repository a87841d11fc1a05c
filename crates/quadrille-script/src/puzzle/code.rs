//! The cells of scripted puzzles: numbers, whose glyphs and looks are defined by the script.

use std::sync::LazyLock;

use quadrille::definition::{Cell, Entry, Ground, Look, Table};

/// The most kinds of cells of a script.
pub(super) const MOST: usize = 256;

/// The number of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Code(pub(super) u8);

impl Cell for Code {
    fn table() -> &'static Table<Code> {
        static TABLE: LazyLock<Table<Code>> = LazyLock::new(|| {
            let floor = Look::bare(Ground::Floor);
            let entry =
                |code: u8| Entry::new(Code(code), code.to_string(), code.to_string(), floor);
            Table::new((0..=u8::MAX).map(entry))
        });
        &TABLE
    }

    fn code(self) -> u16 {
        self.0.into()
    }

    fn from_code(code: u16) -> Option<Code> {
        u8::try_from(code).ok().map(Code)
    }
}
