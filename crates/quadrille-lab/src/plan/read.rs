//! Reads plans from TOML.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use quadrille::Method;
use quadrille::diagnostic::Diagnostic;
use quadrille::games::{Game, Games};
use quadrille::heuristics::Expression;
use quadrille::levels;
use quadrille::search::{Algorithm, Limits};
use quadrille_base::quantities;
use serde::Deserialize;
use toml::Spanned;

use super::{Experiment, MethodChoice, Plan, bad_plan};
use crate::contender::Contender;
use crate::default_limits;
use crate::foreign::{FIGURE, Foreign, is_attribute};
use crate::planner::PLANNERS;

/// The word for all methods or heuristics.
const ALL: &str = "all";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPlan {
    #[serde(default)]
    title: String,
    #[serde(default)]
    limits: RawLimits,
    repeats: Option<Spanned<u32>>,
    #[serde(default)]
    method: Vec<RawCommand>,
    #[serde(default)]
    experiment: Vec<Spanned<RawExperiment>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCommand {
    name: Option<Spanned<String>>,
    command: Option<Spanned<String>>,
    planner: Option<Spanned<String>>,
    format: Option<Spanned<String>>,
    game: Option<Spanned<String>>,
    #[serde(default)]
    with_optimum: bool,
    #[serde(default)]
    attributes: BTreeMap<String, Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawExperiment {
    name: Option<Spanned<String>>,
    levels: Vec<Spanned<String>>,
    game: Option<Spanned<String>>,
    #[serde(default)]
    only: Vec<String>,
    sample: Option<Spanned<usize>>,
    #[serde(default)]
    methods: Vec<Spanned<String>>,
    #[serde(default)]
    algorithms: Vec<Spanned<String>>,
    #[serde(default)]
    heuristics: Vec<Spanned<String>>,
    #[serde(default)]
    limits: RawLimits,
    repeats: Option<Spanned<u32>>,
}

#[derive(Deserialize, Default, Clone)]
#[serde(deny_unknown_fields)]
struct RawLimits {
    time: Option<Spanned<String>>,
    nodes: Option<Spanned<Amount>>,
    memory: Option<Spanned<Amount>>,
}

/// A number, or a text with a unit.
#[derive(Deserialize, Clone)]
#[serde(untagged)]
enum Amount {
    Number(u64),
    Text(String),
}

impl Amount {
    fn text(&self) -> String {
        match self {
            Amount::Number(number) => number.to_string(),
            Amount::Text(text) => text.clone(),
        }
    }
}

/// Reads a plan that may name these games.
pub(super) fn plan(games: &Games, text: &str) -> Result<Plan, Diagnostic> {
    let raw: RawPlan = toml::from_str(text).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        let mistake = bad_plan(span.clone(), error.message().to_string());
        // A common mistake: a plan of one experiment without its header.
        match text.get(span) {
            Some("levels" | "methods" | "algorithms" | "heuristics" | "sample" | "game") => {
                mistake.with_help("write a line [[experiment]] above it")
            }
            _ => mistake,
        }
    })?;
    if raw.experiment.is_empty() {
        return Err(bad_plan(0..0, "the plan has no experiment").with_help(
            "add a part that begins with [[experiment]] and has 'levels' and 'methods'",
        ));
    }
    let commands = read_commands(games, &raw.method)?;
    let mut names = BTreeSet::new();
    let mut experiments = Vec::new();
    for (index, experiment) in raw.experiment.iter().enumerate() {
        let shared = (&raw.limits, raw.repeats.as_ref(), commands.as_slice());
        let game = known_game(games, experiment.get_ref().game.as_ref())?;
        let experiment = read(experiment, (index, game), shared, text)?;
        if !names.insert(experiment.name.clone()) {
            let span = raw.experiment[index].get_ref().name.as_ref().map_or(0..0, Spanned::span);
            let message = format!("there are two experiments with the name '{}'", experiment.name);
            return Err(bad_plan(span, message).with_help("give each its own name"));
        }
        experiments.push(experiment);
    }
    join_unnamed(&commands, &mut experiments);
    Ok(Plan { title: raw.title, experiments })
}

