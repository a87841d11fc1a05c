//! `quadrille play`: plays the games in a terminal.

use std::ffi::OsString;

use clap::{Args, ValueHint};

use quadrille::Method;
use quadrille::heuristics::Expression;

use super::text_of;
use crate::Context;
use crate::args::{FILES, MethodParser};
use crate::exit::{Abort, Exit};
use crate::play;
use crate::request;

const EXAMPLES: &str = "\
Examples:
  quadrille play                          choose from all levels, or continue
  quadrille play zhed                     choose from the levels of a game
  quadrille play levels.txt --level hard  play a level of a file
  quadrille play --plain @classics        line by line, for screen readers and pipes
  quadrille play level.txt --algorithm 'greedy with collinear'  watch the plan of a search at once

Press ? in the game for all keys. Your progress is saved in $XDG_DATA_HOME/quadrille/progress.json \
(or ~/.local/share/quadrille/progress.json).

";

/// Play in the terminal, with hints from the solver
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, FILES]))]
pub struct PlayArgs {
    /// Play this game, path, '@PACK' or share code
    #[arg(value_name = "GAME|FILE|CODE", value_hint = ValueHint::FilePath)]
    what: Option<OsString>,

    /// Choose the level with this name or index (from 0)
    #[arg(short, long, value_name = "NAME")]
    level: Option<String>,

    /// Solve the level with this method and show the plan, as 'astar' or 'greedy with h1'
    ///
    /// The method is also used while you play. 'quadrille list algorithms' shows them all.
    #[arg(short, long, value_name = "METHOD", value_parser = MethodParser, hide_possible_values = true)]
    algorithm: Option<Method>,

    /// Use this heuristic with --algorithm [default: that of the game]
    #[arg(
        long,
        value_name = "NAME",
        requires = "algorithm",
        value_parser = request::expression,
        allow_hyphen_values = true
    )]
    heuristic: Option<Expression>,

    /// Show moves without animation
    #[arg(long)]
    no_animation: bool,

    /// Play line by line, with boards as text
    ///
    /// This is the default where the input or the output is not a terminal.
    #[arg(long)]
    plain: bool,
}

pub fn run(args: PlayArgs, context: &mut Context) -> Result<Exit, Abort> {
    let method = args
        .algorithm
        .map(|algorithm| request::combined(&algorithm, args.heuristic.as_ref()))
        .transpose()?;
    let options = play::Options {
        method,
        what: args.what,
        level: args.level,
        animated: !args.no_animation,
        plain: args.plain,
    };
    play::run(&options, context)
}
