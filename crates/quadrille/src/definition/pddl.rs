//! A level in PDDL: a domain for its game and a problem for its board.

use crate::diagnostic::{Diagnostic, message};
use crate::moves::Move;

#[cfg(feature = "pddl")]
pub(crate) use problem::{Action, Problem, cell, direction};

/// A level for planners.
#[derive(Clone, Debug)]
pub struct Pddl {
    /// The rules, as a PDDL domain.
    pub domain: &'static str,
    /// The board, as a PDDL problem.
    pub problem: String,
    /// The move of an action, given its name and its objects; `None` for auxiliary actions.
    move_of: fn(&[&str]) -> Option<Move>,
}

impl Pddl {
    /// The moves of a planner's plan: actions in brackets. Text outside of brackets, such as times,
    /// and comments after ';' are ignored.
    pub fn moves(&self, plan: &str) -> Result<Vec<Move>, Diagnostic> {
        let lower = plan.to_lowercase();
        let mut moves = Vec::new();
        for line in lower.lines().map(|line| line.split(';').next().unwrap_or("")) {
            for part in line.split('(').skip(1) {
                let inside = part.split(')').next().unwrap_or("");
                let words: Vec<&str> = inside.split_whitespace().collect();
                let Some(name) = words.first() else { continue };
                let is_action = |line: &str| line.trim() == format!("(:action {name}");
                if !self.domain.lines().any(is_action) {
                    return Err(message::unknown_action(inside.trim()));
                }
                moves.extend((self.move_of)(&words));
            }
        }
        Ok(moves)
    }
}

#[cfg(feature = "pddl")]
mod problem {
    use std::fmt::Write;

    use super::Pddl;
    use crate::grid::{Coord, Direction};
    use crate::moves::Move;

    pub(crate) struct Problem {
        domain: &'static str,
        objects: String,
        facts: String,
        goal: String,
        has_costs: bool,
    }

    pub(crate) fn cell(at: Coord) -> String {
        format!("c{}-{}", at.row, at.col)
    }

    /// An action of a plan: its name and its objects.
    pub(crate) struct Action<'a>(pub(crate) &'a [&'a str]);

    impl Action<'_> {
        pub(crate) fn is(&self, names: &[&str]) -> bool {
            self.0.first().is_some_and(|name| names.contains(name))
        }

        pub(crate) fn object(&self, number: usize) -> Option<&str> {
            self.0.get(number).copied()
        }

        pub(crate) fn cell(&self, number: usize) -> Option<Coord> {
            let (row, col) = self.object(number)?.strip_prefix('c')?.split_once('-')?;
            Some(Coord { row: row.parse().ok()?, col: col.parse().ok()? })
        }

        pub(crate) fn direction(&self, number: usize) -> Option<Direction> {
            direction(self.object(number)?)
        }
    }

    pub(crate) fn direction(word: &str) -> Option<Direction> {
        Direction::ALL.into_iter().find(|way| way.to_string() == word)
    }

    impl Problem {
        /// A problem of this domain; with `has_costs` its actions have costs.
        pub(crate) fn new(domain: &'static str, has_costs: bool) -> Problem {
            let (objects, facts, goal) = (String::new(), String::new(), String::new());
            Problem { domain, objects, facts, goal, has_costs }
        }

        pub(crate) fn objects(&mut self, names: impl IntoIterator<Item = String>, kind: &str) {
            let names: Vec<String> = names.into_iter().collect();
            if !names.is_empty() {
                let _ = writeln!(self.objects, "    {} - {kind}", names.join(" "));
            }
        }

        pub(crate) fn fact(&mut self, words: &[&str]) {
            let _ = writeln!(self.facts, "    ({})", words.join(" "));
        }

        pub(crate) fn goal(&mut self, words: &[&str]) {
            let _ = writeln!(self.goal, "    ({})", words.join(" "));
        }

        pub(crate) fn finish(
            self,
            domain: &'static str,
            move_of: fn(&[&str]) -> Option<Move>,
        ) -> Pddl {
            let Problem { domain: name, objects, facts, goal, has_costs } = self;
            let (costs, metric) = match has_costs {
                true => ("    (= (total-cost) 0)\n", "\n  (:metric minimize (total-cost))"),
                false => ("", ""),
            };
            let problem = format!(
                "(define (problem level)\n  (:domain {name})\n  (:objects\n{objects}  )\n  (:init\n{costs}{facts}  )\n  \
                 (:goal (and\n{goal}  )){metric}\n)\n"
            );
            Pddl { domain, problem, move_of }
        }
    }
}
