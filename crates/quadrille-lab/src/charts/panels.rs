//! Small panels: one per method, one mark per level, all on the same axes.

use super::canvas::{Anchor, Canvas, MARGIN, SMALL, WIDTH, fit, width_of};
use super::marks::{Look, cross};
use super::{Axis, Frame, Scale};

/// The measured value of a level.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Reading {
    Value(f64),
    /// Stopped without an answer at this value.
    Stopped(f64),
    None,
}

impl Reading {
    fn value(self) -> Option<f64> {
        match self {
            Reading::Value(value) | Reading::Stopped(value) => Some(value),
            Reading::None => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Panel {
    pub label: String,
    /// A note below its name.
    pub note: String,
    /// One reading per level, in the order of the levels.
    pub readings: Vec<Reading>,
}

const ACROSS: usize = 3;
const GAP: f64 = 18.0;
const HEIGHT: f64 = 108.0;
/// The smallest width for the name of a level, written vertically below the lowest panel of a
/// column.
const NAME: f64 = 8.5;
/// The maximum height of such a name.
const NAMES: f64 = 84.0;

/// Draws one panel per method. The levels are in the given order, with their names on the lowest
/// axes; grey marks show the other methods.
pub fn panels(frame: &Frame, axis: &Axis, levels: &[String], panels: &[Panel]) -> String {
    let mut canvas = Canvas::new(frame);
    let left = MARGIN + 54.0;
    // Fewer panels per row where the names of the levels need the room.
    let width_of_panel = |across: usize| (WIDTH - MARGIN - left + GAP) / across as f64 - GAP;
    let has_room =
        |across: &usize| (width_of_panel(*across) - 12.0) / levels.len().max(1) as f64 >= NAME;
    let across = (1..=ACROSS).rev().find(has_room).unwrap_or(1).min(panels.len().max(1));
    let width = width_of_panel(across);
    let values = || panels.iter().flat_map(|panel| &panel.readings).filter_map(|r| r.value());
    let shared = axis.scale(values(), 0.0, 1.0);
    let relative = shared.between(HEIGHT - 5.0, 5.0);
    let backdrop = keep_backdrop(&mut canvas, &frame.title, panels, levels.len(), &relative, width);
    let mut y = canvas.top;
    // The lowest panel of each column has the names; in an incomplete row they use the free room
    // below.
    let last = panels.len().saturating_sub(across);
    for (number_of_row, row) in panels.chunks(across).enumerate() {
        let (top, bottom) = (y + 36.0, y + 36.0 + HEIGHT);
        let up = shared.between(bottom - 5.0, top + 5.0);
        for (tick, text) in up.ticks(26.0) {
            canvas.text((left - 8.0, tick + 4.0), Anchor::End, "qc-soft", &text);
        }
        for (number, panel) in row.iter().enumerate() {
            let x0 = left + (width + GAP) * number as f64;
            canvas.text(
                (x0, top - 20.0),
                Anchor::Start,
                "qc-ink qc-strong",
                &fit(&panel.label, width / 1.06),
            );
            canvas.text((x0, top - 6.0), Anchor::Start, "qc-soft", &fit(&panel.note, width));
            for (tick, _) in up.ticks(26.0) {
                canvas.line((x0, tick), (x0 + width, tick), "qc-grid", 1.0, "");
            }
            canvas.line((x0, bottom), (x0 + width, bottom), "qc-edge", 1.0, "");
            let (x, y) = (super::canvas::number(x0), super::canvas::number(top));
            canvas.raw(&format!("<use href=\"#{backdrop}\" x=\"{x}\" y=\"{y}\"/>"));
            draw(&mut canvas, panel, axis, levels, &up, (x0, width));
            if number_of_row * across + number >= last {
                name_levels(&mut canvas, levels, (x0, width), bottom + 5.0);
            }
        }
        y = bottom + 10.0;
    }
    y += name_height(levels);
    let text = format!(
        "each mark is a level; {} from left to right; grey: the other methods; crosses: stopped without an answer",
        match levels.len() {
            1 => "one level".to_string(),
            count => format!("{count} levels, easy to hard,"),
        }
    );
    let text = if panels.len() > 1 { text } else { text.replace("grey: the other methods; ", "") };
    for line in super::canvas::wrap(&text, WIDTH - left - MARGIN) {
        y += 14.0;
        canvas.text((left, y), Anchor::Start, "qc-soft", &line);
    }
    canvas.finish(y + 14.0)
}

fn name_height(levels: &[String]) -> f64 {
    levels.iter().map(|level| width_of(level) * SMALL).fold(0.0, f64::max).min(NAMES)
}

/// Writes the names of the levels vertically below a panel; every second or third if there is no
/// room for all.
fn name_levels(canvas: &mut Canvas, levels: &[String], span: (f64, f64), top: f64) {
    let step = (span.1 - 12.0) / levels.len().max(1) as f64;
    let every = (NAME / step).ceil().max(1.0) as usize;
    for (number, level) in levels.iter().enumerate().filter(|(number, _)| number % every == 0) {
        let x = place(number, levels.len(), span) + 3.0;
        canvas.hanging((x, top), "qc-soft qc-small", &fit(level, NAMES / SMALL));
    }
}

fn place(level: usize, levels: usize, (x0, width): (f64, f64)) -> f64 {
    x0 + 6.0 + (width - 12.0) * (level as f64 + 0.5) / levels.max(1) as f64
}

/// Defines the marks of all methods as one faint path of dots, for all panels. Returns its id.
fn keep_backdrop(
    canvas: &mut Canvas,
    title: &str,
    panels: &[Panel],
    levels: usize,
    up: &Scale,
    width: f64,
) -> String {
    use std::fmt::Write;
    let mut way = String::new();
    for panel in panels {
        for (level, value) in panel.readings.iter().enumerate() {
            if let Some(value) = value.value() {
                let x = super::canvas::number(place(level, levels, (0.0, width)));
                // Writing to a string cannot fail.
                let _ = write!(way, "M{x} {}h0", super::canvas::number(up.place(value)));
            }
        }
    }
    // Ids must be unique within a page, which may have several charts.
    let name = format!("qc-{:x}", quadrille_base::hash::fnv1a(title.as_bytes()));
    canvas.raw(&format!(
        "<defs><path id=\"{name}\" class=\"qc-line\" d=\"{way}\" fill=\"none\" stroke-width=\"2.4\" \
         stroke-linecap=\"round\" opacity=\".75\"/></defs>"
    ));
    name
}

fn draw(
    canvas: &mut Canvas,
    panel: &Panel,
    axis: &Axis,
    levels: &[String],
    up: &Scale,
    span: (f64, f64),
) {
    let size = (span.1 / levels.len().max(1) as f64 / 2.4).clamp(2.0, 4.0);
    for (number, (level, reading)) in levels.iter().zip(&panel.readings).enumerate() {
        let Some(value) = reading.value() else { continue };
        let at = (place(number, levels.len(), span), up.place(value));
        let stopped = matches!(reading, Reading::Stopped(_));
        let word = if stopped { ", stopped without an answer" } else { "" };
        canvas.group(&format!("{level}: {} {}{word}", panel.label, axis.unit.write(value)));
        if stopped {
            canvas.raw(&cross(at, size, "qc-s1"));
        } else {
            canvas.mark(at, Look::of(0), false, size);
        }
        canvas.end_group();
    }
}
