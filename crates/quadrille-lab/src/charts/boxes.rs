//! Box plots: one row per method, with its quartiles and every value.

use super::canvas::{Anchor, Canvas, MARGIN, WIDTH, fit, width_of};
use super::marks::Look;
use super::{Axis, Frame};
use quadrille_base::statistics::Spread;

#[derive(Clone, Debug)]
pub struct BoxRow {
    pub label: String,
    /// The index of its colour and mark: the same in all charts of a method.
    pub series: usize,
    /// Its values, each with the name of its level.
    pub values: Vec<(String, f64)>,
    /// The number of levels without an answer.
    pub missing: usize,
}

const ROW: f64 = 34.0;

/// One row per method: a box from the lower to the upper quartile with a bar at the median,
/// whiskers from the 5th to the 95th percentile, a dot for every value, and the number of levels
/// without an answer.
pub fn boxes(frame: &Frame, axis: &Axis, rows: &[BoxRow]) -> String {
    let mut canvas = Canvas::new(frame);
    let labels = rows.iter().map(|row| width_of(&row.label)).fold(60.0, f64::max).min(230.0);
    let left = MARGIN + labels + 16.0;
    let any_missing = rows.iter().any(|row| row.missing > 0);
    let right = WIDTH - MARGIN - 76.0 - if any_missing { 78.0 } else { 0.0 };
    let top = canvas.top + 24.0;
    let bottom = top + ROW * rows.len() as f64;
    let values = rows.iter().flat_map(|row| row.values.iter().map(|value| value.1));
    let scale = axis.scale(values, left, right);
    for (x, text) in scale.ticks(64.0) {
        canvas.line((x, top), (x, bottom), "qc-grid", 1.0, "");
        canvas.text((x, bottom + 17.0), Anchor::Middle, "qc-soft", &text);
    }
    canvas.text(((left + right) / 2.0, bottom + 36.0), Anchor::Middle, "qc-soft", &axis.name);
    canvas.text((right + 70.0, top - 8.0), Anchor::End, "qc-soft", "median");
    if any_missing {
        canvas.text((WIDTH - MARGIN, top - 8.0), Anchor::End, "qc-soft", "no answer");
    }
    for (number, row) in rows.iter().enumerate() {
        let look = Look::of(row.series);
        let y = top + ROW * (number as f64 + 0.5);
        canvas.text((left - 12.0, y + 4.0), Anchor::End, "qc-ink", &fit(&row.label, labels));
        let sorted: Vec<f64> = row.values.iter().map(|value| value.1).collect();
        if let Some(spread) = Spread::of(&sorted) {
            draw_box(&mut canvas, row, axis, &spread, look, (&scale, y));
            let median = axis.unit.write(spread.median);
            canvas.text((right + 70.0, y + 4.0), Anchor::End, "qc-ink qc-strong", &median);
        } else {
            canvas.text((right + 70.0, y + 4.0), Anchor::End, "qc-soft", "–");
        }
        if any_missing {
            let total = row.values.len() + row.missing;
            let text = format!("{} of {total}", row.missing);
            let class = if row.missing > 0 { "qc-ink qc-strong" } else { "qc-soft" };
            canvas.text((WIDTH - MARGIN, y + 4.0), Anchor::End, class, &text);
        }
    }
    canvas.line((left, top), (left, bottom), "qc-edge", 1.0, "");
    canvas.finish(bottom + 50.0)
}

fn draw_box(
    canvas: &mut Canvas,
    row: &BoxRow,
    axis: &Axis,
    spread: &Spread,
    look: Look,
    (scale, y): (&super::Scale, f64),
) {
    let place = |value: f64| scale.place(value);
    let write = |value: f64| axis.unit.write(value);
    for (index, (name, value)) in row.values.iter().enumerate() {
        // Dots alternate in height, so that equal values do not overlap.
        let dy = 9.0 + (index % 3) as f64 * 2.2;
        canvas.group(&format!("{name}: {}", write(*value)));
        canvas.raw(&format!(
            "<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"1.8\" opacity=\".6\"/>",
            look.fill(),
            super::canvas::number(place(*value)),
            super::canvas::number(y + dy - 1.0)
        ));
        canvas.end_group();
    }
    canvas.group(&format!(
        "{}: median {}, quartiles {} and {}, 5th and 95th percentile {} and {}",
        row.label,
        write(spread.median),
        write(spread.lower),
        write(spread.upper),
        write(spread.low),
        write(spread.high)
    ));
    let middle = y - 3.0;
    let stroke = look.stroke();
    canvas.line((place(spread.low), middle), (place(spread.high), middle), &stroke, 1.4, "");
    for end in [spread.low, spread.high] {
        canvas.line((place(end), middle - 4.0), (place(end), middle + 4.0), &stroke, 1.4, "");
    }
    let (from, to) = (place(spread.lower), place(spread.upper));
    let rest = format!("class=\"qc-paper {stroke}\" stroke-width=\"1.6\" rx=\"2\"");
    canvas.rect((from, middle - 7.0), ((to - from).max(2.0), 14.0), &rest);
    let rest = format!("class=\"{}\" opacity=\".22\" rx=\"2\"", look.fill());
    canvas.rect((from, middle - 7.0), ((to - from).max(2.0), 14.0), &rest);
    canvas.line(
        (place(spread.median), middle - 7.0),
        (place(spread.median), middle + 7.0),
        &stroke,
        3.0,
        "",
    );
    canvas.end_group();
}
