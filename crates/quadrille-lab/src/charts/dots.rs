//! Rows of dots: one row per method, one column per measure.

use super::canvas::{Anchor, Canvas, MARGIN, WIDTH, fit, width_of};
use super::marks::{Look, cross};
use super::{Axis, Frame};

/// The certainty of a result. Each has its own mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// Answered with proof: a full dot.
    Proved,
    /// A plan without proof: an open dot.
    Found,
    Missing,
}

#[derive(Clone, Debug)]
pub struct DotRow {
    pub label: String,
    pub proof: Proof,
    /// The outcome in a few words.
    pub note: String,
    pub values: Vec<Option<f64>>,
}

const ROW: f64 = 22.0;
const GAP: f64 = 26.0;

/// Draws rows of dots with their values, one column per axis.
pub fn dots(frame: &Frame, columns: &[Axis], rows: &[DotRow]) -> String {
    let mut canvas = Canvas::new(frame);
    let label_width = rows.iter().map(|row| width_of(&row.label)).fold(60.0, f64::max).min(230.0);
    let left = MARGIN + label_width + 14.0;
    let width = (WIDTH - MARGIN - left + GAP) / columns.len().max(1) as f64 - GAP;
    let top = legend(&mut canvas, rows) + 34.0;
    let bottom = top + ROW * rows.len() as f64;
    for (index, row) in rows.iter().enumerate() {
        let y = top + ROW * (index as f64 + 0.5);
        canvas.group(&format!("{}: {}", row.label, row.note));
        canvas.text((left - 12.0, y + 4.0), Anchor::End, "qc-ink", &fit(&row.label, label_width));
        canvas.end_group();
    }
    for (number, axis) in columns.iter().enumerate() {
        let x0 = left + (width + GAP) * number as f64;
        let value_of = |row: &DotRow| row.values.get(number).copied().flatten();
        let texts = rows.iter().filter_map(value_of).map(|value| width_of(&axis.unit.write(value)));
        // The longest value must fit to the right of its dot.
        let room = (width - texts.fold(0.0, f64::max) - 12.0).max(30.0);
        let scale = axis.scale(rows.iter().filter_map(value_of), x0, x0 + room);
        canvas.text((x0, top - 10.0), Anchor::Start, "qc-ink qc-strong", &axis.name);
        for (x, text) in scale.ticks(58.0) {
            canvas.line((x, top), (x, bottom), "qc-grid", 1.0, "");
            canvas.text((x, bottom + 15.0), Anchor::Middle, "qc-soft", &text);
        }
        for (index, row) in rows.iter().enumerate() {
            let y = top + ROW * (index as f64 + 0.5);
            let Some(value) = value_of(row) else {
                canvas.text((x0 + 4.0, y + 4.0), Anchor::Start, "qc-soft", "–");
                continue;
            };
            let x = scale.place(value);
            let text = axis.unit.write(value);
            canvas.group(&format!("{}: {} {text}, {}", row.label, axis.name, row.note));
            canvas.line((x0, y), (x, y), "qc-line", 2.0, "");
            match row.proof {
                Proof::Missing => canvas.raw(&cross((x, y), 4.5, "qc-s1")),
                proof => {
                    canvas.mark((x, y), Look::of(0), proof == Proof::Found, 4.5);
                }
            }
            canvas.text((x + 10.0, y + 4.0), Anchor::Start, "qc-ink qc-halo", &text);
            canvas.end_group();
        }
        canvas.line((x0, top), (x0, bottom), "qc-edge", 1.0, "");
    }
    canvas.finish(bottom + 28.0)
}

/// Draws the legend of the marks in use. Returns where it ends.
fn legend(canvas: &mut Canvas, rows: &[DotRow]) -> f64 {
    let y = canvas.top + 8.0;
    let mut x = MARGIN + 6.0;
    for (proof, meaning) in [
        (Proof::Proved, "answered with proof"),
        (Proof::Found, "a plan, not proved shortest"),
        (Proof::Missing, "stopped without an answer"),
    ] {
        if !rows.iter().any(|row| row.proof == proof) {
            continue;
        }
        match proof {
            Proof::Missing => canvas.raw(&cross((x, y), 4.5, "qc-s1")),
            proof => canvas.mark((x, y), Look::of(0), proof == Proof::Found, 4.5),
        }
        canvas.text((x + 11.0, y + 4.0), Anchor::Start, "qc-soft", meaning);
        x += 36.0 + width_of(meaning);
    }
    y + 12.0
}
