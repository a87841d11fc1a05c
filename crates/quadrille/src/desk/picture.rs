//! The map of a level as an SVG picture.
//!
//! A dot is a position. Adjacent dots of one kind are one dashed line with round ends, so a million
//! positions take no more text than some thousand lines.

use std::fmt::Write;

use quadrille_base::quantities::{commas, counted};

use super::map::Map;
use crate::draw::escaped;

/// The distance between dots, before a small map is enlarged.
const PITCH: u32 = 8;
/// The margins beside the dots.
const LEFT: u32 = 64;
const RIGHT: u32 = 24;
/// The space for the title and for the axis below the dots, each without its lines of text.
const HEAD: u32 = 52;
const FOOT: u32 = 64;
/// The height of a line of text, and the width of a letter.
const LINE: u32 = 20;
const LETTER: u32 = 7;

/// The size up to which the dots of a small map are enlarged.
const SMALL: (u32, u32) = (900, 480);
/// The most that they are.
const LARGEST: u32 = 8;

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
                let drawn =
                    if self.sampled { "one of that length is" } else { "all of that length are" };
                let moves = counted(moves.into(), "move");
                format!("The shortest solution has {moves}; {drawn} drawn.")
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
        let zoom = (SMALL.0 / (self.size.0 * PITCH).max(1))
            .min(SMALL.1 / (self.size.1 * PITCH).max(1))
            .clamp(1, LARGEST);
        let pitch = PITCH * zoom;
        let sentences = self.sentences();
        let longest = sentences.iter().map(|words| words.chars().count() as u32).max();
        let width = (self.size.0 * pitch).max(LETTER * longest.unwrap_or(0)) + LEFT + RIGHT;
        let top = HEAD + LINE * sentences.len() as u32;
        let bottom = top + self.size.1 * pitch;
        let kinds = self.kinds(width);
        let height = bottom + FOOT + kinds.last().map_or(0, |(_, (_, line))| (line + 1) * LINE);
        let shown = width.min(1600);
        let mut out = String::new();
        let _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{shown}\" \
             height=\"{}\" role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n<style>{STYLE}</style>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n",
            u64::from(height) * u64::from(shown) / u64::from(width),
            escaped(title),
            escaped(&sentences.join(" ")),
        );
        let mut text = |x: u32, y: u32, anchor: &str, words: &str| {
            let words = escaped(words);
            let _ =
                writeln!(out, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{words}</text>");
        };
        text(LEFT, 24, "start", title);
        for (line, sentence) in (0..).zip(&sentences) {
            text(LEFT, 26 + LINE * (line + 1), "start", sentence);
        }
        text(LEFT - 10, top - 8, "end", "to go");
        let columns = self.size.0 / self.column.max(1);
        // A number takes some 30 units.
        let every = (30 / (self.column * pitch) + 1).max(1);
        for depth in (0..columns).step_by(every as usize) {
            text(LEFT + depth * self.column * pitch, bottom + 14, "start", &depth.to_string());
        }
        text(LEFT, bottom + 32, "start", "moves from the start");
        let mut last: Option<u32> = None;
        for (distance, row) in &self.rows {
            let y = top + row * pitch + pitch / 2 + 4;
            if last.is_none_or(|last| y >= last + 18) {
                let words = distance.map_or("–".to_string(), |distance| distance.to_string());
                text(LEFT - 10, y, "end", &words);
                last = Some(y);
            }
        }
        for &(kind, (x, line)) in &kinds {
            text(x + 12, bottom + FOOT + line * LINE, "start", KINDS[kind].1);
        }
        for &(kind, (x, line)) in &kinds {
            let (class, y) = (KINDS[kind].0, bottom + FOOT + line * LINE - 5);
            let _ = writeln!(out, "<path class=\"{class}\" d=\"M{x} {y}h0\"/>");
        }
        let _ = writeln!(out, "<g transform=\"translate({LEFT} {top}) scale({zoom})\">");
        self.draw_band(&mut out, (width - LEFT - RIGHT) / zoom);
        self.draw_steps(&mut out);
        for (number, (class, _)) in KINDS.iter().enumerate() {
            self.draw_dots(&mut out, class, number);
        }
        if let Some(&start) = self.places.first() {
            let (x, y) = centre(start);
            let _ = writeln!(out, "<circle class=\"start\" cx=\"{x}\" cy=\"{y}\" r=\"4\"/>");
        }
        out.push_str("</g>\n</svg>\n");
        out
    }

    /// The kinds of dots on the map, each with the place of its description: a distance from the
    /// left and a line.
    fn kinds(&self, width: u32) -> Vec<(usize, (u32, u32))> {
        let mut kinds = Vec::new();
        let (mut x, mut line) = (LEFT, 0);
        for (number, (_, words)) in KINDS.iter().enumerate() {
            if !(0..self.marks.len()).any(|position| kind(self, position) == number) {
                continue;
            }
            let needed = 36 + LETTER * words.chars().count() as u32;
            if x > LEFT && x + needed > width - RIGHT {
                (x, line) = (LEFT, line + 1);
            }
            kinds.push((number, (x, line)));
            x += needed;
        }
        kinds
    }

    /// The background of the dead positions.
    fn draw_band(&self, out: &mut String, width: u32) {
        let is_dead = |number: &usize| self.marks[*number] & Map::DEAD != 0;
        if let Some(number) = (0..self.marks.len()).find(is_dead) {
            let tops = self.rows.iter().map(|(_, top)| *top);
            let top = tops.filter(|top| *top <= self.places[number].1).max().unwrap_or(0) * PITCH;
            let height = self.size.1 * PITCH - top;
            let _ = writeln!(
                out,
                "<rect class=\"dead\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>"
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
    (x * PITCH + PITCH / 2, y * PITCH + PITCH / 2)
}
