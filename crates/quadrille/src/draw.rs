//! Boards as pictures: one drawing for the command, the page and the report.
//!
//! Everything that has a colour also has a letter or a digit, and goals differ from pieces in
//! shape.

use std::fmt::Write;

use quadrille_base::quantities::counted;

use crate::definition::{Ground, Look, Mark, Shape, Sprite};
use crate::game::Game;
use crate::grid::{Coord, Direction, Grid, Size};

pub use crate::definition::{PALETTE, Rgb};

/// The colour of a mark.
pub fn colour(mark: Mark) -> Rgb {
    PALETTE[usize::from(mark.colour) % PALETTE.len()]
}

const CELL: usize = 44;
const MARGIN: usize = 8;

/// Adds a line to the picture; writing to a string cannot fail.
macro_rules! line {
    ($out:expr, $($format:tt)*) => {
        let _ = writeln!($out, $($format)*);
    };
}

/// The style of pictures, light and dark.
const STYLE: &str = ".board{fill:#e9e6df}.floor{fill:#fbfaf7}.wall{fill:#5d6470}.text{fill:#30343b}\
@media(prefers-color-scheme:dark){.board{fill:#23262d}.floor{fill:#343942}.wall{fill:#8a92a0}.text{fill:#e8e8e8}}";

/// A board as an SVG picture that is self-contained and follows the light or dark setting of the
/// viewer.
pub fn svg(game: &dyn Game, board: &Grid<u16>) -> String {
    let looks = game.looks(board);
    let mut out = opening(game, board.size(), 0, "");
    for (at, look) in looks.iter() {
        draw_ground(&mut out, at, look);
    }
    for at in looks.size().coords() {
        draw_on(&mut out, &looks, at);
    }
    out.push_str("</svg>\n");
    out
}

/// The width and the height of the picture of a board.
pub(crate) fn extent(size: Size) -> (usize, usize) {
    (size.cols() * CELL + 2 * MARGIN, size.rows() * CELL + 2 * MARGIN)
}

/// The head of a picture with this much space below the board.
fn opening(game: &dyn Game, size: Size, below: usize, style: &str) -> String {
    let (width, height) = extent(size);
    let height = height + below;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" font-family=\"system-ui, sans-serif\" font-weight=\"600\" text-anchor=\"middle\">\n\
         <title>{} board of {} and {}</title>\n\
         <style>{STYLE}{style}</style>\n\
         <rect class=\"board\" width=\"{width}\" height=\"{height}\" rx=\"10\"/>\n",
        escaped(game.title()),
        counted(size.rows() as u64, "row"),
        counted(size.cols() as u64, "column")
    )
}

/// Escapes text for XML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The time that a position of an animation is shown, in milliseconds, and the factor for the last
/// one.
const FRAME: usize = 700;
const LAST: usize = 3;
/// The space for the move below the board.
const CAPTION: usize = 26;