/// Adds commands that no experiment names to all experiments.
fn join_unnamed(commands: &[(Foreign, Range<usize>)], experiments: &mut [Experiment]) {
    for (command, span) in commands {
        let contender = Contender::Foreign(command.clone());
        let is_it = |choice: &MethodChoice| matches!(choice, MethodChoice::One(other, _) if *other == contender);
        if !experiments.iter().any(|experiment| experiment.methods.iter().any(is_it)) {
            for experiment in &mut *experiments {
                experiment.methods.push(MethodChoice::One(contender.clone(), span.clone()));
            }
        }
    }
}

fn read_commands(
    games: &Games,
    raw: &[RawCommand],
) -> Result<Vec<(Foreign, Range<usize>)>, Diagnostic> {
    let mut commands: Vec<(Foreign, Range<usize>)> = Vec::new();
    for method in raw {
        let (command, called, place) = command_of(method)?;
        let (name, span) = match &method.name {
            Some(name) => (name.get_ref().clone(), name.span()),
            None => (called, place.clone()),
        };
        if command.trim().is_empty() {
            return Err(bad_plan(place, "the command is empty"));
        }
        if name == ALL || name.parse::<Method>().is_ok() {
            let message = format!("'{name}' is the name of a method of Quadrille");
            return Err(bad_plan(span, message).with_help("give the command another name"));
        }
        if commands.iter().any(|(other, _)| other.name == name) {
            let message = format!("there are two methods with the name '{name}'");
            return Err(bad_plan(span, message).with_help("give each its own name"));
        }
        let game = known_game(games, method.game.as_ref())?;
        let format = method.format.as_ref().map_or("native", |format| format.get_ref().as_str());
        let mut all = games.iter().filter(|&other| game.is_none_or(|game| game == other));
        let known = |game: &'static dyn Game| levels::formats(game).iter().any(|f| f.0 == format);
        if let (Some(place), false) = (&method.format, all.any(known)) {
            let message = format!("there is no format '{format}'");
            let names: BTreeSet<&str> = games
                .iter()
                .filter(|&other| game.is_none_or(|game| game == other))
                .flat_map(levels::formats)
                .map(|format| format.0)
                .collect();
            let names = names.into_iter().collect::<Vec<_>>().join(", ");
            return Err(bad_plan(place.span(), message).with_help(format!("there are {names}")));
        }
        let foreign = Foreign {
            name,
            command,
            format: format.to_string(),
            game: game.map(|game| game.id().to_string()),
            with_optimum: method.with_optimum,
            attributes: read_attributes(&method.attributes)?,
        };
        commands.push((foreign, span));
    }
    Ok(commands)
}

fn read_attributes(
    raw: &BTreeMap<String, Spanned<String>>,
) -> Result<BTreeMap<String, String>, Diagnostic> {
    for (name, pattern) in raw {
        if !is_attribute(name) {
            let message = format!("'{name}' cannot be the name of an attribute");
            let help = "choose a word that is not a column of all results";
            return Err(bad_plan(pattern.span(), message).with_help(help));
        }
        if pattern.get_ref().matches(FIGURE).count() != 1 || pattern.get_ref().trim() == FIGURE {
            let help =
                "write a part of a line with {} in place of the figure: 'Evaluated {} state'";
            let message = "an attribute is a text with one {} in it";
            return Err(bad_plan(pattern.span(), message).with_help(help));
        }
    }
    Ok(raw.iter().map(|(name, pattern)| (name.clone(), pattern.get_ref().clone())).collect())
}

