//! The standard output, and the features of its terminal.

use std::env;
use std::io::{IsTerminal, Stdout, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{Ansi256Color, AnsiColor, Color, RgbColor};
use anstyle_lossy::palette;
use quadrille::draw::Rgb;
use serde::Serialize;

use crate::exit::Abort;
use crate::printable::EscapeAll;

/// The number of colours of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Depth {
    True,
    Indexed,
    Basic,
}

#[derive(Clone, Copy, Debug)]
pub struct Colours(Depth);

impl Colours {
    #[cfg(test)]
    pub const TRUE: Colours = Colours(Depth::True);
    /// The sixteen colours of every terminal.
    #[cfg(test)]
    pub const BASIC: Colours = Colours(Depth::Basic);

    /// True if every colour can be shown exactly.
    pub fn is_true(self) -> bool {
        self.0 == Depth::True
    }

    /// True if there are enough colours for pictures.
    pub fn are_many(self) -> bool {
        self.0 != Depth::Basic
    }

    fn of_environment() -> Colours {
        let term = env::var("TERM").unwrap_or_default();
        Colours(if anstyle_query::truecolor() {
            Depth::True
        } else if term.contains("256") {
            Depth::Indexed
        } else {
            Depth::Basic
        })
    }

    /// The nearest colour of the terminal, and true if black text is easier to read on it than
    /// white.
    pub fn nearest(self, Rgb(red, green, blue): Rgb) -> (Color, bool) {
        let colour = RgbColor(red, green, blue);
        let (colour, shown): (Color, RgbColor) = match self.0 {
            Depth::True => (colour.into(), colour),
            Depth::Indexed => {
                let index: Ansi256Color = anstyle_lossy::rgb_to_xterm(colour);
                (index.into(), anstyle_lossy::xterm_to_rgb(index, palette::DEFAULT))
            }
            Depth::Basic => {
                let basic: AnsiColor = anstyle_lossy::rgb_to_ansi(colour, palette::DEFAULT);
                (basic.into(), anstyle_lossy::ansi_to_rgb(basic, palette::DEFAULT))
            }
        };
        (colour, Rgb(shown.0, shown.1, shown.2).is_light())
    }
}

/// The standard output. Colours are left out if the terminal or the user does not want them.
pub struct Console {
    out: AutoStream<Stdout>,
    /// The columns of the terminal; `None` if the output is not a terminal.
    pub width: Option<usize>,
    pub colours: Colours,
}

impl Console {
    pub fn new() -> Console {
        let out = std::io::stdout();
        let width = out
            .is_terminal()
            .then(|| terminal_size::terminal_size_of(&out).map_or(80, |size| size.0.0.into()));
        Console { out: AutoStream::auto(out), width, colours: Colours::of_environment() }
    }

    /// True if the output has colours.
    pub fn is_coloured(&self) -> bool {
        self.out.current_choice() != ColorChoice::Never
    }

    pub fn text(&mut self, text: &str) -> Result<(), Abort> {
        self.out.write_all(text.as_bytes())?;
        Ok(self.out.flush()?)
    }

    pub fn line(&mut self, line: &str) -> Result<(), Abort> {
        self.text(&format!("{line}\n"))
    }

    pub fn json(&mut self, value: &impl Serialize) -> Result<(), Abort> {
        let mut bytes = Vec::new();
        value
            .serialize(&mut serde_json::Serializer::with_formatter(&mut bytes, EscapeAll))
            .map_err(std::io::Error::from)?;
        bytes.push(b'\n');
        self.out.write_all(&bytes)?;
        Ok(self.out.flush()?)
    }

    /// Wraps words to the lines beside a margin; one line if the output is not a terminal.
    pub fn wrap(&self, words: &str, margin: usize) -> String {
        let Some(width) = self.width else { return words.to_string() };
        let room = width.saturating_sub(margin).max(16);
        let mut lines = vec![String::new()];
        for word in words.split_whitespace() {
            let line = lines.last_mut().expect("there is always a last line");
            if line.is_empty() {
                line.push_str(word);
            } else if line.chars().count() + 1 + word.chars().count() <= room {
                line.push(' ');
                line.push_str(word);
            } else {
                lines.push(word.to_string());
            }
        }
        lines.join(&format!("\n{:margin$}", ""))
    }
}

/// Prints a remark to stderr.
pub fn remark(text: &str) {
    // There is no other place to report an error.
    let _ = writeln!(anstream::stderr(), "{text}");
}
