//! A schedule: a plan with its levels at hand, as a list of trials in a fixed order.

use std::collections::BTreeMap;
use std::time::Duration;

use quadrille::Method;
use quadrille::games::Game;
use quadrille::levels::{Diagnostic, Level};
use quadrille::search::Limits;
use serde::{Deserialize, Serialize};

use crate::fingerprint;
use crate::plan::Plan;

/// A level that methods are tried on.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Where it comes from: a file, a pack or a share code.
    pub source: String,
    /// What it is called there.
    pub name: String,
    /// The level.
    pub level: Level,
}

/// One trial that is to be made.
#[derive(Clone, Debug)]
pub struct Task {
    /// The experiment that it belongs to.
    pub experiment: String,
    /// The number of its level in [`Schedule::subjects`].
    pub subject: usize,
    /// The method, with its heuristic said.
    pub method: Method,
    /// The bounds.
    pub limits: Limits,
    /// Which of the repeats it is, from 0.
    pub repeat: u32,
}

/// All trials of a plan.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// What the plan is about.
    pub title: String,
    /// The levels, each board once.
    pub subjects: Vec<Subject>,
    /// The fingerprints of the levels.
    pub fingerprints: Vec<String>,
    /// The trials. A level comes with all its methods before the next, so that a part of the results is of use too.
    pub tasks: Vec<Task>,
    /// What decides whether results belong to this plan.
    pub identity: Identity,
}

/// What the results of a plan depend on. Two plans with the same identity have the same rows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Identity(Vec<Part>);

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Part {
    experiment: String,
    levels: Vec<String>,
    methods: BTreeMap<String, Vec<String>>,
    milliseconds: Option<u64>,
    nodes: Option<u64>,
    bytes: Option<u64>,
    repeats: u32,
}

impl Identity {
    /// What is different in another, in words.
    pub fn difference(&self, other: &Identity) -> Option<String> {
        if self == other {
            return None;
        }
        let names = |identity: &Identity| -> Vec<String> {
            identity.0.iter().map(|part| part.experiment.clone()).collect()
        };
        if names(self) != names(other) {
            let quoted = |names: Vec<String>| format!("'{}'", names.join("', '"));
            return Some(format!(
                "the experiments were {} and are now {}",
                quoted(names(self)),
                quoted(names(other))
            ));
        }
        self.0.iter().zip(&other.0).find_map(|(old, new)| {
            let what = old.difference(new)?;
            Some(format!("in '{}' {what}", old.experiment))
        })
    }
}

impl Part {
    fn difference(&self, new: &Part) -> Option<String> {
        let said = |limit: Option<u64>, unit: &str| match limit {
            Some(limit) => format!("{limit}{unit}"),
            None => "none".to_string(),
        };
        let limits = [
            ("time", self.milliseconds, new.milliseconds, " ms"),
            ("nodes", self.nodes, new.nodes, ""),
            ("memory", self.bytes, new.bytes, " bytes"),
        ];
        for (name, old, new, unit) in limits {
            if old != new {
                let (old, new) = (said(old, unit), said(new, unit));
                return Some(format!("the limit of {name} was {old} and is now {new}"));
            }
        }
        if self.repeats != new.repeats {
            return Some(format!(
                "there were {} repeats and are now {}",
                self.repeats, new.repeats
            ));
        }
        for (game, methods) in &self.methods {
            let now = new.methods.get(game).map_or(&[][..], Vec::as_slice);
            if methods != now {
                let gone = methods.iter().find(|method| !now.contains(method));
                let come = now.iter().find(|method| !methods.contains(method));
                return Some(match (gone, come) {
                    (Some(gone), _) => format!("the method '{gone}' is gone ({game})"),
                    (None, Some(come)) => format!("the method '{come}' is new ({game})"),
                    (None, None) => format!("the methods are in another order ({game})"),
                });
            }
        }
        let missing = self.levels.iter().filter(|level| !new.levels.contains(level)).count();
        let added = new.levels.iter().filter(|level| !self.levels.contains(level)).count();
        (self != new).then(|| match (missing, added) {
            (0, 0) => "the levels are in another order".to_string(),
            (missing, added) => {
                format!("the levels are others: {missing} of the old are gone, {added} are new")
            }
        })
    }
}

impl Schedule {
    /// All trials of a plan, with the levels of each of its experiments: per experiment, per source.
    pub fn new(plan: &Plan, levels: Vec<Vec<Vec<Subject>>>) -> Result<Schedule, Diagnostic> {
        let mut schedule = Schedule {
            title: plan.title.clone(),
            subjects: Vec::new(),
            fingerprints: Vec::new(),
            tasks: Vec::new(),
            identity: Identity(Vec::new()),
        };
        for (experiment, sources) in plan.experiments.iter().zip(levels) {
            let subjects: Vec<Subject> =
                sources.into_iter().flat_map(|source| experiment.sampled(source)).collect();
            let mut games: Vec<&'static dyn Game> = Vec::new();
            for subject in &subjects {
                if !games.contains(&subject.level.game) {
                    games.push(subject.level.game);
                }
            }
            experiment.check(&games)?;
            let mut numbers = Vec::new();
            for subject in subjects {
                let number = schedule.number_of(subject);
                if !numbers.contains(&number) {
                    numbers.push(number);
                }
            }
            let methods: BTreeMap<&'static str, Vec<Method>> =
                games.iter().map(|&game| (game.id(), experiment.methods_of(game))).collect();
            let identity = Part {
                experiment: experiment.name.clone(),
                levels: numbers.iter().map(|&n| schedule.fingerprints[n].clone()).collect(),
                methods: methods
                    .iter()
                    .map(|(game, methods)| {
                        (game.to_string(), methods.iter().map(ToString::to_string).collect())
                    })
                    .collect(),
                milliseconds: experiment.limits.time.map(milliseconds),
                nodes: experiment.limits.nodes,
                bytes: experiment.limits.memory.map(|bytes| bytes as u64),
                repeats: experiment.repeats,
            };
            schedule.identity.0.push(identity);
            for subject in numbers {
                let methods = &methods[schedule.subjects[subject].level.game.id()];
                for repeat in 0..experiment.repeats {
                    schedule.tasks.extend(methods.iter().map(|method| Task {
                        experiment: experiment.name.clone(),
                        subject,
                        method: method.clone(),
                        limits: experiment.limits,
                        repeat,
                    }));
                }
            }
        }
        Ok(schedule)
    }

    fn number_of(&mut self, subject: Subject) -> usize {
        let print = fingerprint(&subject.level);
        if let Some(number) = self.fingerprints.iter().position(|other| *other == print) {
            return number;
        }
        self.fingerprints.push(print);
        self.subjects.push(subject);
        self.subjects.len() - 1
    }

    /// The most memory that a trial may take.
    pub fn most_memory(&self) -> usize {
        self.tasks.iter().filter_map(|task| task.limits.memory).max().unwrap_or(0)
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
