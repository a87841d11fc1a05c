//! The map of a level as an SVG picture.
//!
//! A dot is a position. Adjacent dots of one kind are one dashed line with round ends, so a million
//! positions take no more text than some thousand lines.

use std::fmt::Write;

use quadrille_base::quantities::{commas, counted};

use super::map::Map;
use crate::draw::escaped;

/// The distance between dots.
const PITCH: u32 = 8;
/// The margins around the dots: left, top, right, bottom.
const LEFT: u32 = 64;
const TOP: u32 = 72;
const RIGHT: u32 = 24;
const BOTTOM: u32 = 84;

/// The most moves of plans that are drawn individually.
const MOST_STEPS: usize = 20_000;

const STYLE: &str = "text{font:14px system-ui,sans-serif;fill:#30343b}.paper{fill:#fbfaf7}.dead{fill:#e6dcdc}\
path{fill:none;stroke-linecap:round;stroke-width:5}.alive{stroke:#7d93b5}.lost{stroke:#a08a8a}\
.edge{stroke:#d9822b;stroke-linecap:square}.open{stroke:#b5b5b5}.solved{stroke:#2e8b57;stroke-width:7}\
.steps{stroke:#1f4fa3;stroke-width:1.5}.onplan{stroke:#1f4fa3}.start{fill:none;stroke:#1f4fa3;stroke-width:2}\
@media(prefers-color-scheme:dark){text{fill:#e8e8e8}.paper{fill:#23262d}.dead{fill:#3a2f31}.alive{stroke:#6b7f9e}\
.lost{stroke:#7b6669}.steps,.onplan,.start{stroke:#8fb7ff}}";

/// The kinds of dots, in the order in which they are drawn, with their descriptions.
const KINDS: [(&str, &str); 6] = [
    ("lost", "dead: no solution can be reached"),
    ("open", "not known"),
    ("alive", "can be solved"),
    ("edge", "point of no return: a move from it loses"),
    ("onplan", "on a shortest solution"),
    ("solved", "solved"),
];

fn kind(map: &Map, number: usize) -> usize {
    let marks = map.marks[number];
    if marks & Map::SOLVED != 0 {
        5
    } else if marks & Map::DEAD != 0 {
        0
    } else if marks & Map::NO_RETURN != 0 {
        3
    } else if marks & Map::ON_PLAN != 0 {
        4
    } else if map.distances[number].is_none() {
        1
    } else {
        2
    }
}

impl Map {
    /// The map in a few sentences, for users who cannot see it.
    pub fn sentences(&self) -> Vec<String> {
        let mut all = Vec::new();
        let drawn = counted(self.depths.len() as u64, "position");
        if self.sampled {
            let reached = counted(self.positions as u64, "position");
            all.push(format!(
                "A sample: the {drawn} of one solution and one move aside; the level has more than {reached}."
            ));
        } else if self.depths.len() < self.positions {
            let whole = counted(self.positions as u64, "position");
            all.push(format!(
                "All {whole}; {} stand for them up to symmetry.",
                commas(self.depths.len() as u64)
            ));
        } else {
            all.push(format!("All {drawn}."));
        }
        all.push(match self.optimum {
            Some(moves) => {
                let steps = counted(self.steps.len() as u64, "move");
                format!(
                    "The shortest solutions have {} and go over {steps} here.",
                    counted(moves.into(), "move")
                )
            }
            None if self.sampled => "No shortest solution was proved.".to_string(),
            None => "There is no solution.".to_string(),
        });
        let (dead, edge) = (self.count(Map::DEAD), self.count(Map::NO_RETURN));
        all.push(format!("{} dead; {} of no return.", commas(dead), counted(edge, "point")));
        all
    }

