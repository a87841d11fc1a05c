//! `quadrille describe`: describes a game, or a level, as a search problem.

use std::ffi::OsString;
use std::time::Duration;

use clap::{Args, ValueHint};
use quadrille::describe::{self, Description};
use quadrille::search::{Control, Limits};
use quadrille_base::memory;
use quadrille_base::quantities;

use super::text_of;
use crate::Context;
use crate::args::{FILES, GameName, GameParser, Selection};
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::input;
use crate::output::json::Versioned;
use crate::printable;

const EXAMPLES: &str = "\
Examples:
  quadrille describe tiles
  quadrille describe zhed levels.txt --level 12 > formulation.md
  quadrille describe squares @classics --level four-colours --max-positions 5M --json

Prints Markdown: state, initial state, goal test, operators with precondition, effect and cost, an example of a move, branching and the
size of the space. Without a level, a small example of the game is used. The space is explored as far as the limits allow; figures of a
part of it are marked.

";

/// Describe a game, or a level, as a search problem
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, FILES]))]
pub struct DescribeArgs {
    /// Choose the game: a name, or a file with a puzzle
    #[arg(value_name = "GAME", value_parser = GameParser)]
    game: GameName,

    /// Read the level from a path, '-', '@PACK' or a share code [default: an example]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: Option<OsString>,

    /// Choose the level with this name or index (from 0)
    #[arg(short, long, value_name = "NAME", requires = "file")]
    level: Option<String>,

    /// Explore at most this many positions: 1_000_000, 10k, 5M
    #[arg(short = 'n', long, value_name = "COUNT", default_value = "1M", value_parser = quantities::count)]
    max_positions: u64,

    /// Stop exploring and solving, each after this time
    #[arg(short = 't', long, value_name = "TIME", default_value = "10s", value_parser = quantities::duration)]
    max_time: Duration,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &DescribeArgs, context: &mut Context) -> Result<Exit, Abort> {
    let game = args.game.find(&mut context.puzzles)?;
    let level = match &args.file {
        None => None,
        Some(file) => {
            let levels = args.level.iter().cloned().collect();
            let selection = Selection { game: Some(args.game.clone()), levels };
            Some(input::load_one(file, &selection, args.json, context)?.1)
        }
    };
    if level.is_none() && game.formulation().is_none() {
        let fault = Fault::new(format!("there is no example of {}", game.id()));
        return Err(fault.help("name a file with a level after the game").into());
    }
    let limits = Limits {
        max_nodes: Some(args.max_positions),
        max_time: Some(args.max_time),
        max_memory: Some(usize::try_from(memory::budget()).unwrap_or(usize::MAX)),
    };
    let cancel = context.interrupt.arm();
    let control = Control { cancel, ..Control::with_limits(limits) };
    let described = describe::describe(game, level.as_ref(), &control);
    context.interrupt.disarm();
    let described: Description = described.map_err(Fault::from)?;
    if args.json {
        context.console.json(&Versioned::new(&described))?;
    } else {
        context.console.text(&printable::lines(&described.to_markdown()))?;
    }
    Ok(Exit::Fine)
}
