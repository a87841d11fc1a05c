//! Shares of a total: one bar per method, its parts marked by pattern and number.

use super::Frame;
use super::canvas::{Anchor, Canvas, MARGIN, WIDTH, fit, width_of};

#[derive(Clone, Debug)]
pub struct Part {
    pub label: String,
}

#[derive(Clone, Debug)]
pub struct ShareRow {
    pub label: String,
    /// The number of levels in each part.
    pub counts: Vec<usize>,
}

const ROW: f64 = 28.0;

/// The patterns, from the best part to the worst: full, slanted stripes, dots, lines, empty.
const FILLS: usize = 5;

/// Draws one bar per method, all of the same length; at most five parts, from left to right.
pub fn shares(frame: &Frame, parts: &[Part], rows: &[ShareRow]) -> String {
    let mut canvas = Canvas::new(frame);
    // Ids must be unique within a page, which may have several charts.
    let unique = format!("qc-{:x}-", quadrille_base::hash::fnv1a(frame.title.as_bytes()));
    let defs = "<defs>\
         <pattern id=\"qc-p1\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
         <rect class=\"qc-f0\" width=\"6\" height=\"6\" opacity=\".18\"/><rect class=\"qc-f0\" width=\"3\" height=\"6\"/></pattern>\
         <pattern id=\"qc-p2\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">\
         <rect class=\"qc-f4\" width=\"6\" height=\"6\" opacity=\".15\"/><circle class=\"qc-f4\" cx=\"3\" cy=\"3\" r=\"1.6\"/></pattern>\
         <pattern id=\"qc-p3\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">\
         <rect class=\"qc-f3\" width=\"6\" height=\"6\" opacity=\".15\"/><rect class=\"qc-f3\" width=\"6\" height=\"2\"/></pattern>\
         </defs>";
    canvas.raw(&defs.replace("qc-p", &unique));
    let labels = rows.iter().map(|row| width_of(&row.label)).fold(60.0, f64::max).min(230.0);
    let (left, right) = (MARGIN + labels + 16.0, WIDTH - MARGIN);
    let top = legend(&mut canvas, &unique, parts, rows);
    for (number, row) in rows.iter().enumerate() {
        let y = top + ROW * number as f64;
        canvas.text((left - 12.0, y + 16.0), Anchor::End, "qc-ink", &fit(&row.label, labels));
        let total: usize = row.counts.iter().sum();
        let mut x = left;
        for (part, &count) in row.counts.iter().enumerate() {
            if count == 0 {
                continue;
            }
            let width = (right - left) * count as f64 / total as f64;
            let name = parts.get(part).map_or("", |part| part.label.as_str());
            let percent = 100.0 * count as f64 / total as f64;
            canvas.group(&format!("{}: {name}: {count} of {total} ({percent:.0} %)", row.label));
            canvas.rect((x + 0.5, y + 2.0), (width - 1.0, ROW - 8.0), &filling(&unique, part));
            let text =
                if width > 60.0 { format!("{count} ({percent:.0} %)") } else { count.to_string() };
            if width > width_of(&text) + 12.0 {
                // A background behind the number keeps it readable on every pattern.
                let slip = width_of(&text) + 6.0;
                let corner = (x + (width - slip) / 2.0, y + 5.0);
                canvas.rect(corner, (slip, 14.0), "class=\"qc-paper\" rx=\"3\"");
                canvas.text((x + width / 2.0, y + 16.0), Anchor::Middle, "qc-ink", &text);
            }
            canvas.end_group();
            x += width;
        }
    }
    canvas.finish(top + ROW * rows.len() as f64 + 12.0)
}

fn filling(unique: &str, part: usize) -> String {
    match part % FILLS {
        0 => "class=\"qc-f0 qc-s0\" rx=\"3\"".to_string(),
        pattern @ 1..=3 => {
            let colour = [0, 0, 4, 3][pattern];
            format!("class=\"qc-s{colour}\" style=\"fill:url(#{unique}{pattern})\" rx=\"3\"")
        }
        _ => "class=\"qc-paper qc-edge\" stroke-dasharray=\"3 2\" rx=\"3\"".to_string(),
    }
}

fn legend(canvas: &mut Canvas, unique: &str, parts: &[Part], rows: &[ShareRow]) -> f64 {
    let (mut x, mut y) = (MARGIN, canvas.top);
    for (number, part) in parts.iter().enumerate() {
        if rows.iter().all(|row| row.counts.get(number).is_none_or(|&count| count == 0)) {
            continue;
        }
        let width = 22.0 + width_of(&part.label) + 18.0;
        if x + width > WIDTH - MARGIN {
            (x, y) = (MARGIN, y + 20.0);
        }
        canvas.rect((x, y), (16.0, 12.0), &filling(unique, number));
        canvas.text((x + 22.0, y + 10.0), Anchor::Start, "qc-soft", &part.label);
        x += width;
    }
    y + 28.0
}
