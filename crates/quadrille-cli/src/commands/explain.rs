//! `quadrille explain`: explains why one heuristic expands fewer positions than another.

use std::ffi::OsString;
use std::time::Duration;

use clap::{Args, ValueHint};
use quadrille::games::SolveError;
use quadrille::heuristics::Expression;
use quadrille::levels::Level;
use quadrille::search::{Algorithm, Control, Limits};
use quadrille_base::memory;
use quadrille_base::quantities;
use quadrille_lab::explain::{Explanation, explain};

use super::text_of;
use crate::Context;
use crate::args::{FILES, Selection};
use crate::errors::Fault;
use crate::exit::{self, Abort, Exit};
use crate::input;
use crate::output::json::LevelResult;
use crate::output::progress;
use crate::printable;

const EXAMPLES: &str = "\
Examples:
  quadrille explain @classics --level twins --heuristics relaxed,collinear,zero
  quadrille explain level.txt --heuristics all > explanation.md
  quadrille explain level.txt --heuristics h1,h5 --algorithm greedy --json

Prints Markdown that compares each heuristic with the true distance, along a shortest plan and over all positions, and counts the
expansions of each search: A* must expand every position whose f = g + h is below the optimum, and may expand those at the optimum.

";

/// Explain why one heuristic expands fewer positions than another
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, FILES, "\n\n", exit::HELP]))]
pub struct ExplainArgs {
    /// Read the level from a path, '-', '@PACK' or a share code
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: OsString,

    #[command(flatten)]
    selection: Selection,

    /// Explain these heuristics, separated by commas
    ///
    /// Formulas are allowed, as in 'max(a,b)'; 'all' stands for all heuristics of the game. The
    /// default is those of the game with their default options, and zero.
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    heuristics: Option<String>,

    /// Search with this algorithm
    #[arg(short, long, value_name = "NAME", default_value = "astar", value_parser = quadrille::registry::algorithm)]
    algorithm: Algorithm,

    /// Stop each search and the exploration after this time: 500ms, 10s, 2m
    #[arg(short = 't', long, value_name = "TIME", default_value = "10s", value_parser = quantities::duration)]
    max_time: Duration,

    /// Stop each search after this many expanded positions: 1_000_000, 10k, 5M
    #[arg(short = 'n', long, value_name = "COUNT", value_parser = quantities::count)]
    max_nodes: Option<u64>,

    /// Explore the space of a level with at most this many positions
    #[arg(long, value_name = "COUNT", default_value = "1M", value_parser = quantities::count)]
    max_positions: u64,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &ExplainArgs, context: &mut Context) -> Result<Exit, Abort> {
    let (item, level) = input::load_one(&args.file, &args.selection, args.json, context)?;
    if !args.algorithm.uses_heuristic() {
        return Err(Fault::new(format!("'{}' uses no heuristic", args.algorithm))
            .help("choose one that does, such as astar or greedy; see 'quadrille list algorithms'")
            .into());
    }
    let heuristics = wanted(args.heuristics.as_deref(), &level)?;
    let limits = Limits {
        max_nodes: args.max_nodes,
        max_time: Some(args.max_time),
        max_memory: Some(usize::try_from(memory::budget()).unwrap_or(usize::MAX)),
    };
    let cancel = context.interrupt.arm();
    let control = Control { cancel, ..Control::with_limits(limits) };
    let line = progress::StatusLine::new(heuristics.len() + 2);
    let explained =
        explain(&level, args.algorithm, &heuristics, args.max_positions, &control, |step| {
            line.advance();
            line.set(step.to_string());
        });
    line.clear();
    context.interrupt.disarm();
    let explained = explained.map_err(|error| match error {
        SolveError::Heuristic(error) => {
            Fault::new(format!("{} ({})", error.message(), level.game.id()))
                .help("'quadrille list heuristics' shows those of each game")
        }
        error => error.into(),
    })?;
    if args.json {
        context.console.json(&LevelResult::new(&item, &explained))?;
    } else {
        context.console.text(&printable::lines(&explained.to_markdown(&item.title)))?;
    }
    Ok(exit_of(&explained))
}

/// Parses a list of heuristics and removes duplicates.
fn wanted(list: Option<&str>, level: &Level) -> Result<Vec<Expression>, Fault> {
    let game = level.game;
    let fault = |error: quadrille::diagnostic::Diagnostic| {
        Fault::new(format!("{} ({})", error.message(), game.id()))
            .help("'quadrille list heuristics' shows those of each game")
    };
    let mut all: Vec<Expression> = Vec::new();
    match list {
        None => {
            let names = game.heuristics().iter().map(|info| info.name).chain(["zero"]);
            for name in names {
                all.push(name.parse().map_err(fault)?);
            }
        }
        Some(list) => {
            for part in quadrille::split_list(list) {
                match part {
                    "all" => all.extend(game.every_heuristic_on(&[&level.grid])),
                    part => all.push(part.parse().map_err(fault)?),
                }
            }
        }
    }
    let mut chosen: Vec<Expression> = Vec::new();
    for heuristic in all {
        if !chosen.contains(&heuristic) {
            chosen.push(heuristic);
        }
    }
    Ok(chosen)
}

fn exit_of(explained: &Explanation) -> Exit {
    let mut records = explained.heuristics.iter().map(|one| &one.record);
    if explained.unsolvable {
        Exit::No
    } else if records.any(|record| record.outcome.is_answer()) {
        Exit::Fine
    } else {
        Exit::Limit
    }
}
