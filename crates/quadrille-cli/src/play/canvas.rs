//! A screen of styled characters: what is drawn, and what differs from the last time.

use std::io::{self, Write};
use std::ops::Index;

use anstyle::{Reset, Style};
use crossterm::cursor::MoveTo;
use crossterm::queue;
use unicode_width::UnicodeWidthChar;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rect {
    pub x: u16,
    pub y: u16,
    pub width: u16,
    pub height: u16,
}

impl Rect {
    pub const fn new(x: u16, y: u16, width: u16, height: u16) -> Rect {
        Rect { x, y, width, height }
    }

    pub fn right(self) -> u16 {
        self.x + self.width
    }

    pub fn bottom(self) -> u16 {
        self.y + self.height
    }

    pub fn contains(self, (x, y): (u16, u16)) -> bool {
        (self.x..self.right()).contains(&x) && (self.y..self.bottom()).contains(&y)
    }

    /// The places inside, row by row.
    pub fn places(self) -> impl Iterator<Item = (u16, u16)> {
        (self.y..self.bottom()).flat_map(move |y| (self.x..self.right()).map(move |x| (x, y)))
    }
}

/// The columns that a text takes.
pub fn width(text: &str) -> usize {
    text.chars().filter_map(UnicodeWidthChar::width).sum()
}

/// A line of texts in different styles.
#[derive(Clone, Default, Debug)]
pub struct Line(Vec<(String, Style)>);

impl Line {
    pub fn plain(text: impl Into<String>) -> Line {
        Line::styled(text, Style::new())
    }

    pub fn styled(text: impl Into<String>, style: Style) -> Line {
        Line::default().and(text, style)
    }

    pub fn and(mut self, text: impl Into<String>, style: Style) -> Line {
        self.0.push((text.into(), style));
        self
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// A character with the marks that combine with it; empty beside a character of two columns.
    symbol: String,
    style: Style,
}

impl Cell {
    const BLANK: &str = " ";

    /// Replaces the character. A style without colours leaves those of the cell.
    pub fn set(&mut self, character: char, style: Style) {
        self.symbol.clear();
        self.symbol.push(character);
        self.style = over(self.style, style).effects(style.get_effects());
    }

    #[cfg(test)]
    pub fn symbol(&self) -> &str {
        &self.symbol
    }

    #[cfg(test)]
    pub fn style(&self) -> Style {
        self.style
    }
}

/// A style on top of another.
fn over(below: Style, above: Style) -> Style {
    below
        .fg_color(above.get_fg_color().or(below.get_fg_color()))
        .bg_color(above.get_bg_color().or(below.get_bg_color()))
        .effects(below.get_effects() | above.get_effects())
}

#[derive(Clone, Debug)]
pub struct Canvas {
    pub area: Rect,
    cells: Vec<Cell>,
}

impl Canvas {
    pub fn new(width: u16, height: u16) -> Canvas {
        let blank = Cell { symbol: Cell::BLANK.to_string(), style: Style::new() };
        let cells = vec![blank; usize::from(width) * usize::from(height)];
        Canvas { area: Rect::new(0, 0, width, height), cells }
    }

    fn index(&self, at: (u16, u16)) -> Option<usize> {
        let inside = self.area.contains(at);
        inside.then(|| usize::from(at.1) * usize::from(self.area.width) + usize::from(at.0))
    }

    pub fn cell_mut(&mut self, at: (u16, u16)) -> Option<&mut Cell> {
        self.index(at).map(|index| &mut self.cells[index])
    }

    /// Adds a style to the cells of an area.
    pub fn add_style(&mut self, area: Rect, style: Style) {
        for at in area.places() {
            if let Some(cell) = self.cell_mut(at) {
                cell.style = over(cell.style, style);
            }
        }
    }

    /// Writes a text to the end of the screen.
    pub fn write(&mut self, x: u16, y: u16, text: &str, style: Style) {
        self.write_within(x, y, self.area.width, text, style);
    }

    /// Writes a line into so many columns.
    pub fn write_line(&mut self, x: u16, y: u16, line: &Line, columns: u16) {
        let end = x.saturating_add(columns);
        let mut x = x;
        for (text, style) in &line.0 {
            x = self.write_within(x, y, end, text, *style);
        }
    }

    /// Returns the column after the text. Characters that do not fit and control characters are
    /// left out.
    fn write_within(&mut self, mut x: u16, y: u16, end: u16, text: &str, style: Style) -> u16 {
        let end = end.min(self.area.width);
        for character in text.chars() {
            let Some(columns) = character.width() else { continue };
            if columns == 0 {
                // It combines with the character before it.
                let mut before = (0..x).rev().map_while(|x| self.index((x, y)));
                if let Some(index) = before.find(|&index| !self.cells[index].symbol.is_empty()) {
                    self.cells[index].symbol.push(character);
                }
                continue;
            }
            if usize::from(x) + columns > usize::from(end) {
                return end;
            }
            for beside in 0..columns as u16 {
                let Some(cell) = self.cell_mut((x + beside, y)) else { return end };
                cell.set(character, style);
                if beside > 0 {
                    cell.symbol.clear();
                }
            }
            x += columns as u16;
        }
        x
    }

    /// Writes the cells that differ from those on the screen.
    pub fn show(&self, shown: &Canvas, out: &mut impl Write) -> io::Result<()> {
        // The place after the last cell written, and the style there.
        let (mut place, mut style) = (None, Style::new());
        for ((at, cell), old) in self.area.places().zip(&self.cells).zip(&shown.cells) {
            if cell == old || cell.symbol.is_empty() {
                continue;
            }
            if place != Some(at) {
                queue!(out, MoveTo(at.0, at.1))?;
            }
            if cell.style != style {
                write!(out, "{Reset}{}", cell.style)?;
                style = cell.style;
            }
            write!(out, "{}", cell.symbol)?;
            // A terminal may take a symbol of several characters for wider or narrower.
            place = (cell.symbol.chars().count() == 1)
                .then(|| (at.0 + width(&cell.symbol) as u16, at.1));
        }
        write!(out, "{Reset}")
    }
}

impl Index<(u16, u16)> for Canvas {
    type Output = Cell;

    fn index(&self, at: (u16, u16)) -> &Cell {
        &self.cells[self.index(at).expect("a place on the canvas")]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_written() {
        let mut old = Canvas::new(6, 2);
        old.write(0, 0, "abcdef", Style::new());
        let mut new = old.clone();
        new.write(1, 0, "xy", Style::new());
        new.write(5, 0, "z", Style::new().bold());
        let mut written = Vec::new();
        new.show(&old, &mut written).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert_eq!(written, "\x1b[1;2Hxy\x1b[1;6H\x1b[0m\x1b[1mz\x1b[0m");
    }

    #[test]
    fn characters_take_their_columns() {
        let mut canvas = Canvas::new(5, 1);
        canvas.write_line(0, 0, &Line::plain("e\u{301}\t棋").and("ab", Style::new()), 4);
        let symbols: Vec<&str> = canvas.area.places().map(|at| canvas[at].symbol()).collect();
        assert_eq!(symbols, ["e\u{301}", "棋", "", "a", " "], "nothing beyond four columns");
        let mut written = Vec::new();
        canvas.show(&Canvas::new(5, 1), &mut written).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert_eq!(written, "\x1b[1;1He\u{301}\x1b[1;2H棋a\x1b[0m");
    }
}
