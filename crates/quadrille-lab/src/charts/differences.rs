//! A critical-difference diagram: mean ranks on a line, and bars over methods that do not differ
//! significantly.

use super::Frame;
use super::canvas::{Anchor, Canvas, MARGIN, WIDTH, fit, width_of};
use super::marks::Look;

#[derive(Clone, Debug)]
pub struct Ranked {
    pub label: String,
    /// The index of its colour.
    pub series: usize,
    /// The mean rank; 1 is best.
    pub rank: f64,
}

const LINE: f64 = 20.0;

/// Draws the mean ranks of the methods, best first. `critical` is the critical difference.
pub fn differences(frame: &Frame, methods: &[Ranked], critical: f64) -> String {
    let mut canvas = Canvas::new(frame);
    let widest = methods.iter().map(|method| width_of(&method.label)).fold(60.0, f64::max);
    let room = widest.min(220.0);
    let labels = room + 46.0;
    let (left, right) = (MARGIN + labels, WIDTH - MARGIN - labels);
    let worst = methods.len().max(2) as f64;
    let place = |rank: f64| left + (rank - 1.0) / (worst - 1.0) * (right - left);
    let top = canvas.top + 40.0;
    canvas.line((left, top), (right, top), "qc-edge", 1.4, "");
    for rank in 1..=methods.len().max(2) {
        let x = place(rank as f64);
        canvas.line((x, top - 5.0), (x, top), "qc-edge", 1.0, "");
        canvas.text((x, top - 9.0), Anchor::Middle, "qc-soft", &rank.to_string());
    }
    let end = left + (critical / (worst - 1.0) * (right - left)).min(right - left);
    canvas.line((left, top - 28.0), (end, top - 28.0), "qc-edge", 2.0, "");
    let text = format!("critical difference {critical:.2}");
    canvas.text((end + 8.0, top - 24.0), Anchor::Start, "qc-soft", &text);

    // Bars: groups of methods within the critical difference, none inside another.
    let mut bars: Vec<(usize, usize)> = Vec::new();
    for first in 0..methods.len() {
        let near = |method: &&Ranked| method.rank - methods[first].rank < critical;
        let last = first + methods[first..].iter().take_while(near).count() - 1;
        if last > first && bars.last().is_none_or(|bar| bar.1 < last) {
            bars.push((first, last));
        }
    }
    let mut y = top + 8.0;
    for &(first, last) in &bars {
        y += 7.0;
        let (from, to) = (place(methods[first].rank) - 4.0, place(methods[last].rank) + 4.0);
        canvas.line((from, y), (to, y), "qc-edge", 4.0, "");
    }
    y += 12.0;
    let half = methods.len().div_ceil(2);
    for (number, method) in methods.iter().enumerate() {
        let x = place(method.rank);
        let is_left = number < half;
        let row = if is_left { number } else { methods.len() - 1 - number };
        let level = y + LINE * (row as f64 + 0.5);
        let edge = if is_left { left - 6.0 } else { right + 6.0 };
        let look = Look::of(method.series);
        canvas.path(&[(x, top), (x, level), (edge, level)], &look.stroke(), 1.2, "");
        canvas.mark((x, top), look, false, 3.6);
        let anchor = if is_left { Anchor::End } else { Anchor::Start };
        let text = format!("{} {:.2}", fit(&method.label, room), method.rank);
        let at = if is_left { edge - 4.0 } else { edge + 4.0 };
        canvas.text((at, level + 4.0), anchor, "qc-ink", &text);
    }
    canvas.finish(y + LINE * half as f64 + 14.0)
}
