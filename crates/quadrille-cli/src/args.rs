//! Arguments that several commands share, and how their values are read.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Command};
use quadrille::games::{self, Game};
use quadrille::registry::{ALGORITHMS, Algorithm};

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
