//! An explanation as Markdown.

use quadrille_base::markdown::{self, Document, list};
use quadrille_base::quantities::{commas, counted, seconds};

use super::{Explained, Explanation};

impl Explanation {
    pub fn to_markdown(&self, title: &str) -> String {
        let title = format!("{title}: why one expands fewer");
        let mut document = Document::new(&title, &[list(&self.findings)]);
        document.section("The searches", &self.searches());
        document.section("The estimates over all positions", &self.space());
        document.section("Along a shortest plan", &self.plan());
        document.section("By true distance", &self.distances());
        document.into_text()
    }

    fn searches(&self) -> [String; 2] {
        let optimum = match self.optimum {
            Some(moves) => format!("The shortest plan has {}.", counted(moves.into(), "move")),
            None if self.unsolvable => "There is no plan.".to_string(),
            None => "The length of the shortest plan is not known.".to_string(),
        };
        let head = [
            "heuristic", "moves", "expanded", "f below", "f at", "f above", "generated",
            "branching", "time",
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
             optimum. Branching is the effective branching factor.",
            self.algorithm
        );
        [table(&head, rows), note]
    }

    fn space(&self) -> Vec<String> {
        let (Some(positions), Some(dead)) = (self.positions, self.dead_ends) else {
            return Vec::new();
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
        let note = format!(
            "{} can be reached, as `space` and `describe` count them, of which {} are dead ends{behind}. The error is the true distance less the estimate, over the positions that can \
             be solved; g is here the fewest moves to a position. Each estimate is of the position alone; a search may know \
             more by the move that led there.",
            counted(positions, "position"),
            commas(dead as u64),
        );
        vec![table(&head, rows), note]
    }

    fn plan(&self) -> Vec<String> {
        if self.along.is_empty() {
            return Vec::new();
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
        vec![table(&head, rows)]
    }

    fn distances(&self) -> Vec<String> {
        if self.by_distance.is_empty() {
            return Vec::new();
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
        vec![table(&head, rows), "Mean (least … most) of the estimates.".to_string()]
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

/// A table of figures: the first column aligned left, the others right.
fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    markdown::table(head, &rows.collect::<Vec<_>>(), |column| column > 0)
}
