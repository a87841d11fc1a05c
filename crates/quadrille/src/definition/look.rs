//! How cells look, said once for the terminal, the page and pictures.

/// What a cell is made of, under whatever stands on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Something can stand here.
    Floor,
    /// A wall.
    Wall,
    /// Not part of the board.
    Hole,
    /// A place that something wants to come to.
    Goal,
}

/// The outline of what stands on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A block that fills its cell.
    Block,
    /// A disc.
    Disc,
    /// A block that joins with its neighbours of the same kind.
    Joined,
}

/// Something drawn on a cell, distinguished by colour and by letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Which colour of the palette.
    pub colour: u8,
    /// The letter or digit; the second is there for numbers from 10 on.
    pub label: [Option<char>; 2],
}

impl Mark {
    /// A mark with one character.
    pub const fn letter(colour: u8, letter: char) -> Mark {
        Mark { colour, label: [Some(letter), None] }
    }

    /// A mark without a character.
    pub const fn blank(colour: u8) -> Mark {
        Mark { colour, label: [None, None] }
    }

    /// A mark that shows a number below 100.
    pub fn number(colour: u8, number: u8) -> Mark {
        let digit = |value: u8| char::from(b'0' + value % 10);
        let label = if number < 10 {
            [Some(digit(number)), None]
        } else {
            [Some(digit(number / 10)), Some(digit(number))]
        };
        Mark { colour, label }
    }

    /// The characters as text.
    pub fn text(self) -> String {
        self.label.into_iter().flatten().collect()
    }
}

/// How a cell looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// What it is made of.
    pub ground: Ground,
    /// What is painted on the ground, as the colour of a goal.
    pub target: Option<Mark>,
    /// What stands on it.
    pub piece: Option<(Shape, Mark)>,
}

impl Look {
    /// A cell with nothing on it.
    pub const fn bare(ground: Ground) -> Look {
        Look { ground, target: None, piece: None }
    }

    /// A floor with something on it.
    pub const fn piece(shape: Shape, mark: Mark) -> Look {
        Look { ground: Ground::Floor, target: None, piece: Some((shape, mark)) }
    }
}
