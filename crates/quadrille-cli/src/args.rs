//! Arguments that several commands share, and their parsers.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::Path;
use std::time::Duration;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command, ValueHint};
use quadrille::Method;
use quadrille::diagnostic::Diagnostic;
use quadrille::games::{self, Game};
use quadrille::heuristics::Expression;
use quadrille::levels::Level;
use quadrille::registry::ALGORITHMS;
use quadrille::search::Limits;
use quadrille_base::memory;
use quadrille_base::quantities;
use quadrille_lab::{Contender, Foreign, MethodChoice, default_limits};

use crate::Context;
use crate::errors::Fault;
use crate::input::{self, Item};
use crate::printable;
use crate::puzzles::{self, Puzzles};
use crate::request::resolved;

/// The forms of a FILE, for the help of the commands that take one.
pub const FILES: &str = "\
A FILE is a path, '-' for the standard input, a pack that ships with the program ('@NAME', see 'quadrille list levels'), \
or a share code. Format and game are detected. A puzzle, your own ('my.puzzle') or one that ships with \
the program ('@lights.puzzle'), stands for its levels.";

#[derive(Args, Clone, Debug)]
pub struct Selection {
    /// Read the levels as levels of this game
    #[arg(short, long, value_name = "GAME", value_parser = GameParser)]
    pub game: Option<GameName>,

    /// Choose the level with this name or index (from 0); may be repeated
    #[arg(short, long = "level", value_name = "NAME")]
    pub levels: Vec<String>,
}

impl Selection {
    pub fn all() -> Selection {
        Selection { game: None, levels: Vec::new() }
    }
}

/// The levels of a command.
#[derive(Args, Clone, Debug)]
pub struct LevelArgs {
    /// Read levels from a path, '-', '@PACK' or a share code
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<OsString>,

    #[command(flatten)]
    pub selection: Selection,
}

impl LevelArgs {
    pub fn load(&self, context: &mut Context) -> Result<Vec<Item>, Fault> {
        input::load(&mut context.puzzles, &self.files, &self.selection)
    }
}

/// The name of a game, or of a file with a puzzle. It is looked up when all puzzles are loaded.
#[derive(Clone, Debug)]
pub struct GameName(String);

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&dyn Game> for GameName {
    fn from(game: &dyn Game) -> GameName {
        GameName(game.id().to_string())
    }
}

impl GameName {
    pub fn find(&self, puzzles: &mut Puzzles) -> Result<&'static dyn Game, Fault> {
        let GameName(name) = self;
        let is_game = puzzles.games().by_id(name).is_some();
        if puzzles::is_name(name) || !is_game && Path::new(name).is_file() {
            return puzzles.game(name);
        }
        puzzles.games().by_id(name).ok_or_else(|| {
            let names = puzzles.games().names();
            Fault::new(format!("there is no game '{}'", printable::line(name)))
                .help(format!("the games are {names}; a puzzle of your own is a file, 'my.puzzle' or 'game.puzzlescript'"))
        })
    }
}

/// Parses the name of a game. Shells complete the built-in ones.
#[derive(Clone, Copy, Debug)]
pub struct GameParser;

impl TypedValueParser for GameParser {
    type Value = GameName;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<GameName, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value).map(GameName)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = games::ALL.iter().map(|game| PossibleValue::new(game.id()).help(game.title()));
        Some(Box::new(names))
    }
}

/// Parses a method. Shells complete the names of algorithms.
#[derive(Clone, Copy, Debug)]
pub struct MethodParser;

impl TypedValueParser for MethodParser {
    type Value = Method;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Method, clap::Error> {
        let read = |text: &str| text.parse::<Method>();
        read.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(algorithm_names()))
    }
}

fn algorithm_names() -> impl Iterator<Item = PossibleValue> {
    ALGORITHMS.iter().map(|info| PossibleValue::new(info.name).help(info.about))
}

/// A method of the library, or the search on disk, which needs a folder and so is not such a
/// method.
#[derive(Clone, PartialEq, Debug)]
pub enum Way {
    Method(Method),
    External,
}

pub const EXTERNAL: &str = "external";
pub const ABOUT_EXTERNAL: &str =
    "breadth-first on disk, for spaces larger than memory; needs --scratch";

impl Default for Way {
    fn default() -> Way {
        Way::Method(Method::default())
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Way::Method(method) => method.fmt(f),
            Way::External => f.write_str(EXTERNAL),
        }
    }
}

/// Parses a [`Way`]. Shells complete the names of algorithms.
#[derive(Clone, Copy, Debug)]
pub struct WayParser;

impl TypedValueParser for WayParser {
    type Value = Way;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Way, clap::Error> {
        let read = |text: &str| match text {
            EXTERNAL => Ok(Way::External),
            text => text.parse::<Method>().map(Way::Method),
        };
        read.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let external = PossibleValue::new(EXTERNAL).help(ABOUT_EXTERNAL);
        Some(Box::new(algorithm_names().chain([external])))
    }
}

#[derive(Args, Clone, Copy, Debug)]
pub struct LimitArgs {
    /// Stop each search after this time: 500ms, 10s, 2m, 1h30m
    ///
    /// Without it there is no limit, but 'compare' and 'lab run' stop after 10s.
    #[arg(short = 't', long, value_name = "TIME", value_parser = quantities::duration)]
    max_time: Option<Duration>,

    /// Stop each search after this many expanded positions: 1_000_000, 10k, 5M
    #[arg(short = 'n', long, value_name = "COUNT", value_parser = quantities::count)]
    max_nodes: Option<u64>,

    /// Stop each search when its tables hold this much: 64MiB, 2GiB, 500MB
    ///
    /// By default, parallel searches share three quarters of the free memory; 'compare' and 'lab
    /// run' allow 1GiB.
    #[arg(short = 'm', long, value_name = "SIZE", value_parser = quantities::size)]
    max_memory: Option<u64>,
}

