//! A schedule: a plan with its levels loaded, as a list of trials in a fixed order.

use std::collections::BTreeMap;
use std::time::Duration;

use quadrille::diagnostic::Diagnostic;
use quadrille::games::Game;
use quadrille::heuristics::{Custom, Expression};
use quadrille::levels::Level;
use quadrille::search::Limits;
use quadrille_base::hash::fnv1a;
use serde::{Deserialize, Serialize};

use crate::contender::Contender;
use crate::fingerprint;
use crate::foreign::Foreign;
use crate::plan::Plan;
use crate::trial::Key;

/// A level of an experiment.
#[derive(Clone, Debug)]
pub struct Subject {
    /// A file, a pack or a share code.
    pub source: String,
    /// The name within the source.
    pub name: String,
    pub level: Level,
    /// The command that made it, if its file has it.
    pub made_by: Option<String>,
}

/// A trial to be run.
#[derive(Clone, Debug)]
pub struct Task {
    pub experiment: String,
    /// The index of its level in [`Schedule::subjects`].
    pub subject: usize,
    /// The method, with its default heuristic filled in.
    pub method: Contender,
    pub limits: Limits,
    /// The index of the repeat, from 0.
    pub repeat: u32,
}

#[derive(Clone, Debug)]
pub struct Schedule {
    /// The title of the plan.
    pub title: String,
    pub subjects: Vec<Subject>,
    pub fingerprints: Vec<String>,
    /// The trials. All methods of a level come before the next level, so that partial results are
    /// useful, too.
    pub tasks: Vec<Task>,
    /// Decides whether results belong to this plan.
    pub identity: Identity,
}

/// Everything that the results of a plan depend on. Two plans with the same identity have the same
/// rows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Identity(Vec<Part>);

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Part {
    experiment: String,
    levels: Vec<String>,
    methods: BTreeMap<String, Vec<String>>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    scripts: BTreeMap<String, String>,
    milliseconds: Option<u64>,
    nodes: Option<u64>,
    bytes: Option<u64>,
    repeats: u32,
}

impl Identity {
    /// Describes the first difference from another identity.
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
                "the experiments changed from {} to {}",
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

impl Identity {
    /// Describes what another plan lacks or changes; `None` if it only has more.
    pub fn lacks(&self, other: &Identity) -> Option<String> {
        self.0.iter().find_map(|old| {
            let Some(new) = other.0.iter().find(|new| new.experiment == old.experiment) else {
                return Some(format!("the experiment '{}' was removed", old.experiment));
            };
            old.lacks(new).map(|what| format!("in '{}' {what}", old.experiment))
        })
    }
}

impl Part {
    fn lacks(&self, new: &Part) -> Option<String> {
        let kept = Part {
            levels: new.levels.clone(),
            methods: new.methods.clone(),
            scripts: scripts_kept(&self.scripts, &new.scripts),
            repeats: new.repeats,
            ..self.clone()
        };
        if let Some(what) = kept.difference(new) {
            return Some(what);
        }
        if new.repeats < self.repeats {
            return Some(format!(
                "the number of repeats changed from {} to {}",
                self.repeats, new.repeats
            ));
        }
        for (game, methods) in &self.methods {
            let now = new.methods.get(game).map_or(&[][..], Vec::as_slice);
            if let Some(gone) = methods.iter().find(|method| !now.contains(method)) {
                return Some(format!("the method '{gone}' was removed ({game})"));
            }
        }
        match self.levels.iter().filter(|level| !new.levels.contains(level)).count() {
            0 => None,
            gone => Some(format!("{gone} of the levels were removed")),
        }
    }

