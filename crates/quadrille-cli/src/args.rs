//! Arguments that several commands share, and how their values are read.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Command};
use quadrille::games::{self, Game};
use quadrille::heuristics::Expression;
use quadrille::registry::{ALGORITHMS, Algorithm, AlgorithmInfo, SpecError};
use quadrille::search::Limits;
use quadrille_lab::{Method, cross, default_limits, default_methods, heuristics_of, split_list};

use crate::errors::Fault;
use crate::quantities;

/// What a FILE can be, for the help of the commands that take one.
pub const FILES: &str = "\
A FILE is a path, '-' for the standard input, a pack that comes with the program ('@NAME', see 'quadrille list levels'), \
or a share code. The format is found out, and the game too.";

/// Which levels of the given files are meant.
#[derive(Args, Clone, Debug)]
pub struct Selection {
    /// The game, where a level could be of several
    #[arg(short, long, value_name = "GAME", value_parser = game_parser())]
    pub game: Option<&'static dyn Game>,

    /// The level with this name, or with this index (from 0) when it has no name; may be repeated
    #[arg(short, long = "level", value_name = "NAME")]
    pub levels: Vec<String>,
}

/// Reads the name of a game.
pub fn game_parser() -> impl TypedValueParser<Value = &'static dyn Game> {
    let names = games::ALL.iter().map(|game| PossibleValue::new(game.id()).help(game.title()));
    PossibleValuesParser::new(names)
        .map(|id| games::by_id(&id).expect("the possible values are the identifiers of the games"))
}

/// Reads an algorithm: a name, and options in brackets. Shells complete the names.
#[derive(Clone, Copy, Debug)]
pub struct AlgorithmParser;

impl TypedValueParser for AlgorithmParser {
    type Value = Algorithm;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Algorithm, clap::Error> {
        let read = |text: &str| text.parse::<Algorithm>();
        read.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = ALGORITHMS.iter().map(|info| PossibleValue::new(info.name).help(info.about));
        Some(Box::new(names))
    }
}

/// Which methods are tried, and for how long each.
#[derive(Args, Clone, Debug)]
pub struct MethodArgs {
    /// The algorithms, with commas between them: bfs,astar,beam(500) [default: all]
    #[arg(short, long, value_name = "LIST", value_parser = algorithms)]
    algorithms: Option<List<Algorithm>>,

    /// The heuristics, each for every algorithm that asks one: relaxed,max(a,b); 'all' for all of the game [default: that of
    /// the game, and A* with all]
    #[arg(long, value_name = "LIST", value_parser = heuristics)]
    heuristics: Option<List<Wanted>>,

    /// Stop a method after this time: 500ms, 10s, 2m, 1h [default: 10s]
    #[arg(short = 't', long, value_name = "TIME", value_parser = quantities::duration)]
    max_time: Option<Duration>,

    /// Stop after this many expanded positions: 1_000_000, 10k, 5M [default: no limit]
    #[arg(short = 'n', long, value_name = "COUNT", value_parser = quantities::count)]
    max_nodes: Option<u64>,

    /// Stop when the tables of a search hold this much: 64MiB, 2GiB, 500MB [default: 1GiB]
    #[arg(short = 'm', long, value_name = "SIZE", value_parser = quantities::size)]
    max_memory: Option<u64>,
}

/// Several things in one argument.
#[derive(Clone, Debug)]
struct List<T>(Vec<T>);

/// A heuristic that is asked for, or all of a game.
#[derive(Clone, Debug)]
enum Wanted {
    All,
    One(Expression),
}

fn algorithms(text: &str) -> Result<List<Algorithm>, SpecError> {
    split_list(text).into_iter().map(str::parse).collect::<Result<_, _>>().map(List)
}

fn heuristics(text: &str) -> Result<List<Wanted>, SpecError> {
    let wanted = |part: &str| match part {
        "all" => Ok(Wanted::All),
        part => part.parse().map(Wanted::One),
    };
    split_list(text).into_iter().map(wanted).collect::<Result<_, _>>().map(List)
}

