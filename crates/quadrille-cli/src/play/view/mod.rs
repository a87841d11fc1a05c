//! The screen, drawn from the state alone.

mod board;
mod cell;
mod help;
mod menu;
mod method;
mod palette;
mod panel;
mod values;

pub use help::last_start as last_start_of_help;
pub use palette::Palette;
pub use values::last_start as last_start_of_values;

use anstyle::Style;

use super::app::{App, Overlay, Tone};
use super::canvas::{self, Canvas, Line};
use super::geometry::{self, SMALLEST};
use super::keys;
use super::round::Round;

pub fn draw(app: &App, palette: Palette, canvas: &mut Canvas) {
    let Some(parts) = geometry::parts(app.screen) else { return too_small(app, canvas) };
    match (&app.overlay, &app.round) {
        (Some(Overlay::Help(first)), _) => help::draw(app, *first, palette, canvas),
        (Some(Overlay::Values(first, list)), _) => {
            values::draw(app, list, *first, palette, canvas);
        }
        (Some(Overlay::Method(lists)), _) => method::draw(app, lists, palette, canvas),
        (None, None) => menu::draw(app, palette, canvas),
        (None, Some(round)) => {
            canvas.write_line(0, 0, &header(round, palette), parts.header.width);
            board::draw(app, round, palette, canvas);
            match (parts.panel, parts.figures) {
                (Some(area), _) => panel::draw(app, round, palette, area, canvas),
                (None, Some(area)) => {
                    let line = panel::in_one_line(app, round, palette);
                    canvas.write_line(area.x, area.y, &line, area.width);
                }
                (None, None) => {}
            }
        }
    }
    if let (None, Some(notice)) = (&app.overlay, &app.notice) {
        let style = match notice.tone {
            Tone::Plain => Style::new(),
            Tone::Good => palette.good(),
            Tone::Bad => palette.bad(),
        };
        // A long notice also uses the line above.
        let mut lines = wrapped(&notice.text, usize::from(parts.notice.width.saturating_sub(2)));
        lines.truncate(2);
        let top = parts.notice.y + 1 - lines.len() as u16;
        for (line, y) in lines.into_iter().zip(top..) {
            let blank = " ".repeat(parts.notice.width.into());
            canvas.write(0, y, &blank, Style::new());
            canvas.write_line(1, y, &Line::styled(line, style), parts.notice.width - 1);
        }
    }
    status(app, palette, parts.status.width, parts.status.y, canvas);
}

fn header(round: &Round, palette: Palette) -> Line {
    Line::styled(format!(" {}", round.choice.title), palette.heading())
        .and(format!("  {} · {}", round.game().title(), round.pack), palette.faint())
}

/// The keys, as many as fit; help and quit, at the end, always.
fn status(app: &App, palette: Palette, width: u16, y: u16, canvas: &mut Canvas) {
    let picks = app.round.as_ref().is_none_or(|round| round.picker.picks());
    let shown = keys::status(app.scope()).filter(|(_, word)| picks || *word != "pick");
    let mut words: Vec<(String, &str)> = shown.collect();
    let length = |(key, word): &(String, &str)| key.chars().count() + word.chars().count() + 3;
    while words.len() > 2 && words.iter().map(length).sum::<usize>() > usize::from(width) {
        words.remove(words.len() - 3);
    }
    let line = words.into_iter().fold(Line::default(), |line, (key, word)| {
        line.and(format!(" {key}"), palette.key()).and(format!(" {word} "), palette.faint())
    });
    canvas.write_line(0, y, &line, width);
}

fn too_small(app: &App, canvas: &mut Canvas) {
    let (width, height) = (app.screen.width, app.screen.height);
    let text = format!(
        "This terminal has {width}x{height} characters; Quadrille needs {}x{}. Make it larger, or press Q to quit.",
        SMALLEST.0, SMALLEST.1
    );
    for (line, y) in wrapped(&text, width.into()).into_iter().zip(0..height) {
        canvas.write_line(0, y, &Line::plain(line), width);
    }
}

/// A text cut or padded to a width.
fn fitted(text: &str, width: usize) -> String {
    let columns = canvas::width(text);
    if columns <= width {
        return text.to_string() + " ".repeat(width - columns).as_str();
    }
    let mut cut = String::new();
    for character in text.chars() {
        cut.push(character);
        if canvas::width(&cut) + 1 > width {
            cut.pop();
            break;
        }
    }
    cut.push('…');
    let columns = canvas::width(&cut);
    cut + " ".repeat(width.saturating_sub(columns)).as_str()
}

/// A text wrapped to a width.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if canvas::width(line) + 1 + canvas::width(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}
