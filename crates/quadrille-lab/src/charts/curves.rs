//! Curves of the number of levels answered within a time (a cactus plot with swapped axes).

use super::canvas::{Anchor, Canvas, MARGIN, WIDTH, fit, width_of};
use super::marks::Look;
use super::{Axis, Frame, Unit};

#[derive(Clone, Debug)]
pub struct Curve {
    pub label: String,
    /// The index of its colour and dashes: the same in all charts of a method.
    pub series: usize,
    /// The effort for each answered level, in any order.
    pub efforts: Vec<f64>,
    pub total: usize,
}

const HEIGHT: f64 = 340.0;
/// The smallest distance between two labels.
const LINE: f64 = 15.0;

/// Draws one curve per method: the number of levels answered with at most each effort. `limit` is
/// the effort at which all were stopped.
pub fn curves(frame: &Frame, axis: &Axis, limit: Option<f64>, curves: &[Curve]) -> String {
    let mut canvas = Canvas::new(frame);
    let total = curves.iter().map(|curve| curve.total).max().unwrap_or(0);
    let label = |curve: &Curve| format!("{}  {}/{}", curve.label, curve.efforts.len(), curve.total);
    let count = |curve: &Curve| format!("{}/{}", curve.efforts.len(), curve.total);
    let counts = curves.iter().map(|curve| width_of(&count(curve))).fold(0.0, f64::max);
    let widest = curves.iter().map(|curve| width_of(&curve.label)).fold(0.0, f64::max);
    let labels = widest.min(210.0) + 12.0 + counts;
    // The name of the axis, then the longest tick, then the axis.
    let ticks = width_of(&total.to_string()).max(20.0);
    let (left, right) = (MARGIN + 26.0 + ticks, WIDTH - MARGIN - labels - 34.0);
    let top = canvas.top + 10.0;
    let bottom = top + HEIGHT.max(LINE * curves.len() as f64);
    let efforts = curves.iter().flat_map(|curve| curve.efforts.iter().copied()).chain(limit);
    let across = axis.scale(efforts, left, right);
    let up = Axis::linear("levels", Unit::Levels).scale([total as f64].into_iter(), bottom, top);

    for (y, text) in up.ticks(36.0) {
        canvas.line((left, y), (right, y), "qc-grid", 1.0, "");
        canvas.text((left - 8.0, y + 4.0), Anchor::End, "qc-soft", &text);
    }
    for (x, text) in across.ticks(64.0) {
        canvas.line((x, top), (x, bottom), "qc-grid", 1.0, "");
        canvas.text((x, bottom + 17.0), Anchor::Middle, "qc-soft", &text);
    }
    let all = up.place(total as f64);
    canvas.line((left, all), (right, all), "qc-edge", 1.0, "3 3");
    canvas.text((left + 4.0, all - 4.0), Anchor::Start, "qc-soft", &format!("all {total} levels"));
    if let Some(limit) = limit {
        let x = across.place(limit);
        canvas.line((x, top), (x, bottom), "qc-edge", 1.0, "3 3");
        canvas.text((x - 4.0, bottom - 6.0), Anchor::End, "qc-soft qc-halo", "limit");
    }
    canvas.upright((MARGIN + 8.0, (top + bottom) / 2.0), "qc-soft", "levels answered");
    canvas.text(((left + right) / 2.0, bottom + 36.0), Anchor::Middle, "qc-soft", &axis.name);

    let mut ends = Vec::new();
    for (number, curve) in curves.iter().enumerate() {
        let look = Look::of(curve.series);
        let mut efforts = curve.efforts.clone();
        efforts.sort_by(f64::total_cmp);
        let mut way = vec![(left, up.place(0.0))];
        let mut marks = Vec::new();
        let every = (efforts.len() / 6).max(1);
        for (index, &effort) in efforts.iter().enumerate() {
            let (x, y) = (across.place(effort), up.place((index + 1) as f64));
            way.push((x, way[way.len() - 1].1));
            way.push((x, y));
            if index % every == every - 1 || index + 1 == efforts.len() {
                marks.push((x, y));
            }
        }
        let end = (right, way[way.len() - 1].1);
        way.push(end);
        canvas.group(&label(curve));
        canvas.path(&way, &look.stroke(), 1.8, look.dashes());
        for mark in marks {
            canvas.mark(mark, look, false, 3.6);
        }
        canvas.end_group();
        ends.push((number, end.1));
    }
    // Labels are as close to the ends of their curves as possible.
    ends.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    let places = apart(&ends.iter().map(|end| end.1).collect::<Vec<_>>(), top, bottom);
    for ((number, y), place) in ends.into_iter().zip(places) {
        let look = Look::of(curves[number].series);
        canvas.path(
            &[(right, y), (right + 6.0, y), (right + 14.0, place)],
            &look.stroke(),
            1.0,
            "",
        );
        canvas.mark((right + 20.0, place), look, false, 3.6);
        let text = fit(&curves[number].label, labels - counts - 10.0);
        let end = (right + 29.0 + labels, place + 4.0);
        canvas.text(end, Anchor::End, "qc-soft", &count(&curves[number]));
        canvas.text((right + 29.0, place + 4.0), Anchor::Start, "qc-ink", &text);
    }
    canvas.finish(bottom + 50.0)
}

/// Moves sorted places apart, so that neighbours have at least the distance of a line, within
/// bounds.
fn apart(places: &[f64], top: f64, bottom: f64) -> Vec<f64> {
    let mut moved: Vec<f64> = Vec::with_capacity(places.len());
    for &place in places {
        let least = moved.last().map_or(top, |last| last + LINE);
        moved.push(place.max(least));
    }
    let mut most = bottom;
    for place in moved.iter_mut().rev() {
        *place = place.min(most);
        most = *place - LINE;
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_do_not_lie_on_each_other() {
        let places = apart(&[10.0, 11.0, 12.0, 99.0, 100.0], 0.0, 100.0);
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= LINE - 1e-9), "{places:?}");
        assert!(places.iter().all(|&place| (0.0..=100.0).contains(&place)), "{places:?}");
    }
}
