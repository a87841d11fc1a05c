//! The choice of an algorithm and a heuristic.

use quadrille::registry::ALGORITHMS;
use quadrille::registry::Optimality;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::theme::Theme;
use super::{fitted, wrapped};
use crate::play::app::App;
use crate::play::geometry::first_line;
use crate::play::method::MethodLists;

pub fn draw(app: &App, lists: &MethodLists, theme: Theme, buffer: &mut Buffer) {
    let Rect { width, height, .. } = app.screen;
    buffer.set_line(0, 0, &Line::styled(" Choose an algorithm", theme.heading()), width);
    if width >= 60 {
        let legend = "* with an admissible heuristic";
        buffer.set_line(26, 0, &Line::styled(legend, theme.faint()), width - 26);
    }
    let half = (width / 2).clamp(22, 40);
    let body = Rect { x: 0, y: 2, width: half, height: height.saturating_sub(7) };
    let algorithms = ALGORITHMS.iter().map(|info| {
        let proof = match info.optimality {
            Optimality::Always => "shortest",
            Optimality::WithAdmissible => "shortest*",
            Optimality::Never => "",
        };
        format!("{} {proof}", fitted(info.name, 9))
    });
    list(
        &algorithms.collect::<Vec<_>>(),
        lists.algorithm,
        !lists.in_heuristics,
        theme,
        body,
        buffer,
    );
    let right = Rect { x: half, width: width - half, ..body };
    if lists.uses_heuristic() {
        let names: Vec<String> = lists.heuristics.iter().map(|offer| offer.name.clone()).collect();
        list(&names, lists.heuristic, lists.in_heuristics, theme, right, buffer);
    } else {
        buffer.set_line(
            right.x + 2,
            right.y,
            &Line::styled("no heuristic", theme.faint()),
            right.width,
        );
    }
    if let Some(typed) = &lists.typed {
        let line = Line::styled(format!(" Method: {typed}▏"), theme.heading());
        buffer.set_line(0, 1, &line, width);
    }
    let about = wrapped(lists.about(), usize::from(width.saturating_sub(2)));
    for (line, y) in about.into_iter().zip(body.bottom() + 1..height - 1) {
        buffer.set_line(1, y, &Line::raw(line), width - 1);
    }
}

fn list(
    rows: &[String],
    cursor: usize,
    active: bool,
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let first = first_line(cursor, rows.len(), area.height.into());
    for ((index, row), y) in rows.iter().enumerate().skip(first).zip(area.y..area.bottom()) {
        let sign = if index == cursor { '▸' } else { ' ' };
        buffer.set_line(
            area.x,
            y,
            &Line::raw(format!("{sign} {row}")),
            area.width.saturating_sub(1),
        );
        if index == cursor {
            let line = Rect { y, height: 1, width: area.width.saturating_sub(1), ..area };
            buffer.set_style(line, if active { theme.selected() } else { theme.heading() });
        }
    }
}
