//! Levels on printable pages: several per page, the solutions at the end.

use std::fmt::Write;

use crate::draw;
use crate::levels::Level;
use crate::moves::{Move, Notation};

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
    pages(title, levels, columns).iter().map(Page::svg).collect()
}

/// Draws the same pages as one PDF file. Its fonts have the letters of western Europe; others
/// become question marks.
#[cfg(feature = "pictures")]
pub fn sheet_pdf(title: &str, levels: &[Level], columns: usize) -> Vec<u8> {
    let mut file = draw::Pages::new(WIDTH, HEIGHT);
    for page in pages(title, levels, columns) {
        file.turn();
        for Line { at, size, words } in &page.lines {
            file.line(*at, *size, words);
        }
        for &(at, scale, level) in &page.boards {
            let looks = level.game.looks(&level.grid);
            file.within(at, scale, |file| draw::paint_board(file, &looks));
        }
    }
    file.finish(title)
}

/// A text that begins at a point of its base line.
struct Line {
    at: (usize, usize),
    size: usize,
    words: String,
}

struct Page<'a> {
    lines: Vec<Line>,
    /// The boards with their top left corners and scales.
    boards: Vec<((usize, usize), f64, &'a Level)>,
}

fn pages<'a>(title: &str, levels: &'a [Level], columns: usize) -> Vec<Page<'a>> {
    let columns = columns.max(1);
    let cell = (WIDTH - 2 * MARGIN) / columns;
    let rows = ((HEIGHT - 2 * MARGIN - HEAD) / (cell + NAME)).max(1);
    let mut pages = Vec::new();
    for (number, part) in levels.chunks(columns * rows).enumerate() {
        let mut page = Page { lines: Vec::new(), boards: Vec::new() };
        for (index, level) in part.iter().enumerate() {
            let left = MARGIN + index % columns * cell;
            let top = MARGIN + HEAD + index / columns * (cell + NAME);
            let words = heading(number * columns * rows + index + 1, level);
            page.lines.push(Line { at: (left, top + 45), size: 40, words: fitting(words, cell) });
            let (width, height) = draw::extent(level.grid.size());
            let scale = (cell - 60) as f64 / width.max(height) as f64;
            page.boards.push(((left, top + NAME), scale, level));
        }
        pages.push(page);
    }
    let mut lines = solutions(levels);
    lines.extend(credits(levels));
    let most = (HEIGHT - 2 * MARGIN - HEAD) / LINE;
    for part in lines.chunks(most) {
        let line = |(index, words): (usize, &String)| {
            let at = (MARGIN, MARGIN + HEAD + (index + 1) * LINE);
            Line { at, size: 40, words: words.clone() }
        };
        let lines = part.iter().enumerate().map(line).collect();
        pages.push(Page { lines, boards: Vec::new() });
    }
    let count = pages.len();
    for (number, page) in (1..).zip(&mut pages) {
        let words = format!("{title} ({number} of {count})");
        page.lines.push(Line { at: (MARGIN, MARGIN + 50), size: 60, words });
    }
    pages
}

/// Cuts a heading that is too long for its column. A letter is about 20 tenths of a millimetre
/// wide.
fn fitting(words: String, width: usize) -> String {
    let most = width / 20;
    if words.chars().count() <= most {
        return words;
    }
    words.chars().take(most.saturating_sub(1)).chain(['…']).collect()
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
    let is_by_cells = |level: &Level| {
        let has_cells = |mv: &Move| matches!(mv, Move::Cell(..) | Move::Touch(_));
        level.solution.as_ref().is_some_and(|plan| plan.iter().any(has_cells))
    };
    let mut lines = Vec::new();
    if levels.iter().any(is_by_cells) {
        lines.push(
            "Cells: a letter for the column and a number for the row, A1 at the top left."
                .to_string(),
        );
    }
    for (number, level) in (1..).zip(levels) {
        let Some(plan) = &level.solution else { continue };
        let mut line = format!("{number}.");
        for word in plan.iter().map(|&mv| in_players_words(level.game.notation(), mv)) {
            if line.chars().count() + 1 + word.chars().count() > CHARACTERS {
                lines.push(std::mem::replace(&mut line, "   ".to_string()));
            }
            line = line + " " + &word;
        }
        lines.push(line);
    }
    lines
}

/// A move as players write it: `B3R` for the cell in the second column and the third row.
fn in_players_words(notation: Notation, mv: Move) -> String {
    let written = notation.write(mv);
    match mv {
        Move::Cell(at, _) | Move::Touch(at) => {
            let letter = |number: u8| char::from(b'A' + number % 26);
            let first = (at.col / 26).checked_sub(1).map(letter);
            let column: String = first.into_iter().chain([letter(at.col)]).collect();
            format!("{column}{}{}", at.row + 1, &written[at.to_string().len()..])
        }
        _ => written,
    }
}

/// The authors and licences of the levels, each named once.
fn credits(levels: &[Level]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for level in levels {
        let by = level.author.iter().map(|author| format!("by {author}"));
        let credit = by.chain(level.licence.clone()).collect::<Vec<_>>().join(", ");
        if !credit.is_empty() && !all.contains(&credit) {
            all.push(credit);
        }
    }
    all
}

impl Page<'_> {
    fn svg(&self) -> String {
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"210mm\" \
             height=\"297mm\" style=\"color-scheme:light\" font-family=\"system-ui, sans-serif\">\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
        );
        for Line { at: (x, y), size, words } in &self.lines {
            let words = draw::escaped(words);
            let _ = writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"#222\" xml:space=\"preserve\">{words}</text>"
            );
        }
        for ((x, y), scale, level) in &self.boards {
            let _ = writeln!(out, "<g transform=\"translate({x} {y}) scale({scale:.3})\">");
            out += &draw::svg(level.game, &level.grid);
            out += "</g>\n";
        }
        out + "</svg>\n"
    }
}
