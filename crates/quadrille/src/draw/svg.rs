//! Pictures as SVG, still and animated. They are self-contained and follow the light or dark
//! setting of the viewer.

use std::fmt::Write;

use quadrille_base::quantities::counted;

use super::{Area, CAPTION, Canvas, FRAME, LAST, PAINTS, Paint, Point};
use super::{draw_ground, draw_on, extent};
use crate::definition::{Look, Rgb};
use crate::game::Game;
use crate::grid::{Coord, Direction, Grid, Size};

/// Adds a line to the picture; writing to a string cannot fail.
macro_rules! line {
    ($out:expr, $($format:tt)*) => {
        let _ = writeln!($out, $($format)*);
    };
}

pub fn svg(game: &dyn Game, board: &Grid<u16>) -> String {
    let mut out = opening(game, board.size(), 0, "");
    super::paint(&mut out, &game.looks(board));
    out.push_str("</svg>\n");
    out
}

/// The head of a picture with this much space below the board.
fn opening(game: &dyn Game, size: Size, below: usize, style: &str) -> String {
    let (width, height) = extent(size);
    let height = height + below;
    let rules = |paints: fn(&(&str, Rgb, Rgb)) -> Rgb| -> String {
        PAINTS.iter().map(|one| format!(".{}{{fill:{}}}", one.0, paints(one).hex())).collect()
    };
    let (light, dark) = (rules(|one| one.1), rules(|one| one.2));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" font-family=\"system-ui, sans-serif\" font-weight=\"600\" text-anchor=\"middle\">\n\
         <title>{} board of {} and {}</title>\n\
         <style>{light}@media(prefers-color-scheme:dark){{{dark}}}{style}</style>\n",
        escaped(game.title()),
        counted(size.rows() as u64, "row"),
        counted(size.cols() as u64, "column")
    );
    super::ground(&mut out, width, height);
    out
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

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
    let middle = super::caption_middle(size);
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
            out.text(middle, 15.0, Paint::Text, caption);
        }
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

/// The attribute for a paint: a class of the style, or a colour.
fn fill(paint: Paint) -> String {
    match paint {
        Paint::Colour(colour) => format!("fill=\"{}\"", colour.hex()),
        named => format!("class=\"{}\"", PAINTS[named.index()].0),
    }
}

/// A length with at most one decimal.
fn tenths(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

impl Canvas for String {
    fn rect(&mut self, area: Area, corner: f64, paint: Paint) {
        let [x, y, width, height] = [area.x, area.y, area.width, area.height].map(tenths);
        let fill = fill(paint);
        let corner = match corner {
            0.0 => " shape-rendering=\"crispEdges\"".to_string(),
            corner => format!(" rx=\"{corner}\""),
        };
        line!(
            self,
            "<rect {fill} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{corner}/>"
        );
    }

    fn frame(&mut self, area: Area, corner: f64, colour: Rgb) {
        let Area { x, y, width, height } = area;
        line!(
            self,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{corner}\" fill=\"none\" \
             stroke=\"{}\" stroke-width=\"3\" stroke-dasharray=\"5 3\"/>",
            colour.hex()
        );
    }

    fn disc(&mut self, Point { x, y }: Point, radius: f64, colour: Rgb) {
        line!(self, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{}\"/>", colour.hex());
    }

    /// Not all viewers support `dominant-baseline`, so a text is shifted by its height.
    fn text(&mut self, Point { x, y }: Point, size: f64, paint: Paint, text: &str) {
        let (fill, text) = (fill(paint), escaped(text));
        line!(
            self,
            "<text {fill} x=\"{x}\" y=\"{y}\" dy=\".35em\" font-size=\"{size}\">{text}</text>"
        );
    }
}
