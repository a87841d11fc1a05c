//! Colours and emphasis. No information depends on colour alone: letters and outlines show it, too.

use anstyle::AnsiColor;
use quadrille::draw::{self, Rgb};
use quadrille::games::Mark;
use ratatui::style::{Color, Modifier, Style};

use crate::console::Colours;

#[derive(Clone, Copy, Debug)]
pub struct Palette {
    /// The colours of the terminal, if they are wanted.
    colours: Option<Colours>,
}

impl Palette {
    pub fn new(colours: Option<Colours>) -> Palette {
        Palette { colours }
    }

    fn coloured(self, colour: AnsiColor, plain: Style) -> Style {
        match self.colours {
            Some(_) => Style::new().fg(basic(colour)),
            None => plain,
        }
    }

    /// The style of a half block for two pixels, one above the other; `None` if there are too few
    /// colours.
    pub fn pixels(self, above: Rgb, below: Rgb) -> Option<Style> {
        let colours = self.colours.filter(|colours| colours.are_many())?;
        let colour = |pixel| converted(colours.nearest(pixel).0);
        Some(Style::new().fg(colour(above)).bg(colour(below)))
    }

    pub fn faint(self) -> Style {
        self.coloured(AnsiColor::BrightBlack, Style::new())
    }

    pub fn heading(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub fn key(self) -> Style {
        self.coloured(AnsiColor::Cyan, Style::new()).add_modifier(Modifier::BOLD)
    }

    pub fn good(self) -> Style {
        self.coloured(AnsiColor::Green, Style::new()).add_modifier(Modifier::BOLD)
    }

    pub fn bad(self) -> Style {
        self.coloured(AnsiColor::Red, Style::new()).add_modifier(Modifier::BOLD)
    }

    pub fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The frame of the board, its numbers, floors and walls.
    pub fn ground(self) -> Style {
        self.coloured(AnsiColor::BrightBlack, Style::new())
    }

    pub fn hint(self) -> Style {
        self.coloured(AnsiColor::Yellow, Style::new())
            .add_modifier(Modifier::BOLD | Modifier::REVERSED)
    }

    /// The letter of a piece of this colour.
    pub fn piece(self, mark: Mark) -> Style {
        let Some(colours) = self.colours else { return Style::new().add_modifier(Modifier::BOLD) };
        let (colour, light) = colours.nearest(draw::colour(mark));
        let ink = if light { Color::Black } else { Color::White };
        Style::new().bg(converted(colour)).fg(ink).add_modifier(Modifier::BOLD)
    }

    /// The outline of a piece of this colour, softer than its letter if the terminal can show that.
    pub fn outline(self, mark: Mark) -> Style {
        let Some(colours) = self.colours else { return Style::new() };
        let Rgb(red, green, blue) = draw::colour(mark);
        let style = self.piece(mark).remove_modifier(Modifier::BOLD);
        if !colours.is_true() {
            return style;
        }
        let towards: u8 = if Rgb(red, green, blue).is_light() { 0 } else { 255 };
        let blend = |part: u8| ((u16::from(part) * 3 + u16::from(towards) * 2) / 5) as u8;
        style.fg(Color::Rgb(blend(red), blend(green), blend(blue)))
    }

    /// The outline of a piece that is picked or under the cursor.
    pub fn marked_outline(self, mark: Mark) -> Style {
        self.piece(mark)
    }

    pub fn target(self, mark: Mark) -> Style {
        match self.colours {
            Some(colours) => Style::new().fg(converted(colours.nearest(draw::colour(mark)).0)),
            None => Style::new(),
        }
    }
}

fn basic(colour: AnsiColor) -> Color {
    converted(anstyle::Color::Ansi(colour))
}

/// Converts to the type of the drawing library.
fn converted(colour: anstyle::Color) -> Color {
    match colour {
        anstyle::Color::Rgb(anstyle::RgbColor(red, green, blue)) => Color::Rgb(red, green, blue),
        anstyle::Color::Ansi256(index) => Color::Indexed(index.0),
        anstyle::Color::Ansi(colour) => match colour {
            AnsiColor::Black => Color::Black,
            AnsiColor::Red => Color::Red,
            AnsiColor::Green => Color::Green,
            AnsiColor::Yellow => Color::Yellow,
            AnsiColor::Blue => Color::Blue,
            AnsiColor::Magenta => Color::Magenta,
            AnsiColor::Cyan => Color::Cyan,
            AnsiColor::White => Color::Gray,
            AnsiColor::BrightBlack => Color::DarkGray,
            AnsiColor::BrightRed => Color::LightRed,
            AnsiColor::BrightGreen => Color::LightGreen,
            AnsiColor::BrightYellow => Color::LightYellow,
            AnsiColor::BrightBlue => Color::LightBlue,
            AnsiColor::BrightMagenta => Color::LightMagenta,
            AnsiColor::BrightCyan => Color::LightCyan,
            AnsiColor::BrightWhite => Color::White,
        },
    }
}
