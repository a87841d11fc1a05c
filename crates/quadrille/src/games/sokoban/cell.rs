//! The cells of Sokoban.

use std::sync::LazyLock;

use crate::definition::{self, Entry, Ground, Look, Mark, Shape, Table};

/// A wall, or a floor that may be a goal and may hold a box or the player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(u8);

pub(super) const FLOOR: Cell = Cell(0);
pub(super) const GOAL: Cell = Cell(1);
pub(super) const BOX: Cell = Cell(2);
pub(super) const PLAYER: Cell = Cell(4);
pub(super) const WALL: Cell = Cell(8);

impl Cell {
    pub(super) const fn has(self, what: Cell) -> bool {
        self.0 & what.0 != 0
    }

    pub(super) const fn with(self, what: Cell) -> Cell {
        Cell(self.0 | what.0)
    }

    pub(super) const fn without(self, what: Cell) -> Cell {
        Cell(self.0 & !what.0)
    }
}

impl definition::Cell for Cell {
    fn table() -> &'static Table<Cell> {
        static TABLE: LazyLock<Table<Cell>> = LazyLock::new(|| {
            let floor = Entry::new(FLOOR, "-", "floor", Look::bare(Ground::Floor)).or("_").or(" ");
            let wall = Entry::new(WALL, "#", "wall", Look::bare(Ground::Wall));
            let target = Look { target: Some(Mark::blank(6)), ..Look::bare(Ground::Goal) };
            let goal = Entry::new(GOAL, ".", "goal", target);
            let crate_ = Entry::new(BOX, "$", "box", Look::piece(Shape::Block, Mark::blank(3)));
            let walker = Look::piece(Shape::Disc, Mark::letter(1, '@'));
            let player = Entry::new(PLAYER, "@", "player", walker);
            let stored = crate_.on(&goal, BOX.with(GOAL)).called("*", "box on a goal");
            let waiting = player.on(&goal, PLAYER.with(GOAL)).called("+", "player on a goal");
            Table::new([floor, wall, goal, crate_, stored, player, waiting])
        });
        &TABLE
    }
}
