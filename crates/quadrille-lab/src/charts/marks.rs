//! The look of a series: colour, shape and dashes.

use super::canvas::number;
use super::scheme::COLOURS;

const SHAPES: usize = 8;

const DASHES: [&str; 12] = [
    "", "8 3", "2 3", "9 3 2 3", "5 2 1 2 1 2", "16 4", "4 4", "12 2 4 2", "1 2", "14 3 2 3 2 3",
    "6 1.5", "3 1 1 1",
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Look {
    pub(super) colour: usize,
    shape: usize,
    dash: usize,
}

impl Look {
    /// The look of the series with this index. Any two of the first 24 differ in at least two of
    /// colour, shape and dashes.
    pub(super) fn of(series: usize) -> Look {
        let round = series / COLOURS;
        Look {
            colour: series % COLOURS,
            shape: (series + 3 * round) % SHAPES,
            dash: (series + round) % DASHES.len(),
        }
    }

    /// The CSS class of its fill colour.
    pub(super) fn fill(self) -> String {
        format!("qc-f{}", self.colour)
    }

    /// The CSS class of its line colour.
    pub(super) fn stroke(self) -> String {
        format!("qc-s{}", self.colour)
    }

    pub(super) fn dashes(self) -> &'static str {
        DASHES[self.dash]
    }

    pub(super) fn mark(self, (x, y): (f64, f64), open: bool, size: f64) -> String {
        let r = size;
        let class = format!(
            "class=\"{}{} {}\" stroke-width=\"1.6\"",
            self.fill(),
            if open { " qc-open" } else { "" },
            self.stroke()
        );
        let points = |points: &[(f64, f64)]| {
            let list: Vec<String> = points
                .iter()
                .map(|(dx, dy)| format!("{},{}", number(x + dx * r), number(y + dy * r)))
                .collect();
            format!("<polygon {class} points=\"{}\"/>", list.join(" "))
        };
        match self.shape {
            0 => format!(
                "<circle {class} cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
                number(x),
                number(y),
                number(r)
            ),
            1 => points(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
            2 => points(&[(0.0, -1.2), (1.15, 0.85), (-1.15, 0.85)]),
            3 => points(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]),
            4 => points(&[(0.0, 1.2), (1.15, -0.85), (-1.15, -0.85)]),
            5 => {
                let (a, b) = (0.4, 1.25);
                points(&[
                    (-a, -b),
                    (a, -b),
                    (a, -a),
                    (b, -a),
                    (b, a),
                    (a, a),
                    (a, b),
                    (-a, b),
                    (-a, a),
                    (-b, a),
                    (-b, -a),
                    (-a, -a),
                ])
            }
            6 => points(&[
                (0.0, -1.3),
                (0.38, -0.4),
                (1.25, -0.4),
                (0.55, 0.2),
                (0.8, 1.1),
                (0.0, 0.55),
                (-0.8, 1.1),
                (-0.55, 0.2),
                (-1.25, -0.4),
                (-0.38, -0.4),
            ]),
            _ => points(&[
                (-0.6, -1.1),
                (0.6, -1.1),
                (1.2, 0.0),
                (0.6, 1.1),
                (-0.6, 1.1),
                (-1.2, 0.0),
            ]),
        }
    }
}

/// The cross of a level without an answer.
pub(super) fn cross((x, y): (f64, f64), size: f64, class: &str) -> String {
    let (l, r, t, b) = (number(x - size), number(x + size), number(y - size), number(y + size));
    format!(
        "<path class=\"{class}\" d=\"M{l} {t}L{r} {b}M{l} {b}L{r} {t}\" fill=\"none\" stroke-width=\"1.8\"/>"
    )
}
