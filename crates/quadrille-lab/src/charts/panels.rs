//! Small panels side by side: one a method, one mark a level, all methods on the same axes.

use super::canvas::{Anchor, Canvas, MARGIN, WIDTH, fit};
use super::marks::{Look, cross};
use super::{Axis, Frame, Scale};

/// What was measured of a level.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Reading {
    /// This.
    Value(f64),
    /// It was stopped when it had come to this.
    Stopped(f64),
    /// Nothing.
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

/// One panel.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The method.
    pub label: String,
    /// A word below its name.
    pub note: String,
    /// One reading a level, in the order of the levels.
    pub readings: Vec<Reading>,
}

const ACROSS: usize = 3;
const GAP: f64 = 18.0;
const HEIGHT: f64 = 108.0;

/// One panel a method. The levels stand side by side in the order in which they are given; the marks of the other methods
/// are there too, faintly.
pub fn panels(frame: &Frame, axis: &Axis, levels: &[String], panels: &[Panel]) -> String {
    let mut canvas = Canvas::new(frame);
    let left = MARGIN + 54.0;
    let across = ACROSS.min(panels.len().max(1));
    let width = (WIDTH - MARGIN - left + GAP) / across as f64 - GAP;
    let values = || panels.iter().flat_map(|panel| &panel.readings).filter_map(|r| r.value());
    let shared = axis.scale(values(), 0.0, 1.0);
    let relative = shared.between(HEIGHT - 5.0, 5.0);
    let backdrop = keep_backdrop(&mut canvas, &frame.title, panels, levels.len(), &relative, width);
    let mut y = canvas.top;
    for row in panels.chunks(across) {
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
        }
        y = bottom + 10.0;
    }
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

fn place(level: usize, levels: usize, (x0, width): (f64, f64)) -> f64 {
    x0 + 6.0 + (width - 12.0) * (level as f64 + 0.5) / levels.max(1) as f64
}

/// Keeps the marks of all methods, as one faint path of dots, for all panels to show. Returns its name.
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
    // Several charts may stand in one page, and names in it are to be unique.
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
