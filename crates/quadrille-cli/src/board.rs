//! Boards on the terminal: a frame, row and column numbers for reading moves, and colours that
//! repeat what letters say.
//!
//! Every kind of thing has its own outline, so that the board can be read without colours: `[r]` a
//! block, `(3)` a disc, `‹R›` a goal, `r/Y` a block on a goal, `███` a wall, `·` a floor, blank for
//! a hole.

use anstyle::{AnsiColor, Effects, Style};
use quadrille::draw::{self, Rgb};
use quadrille::games::{Game, Ground, Look, Mark, Shape, Sprite};
use quadrille::grid::{Coord, Direction, Grid};

use crate::console::{Colours, Console};

/// Draws a board for the console: with outlines where they fit, otherwise with the letters of the
/// level formats.
pub fn draw(console: &Console, game: &dyn Game, board: &Grid<u16>) -> String {
    if let Some(pixels) = pixels(console, &game.looks(board)) {
        return pixels;
    }
    let wide = Picture::outlined(console.colours, game, board);
    match console.width {
        Some(width) if wide.width() > width => {
            Picture::lettered(console.colours, game, board).framed()
        }
        _ => wide.framed(),
    }
}

/// Draws the sprites of a board in half blocks, two pixels per character. `None` if it has no
/// sprites, or the terminal is too narrow or has too few colours.
fn pixels(console: &Console, looks: &Grid<Look>) -> Option<String> {
    let (colours, size) = (console.colours, looks.size());
    let fits = console.width.is_none_or(|width| size.cols() * Sprite::SIDE <= width);
    if !console.is_coloured() || !colours.are_many() || !fits {
        return None;
    }
    let sprites: Option<Vec<&Sprite>> = looks.cells().iter().map(|look| look.sprite).collect();
    let sprites = sprites?;
    let pixel = |row: usize, column: usize| -> Rgb {
        let cell = row / Sprite::SIDE * size.cols() + column / Sprite::SIDE;
        sprites[cell].0[row % Sprite::SIDE][column % Sprite::SIDE]
    };
    let (rows, columns) = (size.rows() * Sprite::SIDE, size.cols() * Sprite::SIDE);
    let mut text = String::new();
    for row in (0..rows).step_by(2) {
        for column in 0..columns {
            let above = colours.nearest(pixel(row, column)).0;
            let mut style = Style::new().fg_color(Some(above));
            if row + 1 < rows {
                style = style.bg_color(Some(colours.nearest(pixel(row + 1, column)).0));
            }
            text += &format!("{style}▀{style:#}");
        }
        text.push('\n');
    }
    Some(text)
}

/// A text whose parts have styles.
type Cell = Vec<(Style, String)>;

struct Picture {
    rows: Vec<Vec<Cell>>,
    /// The width of a cell in characters.
    cell: usize,
}

impl Picture {
    fn outlined(colours: Colours, game: &dyn Game, board: &Grid<u16>) -> Picture {
        let looks = game.looks(board);
        let room = |look| match over(look) {
            Some(text) => text.chars().count().saturating_sub(2),
            None => label(look).chars().count(),
        };
        let label = looks.iter().map(|(_, look)| room(look)).max().unwrap_or(1).max(1);
        let cell = |(at, look)| outlined_cell(colours, &looks, at, look, label);
        let cells: Vec<Cell> = looks.iter().map(cell).collect();
        let rows = cells.chunks(board.size().cols()).map(<[Cell]>::to_vec).collect();
        Picture { rows, cell: label + 2 }
    }

    fn lettered(colours: Colours, game: &dyn Game, board: &Grid<u16>) -> Picture {
        let looks = game.looks(board);
        let glyph = |code: u16, look: Look| match look.sprite {
            Some(_) => short(look),
            None => game.cell_glyph(code).unwrap_or_default(),
        };
        let glyphs =
            board.cells().iter().zip(looks.cells()).map(|(&code, &look)| glyph(code, look));
        let longest = glyphs.map(|glyph| glyph.chars().count()).max().unwrap_or(1);
        let cell = |(&code, &look): (&u16, &Look)| {
            let style = match (look.piece, look.target) {
                (Some((_, mark)), _) => piece_style(colours, mark),
                (None, Some(_)) => Style::new().bold(),
                _ => Style::new().effects(Effects::DIMMED),
            };
            let is_there = look != Look::bare(Ground::Hole);
            let text = if is_there { glyph(code, look) } else { " ".to_string() };
            let gap = longest + 1 - text.chars().count();
            vec![(style, text), (Style::new(), " ".repeat(gap))]
        };
        Picture {
            rows: board
                .rows()
                .zip(looks.rows())
                .map(|(row, looks)| row.iter().zip(looks).map(cell).collect())
                .collect(),
            cell: longest + 1,
        }
    }

