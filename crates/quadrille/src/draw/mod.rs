//! Boards as pictures: one drawing for SVG, PDF and pixels, used by the command, the page, the
//! report and Python.
//!
//! Everything that has a colour also has a letter or a digit, and goals differ from pieces in
//! shape.

#[cfg(feature = "pictures")]
mod pdf;
#[cfg(feature = "pictures")]
mod pixels;
mod svg;

use crate::definition::{Ground, Look, Mark, Shape, Sprite};
use crate::game::Game;
use crate::grid::{Coord, Direction, Grid, Size};
use crate::moves::Move;

#[cfg(feature = "pictures")]
pub(crate) use pdf::Pages;
#[cfg(feature = "pictures")]
pub use pixels::{GIF_SCALE, PNG_SCALE, Pixels, gif, pixels, png};
pub(crate) use svg::escaped;
pub use svg::{film, svg};

pub use crate::definition::{PALETTE, Rgb};

pub fn colour(mark: Mark) -> Rgb {
    PALETTE[usize::from(mark.colour) % PALETTE.len()]
}

const CELL: usize = 44;
const MARGIN: usize = 8;

/// The time that a position of an animation is shown, in milliseconds, and the factor for the last
/// one.
const FRAME: usize = 700;
const LAST: usize = 3;
/// The space for the move below the board.
const CAPTION: usize = 26;

#[derive(Clone, Copy)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

#[derive(Clone, Copy)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Area {
    fn square(x: usize, y: usize, side: usize) -> Area {
        let side = side as f64;
        Area { x: x as f64, y: y as f64, width: side, height: side }
    }
}

/// A colour by its use, or itself.
#[derive(Clone, Copy)]
pub(crate) enum Paint {
    Board,
    Floor,
    Wall,
    Text,
    Colour(Rgb),
}

/// The colours by use: their names in style sheets, and the colours on light and dark screens.
const PAINTS: [(&str, Rgb, Rgb); 4] = [
    ("board", Rgb(0xe9, 0xe6, 0xdf), Rgb(0x23, 0x26, 0x2d)),
    ("floor", Rgb(0xfb, 0xfa, 0xf7), Rgb(0x34, 0x39, 0x42)),
    ("wall", Rgb(0x5d, 0x64, 0x70), Rgb(0x8a, 0x92, 0xa0)),
    ("text", Rgb(0x30, 0x34, 0x3b), Rgb(0xe8, 0xe8, 0xe8)),
];

impl Paint {
    fn index(self) -> usize {
        match self {
            Paint::Board => 0,
            Paint::Floor => 1,
            Paint::Wall => 2,
            Paint::Text | Paint::Colour(_) => 3,
        }
    }

    /// The colour on white paper.
    #[cfg(feature = "pictures")]
    fn light(self) -> Rgb {
        match self {
            Paint::Colour(colour) => colour,
            named => PAINTS[named.index()].1,
        }
    }
}

/// A kind of picture that boards are drawn on.
pub(crate) trait Canvas {
    fn rect(&mut self, area: Area, corner: f64, paint: Paint);

    /// Draws a dashed line of width 3 around an area.
    fn frame(&mut self, area: Area, corner: f64, colour: Rgb);

    fn disc(&mut self, centre: Point, radius: f64, colour: Rgb);

    /// Writes a text with its middle at a point.
    fn text(&mut self, middle: Point, size: f64, paint: Paint, text: &str);
}

/// The captions of the positions of a plan: `start`, `1 of 5: R` and so on.
pub fn captions(game: &dyn Game, plan: &[Move]) -> Vec<String> {
    let (notation, count) = (game.notation(), plan.len());
    let after = |(number, &mv): (usize, &Move)| {
        format!("{} of {count}: {}", number + 1, notation.write(mv))
    };
    std::iter::once("start".to_string()).chain(plan.iter().enumerate().map(after)).collect()
}

/// The width and the height of the picture of a board.
pub(crate) fn extent(size: Size) -> (usize, usize) {
    (size.cols() * CELL + 2 * MARGIN, size.rows() * CELL + 2 * MARGIN)
}

/// The middle of the caption of an animation.
fn caption_middle(size: Size) -> Point {
    let (x, y) = (size.cols() * CELL / 2 + MARGIN, size.rows() * CELL + 2 * MARGIN + CAPTION / 3);
    Point { x: x as f64, y: y as f64 }
}

fn paint(canvas: &mut dyn Canvas, looks: &Grid<Look>) {
    for (at, look) in looks.iter() {
        draw_ground(canvas, at, look);
    }
    for at in looks.size().coords() {
        draw_on(canvas, looks, at);
    }
}

