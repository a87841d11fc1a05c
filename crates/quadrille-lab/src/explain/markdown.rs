//! An explanation as Markdown.

use std::fmt::Write;

use quadrille_base::quantities::{commas, counted, seconds};

use super::{Explained, Explanation};

impl Explanation {
    pub fn to_markdown(&self, title: &str) -> String {
        let mut text = format!("# {title}: why one expands fewer\n\n");
        for finding in &self.findings {
            let _ = writeln!(text, "- {finding}");
        }
        let mut section = |head: &str, body: String| {
            if !body.is_empty() {
                let _ = write!(text, "\n## {head}\n\n{body}");
            }
        };
        section("The searches", self.searches());
        section("The estimates over all positions", self.space());
        section("Along a shortest plan", self.plan());
        section("By true distance", self.distances());
        text
    }

    fn searches(&self) -> String {
        let optimum = match self.optimum {
            Some(moves) => format!("The shortest plan has {}.", counted(moves.into(), "move")),
            None if self.unsolvable => "There is no plan.".to_string(),
            None => "The length of the shortest plan is not known.".to_string(),
        };
        let head = [
            "heuristic",
            "moves",
            "expanded",
            "f below",
            "f at",
            "f above",
            "generated",
            "branching",
            "time",
        ];
        let count = |count: Option<u64>| count.map_or("–".to_string(), commas);
        let rows = self.heuristics.iter().map(|one| {
            let stats = &one.record.stats;
            vec![
                format!("`{}`", one.heuristic),
                one.record.cost.map_or("✗".to_string(), |cost| cost.to_string()),
                commas(stats.expanded),
                count(one.below),
                count(one.at),
                count(one.above),
                commas(stats.generated),
                one.branching.map_or("–".to_string(), |b| format!("{b:.2}")),
                seconds(stats.seconds),
            ]
        });
        let note = format!(
            "{optimum} Searched with `{}`. f = g + h is the cost of the way to a position and its estimate; below, at and above the \
             optimum. Branching is the effective branching factor.\n",
            self.algorithm
        );
        format!("{}\n{note}", table(&head, rows))
    }

    fn space(&self) -> String {
        let (Some(positions), Some(dead)) = (self.positions, self.dead_ends) else {
            return String::new();
        };
        let behind = match self.behind_solved {
            None | Some(0) => String::new(),
            Some(count) => {
                format!(" and {} lie behind a solved one, where no search goes", commas(count))
            }
        };
        let head = [
            "heuristic",
            "admissible",
            "consistent",
            "h of the start",
            "mean error",
            "mean size of the error",
            "exact",
            "over",
            "most over",
            "dead ends seen",
            "g + h below",
            "g + h at",
        ];
        let yes = |holds: bool| if holds { "yes" } else { "no" }.to_string();
        let rows = self.heuristics.iter().filter_map(|one: &Explained| {
            let space = one.space?;
            let share = |count: usize| {
                format!("{:.1} %", 100.0 * count as f64 / space.positions.max(1) as f64)
            };
            Some(vec![
                format!("`{}`", one.heuristic),
                yes(one.admissible),
                yes(one.consistent),
                one.start.map_or("dead end".to_string(), number),
                number(space.mean_error),
                number(space.mean_absolute_error),
                share(space.exact),
                share(space.over),
                number(space.most_over),
                commas(space.dead_ends_seen as u64),
                commas(space.below as u64),
                commas(space.at as u64),
            ])
        });
        format!(
            "{}\n{} can be reached, as `space` and `describe` count them, of which {} are dead ends{behind}. The error is the true distance less the estimate, over the positions that can \
             be solved; g is here the fewest moves to a position. Each estimate is of the position alone; a search may know \
             more by the move that led there.\n",
            table(&head, rows),
            counted(positions, "position"),
            commas(dead as u64),
        )
    }

    fn plan(&self) -> String {
        if self.along.is_empty() {
            return String::new();
        }
        let names: Vec<String> = self.names();
        let mut head = vec!["step", "true distance"];
        head.extend(names.iter().map(String::as_str));
        head.push("move");
        let rows = self.along.iter().map(|row| {
            let mut cells = vec![row.step.to_string(), row.distance.to_string()];
            cells.extend(row.estimates.iter().map(|h| h.map_or("dead end".to_string(), number)));
            cells.push(row.mv.as_ref().map_or(String::new(), |mv| format!("`{mv}`")));
            cells
        });
        table(&head, rows)
    }

    fn distances(&self) -> String {
        if self.by_distance.is_empty() {
            return String::new();
        }
        let names: Vec<String> = self.names();
        let mut head = vec!["true distance", "positions"];
        head.extend(names.iter().map(String::as_str));
        let rows = self.by_distance.iter().map(|row| {
            let mut cells = vec![row.distance.to_string(), commas(row.positions as u64)];
            cells.extend(row.estimates.iter().map(|spread| match spread {
                Some([least, mean, most]) => {
                    format!("{} ({} … {})", number(*mean), number(*least), number(*most))
                }
                None => "–".to_string(),
            }));
            cells
        });
        format!("{}\nMean (least … most) of the estimates.\n", table(&head, rows))
    }

    fn names(&self) -> Vec<String> {
        self.heuristics.iter().map(|one| format!("`{}`", one.heuristic)).collect()
    }
}

/// A number with up to two decimals.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

/// A table in columns of even width: the first aligned left, the others right.
fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let rows: Vec<Vec<String>> = rows.collect();
    let width = |text: &str| text.chars().count();
    let widths: Vec<usize> = (0..head.len())
        .map(|column| {
            let cells = rows.iter().map(|row| width(&row[column]));
            cells.chain([width(head[column]), 3]).max().unwrap_or(3)
        })
        .collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let mut text = "|".to_string();
        for (column, cell) in cells.enumerate() {
            let room = " ".repeat(widths[column] - width(cell));
            let _ = match column {
                0 => write!(text, " {cell}{room} |"),
                _ => write!(text, " {room}{cell} |"),
            };
        }
        text
    };
    let mut text = line(&mut head.iter().copied());
    text.push_str("\n|");
    for (column, width) in widths.iter().enumerate() {
        let _ = match column {
            0 => write!(text, "-{}-|", "-".repeat(*width)),
            _ => write!(text, "-{}:|", "-".repeat(*width)),
        };
    }
    for row in &rows {
        let _ = write!(text, "\n{}", line(&mut row.iter().map(String::as_str)));
    }
    text.push('\n');
    text
}