impl MethodArgs {
    /// Whether anything was said.
    pub fn given(&self) -> bool {
        let limits =
            self.max_time.is_some() || self.max_nodes.is_some() || self.max_memory.is_some();
        self.algorithms.is_some() || self.heuristics.is_some() || limits
    }

    /// The bounds of each method.
    pub fn limits(&self) -> Limits {
        let defaults = default_limits();
        let memory = self.max_memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        Limits {
            time: self.max_time.or(defaults.time),
            nodes: self.max_nodes,
            memory: memory.or(defaults.memory),
        }
    }

    /// The methods for levels of a game.
    pub fn of_game(&self, game: &dyn Game) -> Result<Vec<Method>, Fault> {
        if self.algorithms.is_none() && self.heuristics.is_none() {
            return Ok(default_methods(game));
        }
        let every: Vec<Algorithm> = ALGORITHMS.iter().map(|info| info.algorithm).collect();
        let heuristics: Vec<Expression> = self
            .heuristics
            .iter()
            .flat_map(|list| &list.0)
            .flat_map(|wanted| match wanted {
                Wanted::All => heuristics_of(game),
                Wanted::One(heuristic) => vec![heuristic.clone()],
            })
            .collect();
        let algorithms = match &self.algorithms {
            Some(list) => list.0.clone(),
            // Asked for heuristics alone, what asks none has nothing to say.
            None => every.into_iter().filter(|algorithm| algorithm.info().uses_heuristic).collect(),
        };
        let asks = algorithms.iter().any(|algorithm| algorithm.info().uses_heuristic);
        if let (Some(heuristic), false) = (heuristics.first(), asks) {
            return Err(Fault::new(format!(
                "none of these algorithms uses a heuristic, so '{heuristic}' would change nothing"
            ))
            .help("leave --heuristics out, or add an algorithm that uses one, such as astar"));
        }
        let mut names = BTreeSet::new();
        let mut methods = Vec::new();
        for method in cross(&algorithms, &heuristics) {
            let method = method.of_game(game).map_err(|error| {
                Fault::new(format!("{} ({})", error.message, game.id()))
                    .help("'quadrille list heuristics' shows those of each game")
            })?;
            if names.insert(method.to_string()) {
                methods.push(method);
            }
        }
        Ok(methods)
    }

    /// The same as lines of a plan for the lab.
    pub fn plan(&self) -> String {
        // A text in JSON is one in TOML.
        let quoted = |texts: Vec<String>| serde_json::Value::from(texts).to_string();
        let mut plan = String::new();
        if self.algorithms.is_none() && self.heuristics.is_none() {
            plan += "methods = [\"all\"]\n";
        } else {
            let asks = |info: &&AlgorithmInfo| info.uses_heuristic;
            let algorithms = match &self.algorithms {
                Some(list) => list.0.iter().map(ToString::to_string).collect(),
                None => ALGORITHMS.iter().filter(asks).map(|info| info.name.to_string()).collect(),
            };
            let heuristics =
                self.heuristics.iter().flat_map(|list| &list.0).map(|wanted| match wanted {
                    Wanted::All => "all".to_string(),
                    Wanted::One(heuristic) => heuristic.to_string(),
                });
            plan += &format!("algorithms = {}\n", quoted(algorithms));
            plan += &format!("heuristics = {}\n", quoted(heuristics.collect()));
        }
        plan += "[experiment.limits]\n";
        let limits = self.limits();
        if let Some(time) = limits.time {
            plan += &format!("time = \"{}ms\"\n", time.as_millis());
        }
        if let Some(nodes) = limits.nodes {
            plan += &format!("nodes = {nodes}\n");
        }
        if let Some(memory) = limits.memory {
            plan += &format!("memory = {memory}\n");
        }
        plan
    }
}
