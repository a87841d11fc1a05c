//! Boards as pictures: one drawing for the command, the page and the report.
//!
//! Everything that has a colour also has a letter or a digit, and goals differ from pieces in shape.

use std::fmt::Write;

use crate::definition::{Ground, Look, Mark, Shape};
use crate::game::Game;
use crate::grid::{Direction, Grid, Position};
use crate::noun::counted;

pub use crate::definition::{PALETTE, Rgb};

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
