//! The values of the heuristics for the position, with their parts.

use super::palette::Palette;
use super::wrapped;
use crate::play::app::App;
use crate::play::canvas::{Canvas, Line, Rect};
use crate::play::round::Outlook;

pub fn draw(app: &App, values: &[String], first: usize, palette: Palette, canvas: &mut Canvas) {
    let Rect { width, .. } = app.screen;
    let heading = Line::styled(" Values of the heuristics", palette.heading())
        .and(truth(app), palette.faint());
    canvas.write_line(0, 0, &heading, width);
    let lines = lines(values, usize::from(width));
    let room = room(app);
    let first = first.min(lines.len().saturating_sub(room));
    for (line, y) in lines.into_iter().skip(first).take(room).zip(2..) {
        canvas.write_line(1, y, &Line::plain(line), width - 1);
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