    fn difference(&self, new: &Part) -> Option<String> {
        let text = |limit: Option<u64>, unit: &str| match limit {
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
                let (old, new) = (text(old, unit), text(new, unit));
                return Some(format!("the limit of {name} changed from {old} to {new}"));
            }
        }
        if self.repeats != new.repeats {
            return Some(format!(
                "the number of repeats changed from {} to {}",
                self.repeats, new.repeats
            ));
        }
        let is_changed = |(name, print): &(&String, &String)| {
            new.scripts.get(*name).is_some_and(|new| new != *print)
        };
        if let Some((name, _)) = self.scripts.iter().find(is_changed) {
            return Some(format!("the script '{name}' has changed"));
        }
        for (game, methods) in &self.methods {
            let now = new.methods.get(game).map_or(&[][..], Vec::as_slice);
            if methods != now {
                let gone = methods.iter().find(|method| !now.contains(method));
                let come = now.iter().find(|method| !methods.contains(method));
                return Some(match (gone, come) {
                    (Some(gone), _) => format!("the method '{gone}' was removed ({game})"),
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
                format!("the levels changed: {missing} were removed, {added} are new")
            }
        })
    }
}

/// The scripts of a method, with their fingerprints.
fn scripts(contender: &Contender) -> Vec<(String, String)> {
    let Contender::Ours(method) = contender else { return Vec::new() };
    let customs = method.heuristic.iter().flat_map(Expression::customs);
    let print = |custom: &Custom| custom.fingerprint().map(|print| format!("{print:016x}"));
    customs.filter_map(|custom| Some((custom.to_string(), print(custom)?))).collect()
}

/// The scripts of an extended plan: the old ones and the new ones.
fn scripts_kept(
    old: &BTreeMap<String, String>,
    new: &BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    let mut all = new.clone();
    all.extend(old.iter().map(|(name, print)| (name.clone(), print.clone())));
    all
}

impl Schedule {
    /// All trials of a plan. `levels` are those of each experiment, by source.
    pub fn new(plan: &Plan, levels: Vec<Vec<Vec<Subject>>>) -> Result<Schedule, Diagnostic> {
        let mut schedule = Schedule::imported(&plan.title, &[]);
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
            let methods_of = |game: &'static dyn Game| {
                let levels = numbers.iter().map(|&number: &usize| &schedule.subjects[number].level);
                let boards: Vec<_> =
                    levels.filter(|level| level.game == game).map(|level| &level.grid).collect();
                experiment.methods_of(game, &boards)
            };
            let methods: BTreeMap<&'static str, Vec<Contender>> =
                games.iter().map(|&game| (game.id(), methods_of(game))).collect();
            let limits = experiment.limits;
            let part = Part {
                experiment: experiment.name.clone(),
                levels: numbers.iter().map(|&n| schedule.fingerprints[n].clone()).collect(),
                methods: methods
                    .iter()
                    .map(|(game, methods)| {
                        (game.to_string(), methods.iter().map(ToString::to_string).collect())
                    })
                    .collect(),
                scripts: methods.values().flatten().flat_map(scripts).collect(),
                milliseconds: experiment.limits.max_time.map(milliseconds),
                nodes: experiment.limits.max_nodes,
                bytes: experiment.limits.max_memory.map(|bytes| bytes as u64),
                repeats: experiment.repeats,
            };
            schedule.add(part, &numbers, &methods, limits);
        }
        Ok(schedule)
    }

    fn add(
        &mut self,
        part: Part,
        numbers: &[usize],
        methods: &BTreeMap<&'static str, Vec<Contender>>,
        limits: Limits,
    ) {
        for &subject in numbers {
            let Some(methods) = methods.get(self.subjects[subject].level.game.id()) else {
                continue;
            };
            for repeat in 0..part.repeats {
                self.tasks.extend(methods.iter().map(|method| Task {
                    experiment: part.experiment.clone(),
                    subject,
                    method: method.clone(),
                    limits,
                    repeat,
                }));
            }
        }
        self.identity.0.push(part);
    }

    /// Restores the schedule of stored results.
    pub(crate) fn restored(
        title: &str,
        identity: &Identity,
        subjects: Vec<Subject>,
        commands: Vec<Foreign>,
    ) -> Result<Schedule, String> {
        let mut schedule = Schedule::imported(title, &subjects);
        if identity.0.is_empty() {
            return Err("these results were imported and have no plan".to_string());
        }
        for part in &identity.0 {
            let number =
                |print: &String| schedule.fingerprints.iter().position(|other| other == print);
            let numbers: Vec<usize> = part.levels.iter().filter_map(number).collect();
            if numbers.len() < part.levels.len() {
                return Err("levels of the plan are missing".to_string());
            }
            let mut methods = BTreeMap::new();
            for (id, names) in &part.methods {
                let mut games = schedule.subjects.iter().map(|subject| subject.level.game);
                let game = games.find(|game| game.id() == id);
                let game = game.ok_or_else(|| format!("there is no level of the game '{id}'"))?;
                let contender = |name: &String| {
                    let foreign = commands.iter().find(|foreign| foreign.name == *name);
                    match foreign {
                        Some(foreign) => Ok(Contender::Foreign(foreign.clone())),
                        None => name
                            .parse()
                            .map(Contender::Ours)
                            .map_err(|error| format!("the method '{name}': {error}")),
                    }
                };
                let contenders: Result<Vec<_>, _> = names.iter().map(contender).collect();
                methods.insert(game.id(), contenders?);
            }
            let limits = Limits {
                max_time: part.milliseconds.map(Duration::from_millis),
                max_nodes: part.nodes,
                max_memory: part.bytes.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX)),
            };
            schedule.add(part.clone(), &numbers, &methods, limits);
        }
        Ok(schedule)
    }

    pub(crate) fn imported(title: &str, subjects: &[Subject]) -> Schedule {
        let mut schedule = Schedule {
            title: title.to_string(),
            subjects: Vec::new(),
            fingerprints: Vec::new(),
            tasks: Vec::new(),
            identity: Identity(Vec::new()),
        };
        for subject in subjects {
            schedule.number_of(subject.clone());
        }
        schedule
    }

    /// The key of the trial with this index.
    pub fn key(&self, number: usize) -> Key {
        let task = &self.tasks[number];
        let print = self.fingerprints[task.subject].clone();
        (task.experiment.clone(), print, task.method.to_string(), task.repeat)
    }

    /// The external solvers of the schedule.
    pub fn commands(&self) -> Vec<Foreign> {
        let mut commands: Vec<Foreign> = Vec::new();
        for task in &self.tasks {
            if let Contender::Foreign(foreign) = &task.method
                && !commands.contains(foreign)
            {
                commands.push(foreign.clone());
            }
        }
        commands
    }

    /// A hash of all boards, independent of their order: 16 hexadecimal digits.
    pub fn levels_hash(&self) -> String {
        let mut prints = self.fingerprints.clone();
        prints.sort();
        format!("{:016x}", fnv1a(prints.join(" ").as_bytes()))
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

    pub fn most_memory(&self) -> usize {
        self.tasks.iter().filter_map(|task| task.limits.max_memory).max().unwrap_or(0)
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
