//! Levels on printable pages: several per page, the solutions at the end.

use std::fmt::Write;

use super::written;
use crate::draw;
use crate::levels::Level;

/// An A4 page in tenths of a millimetre, and its margin.
const WIDTH: usize = 2100;
const HEIGHT: usize = 2970;
const MARGIN: usize = 150;

/// The space for the title of the page, and for the name of a level.
const HEAD: usize = 120;
const NAME: usize = 70;

/// The lines of a page with solutions: their distance, and the characters per line.
const LINE: usize = 55;
const CHARACTERS: usize = 82;

/// Draws levels on pages of A4, each page an SVG picture. Every level has its name and its length,
/// and known solutions are on the last pages. `columns` levels are side by side.
pub fn sheet(title: &str, levels: &[Level], columns: usize) -> Vec<String> {
    let columns = columns.max(1);
    let cell = (WIDTH - 2 * MARGIN) / columns;
    let rows = ((HEIGHT - 2 * MARGIN - HEAD) / (cell + NAME)).max(1);
    let mut bodies: Vec<String> = Vec::new();
    for (page, part) in levels.chunks(columns * rows).enumerate() {
        let mut body = String::new();
        for (index, level) in part.iter().enumerate() {
            let left = MARGIN + index % columns * cell;
            let top = MARGIN + HEAD + index / columns * (cell + NAME);
            let number = page * columns * rows + index + 1;
            text(&mut body, (left, top + 45), 40, &heading(number, level));
            let (width, height) = draw::extent(level.grid.size());
            let scale = (cell - 60) as f64 / width.max(height) as f64;
            let top = top + NAME;
            let _ = writeln!(body, "<g transform=\"translate({left} {top}) scale({scale:.3})\">");
            body += &draw::svg(level.game, &level.grid);
            body += "</g>\n";
        }
        bodies.push(body);
    }
    let mut lines = solutions(levels);
    lines.extend(credits(levels));
    let most = (HEIGHT - 2 * MARGIN - HEAD) / LINE;
    for part in lines.chunks(most) {
        let mut body = String::new();
        for (index, line) in part.iter().enumerate() {
            text(&mut body, (MARGIN, MARGIN + HEAD + (index + 1) * LINE), 40, line);
        }
        bodies.push(body);
    }
    let count = bodies.len();
    let page = |(index, body): (usize, &String)| page(title, (index + 1, count), body);
    bodies.iter().enumerate().map(page).collect()
}

/// `3. stopper, 5 moves`.
fn heading(number: usize, level: &Level) -> String {
    let name = level.name.as_deref().filter(|name| !name.is_empty());
    let name = name.map_or(number.to_string(), |name| format!("{number}. {name}"));
    match &level.solution {
        Some(plan) => format!("{name}, {}", level.game.counted_moves(&level.grid, plan)),
        None => name,
    }
}

/// The solutions in lines that fit on a page.
fn solutions(levels: &[Level]) -> Vec<String> {
    let mut lines = Vec::new();
    for (number, level) in (1..).zip(levels) {
        let Some(plan) = &level.solution else { continue };
        let mut line = format!("{number}.");
        for word in written(level.game, plan) {
            if line.chars().count() + 1 + word.chars().count() > CHARACTERS {
                lines.push(std::mem::replace(&mut line, "   ".to_string()));
            }
            line = line + " " + &word;
        }
        lines.push(line);
    }
    lines
}

/// The authors and licences of the levels, each named once.
fn credits(levels: &[Level]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for level in levels {
        let by = level.author.iter().map(|author| format!("by {author}"));
        let said = by.chain(level.licence.clone()).collect::<Vec<_>>().join(", ");
        if !said.is_empty() && !all.contains(&said) {
            all.push(said);
        }
    }
    all
}

fn page(title: &str, (number, count): (usize, usize), body: &str) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"210mm\" \
         height=\"297mm\" style=\"color-scheme:light\" font-family=\"system-ui, sans-serif\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
    );
    text(&mut out, (MARGIN, MARGIN + 50), 60, &format!("{title} ({number} of {count})"));
    out + body + "</svg>\n"
}

fn text(out: &mut String, (x, y): (usize, usize), size: usize, words: &str) {
    let words = draw::escaped(words);
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"#222\" xml:space=\"preserve\">{words}</text>"
    );
}
