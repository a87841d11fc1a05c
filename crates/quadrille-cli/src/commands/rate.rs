//! `quadrille rate`: rates how hard levels are for a person.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::thread;

use clap::{Args, ValueHint};
use comfy_table::Table;
use quadrille::generate::{self, Rating, Unrated};
use quadrille::levels::Level;
use quadrille::search::{Cancel, Control, Limits, Stop};
use quadrille_base::quantities;

use super::text_of;
use crate::Context;
use crate::args::{FILES, Selection};
use crate::each::{Each, LevelError, Reporter};
use crate::errors::Fault;
use crate::exit::{self, Abort, Exit};
use crate::input::{self, Item};
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
    /// Read levels from a path, '-', '@PACK' or a share code
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<OsString>,

    #[command(flatten)]
    selection: Selection,

    /// Stop each search after this many expanded positions: 1_000_000, 10k, 5M
    #[arg(short = 'n', long, value_name = "COUNT", default_value = "1M", value_parser = quantities::count)]
    max_nodes: u64,

    /// Rate this many levels in parallel [default: one per core]
    #[arg(short, long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

impl RatingInput {
    pub fn load(&self, context: &mut Context) -> Result<Vec<Item>, Abort> {
        Ok(input::load(&mut context.puzzles, &self.files, &self.selection)?)
    }

    pub fn workers(&self) -> usize {
        workers(self.jobs)
    }

    /// The control of one search.
    pub fn control(&self, cancel: &Cancel) -> Control {
        let limits = Limits { max_nodes: Some(self.max_nodes), max_time: None, max_memory: None };
        Control { limits, cancel: cancel.clone(), ..Control::default() }
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
    let items = args.input.load(context)?;
    let jobs = args.input.workers();
    let each = Each { items: &items, doing: "rating", jobs, json: args.json };
    let work = |_, level: &Level, cancel: &Cancel| match generate::rate(
        level,
        &args.input.control(cancel),
    ) {
        Ok(rating) => Ok(Some(rating)),
        Err(Unrated::Unsolved(Stop::Cancelled)) => Ok(None),
        Err(unrated) => Err(failure(&unrated)),
    };
    let mut ratings = Ratings {
        json: args.json,
        table: (!args.json).then(|| table::new(&context.console, &COLUMNS)),
    };
    let exit = each.run(context, |_| String::new(), work, &mut ratings)?;
    if let Some(table) = ratings.table.filter(|table| !table.is_empty()) {
        table::print(&mut context.console, &table)?;
    }
    Ok(exit)
}

fn failure(unrated: &Unrated) -> LevelError {
    let fault = Fault::new(format!("no rating: {unrated}"));
    match unrated {
        Unrated::Unfit | Unrated::Costs => fault.into(),
        Unrated::Unsolvable => LevelError { fault, exit: Exit::No },
        Unrated::Unsolved(_) => {
            LevelError { fault: fault.help("allow more with --max-nodes"), exit: Exit::Limit }
        }
    }
}

/// Prints the ratings, or collects them in a table.
struct Ratings {
    json: bool,
    table: Option<Table>,
}

impl Reporter<Option<Rating>> for Ratings {
    fn answer(
        &mut self,
        context: &mut Context,
        item: &Item,
        _level: &Level,
        rating: Option<Rating>,
    ) -> Result<Exit, Abort> {
        // None if the user stopped the program.
        let Some(rating) = rating else { return Ok(Exit::Fine) };
        if self.json {
            context.console.json(&json::LevelResult::new(item, &rating))?;
        }
        if let Some(table) = &mut self.table {
            let share = |share: f64| format!("{:.0} %", 100.0 * share);
            let parts = &rating.parts;
            table.add_row([
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
            ]);
        }
        Ok(Exit::Fine)
    }
}
