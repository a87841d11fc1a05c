//! `quadrille list`: lists games, algorithms, heuristics, scripts and levels.

mod algorithms;
mod games;
mod heuristics;
mod levels;
mod scripts;

use clap::{Args, Subcommand};

use crate::Context;
use crate::args::{FILES, GameName, GameParser};
use crate::exit::{Abort, Exit};

/// List games, algorithms, heuristics, scripts or levels
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quadrille list games
  quadrille list heuristics --game tiles
  quadrille list scripts zhed-h1      the text of a script, to start from
  quadrille list levels               the packs that ship with the program
  quadrille list levels @classics     the levels of one of them
  quadrille list levels *.txt --json")]
pub struct ListArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// List the games, with their rules, moves and formats
    Games(Plain),
    /// List the algorithms, with their options and optimality
    Algorithms(Plain),
    /// List the heuristics, with their options and properties
    Heuristics(OfGame),
    /// List the scripts that ship with the program, and the words for writing scripts
    #[command(after_help = crate::scripts::SCRIPTS)]
    Scripts(scripts::ScriptsArgs),
    /// List the packs that ship with the program, or the levels of files
    #[command(after_help = FILES)]
    Levels(levels::LevelsArgs),
}

#[derive(Args, Debug)]
struct Plain {
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
struct OfGame {
    /// List only those of this game
    #[arg(short, long, value_name = "GAME", value_parser = GameParser)]
    game: Option<GameName>,

    #[command(flatten)]
    plain: Plain,
}

pub fn run(args: &ListArgs, context: &mut Context) -> Result<Exit, Abort> {
    match &args.what {
        What::Games(plain) => games::run(plain.json, context),
        What::Algorithms(plain) => algorithms::run(plain.json, context),
        What::Heuristics(of_game) => {
            let game = of_game.game.as_ref().map(|name| name.find(&mut context.puzzles));
            heuristics::run(game.transpose()?, of_game.plain.json, context)
        }
        What::Scripts(args) => scripts::run(args, context),
        What::Levels(args) => levels::run(args, context),
    }
}
