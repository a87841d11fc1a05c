//! Boards as pictures: one drawing for the command, the page and the report.
//!
//! Everything that has a colour also has a letter or a digit, and goals differ from pieces in shape.

use std::fmt::Write;

use crate::games::{Game, Ground, Look, Mark, Shape};
use crate::grid::{Direction, Grid, Position};
use crate::noun::counted;

/// A colour for the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Whether black writing is easier to read on it than white.
    pub fn is_light(self) -> bool {
        // Relative luminance with the weights of BT.709, without gamma: good enough for a choice of two.
        2126 * u32::from(self.0) + 7152 * u32::from(self.1) + 722 * u32::from(self.2) > 1_400_000
    }
}

/// The palette that [`Mark::colour`] counts in: 26 colours. The first 16 are told apart at a glance (by 29 or more in CIELAB), all
/// others by their letters too.
pub const PALETTE: [Rgb; 26] = [
    Rgb(0xe8, 0xa2, 0x00), // a
    Rgb(0x1f, 0x6f, 0xd6), // b
    Rgb(0x35, 0xc9, 0xd6), // c
    Rgb(0x7a, 0x4b, 0x2a), // d
    Rgb(0x12, 0x73, 0x4a), // e
    Rgb(0xd6, 0x13, 0x6f), // f
    Rgb(0x4f, 0xb3, 0x2f), // g
    Rgb(0x93, 0xb7, 0xf5), // h
    Rgb(0x4a, 0x35, 0xc9), // i
    Rgb(0x7e, 0xd3, 0xa4), // j
    Rgb(0x8f, 0x8a, 0x1e), // k
    Rgb(0xc5, 0x9a, 0xf2), // l
    Rgb(0x9c, 0x1f, 0xa8), // m
    Rgb(0x16, 0x28, 0x4f), // n
    Rgb(0xf2, 0x69, 0x1c), // o
    Rgb(0xf5, 0x9a, 0xc4), // p
    Rgb(0x6b, 0x7a, 0x8f), // q
    Rgb(0xd6, 0x2b, 0x2b), // r
    Rgb(0xf0, 0x8f, 0x80), // s
    Rgb(0x00, 0x8b, 0x9e), // t
    Rgb(0x66, 0x33, 0x99), // u
    Rgb(0x8e, 0x44, 0xad), // v
    Rgb(0x9b, 0xb8, 0xd3), // w
    Rgb(0x55, 0x55, 0x55), // x
    Rgb(0xf2, 0xc5, 0x1d), // y
    Rgb(0x9c, 0xcc, 0x65), // z
];

/// What the colours of the palette are called.
pub const COLOUR_NAMES: [&str; 26] = [
    "amber",
    "blue",
    "cyan",
    "dun",
    "emerald",
    "fuchsia",
    "green",
    "hyacinth",
    "indigo",
    "jade",
    "khaki",
    "lilac",
    "magenta",
    "navy",
    "orange",
    "pink",
    "quartz",
    "red",
    "salmon",
    "teal",
    "ultraviolet",
    "violet",
    "water",
    "granite",
    "yellow",
    "lime",
];

/// The colour of a mark.
pub fn colour(mark: Mark) -> Rgb {
    PALETTE[usize::from(mark.colour) % PALETTE.len()]
}

const CELL: usize = 44;
const MARGIN: usize = 8;

/// A board as an SVG picture that stands alone and follows the light or dark setting of the viewer.
pub fn svg(game: &dyn Game, board: &Grid<u16>) -> String {
    let size = board.size();
    let (width, height) = (size.cols() * CELL + 2 * MARGIN, size.rows() * CELL + 2 * MARGIN);
    let looks = game.looks(board);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" font-family=\"system-ui, sans-serif\" font-weight=\"600\" text-anchor=\"middle\">\n\
         <title>{} board of {} and {}</title>\n\
         <style>.board{{fill:#e9e6df}}.floor{{fill:#fbfaf7}}.wall{{fill:#5d6470}}.text{{fill:#30343b}}\
         @media(prefers-color-scheme:dark){{.board{{fill:#23262d}}.floor{{fill:#343942}}.wall{{fill:#8a92a0}}\
         .text{{fill:#e8e8e8}}}}</style>\n\
         <rect class=\"board\" width=\"{width}\" height=\"{height}\" rx=\"10\"/>\n",
        game.title(),
        counted(size.rows() as u64, "row"),
        counted(size.cols() as u64, "column")
    );
    for (at, look) in looks.iter() {
        draw_ground(&mut out, at, look);
    }
    for (at, look) in looks.iter() {
        if let Some((shape, mark)) = look.piece {
            draw_piece(&mut out, &looks, at, shape, mark, look.target.is_some());
        }
    }
    out.push_str("</svg>\n");
    out
}