#[cfg(feature = "pictures")]
pub(crate) fn paint_board(canvas: &mut dyn Canvas, looks: &Grid<Look>) {
    let (width, height) = extent(looks.size());
    ground(canvas, width, height);
    paint(canvas, looks);
}

fn ground(canvas: &mut dyn Canvas, width: usize, height: usize) {
    let whole = Area { x: 0.0, y: 0.0, width: width as f64, height: height as f64 };
    canvas.rect(whole, 10.0, Paint::Board);
}

fn draw_on(canvas: &mut dyn Canvas, looks: &Grid<Look>, at: Coord) {
    if let Some(sprite) = looks[at].sprite {
        draw_sprite(canvas, at, sprite);
    } else if let Some((shape, mark)) = looks[at].piece {
        draw_piece(canvas, looks, at, shape, mark, looks[at].target.is_some());
    }
}

fn corner(at: Coord) -> (usize, usize) {
    (MARGIN + usize::from(at.col) * CELL, MARGIN + usize::from(at.row) * CELL)
}

fn middle(at: Coord) -> Point {
    let (x, y) = corner(at);
    Point { x: (x + CELL / 2) as f64, y: (y + CELL / 2) as f64 }
}

/// Draws a sprite over the whole cell: a rectangle for each run of pixels of one colour in a row.
fn draw_sprite(canvas: &mut dyn Canvas, at: Coord, sprite: &Sprite) {
    let (x, y) = corner(at);
    let pixel = CELL as f64 / Sprite::SIDE as f64;
    for (row, colours) in sprite.0.iter().enumerate() {
        let mut column = 0;
        for run in colours.chunk_by(|one, other| one == other) {
            let area = Area {
                x: x as f64 + column as f64 * pixel,
                y: y as f64 + row as f64 * pixel,
                width: run.len() as f64 * pixel,
                height: pixel,
            };
            canvas.rect(area, 0.0, Paint::Colour(run[0]));
            column += run.len();
        }
    }
}

fn draw_ground(canvas: &mut dyn Canvas, at: Coord, look: Look) {
    if look.sprite.is_some() {
        return;
    }
    let (x, y) = corner(at);
    let paint = match look.ground {
        Ground::Hole => return,
        Ground::Wall => Paint::Wall,
        Ground::Floor | Ground::Goal => Paint::Floor,
    };
    canvas.rect(Area::square(x + 1, y + 1, CELL - 2), 5.0, paint);
    if let Some(mark) = look.target {
        canvas.frame(Area::square(x + 6, y + 6, CELL - 12), 4.0, colour(mark));
        if look.piece.is_none() {
            label(canvas, middle(at), 17.0, Paint::Text, mark);
        } else {
            // Under a piece the letter of the goal is in the corner.
            let place = Point { x: (x + CELL - 7) as f64, y: (y + CELL - 8) as f64 };
            label(canvas, place, 10.0, Paint::Text, mark);
        }
    }
}

fn draw_piece(
    canvas: &mut dyn Canvas,
    looks: &Grid<Look>,
    at: Coord,
    shape: Shape,
    mark: Mark,
    on_target: bool,
) {
    let (x, y) = corner(at);
    let fill = colour(mark);
    match shape {
        Shape::Block => {
            let inset = if on_target { 9 } else { 5 };
            let area = Area::square(x + inset, y + inset, CELL - 2 * inset);
            canvas.rect(area, 6.0, Paint::Colour(fill));
        }
        Shape::Disc => canvas.disc(middle(at), (CELL / 2 - 5) as f64, fill),
        Shape::Joined => {
            // A side without a neighbour of the same piece keeps a gap.
            let joins = |direction| {
                let next = looks.size().step(at, direction).and_then(|next| looks[next].piece);
                usize::from(next != Some((shape, mark))) * 3
            };
            let [up, down, left, right] = Direction::ALL.map(joins);
            let area = Area {
                x: (x + left) as f64,
                y: (y + up) as f64,
                width: (CELL - left - right) as f64,
                height: (CELL - up - down) as f64,
            };
            canvas.rect(area, 0.0, Paint::Colour(fill));
        }
    }
    let ink = if fill.is_light() { Rgb(0x16, 0x18, 0x1c) } else { Rgb(0xff, 0xff, 0xff) };
    label(canvas, middle(at), 18.0, Paint::Colour(ink), mark);
}

/// Writes the characters of a mark with their middle at a point.
fn label(canvas: &mut dyn Canvas, middle: Point, size: f64, paint: Paint, mark: Mark) {
    let text = mark.text();
    if !text.is_empty() {
        canvas.text(middle, size, paint, &text);
    }
}
