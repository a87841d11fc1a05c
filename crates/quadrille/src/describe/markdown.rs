//! A description as Markdown, to be included in a report.

use quadrille_base::markdown::{Document, escaped, list, table, verbatim};
use quadrille_base::quantities::{commas, counted};

use super::{Description, SpaceDescription};
use crate::games::Operator;

impl Description {
    pub fn to_markdown(&self) -> String {
        let title = format!("{} as a search problem", self.title);
        let mut document = Document::new(&title, &[self.about.to_string()]);
        let cells = format!("Cells: {}.", self.cells);
        document.section("State", &[self.state.to_string(), cells]);
        document.section("Initial state", &self.initial());
        document.section("Goal test", &[self.goal_test.to_string()]);
        document.section("Operators", &self.operators());
        document.section("Path cost", &[self.path_cost.to_string()]);
        document.section("A move, worked out", &self.worked());
        document.section("Size of the space", &self.space());
        document.section("What a search can use", &[list(self.facts)]);
        document.into_text()
    }

    fn initial(&self) -> [String; 2] {
        let level = &self.level;
        let name = match &level.name {
            Some(name) => format!("Here '{}'", escaped(name)),
            None => "Here a small example".to_string(),
        };
        let words = format!("{} {name}, {} by {}:", self.initial_state, level.rows, level.cols);
        [words, verbatim(&level.board)]
    }

    fn operators(&self) -> Vec<String> {
        let notation = format!("A move is written as in `{}`.", self.notation);
        if self.operators.is_empty() {
            return vec![notation];
        }
        let head = ["operator", "parameters", "precondition", "effect", "cost"];
        let rows = self.operators.iter().map(|operator| {
            let Operator { name, parameters, precondition, effect, cost } = operator;
            vec![
                format!("`{name}`"),
                parameters.to_string(),
                precondition.to_string(),
                effect.to_string(),
                cost.to_string(),
            ]
        });
        vec![table(&head, &rows.collect::<Vec<_>>(), |_| false), notation]
    }

    fn worked(&self) -> Vec<String> {
        let worked = &self.level.worked;
        let mut blocks = vec![match worked.legal.len() {
            0 => "No move is legal in the initial state.".to_string(),
            count => format!(
                "Of {} that can be written for a board of this size, {} legal in the initial state: {}.",
                counted(worked.written as u64, "move"),
                if count == 1 {
                    "1 is".to_string()
                } else {
                    format!("{} are", commas(count as u64))
                },
                listed(&worked.legal)
            ),
        }];
        if let (Some(mv), Some(after)) = (&worked.mv, &worked.after) {
            let solved = if worked.solves { ", which is a goal state" } else { "" };
            blocks.extend([format!("`{mv}` leads to{solved}:"), verbatim(after)]);
        }
        if let Some((mv, why)) = &worked.refused {
            blocks.push(format!("`{mv}` is not legal: {why}."));
        }
        blocks
    }

    fn space(&self) -> [String; 2] {
        let level = &self.level;
        let SpaceDescription { reachable, stop, .. } = level.space;
        let space = &level.space;
        let mut rows: Vec<(&str, String)> = Vec::new();
        if let Some(bound) = &space.at_most {
            rows.push(("states at most", format!("{} ({})", power(bound.log10), bound.formula)));
        }
        let part = |text: String| match stop {
            None => text,
            Some(stop) => format!("{text} in the part that was explored ({stop})"),
        };
        let met = if stop.is_some() { "at least " } else { "" };
        rows.push(("states that can be reached", format!("{met}{}", commas(reachable))));
        rows.push(("of these goal states", part(commas(space.solved))));
        if let Some(dead) = space.dead_ends {
            let share = 100.0 * dead as f64 / reachable.max(1) as f64;
            rows.push(("dead ends", format!("{} ({share:.1} %)", commas(dead))));
        }
        if let Some(branching) = space.mean_branching {
            rows.push(("branching", format!("{branching:.2} moves in the mean")));
        }
        let deepest = space.layers.len().saturating_sub(1);
        rows.push(("depth of the space", part(counted(deepest as u64, "move"))));
        let shortest = match (&level.plan, level.optimum) {
            (Some(plan), Some(cost)) => {
                format!("{}, proved shortest: `{}`", counted(cost.into(), "move"), plan.join(" "))
            }
            _ if level.unsolvable => "none: proved that there is no solution".to_string(),
            _ => "not found and proved within the limits".to_string(),
        };
        rows.push(("optimal solution", shortest));
        let rows: Vec<_> =
            rows.into_iter().map(|(name, value)| vec![name.to_string(), value]).collect();
        let layers: Vec<String> = space.layers.iter().map(|&count| commas(count)).collect();
        let note = format!(
            "States that differ only by names count once. Branching counts different moves: one that \
             changes nothing, or is written in another way, is left out. First reached at depth 0, 1, 2 …: {}.",
            listed(&layers)
        );
        [table(&["figure", "value"], &rows, |_| false), note]
    }
}

/// The first few words, separated by commas.
fn listed(words: &[String]) -> String {
    const MOST: usize = 24;
    let shown = words.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
    if words.len() > MOST { format!("{shown}, …") } else { shown }
}

/// A number given by its decimal logarithm, in full if it is short.
fn power(log10: f64) -> String {
    if log10 < 9.0 {
        return commas(10_f64.powf(log10).round() as u64);
    }
    let exponent = log10.floor();
    format!("{:.1} · 10^{exponent}", 10_f64.powf(log10 - exponent))
}