fn corner(at: Position) -> (usize, usize) {
    (MARGIN + usize::from(at.col) * CELL, MARGIN + usize::from(at.row) * CELL)
}

fn hex(colour: Rgb) -> String {
    format!("#{:02x}{:02x}{:02x}", colour.0, colour.1, colour.2)
}

/// Adds a line to the picture; writing to a string cannot fail.
macro_rules! line {
    ($out:expr, $($format:tt)*) => {
        let _ = writeln!($out, $($format)*);
    };
}

fn draw_ground(out: &mut String, at: Position, look: Look) {
    let (x, y) = corner(at);
    let inner = CELL - 2;
    let class = match look.ground {
        Ground::Hole => return,
        Ground::Wall => "wall",
        Ground::Floor | Ground::Goal => "floor",
    };
    line!(
        out,
        "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{inner}\" height=\"{inner}\" rx=\"5\"/>",
        x + 1,
        y + 1
    );
    if let Some(mark) = look.target {
        let side = CELL - 12;
        line!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"4\" fill=\"none\" stroke=\"{}\" \
             stroke-width=\"3\" stroke-dasharray=\"5 3\"/>",
            x + 6,
            y + 6,
            hex(colour(mark))
        );
        if look.piece.is_none() {
            label(out, at, mark, "class=\"text\"", 17);
        } else {
            // Under a piece the letter of the goal stands in the corner.
            write_text(out, (x + CELL - 7, y + CELL - 8), &mark.text(), "class=\"text\"", 10);
        }
    }
}

fn draw_piece(
    out: &mut String,
    looks: &Grid<Look>,
    at: Position,
    shape: Shape,
    mark: Mark,
    on_target: bool,
) {
    let (x, y) = corner(at);
    let fill = hex(colour(mark));
    match shape {
        Shape::Block => {
            let inset = if on_target { 9 } else { 5 };
            let side = CELL - 2 * inset;
            line!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"6\" fill=\"{fill}\"/>",
                x + inset,
                y + inset
            );
        }
        Shape::Disc => {
            line!(
                out,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\"/>",
                x + CELL / 2,
                y + CELL / 2,
                CELL / 2 - 5
            );
        }
        Shape::Joined => {
            // A side without a neighbour of the same piece keeps a gap.
            let joins = |direction| {
                let next = looks.size().step(at, direction).and_then(|next| looks[next].piece);
                usize::from(next != Some((shape, mark))) * 3
            };
            let [up, down, left, right] = Direction::ALL.map(joins);
            line!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\"/>",
                x + left,
                y + up,
                CELL - left - right,
                CELL - up - down
            );
        }
    }
    let ink = if colour(mark).is_light() { "fill=\"#16181c\"" } else { "fill=\"#ffffff\"" };
    label(out, at, mark, ink, 18);
}

/// Writes the characters of a mark in the middle of a cell.
fn label(out: &mut String, at: Position, mark: Mark, ink: &str, size: usize) {
    let (x, y) = corner(at);
    write_text(out, (x + CELL / 2, y + CELL / 2), &mark.text(), ink, size);
}

/// Writes a text with its middle at a point. Not all viewers know `dominant-baseline`, so it is moved by its own height.
fn write_text(out: &mut String, (x, y): (usize, usize), text: &str, ink: &str, size: usize) {
    if !text.is_empty() {
        line!(
            out,
            "<text {ink} x=\"{x}\" y=\"{y}\" dy=\".35em\" font-size=\"{size}\">{text}</text>"
        );
    }
}
