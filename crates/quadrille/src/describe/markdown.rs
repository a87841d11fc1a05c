//! A description as Markdown, to be included in a report.

use std::fmt::Write;

use quadrille_base::quantities::{commas, counted};

use super::{Description, SpaceDescription};

impl Description {
    /// As Markdown.
    pub fn to_markdown(&self) -> String {
        let mut text = format!("# {} as a search problem\n\n{}\n", self.title, self.about);
        let mut section = |head: &str, body: &str| {
            // Writing to a string does not fail.
            let _ = write!(text, "\n## {head}\n\n{body}\n");
        };
        section("State", &format!("{}\n\nCells: {}.", self.state, self.cells));
        section("Initial state", &self.initial());
        section("Goal test", self.goal_test);
        section("Operators", &self.operator_table());
        section("Path cost", self.path_cost);
        section("A move, worked out", &self.worked());
        section("Size of the space", &self.space());
        if !self.facts.is_empty() {
            let facts: Vec<String> = self.facts.iter().map(|fact| format!("- {fact}")).collect();
            section("What a search can use", &facts.join("\n"));
        }
        text
    }

    fn initial(&self) -> String {
        let level = &self.level;
        let name = match &level.name {
            Some(name) => format!("Here '{}'", in_line(name)),
            None => "Here a small example".to_string(),
        };
        format!(
            "{} {name}, {} by {}:\n\n```text\n{}\n```",
            self.initial_state, level.rows, level.cols, level.board
        )
    }

    fn operator_table(&self) -> String {
        let notation = format!("A move is written as in `{}`.", self.notation);
        if self.operators.is_empty() {
            return notation;
        }
        let mut text =
            "| operator | parameters | precondition | effect | cost |\n|---|---|---|---|---|\n"
                .to_string();
        for operator in self.operators {
            let _ = writeln!(
                text,
                "| `{}` | {} | {} | {} | {} |",
                operator.name,
                operator.parameters,
                operator.precondition,
                operator.effect,
                operator.cost
            );
        }
        format!("{text}\n{notation}")
    }

    fn worked(&self) -> String {
        let worked = &self.level.worked;
        let mut text = match worked.legal.len() {
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
        };
        if let (Some(mv), Some(after)) = (&worked.mv, &worked.after) {
            let solved = if worked.solves { ", which is a goal state" } else { "" };
            let _ = write!(text, "\n\n`{mv}` leads to{solved}:\n\n```text\n{after}\n```");
        }
        if let Some((mv, why)) = &worked.refused {
            let _ = write!(text, "\n\n`{mv}` is not legal: {why}.");
        }
        text
    }

    fn space(&self) -> String {
        let level = &self.level;
        let SpaceDescription { reachable, stop, .. } = level.space;
        let space = &level.space;
        let mut rows = Vec::new();
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
        let mut text = "| figure | value |\n|---|---|\n".to_string();
        for (name, value) in rows {
            let _ = writeln!(text, "| {name} | {value} |");
        }
        let layers: Vec<String> = space.layers.iter().map(|&count| commas(count)).collect();
        let _ = write!(
            text,
            "\nStates that are the same but for names count once. Branching counts different moves: \
             what changes nothing, and the same move written otherwise, is left out. First reached at depth 0, 1, 2 …: {}.",
            listed(&layers)
        );
        text
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

/// A name as one line without Markdown signs.
fn in_line(name: &str) -> String {
    name.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .filter(|c| !"`|*_<>[]".contains(*c))
        .collect()
}
