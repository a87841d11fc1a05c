//! What can stand on a cell of Sokoban.

use std::sync::LazyLock;

use crate::definition::{self, Entry, Ground, Look, Mark, Shape, Table};

/// A wall, or a floor that may be a goal and may carry a box or the player.
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
            let floor = Look::bare(Ground::Floor);
            let goal = Look { ground: Ground::Goal, target: Some(Mark::blank(6)), piece: None };
            let crated = |on| Look { piece: Some((Shape::Block, Mark::blank(3))), ..on };
            let manned = |on| Look { piece: Some((Shape::Disc, Mark::letter(1, '@'))), ..on };
            Table::new([
                Entry::new(FLOOR, "-", "floor", floor).or("_").or(" "),
                Entry::new(WALL, "#", "wall", Look::bare(Ground::Wall)),
                Entry::new(GOAL, ".", "goal", goal),
                Entry::new(BOX, "$", "box", crated(floor)),
                Entry::new(BOX.with(GOAL), "*", "box on a goal", crated(goal)),
                Entry::new(PLAYER, "@", "player", manned(floor)),
                Entry::new(PLAYER.with(GOAL), "+", "player on a goal", manned(goal)),
            ])
        });
        &TABLE
    }
}