    fn columns(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    fn margin(&self) -> usize {
        if self.rows.len() > 10 { 2 } else { 1 }
    }

    fn width(&self) -> usize {
        self.margin() + 4 + self.columns() * self.cell
    }

    fn framed(&self) -> String {
        let dim = Style::new().effects(Effects::DIMMED);
        let (margin, cell) = (self.margin(), self.cell);
        let line = "─".repeat(self.columns() * cell);
        let mut text = String::new();
        for numbers in self.column_numbers() {
            text += &format!("{:margin$}  {dim}{}{dim:#}\n", "", numbers.trim_end());
        }
        text += &format!("{:margin$} {dim}┌{line}┐{dim:#}\n", "");
        for (index, row) in self.rows.iter().enumerate() {
            text += &format!("{dim}{index:>margin$} │{dim:#}");
            for (style, part) in row.iter().flatten() {
                text += &format!("{style}{part}{style:#}");
            }
            text += &format!("{dim}│{dim:#}\n");
        }
        text + format!("{:margin$} {dim}└{line}┘{dim:#}\n", "").as_str()
    }

    /// The column numbers, with digits below each other where cells are too narrow for two.
    fn column_numbers(&self) -> Vec<String> {
        let cell = self.cell;
        let numbers = |shown: fn(usize) -> String| {
            (0..self.columns())
                .map(|column| {
                    let number = shown(column);
                    if cell > 2 {
                        format!(" {number:<0$}", cell - 1)
                    } else {
                        format!("{number:<cell$}")
                    }
                })
                .collect::<String>()
        };
        if cell > 2 || self.columns() <= 10 {
            vec![numbers(|column| column.to_string())]
        } else {
            let tens = |column: usize| match column / 10 {
                0 => String::new(),
                tens => tens.to_string(),
            };
            vec![numbers(tens), numbers(|column| (column % 10).to_string())]
        }
    }
}

/// The letters of a piece and of the goal under it.
fn letters(look: Look) -> (String, String) {
    let piece = look.piece.map(|(_, mark)| mark.text()).unwrap_or_default();
    (piece, look.target.map(Mark::text).unwrap_or_default())
}

/// A piece over a goal, when both have letters.
fn over(look: Look) -> Option<String> {
    let (piece, goal) = letters(look);
    (!piece.is_empty() && !goal.is_empty()).then(|| format!("{piece}/{goal}"))
}

/// A cell as one letter, for games with long glyphs.
fn short(look: Look) -> String {
    let (piece, goal) = letters(look);
    match (look.ground, piece.is_empty(), goal.is_empty()) {
        (_, false, _) => piece,
        (_, true, false) => goal,
        (Ground::Wall, ..) => "#".to_string(),
        _ => ".".to_string(),
    }
}

/// The text between the outlines of a cell.
fn label(look: Look) -> String {
    let (piece, goal) = letters(look);
    match look.piece {
        Some(_) if piece.is_empty() && goal.is_empty() => "■".to_string(),
        _ => piece + goal.as_str(),
    }
}

fn piece_style(colours: Colours, mark: Mark) -> Style {
    let (colour, is_light) = colours.nearest(draw::colour(mark));
    let ink = if is_light { AnsiColor::Black } else { AnsiColor::BrightWhite };
    Style::new().bg_color(Some(colour)).fg_color(Some(ink.into())).bold()
}

fn outlined_cell(
    colours: Colours,
    looks: &Grid<Look>,
    at: Coord,
    look: Look,
    width: usize,
) -> Cell {
    let dim = Style::new().effects(Effects::DIMMED);
    let text = label(look);
    let text = format!("{text:>width$}");
    if let (Some((_, mark)), Some(both)) = (look.piece, over(look)) {
        return vec![(piece_style(colours, mark), format!("{both:^0$}", width + 2))];
    }
    if let Some((shape, mark)) = look.piece {
        let joined = |direction| {
            let next = looks.size().step(at, direction).and_then(|next| looks[next].piece);
            shape == Shape::Joined && next == Some((shape, mark))
        };
        let (left, right) = match shape {
            // A goal without a letter is shown by its edges alone.
            _ if look.target.is_some_and(|goal| goal.text().is_empty()) => ('‹', '›'),
            Shape::Disc => ('(', ')'),
            Shape::Block | Shape::Joined => ('[', ']'),
        };
        let left = if joined(Direction::Left) { ' ' } else { left };
        let right = if joined(Direction::Right) { ' ' } else { right };
        return vec![(piece_style(colours, mark), format!("{left}{text}{right}"))];
    }
    match (look.ground, look.target) {
        (Ground::Goal, target) | (_, target @ Some(_)) => {
            // The letter has the text colour: not every colour is readable on every background.
            let edge = match target {
                Some(mark) => Style::new().fg_color(Some(colours.nearest(draw::colour(mark)).0)),
                None => Style::new(),
            };
            let (edge, inside) = (edge.bold(), Style::new().bold());
            vec![(edge, "‹".into()), (inside, text), (edge, "›".into())]
        }
        (Ground::Wall, None) => vec![(dim, "█".repeat(width + 2))],
        (Ground::Hole, None) => vec![(Style::new(), " ".repeat(width + 2))],
        (Ground::Floor, None) => vec![(dim, format!("{:^1$}", "·", width + 2))],
    }
}
