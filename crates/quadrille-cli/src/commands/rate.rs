//! `quadrille rate`: rates how hard levels are for a person.

use std::num::NonZeroUsize;
use std::thread;

use clap::Args;
use quadrille::generate::{self, Rating, Unrated};
use quadrille::levels::Level;
use quadrille::search::{Control, Limits, Stop};
use quadrille_base::quantities;

use super::text_of;
use crate::Context;
use crate::args::{FILES, LevelArgs};
use crate::each::Each;
use crate::errors::Fault;
use crate::exit::{self, Abort, Exit};
use crate::input::Item;
use crate::output::json;
use crate::output::table;
use crate::printable;

const EXAMPLES: &str = "\
Examples:
  quadrille rate levels.txt
  quadrille rate @tiles --json
  quadrille rate levels.txt --level first

Columns:
  score       the higher the harder: easy below 10, medium below 20, hard below 35, expert from 35
  moves       the length of the shortest plan
  choices     different legal moves along the plan, on average
  right       share of them that some shortest plan continues with
  misleading  share of the best-looking moves (by the game's heuristic) that are wrong
  dead ends   share of moves after which there is no plan
  plans       number of shortest plans, ignoring the order of independent moves
  board       share of the board that a shortest plan changes

";

/// Rate how hard levels are for a person
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, FILES, "\n\n", exit::HELP]))]
pub struct RateArgs {
    #[command(flatten)]
    input: RatingInput,

    /// Print one JSON object per level and line
    #[arg(long)]
    json: bool,
}

/// Levels that are solved and rated.
#[derive(Args, Debug)]
pub struct RatingInput {
    #[command(flatten)]
    pub levels: LevelArgs,

    /// Stop each search after this many expanded positions: 1_000_000, 10k, 5M
    #[arg(short = 'n', long, value_name = "COUNT", default_value = "1M", value_parser = quantities::count)]
    max_nodes: u64,

    /// Rate this many levels in parallel [default: one per core]
    #[arg(short, long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

impl RatingInput {
    pub fn workers(&self) -> usize {
        workers(self.jobs)
    }

    /// The limits of one search.
    pub fn limits(&self) -> Limits {
        Limits { max_nodes: Some(self.max_nodes), max_time: None, max_memory: None }
    }
}

const COLUMNS: [(&str, bool); 12] = [
    ("level", false),
    ("score", true),
    ("", false),
    ("moves", true),
    ("choices", true),
    ("right", true),
    ("misleading", true),
    ("dead ends", true),
    ("plans", true),
    ("board", true),
    ("pieces", true),
    ("order", true),
];

/// The number of threads: the given one, or one per core.
pub fn workers(requested: Option<u16>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    requested.map_or_else(cores, usize::from)
}

pub fn run(args: &RateArgs, context: &mut Context) -> Result<Exit, Abort> {
    let items = args.input.levels.load(context)?;
    let (jobs, limits) = (args.input.workers(), args.input.limits());
    let each = Each { items: &items, doing: "rating", jobs, limits, json: args.json };
    let work = |_, level: &Level, control: Control| match generate::rate(level, &control) {
        Ok(rating) => Ok(Some(rating)),
        Err(Unrated::Unsolved(Stop::Cancelled)) => Ok(None),
        Err(unrated) => Err(failure(&unrated)),
    };
    let mut table = (!args.json).then(|| table::new(&context.console, &COLUMNS));
    let mut print = |context: &mut Context, item: &Item, _: &Level, rating: Option<Rating>| {
        // None if the user stopped the program.
        let Some(rating) = rating else { return Ok(Exit::Fine) };
        match &mut table {
            None => context.console.json(&json::LevelResult::new(item, &rating))?,
            Some(table) => drop(table.add_row(row(item, &rating))),
        }
        Ok(Exit::Fine)
    };
    let exit = each.run(context, |_| String::new(), work, &mut print)?;
    if let Some(table) = table.filter(|table| !table.is_empty()) {
        table::print(&mut context.console, &table)?;
    }
    Ok(exit)
}

fn row(item: &Item, rating: &Rating) -> [String; COLUMNS.len()] {
    let share = |share: f64| format!("{:.0} %", 100.0 * share);
    let parts = &rating.parts;
    [
        printable::line(&item.title).into_owned(),
        rating.score.to_string(),
        rating.difficulty.to_string(),
        parts.moves.to_string(),
        format!("{:.1}", parts.choices),
        share(parts.right),
        share(parts.misleading),
        share(parts.dead_ends),
        parts.plans.map_or("many".to_string(), |plans| plans.to_string()),
        share(parts.board),
        parts.pieces.to_string(),
        format!("{:.1}", rating.order),
    ]
}

fn failure(unrated: &Unrated) -> Fault {
    let fault = Fault::new(format!("no rating: {unrated}"));
    match unrated {
        Unrated::Unfit | Unrated::Costs => fault,
        Unrated::Unsolvable => fault.exit(Exit::No),
        Unrated::Unsolved(_) => fault.help("allow more with --max-nodes").exit(Exit::Limit),
    }
}