/// The command of a method, its default name, and its place.
fn command_of(method: &RawCommand) -> Result<(String, String, Range<usize>), Diagnostic> {
    match (&method.command, &method.planner) {
        (Some(command), None) => {
            Ok((command.get_ref().clone(), command.get_ref().clone(), command.span()))
        }
        (None, Some(planner)) => {
            let name = planner.get_ref();
            let known = PLANNERS.iter().find(|(known, _)| known == name);
            let (name, command) = known.ok_or_else(|| {
                let names = PLANNERS.map(|(name, _)| name).join(", ");
                let help = format!(
                    "there are {names}; for others write a command with {{domain}} and {{problem}}"
                );
                bad_plan(planner.span(), format!("there is no planner '{name}'")).with_help(help)
            })?;
            Ok(((*command).to_string(), (*name).to_string(), planner.span()))
        }
        (Some(command), Some(_)) => {
            Err(bad_plan(command.span(), "the method has both a command and a planner")
                .with_help("leave one of them out"))
        }
        (None, None) => {
            let span = method.name.as_ref().map_or(0..0, Spanned::span);
            let help = "write command = \"…\" or planner = \"fast-downward\"";
            Err(bad_plan(span, "the method has no command").with_help(help))
        }
    }
}

fn known_game(
    games: &Games,
    id: Option<&Spanned<String>>,
) -> Result<Option<&'static dyn Game>, Diagnostic> {
    let Some(id) = id else { return Ok(None) };
    games.by_id(id.get_ref()).map(Some).ok_or_else(|| {
        bad_plan(id.span(), format!("there is no game '{}'", id.get_ref()))
            .with_help(format!("there are {}", games.names()))
    })
}

/// The settings that an experiment takes from its plan: limits, repeats and commands.
type Shared<'p> = (&'p RawLimits, Option<&'p Spanned<u32>>, &'p [(Foreign, Range<usize>)]);

