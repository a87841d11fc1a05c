//! Two methods against each other: one point per level.

use super::canvas::{Anchor, Canvas, MARGIN, WIDTH, fit, width_of};
use super::marks::Look;
use super::{Axis, Frame};

#[derive(Clone, Debug)]
pub struct ScatterPoint {
    pub label: String,
    /// The index of its group (a game), which decides its mark.
    pub group: usize,
    /// The effort of the method on the horizontal axis; `None` without an answer.
    pub x: Option<f64>,
    /// The effort of the method on the vertical axis.
    pub y: Option<f64>,
}

/// The two methods and the measure.
#[derive(Clone, Debug)]
pub struct Cross {
    pub across: String,
    pub up: String,
    pub axis: Axis,
    pub groups: Vec<String>,
}

const SIDE: f64 = 430.0;
/// The lane beyond each axis for levels without an answer.
const LANE: f64 = 44.0;

/// Draws one point per level on two equal axes, with a lane for levels that a method did not
/// answer.
pub fn scatter(frame: &Frame, cross: &Cross, points: &[ScatterPoint]) -> String {
    let mut canvas = Canvas::new(frame);
    let (left, top) = (MARGIN + 74.0, canvas.top + LANE / 2.0 + 10.0);
    let (right, bottom) = (left + SIDE, top + SIDE - 60.0);
    let values = || points.iter().flat_map(|point| [point.x, point.y]).flatten();
    let across = cross.axis.scale(values(), left, right);
    let up = across.between(bottom, top);
    let unit = cross.axis.unit;

    for (x, text) in across.ticks(64.0) {
        canvas.line((x, top), (x, bottom), "qc-grid", 1.0, "");
        canvas.text((x, bottom + 17.0), Anchor::Middle, "qc-soft", &text);
    }
    for (y, text) in up.ticks(34.0) {
        canvas.line((left, y), (right, y), "qc-grid", 1.0, "");
        canvas.text((left - 8.0, y + 4.0), Anchor::End, "qc-soft", &text);
    }
    canvas.line((left, bottom), (right, top), "qc-edge", 1.0, "");
    let lanes = [
        ("qc-line", (left, top - LANE / 2.0), (right + LANE, top - LANE / 2.0)),
        ("qc-line", (right + LANE, top - LANE / 2.0), (right + LANE, bottom)),
    ];
    for (class, from, to) in lanes {
        canvas.line(from, to, class, 1.0, "3 3");
    }
    canvas.text((left - 8.0, top - LANE / 2.0 + 4.0), Anchor::End, "qc-soft", "no answer");
    canvas.text((right + LANE, bottom + 32.0), Anchor::Middle, "qc-soft", "no answer");
    let name = |method: &str| fit(&format!("{method}: {}", cross.axis.name), SIDE);
    canvas.upright((MARGIN + 6.0, (top + bottom) / 2.0), "qc-ink", &name(&cross.up));
    canvas.text(
        ((left + right) / 2.0, bottom + 38.0),
        Anchor::Middle,
        "qc-ink",
        &name(&cross.across),
    );
    let better = |who: &str| format!("{} less", fit(who, 170.0));
    canvas.text((right - 6.0, bottom - 8.0), Anchor::End, "qc-soft qc-halo", &better(&cross.up));
    canvas.text((left + 6.0, top + 16.0), Anchor::Start, "qc-soft qc-halo", &better(&cross.across));

    for point in points {
        let at = (
            point.x.map_or(right + LANE, |x| across.place(x)),
            point.y.map_or(top - LANE / 2.0, |y| up.place(y)),
        );
        let text = |value: Option<f64>| value.map_or("no answer".to_string(), |v| unit.write(v));
        canvas.group(&format!(
            "{}: {} {}, {} {}",
            point.label,
            cross.across,
            text(point.x),
            cross.up,
            text(point.y)
        ));
        let open = point.x.is_none() || point.y.is_none();
        canvas.mark(at, Look::of(point.group), open, 4.2);
        canvas.end_group();
    }
    notes(&mut canvas, cross, points, (right + LANE + 34.0, top));
    canvas.finish(bottom + 52.0)
}

/// Writes the groups, and the number of points on each side.
fn notes(canvas: &mut Canvas, cross: &Cross, points: &[ScatterPoint], (x, top): (f64, f64)) {
    let room = WIDTH - MARGIN - x;
    let mut y = top + 4.0;
    for (number, group) in cross.groups.iter().enumerate() {
        let count = points.iter().filter(|point| point.group == number).count();
        canvas.mark((x + 5.0, y), Look::of(number), false, 4.2);
        canvas.text(
            (x + 17.0, y + 4.0),
            Anchor::Start,
            "qc-ink",
            &fit(&format!("{group} ({count})"), room - 17.0),
        );
        y += 19.0;
    }
    let less = |a: Option<f64>, b: Option<f64>| match (a, b) {
        (Some(a), Some(b)) => a < b,
        (a, b) => a.is_some() && b.is_none(),
    };
    let across = points.iter().filter(|point| less(point.x, point.y)).count();
    let up = points.iter().filter(|point| less(point.y, point.x)).count();
    y += 10.0;
    for (method, count) in [(&cross.across, across), (&cross.up, up)] {
        let text = format!("less on {count} of {}:", points.len());
        canvas.text((x, y), Anchor::Start, "qc-soft", &text);
        for line in super::canvas::wrap(
            &method.replace(" with ", " with\u{a0}"),
            room.max(width_of("astar")),
        ) {
            y += 16.0;
            canvas.text((x, y), Anchor::Start, "qc-ink", &fit(&line, room));
        }
        y += 24.0;
    }
}
