//! Counts as columns, such as positions by depth.

use super::Frame;
use super::axis::{Axis, Unit};
use super::canvas::{Anchor, Canvas, MARGIN, WIDTH, width_of};

#[derive(Clone, Debug)]
pub struct Column {
    pub count: u64,
    /// The striped part of the column, from the top.
    pub striped: u64,
    /// True if there is a mark above it.
    pub is_marked: bool,
    pub tooltip: String,
}

#[derive(Clone, Copy, Debug)]
pub struct Legend<'a> {
    /// The quantity along the horizontal axis.
    pub across: &'a str,
    /// The meaning of the filled part.
    pub full: &'a str,
    /// The meaning of the striped part.
    pub striped: &'a str,
    pub marked: &'a str,
}

const HEIGHT: f64 = 280.0;

/// Draws one column per count, from 0 on.
pub fn columns(frame: &Frame, legend: Legend<'_>, columns: &[Column]) -> String {
    let mut canvas = Canvas::new(frame);
    let unique = format!("qc-{:x}-stripes", quadrille_base::hash::fnv1a(frame.title.as_bytes()));
    canvas.raw(&format!(
        "<defs><pattern id=\"{unique}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
         <rect class=\"qc-f1\" width=\"6\" height=\"6\" opacity=\".18\"/><rect class=\"qc-f1\" width=\"3\" height=\"6\"/></pattern></defs>"
    ));
    let stripes = format!("class=\"qc-s1\" style=\"fill:url(#{unique})\"");
    let top = keys(&mut canvas, legend, columns, &stripes) + 18.0;
    let bottom = top + HEIGHT;
    let highest = columns.iter().map(|column| column.count as f64);
    let up = Axis::linear("positions", Unit::Count).scale(highest, bottom, top);
    let ticks = up.ticks(36.0);
    let widest = ticks.iter().map(|(_, text)| width_of(text)).fold(20.0, f64::max);
    let (left, right) = (MARGIN + 26.0 + widest, WIDTH - MARGIN);
    for (y, text) in ticks {
        canvas.line((left, y), (right, y), "qc-grid", 1.0, "");
        canvas.text((left - 8.0, y + 4.0), Anchor::End, "qc-soft", &text);
    }
    let width = (right - left) / columns.len().max(1) as f64;
    let gap = if width > 4.0 { width * 0.12 } else { 0.0 };
    let every = (34.0 / width).ceil().max(1.0) as usize;
    for (number, column) in columns.iter().enumerate() {
        let x = left + width * number as f64;
        let high = up.place(column.count as f64);
        let full = up.place(column.count.saturating_sub(column.striped) as f64);
        canvas.group(&column.tooltip);
        // The tooltip covers the full height: many columns are too low to point at.
        canvas.rect((x, top), (width, HEIGHT), "class=\"qc-paper\" fill-opacity=\"0\"");
        let body = |from: f64, to: f64| ((x + gap, to), (width - 2.0 * gap, from - to));
        let (at, size) = body(bottom, full);
        canvas.rect(at, size, "class=\"qc-f0\"");
        if column.striped > 0 {
            let (at, size) = body(full, high);
            canvas.rect(at, size, &stripes);
        }
        if column.is_marked {
            mark(&mut canvas, (x + width / 2.0, high - 7.0));
        }
        canvas.end_group();
        if number % every == 0 {
            let middle = (x + width / 2.0, bottom + 17.0);
            canvas.text(middle, Anchor::Middle, "qc-soft", &number.to_string());
        }
    }
    canvas.line((left, bottom), (right, bottom), "qc-edge", 1.0, "");
    canvas.upright((MARGIN + 8.0, (top + bottom) / 2.0), "qc-soft", "positions");
    canvas.text(((left + right) / 2.0, bottom + 36.0), Anchor::Middle, "qc-soft", legend.across);
    canvas.finish(bottom + 50.0)
}

fn mark(canvas: &mut Canvas, (x, y): (f64, f64)) {
    let points = [(x - 4.0, y - 4.0), (x + 4.0, y - 4.0), (x, y + 3.0), (x - 4.0, y - 4.0)];
    canvas.path(&points, "qc-s2", 2.0, "");
}

/// Draws the legend. Returns where it ends.
fn keys(canvas: &mut Canvas, legend: Legend<'_>, columns: &[Column], stripes: &str) -> f64 {
    let (mut x, y) = (MARGIN, canvas.top);
    canvas.rect((x, y), (16.0, 12.0), "class=\"qc-f0\"");
    canvas.text((x + 22.0, y + 10.0), Anchor::Start, "qc-soft", legend.full);
    x += 40.0 + width_of(legend.full);
    if columns.iter().any(|column| column.striped > 0) {
        canvas.rect((x, y), (16.0, 12.0), stripes);
        canvas.text((x + 22.0, y + 10.0), Anchor::Start, "qc-soft", legend.striped);
        x += 40.0 + width_of(legend.striped);
    }
    if columns.iter().any(|column| column.is_marked) {
        mark(canvas, (x + 8.0, y + 6.0));
        canvas.text((x + 22.0, y + 10.0), Anchor::Start, "qc-soft", legend.marked);
    }
    y + 16.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_is_there_with_its_tooltip() {
        let column = |count, striped| Column {
            count,
            striped,
            is_marked: striped == 0,
            tooltip: format!("<{count}>"),
        };
        let legend = Legend { across: "depth", full: "a", striped: "b", marked: "c" };
        let all: Vec<Column> = (0..200).map(|n| column(n * n, n / 2)).collect();
        let svg = columns(&Frame::new("a level", ""), legend, &all);
        assert_eq!(svg.matches("<g><title>").count(), 200);
        assert!(svg.contains("&lt;39601&gt;") && !svg.contains("NaN"));
        let empty = columns(&Frame::new("none", ""), legend, &[]);
        assert!(empty.ends_with("</svg>\n") && !empty.contains("NaN") && !empty.contains("inf"));
    }
}
