//! The cells of ZHED.

use std::sync::LazyLock;

use crate::definition::{self, Entry, Ground, Look, Mark, Shape, Table};

/// The highest number on a board.
pub const MAX_NUMBER: u8 = 99;

/// A cell of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    /// Not filled.
    Empty,
    /// A number that is not used, from 1 to [`MAX_NUMBER`].
    Number(u8),
    /// A cell that a walk has filled, or a used number.
    Filled,
    /// A goal that no walk has filled.
    Goal,
    /// A filled goal: the level is solved.
    Reached,
}

impl Cell {
    /// The number on the cell, if it is not used.
    pub const fn number(self) -> Option<u8> {
        match self {
            Cell::Number(number) => Some(number),
            _ => None,
        }
    }

    /// True if a walk fills the cell, using up one of its steps.
    pub const fn is_free(self) -> bool {
        matches!(self, Cell::Empty | Cell::Goal)
    }
}

/// The colours of numbers, filled cells and goals.
const NUMBER_COLOUR: u8 = b'b' - b'a';
const FILLED_COLOUR: u8 = b'w' - b'a';
const GOAL_COLOUR: u8 = b'g' - b'a';

impl definition::Cell for Cell {
    fn table() -> &'static Table<Cell> {
        static TABLE: LazyLock<Table<Cell>> = LazyLock::new(|| {
            let filled = Look::piece(Shape::Block, Mark::blank(FILLED_COLOUR));
            let target = Some(Mark::letter(GOAL_COLOUR, 'G'));
            let goal = Look { target, ..Look::bare(Ground::Goal) };
            let reached = Look { piece: filled.piece, ..goal };
            let numbers = (1..=MAX_NUMBER).map(|number| {
                let look = Look::piece(Shape::Disc, Mark::number(NUMBER_COLOUR, number));
                Entry::new(
                    Cell::Number(number),
                    number.to_string(),
                    format!("number {number}"),
                    look,
                )
                .help("a number from 1 to 99")
            });
            let others = [
                Entry::new(Cell::Empty, ".", "empty", Look::bare(Ground::Floor)),
                Entry::new(Cell::Filled, "*", "filled", filled).help("'*' filled or a used number"),
                Entry::new(Cell::Goal, "G", "goal", goal),
                Entry::new(Cell::Reached, "@", "filled goal", reached),
            ];
            Table::new(others.into_iter().chain(numbers))
        });
        &TABLE
    }
}

/// A number on a board: only digits, no sign, no leading zero.
pub(super) fn number(text: &str) -> Option<u8> {
    let is_plain = !text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|number| is_plain && (1..=MAX_NUMBER).contains(number))
}
