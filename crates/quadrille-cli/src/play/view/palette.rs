//! Colours and emphasis. No information depends on colour alone: letters and outlines show it, too.

use anstyle::{AnsiColor, Effects, RgbColor, Style};
use quadrille::draw::{self, Rgb};
use quadrille::games::Mark;

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

    fn coloured(self, colour: AnsiColor) -> Style {
        Style::new().fg_color(self.colours.map(|_| colour.into()))
    }

    /// The style of a half block for two pixels, one above the other; `None` if there are too few
    /// colours.
    pub fn pixels(self, above: Rgb, below: Rgb) -> Option<Style> {
        let colours = self.colours.filter(|colours| colours.are_many())?;
        let colour = |pixel| Some(colours.nearest(pixel).0);
        Some(Style::new().fg_color(colour(above)).bg_color(colour(below)))
    }

    pub fn faint(self) -> Style {
        self.coloured(AnsiColor::BrightBlack)
    }

    pub fn heading(self) -> Style {
        Style::new().bold()
    }

    pub fn key(self) -> Style {
        self.coloured(AnsiColor::Cyan).bold()
    }

    pub fn good(self) -> Style {
        self.coloured(AnsiColor::Green).bold()
    }

    pub fn bad(self) -> Style {
        self.coloured(AnsiColor::Red).bold()
    }

    pub fn selected(self) -> Style {
        Style::new().invert()
    }

    /// The frame of the board, its numbers, floors and walls.
    pub fn ground(self) -> Style {
        self.coloured(AnsiColor::BrightBlack)
    }

    pub fn hint(self) -> Style {
        self.coloured(AnsiColor::Yellow).bold().invert()
    }

    /// The letter of a piece of this colour.
    pub fn piece(self, mark: Mark) -> Style {
        let Some(colours) = self.colours else { return Style::new().bold() };
        let (colour, light) = colours.nearest(draw::colour(mark));
        let ink = if light { AnsiColor::Black } else { AnsiColor::BrightWhite };
        Style::new().bg_color(Some(colour)).fg_color(Some(ink.into())).bold()
    }

    /// The outline of a piece of this colour, softer than its letter if the terminal can show that.
    pub fn outline(self, mark: Mark) -> Style {
        let Some(colours) = self.colours else { return Style::new() };
        let Rgb(red, green, blue) = draw::colour(mark);
        let style = self.piece(mark).effects(Effects::new());
        if !colours.is_true() {
            return style;
        }
        let towards: u8 = if Rgb(red, green, blue).is_light() { 0 } else { 255 };
        let blend = |part: u8| ((u16::from(part) * 3 + u16::from(towards) * 2) / 5) as u8;
        style.fg_color(Some(RgbColor(blend(red), blend(green), blend(blue)).into()))
    }

    /// The outline of a piece that is picked or under the cursor.
    pub fn marked_outline(self, mark: Mark) -> Style {
        self.piece(mark)
    }

    pub fn target(self, mark: Mark) -> Style {
        match self.colours {
            Some(colours) => Style::new().fg_color(Some(colours.nearest(draw::colour(mark)).0)),
            None => Style::new(),
        }
    }
}
