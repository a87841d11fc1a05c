//! The choice of an algorithm and a heuristic.

use quadrille::registry::ALGORITHMS;
use quadrille::registry::Optimality;

use super::menu::list;
use super::palette::Palette;
use super::{fitted, wrapped};
use crate::play::app::App;
use crate::play::canvas::{Canvas, Line, Rect};
use crate::play::method::MethodLists;

pub fn draw(app: &App, lists: &MethodLists, palette: Palette, canvas: &mut Canvas) {
    let Rect { width, height, .. } = app.screen;
    canvas.write_line(0, 0, &Line::styled(" Choose an algorithm", palette.heading()), width);
    if width >= 60 {
        let legend = "* with an admissible heuristic";
        canvas.write_line(26, 0, &Line::styled(legend, palette.faint()), width - 26);
    }
    let half = (width / 2).clamp(22, 40);
    let body = Rect { x: 0, y: 2, width: half, height: height.saturating_sub(7) };
    let algorithms = ALGORITHMS.iter().map(|info| {
        let proof = match info.optimality {
            Optimality::Always => "shortest",
            Optimality::WithAdmissible => "shortest*",
            Optimality::Never => "",
        };
        Line::plain(format!("  {} {proof}", fitted(info.name, 9)))
    });
    let left = Rect { width: half - 1, ..body };
    list(algorithms.collect(), lists.algorithm, !lists.in_heuristics, palette, left, canvas);
    let right = Rect { x: half, width: width.saturating_sub(half + 1), ..body };
    if lists.uses_heuristic() {
        let names = lists.heuristics.iter().map(|offer| Line::plain(format!("  {}", offer.name)));
        list(names.collect(), lists.heuristic, lists.in_heuristics, palette, right, canvas);
    } else {
        canvas.write_line(
            right.x + 2,
            right.y,
            &Line::styled("no heuristic", palette.faint()),
            right.width,
        );
    }
    if let Some(typed) = &lists.typed {
        let line = Line::styled(format!(" Method: {typed}▏"), palette.heading());
        canvas.write_line(0, 1, &line, width);
    }
    let about = wrapped(lists.about(), usize::from(width.saturating_sub(2)));
    for (line, y) in about.into_iter().zip(body.bottom() + 1..height - 1) {
        canvas.write_line(1, y, &Line::plain(line), width - 1);
    }
}
