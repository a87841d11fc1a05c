//! The cells of tiles.

use std::sync::LazyLock;

use crate::definition::{self, COLOUR_NAMES, Entry, Ground, Look, Mark, Shape, Table};

/// One of the 26 colours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Colour(u8);

impl Colour {
    pub const COUNT: u8 = 26;

    /// The colour with this letter, in either case.
    pub const fn from_letter(letter: char) -> Option<Colour> {
        match letter {
            'a'..='z' => Some(Colour(letter as u8 - b'a')),
            'A'..='Z' => Some(Colour(letter as u8 - b'A')),
            _ => None,
        }
    }

    pub fn all() -> impl Iterator<Item = Colour> {
        (0..Colour::COUNT).map(Colour)
    }

    pub const fn index(self) -> u8 {
        self.0
    }

    /// The small letter, used for blocks.
    pub const fn block_letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// The capital letter, used for goals.
    pub(crate) const fn goal_letter(self) -> char {
        (b'A' + self.0) as char
    }
}

/// A cell of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    Wall,
    /// A cell that blocks slide over.
    Floor {
        /// The colour of its goal, if it is one.
        goal: Option<Colour>,
        block: Option<Colour>,
    },
}

impl Cell {
    /// A floor with nothing on it.
    pub const EMPTY: Cell = Cell::Floor { goal: None, block: None };

    pub const fn block(self) -> Option<Colour> {
        match self {
            Cell::Wall => None,
            Cell::Floor { block, .. } => block,
        }
    }

    /// The colour of the goal on the cell.
    pub const fn goal(self) -> Option<Colour> {
        match self {
            Cell::Wall => None,
            Cell::Floor { goal, .. } => goal,
        }
    }

    /// The cell with another block or none on it. A wall stays a wall.
    pub(crate) const fn with_block(self, block: Option<Colour>) -> Cell {
        match self {
            Cell::Wall => Cell::Wall,
            Cell::Floor { goal, .. } => Cell::Floor { goal, block },
        }
    }
}

impl definition::Cell for Cell {
    fn table() -> &'static Table<Cell> {
        static TABLE: LazyLock<Table<Cell>> = LazyLock::new(|| {
            let colours = || std::iter::once(None).chain(Colour::all().map(Some));
            let floors = colours().flat_map(|goal| colours().map(move |block| floor(goal, block)));
            let wall = Entry::new(Cell::Wall, "#", "wall", Look::bare(Ground::Wall));
            Table::new(floors.chain([wall]))
        });
        &TABLE
    }
}

fn floor(goal: Option<Colour>, block: Option<Colour>) -> Entry<Cell> {
    let cell = Cell::Floor { goal, block };
    let name = |colour: Colour| COLOUR_NAMES[usize::from(colour.index())];
    let target = |goal: Colour| Mark::letter(goal.index(), goal.goal_letter());
    let piece = |block: Colour| (Shape::Block, Mark::letter(block.index(), block.block_letter()));
    let look = Look {
        ground: if goal.is_some() { Ground::Goal } else { Ground::Floor },
        target: goal.map(target),
        piece: block.map(piece),
        sprite: None,
    };
    match (goal, block) {
        (None, None) => Entry::new(cell, ".", "floor", look).or("_"),
        (None, Some(block)) => {
            Entry::new(cell, block.block_letter(), format!("{} block", name(block)), look)
                .help("a small letter a block")
        }
        (Some(goal), None) => {
            Entry::new(cell, goal.goal_letter(), format!("{} goal", name(goal)), look)
                .help("a capital letter a goal")
        }
        (Some(goal), Some(block)) => {
            let (above, below) = (block.block_letter(), goal.goal_letter());
            let name = format!("{} block on {} goal", name(block), name(goal));
            Entry::new(cell, format!("{above}{below}"), name, look)
                .or(format!("{below}{above}"))
                .help("both ('rB') a block on a goal")
        }
    }
}
