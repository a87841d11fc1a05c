//! What can stand on a cell of tiles.

use crate::games;

/// One of the 26 colours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Colour(u8);

impl Colour {
    /// How many colours there are.
    pub const COUNT: u8 = 26;

    /// The colour with this letter, in either case.
    pub const fn from_letter(letter: char) -> Option<Colour> {
        match letter {
            'a'..='z' => Some(Colour(letter as u8 - b'a')),
            'A'..='Z' => Some(Colour(letter as u8 - b'A')),
            _ => None,
        }
    }

    /// All colours.
    pub fn all() -> impl Iterator<Item = Colour> {
        (0..Colour::COUNT).map(Colour)
    }

    /// Its number from 0.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The small letter, used for blocks.
    pub const fn block_letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// The capital letter, used for goals.
    pub const fn goal_letter(self) -> char {
        (b'A' + self.0) as char
    }
}

/// A cell of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    /// Nothing can stand here.
    Wall,
    /// A cell that blocks slide over.
    Floor {
        /// The colour that it is a goal of.
        goal: Option<Colour>,
        /// The block that stands on it.
        block: Option<Colour>,
    },
}

impl Cell {
    /// A floor with nothing on it.
    pub const EMPTY: Cell = Cell::Floor { goal: None, block: None };

    /// The block on the cell.
    pub const fn block(self) -> Option<Colour> {
        match self {
            Cell::Wall => None,
            Cell::Floor { block, .. } => block,
        }
    }

    /// The colour that the cell is a goal of.
    pub const fn goal(self) -> Option<Colour> {
        match self {
            Cell::Wall => None,
            Cell::Floor { goal, .. } => goal,
        }
    }

    /// The cell with another block or none on it. A wall stays a wall.
    pub const fn with_block(self, block: Option<Colour>) -> Cell {
        match self {
            Cell::Wall => Cell::Wall,
            Cell::Floor { goal, .. } => Cell::Floor { goal, block },
        }
    }
}

const KINDS: u16 = Colour::COUNT as u16 + 1;
const WALL_CODE: u16 = KINDS * KINDS;

impl games::Cell for Cell {
    fn code(self) -> u16 {
        let number = |colour: Option<Colour>| colour.map_or(0, |colour| u16::from(colour.0) + 1);
        match self {
            Cell::Wall => WALL_CODE,
            Cell::Floor { goal, block } => number(goal) * KINDS + number(block),
        }
    }

    fn from_code(code: u16) -> Option<Cell> {
        let colour = |number: u16| number.checked_sub(1).map(|index| Colour(index as u8));
        match code {
            WALL_CODE => Some(Cell::Wall),
            0..WALL_CODE => {
                Some(Cell::Floor { goal: colour(code / KINDS), block: colour(code % KINDS) })
            }
            _ => None,
        }
    }

    fn glyph(self) -> String {
        match self {
            Cell::Wall => "#".to_string(),
            Cell::Floor { goal: None, block: None } => ".".to_string(),
            Cell::Floor { goal, block } => block
                .map(Colour::block_letter)
                .into_iter()
                .chain(goal.map(Colour::goal_letter))
                .collect(),
        }
    }

    fn from_glyph(glyph: &str) -> Option<Cell> {
        match glyph {
            "#" => return Some(Cell::Wall),
            "." | "_" => return Some(Cell::EMPTY),
            _ => {}
        }
        let (mut goal, mut block) = (None, None);
        for letter in glyph.chars() {
            let part = if letter.is_ascii_uppercase() { &mut goal } else { &mut block };
            if part.replace(Colour::from_letter(letter)?).is_some() {
                return None;
            }
        }
        (goal.is_some() || block.is_some()).then_some(Cell::Floor { goal, block })
    }
}