fn read(
    raw: &Spanned<RawExperiment>,
    (index, game): (usize, Option<&'static dyn Game>),
    (limits, repeats, commands): Shared<'_>,
    text: &str,
) -> Result<Experiment, Diagnostic> {
    let experiment = raw.get_ref();
    if let Some(zero) = experiment.sample.as_ref().filter(|sample| *sample.get_ref() == 0) {
        return Err(bad_plan(zero.span(), "a sample has at least 1 level"));
    }
    let repeats = experiment.repeats.as_ref().or(repeats);
    if let Some(bad) = repeats.filter(|repeats| !(1..=1000).contains(repeats.get_ref())) {
        return Err(bad_plan(bad.span(), "repeats go from 1 to 1000"));
    }
    if experiment.levels.is_empty() {
        return Err(bad_plan(raw.span(), "the experiment has no levels")
            .with_help("name files or packs, as in: levels = [\"@classics\"]"));
    }
    Ok(Experiment {
        name: match &experiment.name {
            Some(name) => name.get_ref().clone(),
            None => format!("experiment {}", index + 1),
        },
        sources: experiment
            .levels
            .iter()
            .map(|source| (source.get_ref().clone(), source.span()))
            .collect(),
        game,
        only: experiment.only.clone(),
        sample: experiment.sample.as_ref().map(|sample| *sample.get_ref()),
        limits: read_limits(&experiment.limits, limits)?,
        repeats: repeats.map_or(1, |repeats| *repeats.get_ref()),
        methods: read_methods(raw, commands, text)?,
    })
}

fn read_limits(own: &RawLimits, shared: &RawLimits) -> Result<Limits, Diagnostic> {
    fn amount<T>(
        own: Option<&Spanned<Amount>>,
        shared: Option<&Spanned<Amount>>,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<T>, Diagnostic> {
        let Some(amount) = own.or(shared) else { return Ok(None) };
        let read = read(&amount.get_ref().text());
        read.map(Some).map_err(|message| bad_plan(amount.span(), message))
    }
    let defaults = default_limits();
    let time = match own.time.as_ref().or(shared.time.as_ref()) {
        None => defaults.max_time,
        Some(time) => Some(
            quantities::duration(time.get_ref())
                .map_err(|message| bad_plan(time.span(), message))?,
        ),
    };
    let memory = amount(own.memory.as_ref(), shared.memory.as_ref(), quantities::size)?;
    Ok(Limits {
        max_time: time,
        max_nodes: amount(own.nodes.as_ref(), shared.nodes.as_ref(), quantities::count)?,
        max_memory: memory.map_or(defaults.max_memory, |bytes| {
            Some(usize::try_from(bytes).unwrap_or(usize::MAX))
        }),
    })
}

/// Places an error within a quoted text of the plan.
fn within(span: Range<usize>, text: &str, error: Diagnostic) -> Diagnostic {
    // The offset counts from behind the quote; texts with escapes are marked as a whole.
    let quoted = text.get(span.clone()).unwrap_or("");
    let quotes = quoted.len() - quoted.trim_start_matches(['"', '\'']).len();
    let start = span.start + quotes + error.span().start;
    let end = start + error.span().len().max(1);
    let place = if quoted.contains('\\') || end > span.end { span } else { start..end };
    bad_plan(place, error.message())
}

fn read_methods(
    raw: &Spanned<RawExperiment>,
    commands: &[(Foreign, Range<usize>)],
    text: &str,
) -> Result<Vec<MethodChoice>, Diagnostic> {
    let experiment = raw.get_ref();
    let mut choices = Vec::new();
    for method in &experiment.methods {
        if method.get_ref() == ALL {
            choices.push(MethodChoice::Defaults);
            continue;
        }
        let foreign = commands.iter().find(|(command, _)| command.name == *method.get_ref());
        let contender = match foreign {
            Some((command, _)) => Contender::Foreign(command.clone()),
            None => {
                let read = method.get_ref().parse();
                Contender::Ours(read.map_err(|error| within(method.span(), text, error))?)
            }
        };
        choices.push(MethodChoice::One(contender, method.span()));
    }
    let mut algorithms: Vec<(Algorithm, Range<usize>)> = Vec::new();
    for algorithm in &experiment.algorithms {
        let read = quadrille::registry::algorithm(algorithm.get_ref());
        let read = read.map_err(|error| within(algorithm.span(), text, error))?;
        algorithms.push((read, algorithm.span()));
    }
    if let (Some(heuristic), true) = (experiment.heuristics.first(), algorithms.is_empty()) {
        return Err(bad_plan(
            heuristic.span(),
            "there are heuristics, but no algorithms that use them",
        )
        .with_help("add them, as in: algorithms = [\"astar\"]"));
    }
    let mut has_heuristics = false;
    for heuristic in &experiment.heuristics {
        has_heuristics = true;
        if heuristic.get_ref() == ALL {
            let algorithms = algorithms.iter().map(|algorithm| algorithm.0);
            let asking = algorithms.filter(|algorithm| algorithm.uses_heuristic());
            choices.push(MethodChoice::EveryHeuristic(asking.collect()));
            continue;
        }
        let read: Expression =
            heuristic.get_ref().parse().map_err(|error| within(heuristic.span(), text, error))?;
        for (algorithm, _) in algorithms.iter().filter(|(a, _)| a.uses_heuristic()) {
            let method = Method { heuristic: Some(read.clone()), ..Method::from(*algorithm) };
            choices.push(MethodChoice::One(method.into(), heuristic.span()));
        }
    }
    for (algorithm, span) in algorithms {
        if !has_heuristics || !algorithm.uses_heuristic() {
            choices.push(MethodChoice::One(Method::from(algorithm).into(), span));
        }
    }
    if choices.is_empty() && commands.is_empty() {
        return Err(bad_plan(raw.span(), "the experiment has no methods").with_help(
            "add them, as in: methods = [\"bfs\", \"astar with relaxed\"], or methods = [\"all\"]",
        ));
    }
    Ok(choices)
}