    /// The map as an SVG picture that is self-contained and follows the light or dark setting of
    /// the viewer.
    pub fn svg(&self, title: &str) -> String {
        let (width, height) =
            (self.size.0 * PITCH + LEFT + RIGHT, self.size.1 * PITCH + TOP + BOTTOM);
        let width = width.max(640);
        let shown = width.min(1600);
        let mut out = String::new();
        let _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{shown}\" \
             height=\"{}\" role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n<style>{STYLE}</style>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n",
            u64::from(height) * u64::from(shown) / u64::from(width),
            escaped(title),
            escaped(&self.sentences().join(" ")),
        );
        self.draw_axes(&mut out, width, height, title);
        self.draw_steps(&mut out);
        for (number, (class, _)) in KINDS.iter().enumerate() {
            self.draw_dots(&mut out, class, number);
        }
        if let Some(&start) = self.places.first() {
            let (x, y) = centre(start);
            let _ = writeln!(out, "<circle class=\"start\" cx=\"{x}\" cy=\"{y}\" r=\"6\"/>");
        }
        out.push_str("</svg>\n");
        out
    }

    fn draw_axes(&self, out: &mut String, width: u32, height: u32, title: &str) {
        let mut text = |x: u32, y: u32, anchor: &str, words: &str| {
            let words = escaped(words);
            let _ =
                writeln!(out, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{words}</text>");
        };
        text(LEFT, 24, "start", title);
        text(LEFT, 46, "start", &self.sentences().join(" "));
        let bottom = TOP + self.size.1 * PITCH;
        let columns = self.size.0 / self.column.max(1);
        // A number takes some 30 units.
        let every = (30 / (self.column * PITCH) + 1).max(1);
        for depth in (0..columns).step_by(every as usize) {
            text(LEFT + depth * self.column * PITCH, bottom + 14, "start", &depth.to_string());
        }
        text(LEFT, bottom + 32, "start", "moves from the start");
        let mut last: Option<u32> = None;
        for (distance, top) in &self.rows {
            let y = TOP + top * PITCH + PITCH;
            if last.is_none_or(|last| y >= last + 18) {
                let words = distance.map_or("–".to_string(), |distance| distance.to_string());
                text(LEFT - 10, y, "end", &words);
                last = Some(y);
            }
        }
        text(LEFT - 10, TOP - 8, "end", "to go");
        let mut x = LEFT;
        for (number, (_, words)) in KINDS.iter().enumerate() {
            if (0..self.marks.len()).any(|position| kind(self, position) == number) {
                text(x + 12, height - 20, "start", words);
                x += 24 + 7 * words.chars().count() as u32;
            }
        }
        let mut x = LEFT;
        for (number, (class, words)) in KINDS.iter().enumerate() {
            if (0..self.marks.len()).any(|position| kind(self, position) == number) {
                let _ = writeln!(out, "<path class=\"{class}\" d=\"M{x} {}h0\"/>", height - 25);
                x += 24 + 7 * words.chars().count() as u32;
            }
        }
        let is_dead = |number: &usize| self.marks[*number] & Map::DEAD != 0;
        if let Some(number) = (0..self.marks.len()).find(is_dead) {
            let top =
                self.rows.iter().map(|(_, top)| *top).filter(|top| *top <= self.places[number].1);
            let top = TOP + top.max().unwrap_or(0) * PITCH;
            let rest = width - LEFT - RIGHT;
            let _ = writeln!(
                out,
                "<rect class=\"dead\" x=\"{LEFT}\" y=\"{top}\" width=\"{rest}\" height=\"{}\"/>",
                bottom - top
            );
        }
    }

    /// All moves of the shortest plans; if there are very many, one of those between the same
    /// places.
    fn draw_steps(&self, out: &mut String) {
        let mut lines: Vec<((u32, u32), (u32, u32))> = self
            .steps
            .iter()
            .map(|&(from, to)| (self.places[from as usize], self.places[to as usize]))
            .collect();
        if lines.len() > MOST_STEPS {
            let corner = |(x, y): (u32, u32)| (x / self.column * self.column, y);
            lines.iter_mut().for_each(|(from, to)| (*from, *to) = (corner(*from), corner(*to)));
            lines.sort_unstable();
            lines.dedup();
            lines.truncate(MOST_STEPS);
        }
        if lines.is_empty() {
            return;
        }
        out.push_str("<path class=\"steps\" d=\"");
        for (from, to) in lines {
            let ((x, y), (to_x, to_y)) = (centre(from), centre(to));
            let _ = write!(out, "M{x} {y}L{to_x} {to_y}");
        }
        out.push_str("\"/>\n");
    }

    fn draw_dots(&self, out: &mut String, class: &str, of: usize) {
        let mut dots: Vec<(u32, u32)> = (0..self.marks.len())
            .filter(|&number| kind(self, number) == of)
            .map(|number| (self.places[number].1, self.places[number].0))
            .collect();
        if dots.is_empty() {
            return;
        }
        dots.sort_unstable();
        let _ = write!(out, "<path class=\"{class}\" stroke-dasharray=\"0 {PITCH}\" d=\"");
        let mut index = 0;
        while let Some(&(y, x)) = dots.get(index) {
            let run = dots[index..].iter().zip(x..).take_while(|(dot, x)| **dot == (y, *x)).count();
            let (left, top) = centre((x, y));
            // A dash of length zero is only drawn if the line continues a little.
            let length = (run as u32 - 1) * PITCH;
            let _ = write!(out, "M{left} {top}h{length}.01");
            index += run;
        }
        out.push_str("\"/>\n");
    }
}

fn centre((x, y): (u32, u32)) -> (u32, u32) {
    (LEFT + x * PITCH + PITCH / 2, TOP + y * PITCH + PITCH / 2)
}