/// The positions of a plan as an animated SVG picture without scripts. With reduced motion it shows
/// the start.
///
/// The captions are below the boards, one for each. Cells that never change are drawn once.
pub fn film(game: &dyn Game, boards: &[Grid<u16>], captions: &[String]) -> String {
    let Some(first) = boards.first() else { return String::new() };
    let size = first.size();
    let looks: Vec<Grid<Look>> = boards.iter().map(|board| game.looks(board)).collect();
    let slots = boards.len() - 1 + LAST;
    let (total, share) = (slots * FRAME, 100.0 / slots as f64);
    let mut style = format!(
        ".f{{visibility:hidden;animation:f {total}ms step-end infinite}}.l{{animation-name:l}}\
         @keyframes f{{0%{{visibility:visible}}{share:.4}%{{visibility:hidden}}}}\
         @keyframes l{{0%{{visibility:visible}}{:.4}%{{visibility:hidden}}}}",
        share * LAST as f64
    );
    style += "@media(prefers-reduced-motion:reduce){.f{animation:none}.s{visibility:visible}}";
    let mut out = opening(game, size, CAPTION, &style);
    // A piece may be joined with its neighbours, so a cell also changes with them.
    let differs = |at: Coord| looks.iter().any(|look| look[at] != looks[0][at]);
    let near = |at: Coord| Direction::ALL.into_iter().filter_map(move |way| size.step(at, way));
    let moves = |at: &Coord| differs(*at) || near(*at).any(differs);
    let (changing, fixed): (Vec<Coord>, Vec<Coord>) = size.coords().partition(moves);
    let paint = |out: &mut String, looks: &Grid<Look>, cells: &[Coord]| {
        cells.iter().for_each(|&at| draw_ground(out, at, looks[at]));
        cells.iter().for_each(|&at| draw_on(out, looks, at));
    };
    paint(&mut out, &looks[0], &fixed);
    let middle = (size.cols() * CELL / 2 + MARGIN, size.rows() * CELL + 2 * MARGIN + CAPTION / 3);
    for (number, looks) in looks.iter().enumerate() {
        let place = match number {
            0 => " s",
            _ if number + 1 == boards.len() => " l",
            _ => "",
        };
        // A negative delay: the animation starts in the middle of the turn of every frame.
        let delay = total - number * FRAME;
        line!(out, "<g class=\"f{place}\" style=\"animation-delay:-{delay}ms\">");
        paint(&mut out, looks, &changing);
        if let Some(caption) = captions.get(number) {
            write_text(&mut out, middle, &escaped(caption), "class=\"text\"", 15);
        }
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

fn draw_on(out: &mut String, looks: &Grid<Look>, at: Coord) {
    if let Some(sprite) = looks[at].sprite {
        draw_sprite(out, at, sprite);
    } else if let Some((shape, mark)) = looks[at].piece {
        draw_piece(out, looks, at, shape, mark, looks[at].target.is_some());
    }
}

fn corner(at: Coord) -> (usize, usize) {
    (MARGIN + usize::from(at.col) * CELL, MARGIN + usize::from(at.row) * CELL)
}

/// Draws a sprite over the whole cell: a rectangle for each run of pixels of one colour in a row.
fn draw_sprite(out: &mut String, at: Coord, sprite: &Sprite) {
    let (x, y) = corner(at);
    let pixel = CELL as f64 / Sprite::SIDE as f64;
    let (x, y) = (x as f64, y as f64);
    for (row, colours) in sprite.0.iter().enumerate() {
        let mut column = 0;
        for run in colours.chunk_by(|one, other| one == other) {
            line!(
                out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{pixel:.1}\" fill=\"{}\" shape-rendering=\"crispEdges\"/>",
                x + column as f64 * pixel,
                y + row as f64 * pixel,
                run.len() as f64 * pixel,
                run[0].hex()
            );
            column += run.len();
        }
    }
}

fn draw_ground(out: &mut String, at: Coord, look: Look) {
    if look.sprite.is_some() {
        return;
    }
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
            colour(mark).hex()
        );
        if look.piece.is_none() {
            label(out, at, mark, "class=\"text\"", 17);
        } else {
            // Under a piece the letter of the goal is in the corner.
            write_text(
                out,
                (x + CELL - 7, y + CELL - 8),
                &escaped(&mark.text()),
                "class=\"text\"",
                10,
            );
        }
    }
}

fn draw_piece(
    out: &mut String,
    looks: &Grid<Look>,
    at: Coord,
    shape: Shape,
    mark: Mark,
    on_target: bool,
) {
    let (x, y) = corner(at);
    let fill = colour(mark).hex();
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
fn label(out: &mut String, at: Coord, mark: Mark, ink: &str, size: usize) {
    let (x, y) = corner(at);
    write_text(out, (x + CELL / 2, y + CELL / 2), &escaped(&mark.text()), ink, size);
}

/// Writes a text with its middle at a point. Not all viewers support `dominant-baseline`, so it is
/// shifted by its height.
fn write_text(out: &mut String, (x, y): (usize, usize), text: &str, ink: &str, size: usize) {
    if !text.is_empty() {
        line!(
            out,
            "<text {ink} x=\"{x}\" y=\"{y}\" dy=\".35em\" font-size=\"{size}\">{text}</text>"
        );
    }
}
