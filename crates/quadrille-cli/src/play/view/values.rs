//! The values of the heuristics for the position, with their parts.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::palette::Palette;
use super::wrapped;
use crate::play::app::App;
use crate::play::round::Outlook;

pub fn draw(app: &App, values: &[String], first: usize, palette: Palette, buffer: &mut Buffer) {
    let Rect { width, .. } = app.screen;
    let heading = Line::from(vec![
        Span::styled(" Values of the heuristics", palette.heading()),
        Span::styled(truth(app), palette.faint()),
    ]);
    buffer.set_line(0, 0, &heading, width);
    let lines = lines(values, usize::from(width));
    let room = room(app);
    let first = first.min(lines.len().saturating_sub(room));
    for (line, y) in lines.into_iter().skip(first).take(room).zip(2..) {
        buffer.set_line(1, y, &Line::raw(line), width - 1);
    }
}

/// The true distance, for comparison.
fn truth(app: &App) -> String {
    match app.round.as_ref().map(|round| round.outlook()) {
        Some(Outlook::Solvable(moves, true)) => format!("  exact: {moves}"),
        Some(Outlook::DeadEnd) => "  exact: dead end".to_string(),
        Some(Outlook::Solved) => "  solved".to_string(),
        _ => String::new(),
    }
}

/// The number of visible lines.
fn room(app: &App) -> usize {
    usize::from(app.screen.height.saturating_sub(3))
}

/// The first visible line at the end of the list.
pub fn last_start(app: &App, values: &[String]) -> usize {
    lines(values, app.screen.width.into()).len().saturating_sub(room(app))
}

fn lines(values: &[String], width: usize) -> Vec<String> {
    let width = width.saturating_sub(5).max(12);
    let indented = |(index, line): (usize, String)| match index {
        0 => line,
        _ => format!("  {line}"),
    };
    values
        .iter()
        .flat_map(|value| wrapped(value, width).into_iter().enumerate().map(indented))
        .collect()
}
