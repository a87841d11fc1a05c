//! The looks of cells, defined once for the terminal, the page and pictures.

use super::Rgb;

/// The ground of a cell, under any piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Ground {
    Floor,
    Wall,
    /// Not part of the board.
    Hole,
    Goal,
}

/// The outline of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Shape {
    /// A block that fills its cell.
    Block,
    Disc,
    /// A block that joins with its neighbours of the same kind.
    Joined,
}

/// Something drawn on a cell, distinguished by colour and by letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Mark {
    /// The index in the palette.
    pub colour: u8,
    /// The letter or digit; the second is there for numbers from 10 on.
    #[cfg_attr(feature = "serde", serde(serialize_with = "joined"))]
    pub label: [Option<char>; 2],
}

#[cfg(feature = "serde")]
fn joined<S: serde::Serializer>(
    label: &[Option<char>; 2],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&label.iter().flatten().collect::<String>())
}

impl Mark {
    pub const fn letter(colour: u8, letter: char) -> Mark {
        Mark { colour, label: [Some(letter), None] }
    }

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

    pub fn text(self) -> String {
        self.label.into_iter().flatten().collect()
    }
}

/// A picture that fills a cell: 5 rows of 5 pixels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sprite(pub [[Rgb; Sprite::SIDE]; Sprite::SIDE]);

impl Sprite {
    /// Pixels per side.
    pub const SIDE: usize = 5;

    /// Its different colours, and the number of the colour of each pixel, row by row.
    pub fn indexed(&self) -> (Vec<Rgb>, Vec<usize>) {
        let mut colours: Vec<Rgb> = Vec::new();
        let pixels = self.0.iter().flatten().map(|&pixel| {
            colours.iter().position(|&colour| colour == pixel).unwrap_or_else(|| {
                colours.push(pixel);
                colours.len() - 1
            })
        });
        let pixels = pixels.collect();
        (colours, pixels)
    }
}

/// A sprite as its colours, and a letter for each pixel: `a` is the first colour.
#[cfg(feature = "serde")]
impl serde::Serialize for Sprite {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let (colours, pixels) = self.indexed();
        let colours: Vec<String> = colours.into_iter().map(Rgb::hex).collect();
        let pixels: String = pixels.into_iter().map(|at| char::from(b'a' + at as u8)).collect();
        let mut sprite = serializer.serialize_struct("Sprite", 2)?;
        sprite.serialize_field("colours", &colours)?;
        sprite.serialize_field("pixels", &pixels)?;
        sprite.end()
    }
}

/// The look of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Look {
    pub ground: Ground,
    /// A mark on the ground, such as the colour of a goal.
    pub target: Option<Mark>,
    #[cfg_attr(feature = "serde", serde(serialize_with = "piece"))]
    pub piece: Option<(Shape, Mark)>,
    /// The picture of the whole cell, in a game that has its own; drawn instead of the rest where
    /// there are colours.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub sprite: Option<&'static Sprite>,
}

/// A piece as one object: its shape, colour and label.
#[cfg(feature = "serde")]
fn piece<S: serde::Serializer>(
    piece: &Option<(Shape, Mark)>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(serde::Serialize)]
    struct Piece {
        shape: Shape,
        #[serde(flatten)]
        mark: Mark,
    }
    serde::Serialize::serialize(&piece.map(|(shape, mark)| Piece { shape, mark }), serializer)
}

impl Look {
    pub const fn bare(ground: Ground) -> Look {
        Look { ground, target: None, piece: None, sprite: None }
    }

    /// A floor with a piece.
    pub const fn piece(shape: Shape, mark: Mark) -> Look {
        Look { piece: Some((shape, mark)), ..Look::bare(Ground::Floor) }
    }
}
