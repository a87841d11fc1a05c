//! Plans of experiments, written in TOML.
//!
//! A plan has one or more experiments. Each names levels and methods, and every method runs on
//! every level. Errors are [`Diagnostic`]s that point into the text.

mod read;

use std::collections::BTreeSet;
use std::ops::Range;

use quadrille::diagnostic::Diagnostic;
use quadrille::games::{Game, Games};
use quadrille::grid::Grid;
use quadrille::heuristics::Custom;
use quadrille::search::{Algorithm, Limits};

use crate::contender::Contender;
use crate::methods::distinct;
use crate::{cross, default_limits, default_methods};

#[derive(Clone, Debug)]
pub struct Plan {
    pub title: String,
    pub experiments: Vec<Experiment>,
}

/// Levels, and the methods that run on each of them.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The name, unique within the plan.
    pub name: String,
    /// The sources of its levels, with their places in the text: files, packs or share codes, as on
    /// the command line.
    pub sources: Vec<(String, Range<usize>)>,
    /// Restricts the levels to a game.
    pub game: Option<&'static dyn Game>,
    /// Restricts the levels to these names; empty for all.
    pub only: Vec<String>,
    /// The number of levels taken from each source, evenly spread.
    pub sample: Option<usize>,
    /// The limits of every trial.
    pub limits: Limits,
    pub repeats: u32,
    pub methods: Vec<MethodChoice>,
}

/// A choice of one or more methods.
#[derive(Clone, Debug)]
pub enum MethodChoice {
    /// [`default_methods`].
    Defaults,
    /// One method, with its place in the text of the plan.
    One(Contender, Range<usize>),
    /// These algorithms with each heuristic of the game.
    EveryHeuristic(Vec<Algorithm>),
}

impl Plan {
    /// Parses a plan.
    ///
    /// ```
    /// let plan = quadrille_lab::Plan::parse(
    ///     "title = 'First'\n[[experiment]]\nlevels = ['@classics']\nmethods = ['bfs', 'astar with relaxed']\n",
    /// ).unwrap();
    /// assert_eq!(plan.experiments.len(), 1);
    /// let mistake = quadrille_lab::Plan::parse("[[experiment]]\nlevels = ['@classics']\nmethods = ['bsf']\n").unwrap_err();
    /// assert!(mistake.message().contains("bfs"));
    /// ```
    pub fn parse(text: &str) -> Result<Plan, Diagnostic> {
        Plan::parse_with(&Games::default(), text)
    }

    /// Parses a plan that may name these games.
    pub fn parse_with(games: &Games, text: &str) -> Result<Plan, Diagnostic> {
        read::plan(games, text)
    }

    /// Resolves the names with an `@` in its heuristics.
    pub fn with_customs(
        mut self,
        mut find: impl FnMut(&str) -> Result<Custom, Diagnostic>,
    ) -> Result<Plan, Diagnostic> {
        for choice in self.experiments.iter_mut().flat_map(|experiment| &mut experiment.methods) {
            let MethodChoice::One(Contender::Ours(method), span) = choice else { continue };
            let found = method.clone().with_customs(&mut find);
            *method = found.map_err(|error| bad_plan(span.clone(), error.message()))?;
        }
        Ok(self)
    }
}

fn bad_plan(span: Range<usize>, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new("bad-plan", message).at(span)
}

/// The chosen methods for these boards of a game: those whose heuristics the game has, without
/// duplicates, and without heuristics that cannot differ on any of the boards.
pub fn chosen(choices: &[MethodChoice], game: &dyn Game, boards: &[&Grid<u16>]) -> Vec<Contender> {
    distinct(choices.iter().flat_map(|choice| match choice {
        MethodChoice::Defaults => default_methods(game).into_iter().map(Contender::Ours).collect(),
        MethodChoice::One(contender, _) if contender.fits(game) => {
            contender.resolve(game).into_iter().collect()
        }
        MethodChoice::One(..) => Vec::new(),
        MethodChoice::EveryHeuristic(algorithms) => {
            let methods = cross(algorithms, &game.every_heuristic_on(boards)).into_iter();
            methods.filter_map(|method| Contender::from(method).resolve(game).ok()).collect()
        }
    }))
}

impl Experiment {
    /// An experiment with these methods and the default limits, without levels.
    pub fn new(name: &str, methods: Vec<MethodChoice>) -> Experiment {
        Experiment {
            name: name.to_string(),
            sources: Vec::new(),
            game: None,
            only: Vec::new(),
            sample: None,
            limits: default_limits(),
            repeats: 1,
            methods,
        }
    }

