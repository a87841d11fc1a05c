//! A level in PDDL, the language of planners: a domain for its game and a problem for its board.

#[cfg(feature = "pddl")]
pub(crate) use problem::{Problem, cell};

/// A level for planners.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pddl {
    /// The rules.
    pub domain: &'static str,
    /// The board.
    pub problem: String,
}

#[cfg(feature = "pddl")]
mod problem {
    use std::fmt::Write;

    use super::Pddl;
    use crate::grid::Coord;

    /// A problem that is being written.
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

    impl Problem {
        /// A problem of the domain with this name, whose moves have costs if it says so.
        pub(crate) fn new(domain: &'static str, has_costs: bool) -> Problem {
            let (objects, facts, goal) = (String::new(), String::new(), String::new());
            Problem { domain, objects, facts, goal, has_costs }
        }

        /// Names things of a type.
        pub(crate) fn objects(&mut self, names: impl IntoIterator<Item = String>, kind: &str) {
            let names: Vec<String> = names.into_iter().collect();
            if !names.is_empty() {
                let _ = writeln!(self.objects, "    {} - {kind}", names.join(" "));
            }
        }

        /// Says what is so at the start.
        pub(crate) fn fact(&mut self, words: &[&str]) {
            let _ = writeln!(self.facts, "    ({})", words.join(" "));
        }

        /// Says what has to be so at the end.
        pub(crate) fn wish(&mut self, words: &[&str]) {
            let _ = writeln!(self.goal, "    ({})", words.join(" "));
        }

        pub(crate) fn finish(self, domain: &'static str) -> Pddl {
            let Problem { domain: name, objects, facts, goal, has_costs } = self;
            let (costs, metric) = match has_costs {
                true => ("    (= (total-cost) 0)\n", "\n  (:metric minimize (total-cost))"),
                false => ("", ""),
            };
            let problem = format!(
                "(define (problem level)\n  (:domain {name})\n  (:objects\n{objects}  )\n  (:init\n{costs}{facts}  )\n  \
                 (:goal (and\n{goal}  )){metric}\n)\n"
            );
            Pddl { domain, problem }
        }
    }
}