impl LimitArgs {
    fn given(&self) -> bool {
        self.max_time.is_some() || self.max_nodes.is_some() || self.max_memory.is_some()
    }

    /// Fills in the limits that were not given.
    fn or(&self, defaults: Limits) -> Limits {
        let memory = self.max_memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        Limits {
            max_time: self.max_time.or(defaults.max_time),
            max_nodes: self.max_nodes.or(defaults.max_nodes),
            max_memory: memory.or(defaults.max_memory),
        }
    }

    /// The limits of each of `jobs` parallel searches, which share three quarters of the free
    /// memory by default.
    pub fn limits(&self, jobs: usize) -> Limits {
        let bytes = memory::budget() / jobs.max(1) as u64;
        let share = usize::try_from(bytes).unwrap_or(usize::MAX);
        self.or(Limits { max_nodes: None, max_time: None, max_memory: Some(share) })
    }
}

/// The methods to compare, and the limits of each.
#[derive(Args, Clone, Debug)]
pub struct MethodArgs {
    /// Try these algorithms, separated by commas [default: all]
    ///
    /// Options are in brackets, as in 'beam(500)'. A heuristic can follow, as in 'greedy with h1'.
    /// 'quadrille list algorithms' shows them all.
    #[arg(short, long, value_name = "LIST", value_parser = methods)]
    algorithms: Option<List<Method>>,

    /// Try these heuristics, separated by commas, with every algorithm that uses one
    ///
    /// Formulas are allowed, as in 'max(a,b)'; 'all' stands for all heuristics of the game. By
    /// default each algorithm uses the game's default heuristic, and A* uses every heuristic.
    #[arg(long, value_name = "LIST", value_parser = heuristics, allow_hyphen_values = true)]
    heuristics: Option<List<Wanted>>,

    /// Try an external solver: a command that reads a level and writes a plan; may be repeated
    #[arg(long, value_name = "COMMAND")]
    command: Vec<String>,

    /// Write the level in this format for --command
    #[arg(long, value_name = "FORMAT", default_value = "native", requires = "command")]
    command_format: String,

    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Clone, Debug)]
struct List<T>(Vec<T>);

/// A heuristic, or all of a game.
#[derive(Clone, Debug)]
enum Wanted {
    All,
    One(Expression),
}

fn methods(text: &str) -> Result<List<Method>, Diagnostic> {
    quadrille::split_list(text).into_iter().map(str::parse).collect::<Result<_, _>>().map(List)
}

fn heuristics(text: &str) -> Result<List<Wanted>, Diagnostic> {
    let wanted = |part: &str| match part {
        "all" => Ok(Wanted::All),
        part => part.parse().map(Wanted::One),
    };
    quadrille::split_list(text).into_iter().map(wanted).collect::<Result<_, _>>().map(List)
}

impl MethodArgs {
    /// True if any of these options was given.
    pub fn given(&self) -> bool {
        let methods = self.algorithms.is_some() || self.heuristics.is_some();
        methods || !self.command.is_empty() || self.limits.given()
    }

    pub fn limits(&self) -> Limits {
        self.limits.or(default_limits())
    }

    /// The chosen methods, independent of the game.
    pub fn choices(&self) -> Result<Vec<MethodChoice>, Fault> {
        let heuristics = self.heuristics.as_ref().map_or(&[][..], |list| &list.0);
        let commands = self.command.iter().map(|command| {
            let (name, format) = (command.clone(), self.command_format.clone());
            let foreign = Foreign {
                name,
                command: command.clone(),
                format,
                game: None,
                with_optimum: false,
                attributes: BTreeMap::new(),
            };
            MethodChoice::One(Contender::Foreign(foreign), 0..0)
        });
        let methods = match (&self.algorithms, heuristics.is_empty()) {
            (None, true) => {
                return Ok([MethodChoice::Defaults].into_iter().chain(commands).collect());
            }
            (Some(list), _) => list.0.clone(),
            // With heuristics alone, algorithms that use none are left out.
            (None, false) => {
                let asking = ALGORITHMS.iter().filter(|info| info.uses_heuristic);
                asking.map(|info| Method::from(info.algorithm)).collect()
            }
        };
        let uses_heuristic =
            |method: &Method| method.heuristic.is_none() && method.algorithm.uses_heuristic();
        if !heuristics.is_empty() && !methods.iter().any(uses_heuristic) {
            return Err(Fault::new("none of these algorithms uses a heuristic that can be chosen")
                .help("leave --heuristics out, or add an algorithm that uses one, such as astar"));
        }
        let mut choices = Vec::new();
        for method in methods {
            if heuristics.is_empty() || !uses_heuristic(&method) {
                choices.push(MethodChoice::One(method.into(), 0..0));
                continue;
            }
            choices.extend(heuristics.iter().map(|wanted| match wanted {
                Wanted::All => MethodChoice::EveryHeuristic(vec![method.algorithm]),
                Wanted::One(heuristic) => {
                    let heuristic = Some(heuristic.clone());
                    MethodChoice::One(Method { heuristic, ..method.clone() }.into(), 0..0)
                }
            }));
        }
        choices.extend(commands);
        Ok(choices)
    }

    pub fn of_level(&self, level: &Level) -> Result<Vec<Contender>, Fault> {
        let game = level.game;
        let mut choices = self.choices()?;
        for choice in &mut choices {
            if let MethodChoice::One(Contender::Ours(method), _) = choice {
                *method = resolved(method, game)?;
            }
        }
        Ok(quadrille_lab::chosen(&choices, game, &[&level.grid]))
    }
}