    pub fn methods_of(&self, game: &dyn Game, boards: &[&Grid<u16>]) -> Vec<Contender> {
        chosen(&self.methods, game, boards)
    }

    /// Checks that every method fits at least one of these games.
    pub(crate) fn check(&self, games: &[&'static dyn Game]) -> Result<(), Diagnostic> {
        for choice in &self.methods {
            let MethodChoice::One(method, span) = choice else { continue };
            let mut error = None;
            let fits = games.iter().any(|&game| match method.resolve(game) {
                Ok(_) => true,
                Err(wrong) => {
                    error.get_or_insert((game, wrong));
                    false
                }
            });
            if let (false, Some((game, error))) = (fits, error) {
                let message = format!("{} ({})", error.message(), game.id());
                let names: Vec<&str> = game.heuristics().iter().map(|info| info.name).collect();
                let help = format!("the heuristics of {} are {}", game.id(), names.join(", "));
                return Err(bad_plan(span.clone(), message).with_help(help));
            }
        }
        Ok(())
    }

    /// The levels taken from a source: all, or `sample` of them, evenly spread.
    pub(crate) fn sampled<T>(&self, levels: Vec<T>) -> Vec<T> {
        let (count, wanted) = (levels.len(), self.sample.unwrap_or(usize::MAX));
        if count <= wanted {
            return levels;
        }
        let chosen: BTreeSet<usize> = (0..wanted).map(|n| n * count / wanted).collect();
        let numbered = levels.into_iter().enumerate();
        numbered.filter(|(number, _)| chosen.contains(number)).map(|(_, level)| level).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistake(text: &str) -> (String, String) {
        let mistake = Plan::parse(text).unwrap_err();
        (text[mistake.span()].to_string(), mistake.message())
    }

    #[test]
    fn mistakes_are_pointed_at() {
        let plan = |rest: &str| format!("[[experiment]]\nlevels = [\"@classics\"]\n{rest}\n");
        let (place, message) = mistake(&plan("methods = [\"bfs\", \"astar wiht relaxed\"]"));
        assert!(message.contains("the end"), "{message}");
        assert_eq!(place, "w");
        let (place, message) = mistake(&plan("methods = [\"astar with max(relaxed\"]"));
        assert!(message.contains("')'"), "{message} at {place}");
        assert_eq!(mistake(&plan("methods = ['bsf']")).0, "bsf");
        assert_eq!(mistake(&plan("methods = ['bfs with relaxed']")).0, "with relaxed");
        let (place, message) = mistake(&plan("methods = ['bfs']\nlimits = { time = \"10\" }"));
        assert_eq!(place, "\"10\"");
        assert!(message.contains("unit"), "{message}");
        assert_eq!(mistake(&plan("method = ['bfs']")).0, "method");
        assert_eq!(mistake(&plan("methods = ['bfs']\nrepeats = 0")).0, "0");
        assert_eq!(mistake(&plan("methods = ['bfs']\ngame = 'chess'")).0, "'chess'");
        assert_eq!(mistake(&plan("heuristics = ['h1']")).0, "'h1'");
        assert!(mistake(&plan("")).1.contains("no methods"));
        assert!(mistake("title = 'x'").1.contains("no experiment"));
        let help = Plan::parse("levels = ['@tiles']").unwrap_err().help();
        assert_eq!(help.as_deref(), Some("write a line [[experiment]] above it"));
        let twice = plan("name = 'a'\nmethods = ['bfs']").repeat(2);
        assert!(mistake(&twice).1.contains("two experiments"));
    }

    #[test]
    fn methods_are_those_of_the_game() {
        let text = "[[experiment]]\nlevels = ['x']\nalgorithms = ['astar', 'bfs']\nheuristics = ['all', 'zero']";
        let plan = Plan::parse(text).unwrap();
        let names = |id: &str| -> Vec<String> {
            let game = quadrille::games::by_id(id).unwrap();
            plan.experiments[0].methods_of(game, &[]).iter().map(ToString::to_string).collect()
        };
        let expected =
            ["astar with lone", "astar with gather", "astar with score", "astar with zero", "bfs"];
        assert_eq!(names("squares"), expected);
        assert!(names("zhed").contains(&"astar with h5".to_string()));
    }

    #[test]
    fn samples_are_spread_evenly() {
        let text = "[[experiment]]\nlevels = ['x']\nmethods = ['bfs']\nsample = 3";
        let experiment = &Plan::parse(text).unwrap().experiments[0];
        assert_eq!(experiment.sampled((0..10).collect()), [0, 3, 6]);
        assert_eq!(experiment.sampled(vec![1, 2]), [1, 2]);
    }
}
