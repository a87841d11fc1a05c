//! `quadrille rate`: how hard levels are for a person, and why.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::thread;

use clap::{Args, ValueHint};
use comfy_table::Table;
use quadrille::generate::{self, Rating, Unrated};
use quadrille::search::{Control, Limits, Stop};
use quadrille_lab::runner::{self, News, Order, Panicked};

use super::text_of;
use crate::Context;
use crate::args::{FILES, Selection};
use crate::errors::Fault;
use crate::exit::{self, Abort, Exit};
use crate::harmless;
use crate::input::{self, Complaints, Item};
use crate::output::json;
use crate::output::progress::Line;
use crate::output::table;
use crate::quantities;

const EXAMPLES: &str = "\
Examples:
  quadrille rate levels.txt
  quadrille rate @tiles --json
  quadrille rate levels.txt --level first

Columns:
  score       the higher the harder: easy below 10, medium below 20, hard below 35, expert from there on
  moves       the length of the shortest plan
  choices     how many different moves there are on the way, on average
  right       how many of them are right: some shortest plan goes on with them
  misleading  how many of those that look best, by the game's own heuristic, are wrong
  dead ends   how many leave no plan at all
  plans       how many shortest plans there are, but for the order of moves that do not depend on each other
  board       how much of the board a shortest plan changes

";

/// Rate how hard levels are for a person
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, FILES, "\n\n", exit::HELP]))]
pub struct RateArgs {
    /// Where the levels are: a path, '-', '@PACK' or a share code
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<OsString>,

    #[command(flatten)]
    selection: Selection,

    /// Stop each search after this many expanded positions: 1_000_000, 10k, 5M
    #[arg(short = 'n', long, value_name = "COUNT", default_value = "1M", value_parser = quantities::count)]
    max_nodes: u64,

    /// Rate this many levels side by side [default: as many as there are cores]
    #[arg(short, long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Print one JSON object a level a line, in the order of the levels
    #[arg(long)]
    json: bool,
}

/// How many threads work: as many as asked for, or one a core.
pub fn workers(asked: Option<u16>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    asked.map_or_else(cores, usize::from)
}

/// Rates everything that was asked for.
pub fn run(args: &RateArgs, context: &mut Context) -> Result<Exit, Abort> {
    let items = input::load(&args.files, &args.selection);
    let cancel = context.interrupt.arm();
    let limits = Limits { nodes: Some(args.max_nodes), time: None, memory: None };
    let work = |number: usize| match &items[number].level {
        _ if cancel.is_cancelled() => None,
        Err(_) => Some(None),
        Ok(level) => {
            let control = Control { limits, cancel: cancel.clone(), ..Control::default() };
            Some(Some(generate::rate(level, &control)))
        }
    };
    let mut summary = Summary::new(args, context);
    let line = Line::new(items.len());
    let doing = |number: usize| format!("rating {}", items[number].full_name());
    let spec = (items.len(), workers(args.jobs), Order::Numbers);
    let end = runner::run(spec, doing, work, |news| {
        let told = match news {
            News::Tick => {
                line.say(String::new());
                Ok(())
            }
            News::Result(number, result) => {
                line.advance();
                line.aside(|| summary.tell(context, &items[number], result))
            }
        };
        told.inspect_err(|_| cancel.cancel())
    });
    line.clear();
    context.interrupt.disarm();
    end?;
    summary.complaints.finish();
    if let Some(table) = summary.table.filter(|table| !table.is_empty()) {
        table::print(&mut context.console, &table)?;
    }
    Ok(summary.exit)
}

struct Summary<'a> {
    args: &'a RateArgs,
    table: Option<Table>,
    complaints: Complaints,
    exit: Exit,
}

impl<'a> Summary<'a> {
    fn new(args: &'a RateArgs, context: &Context) -> Summary<'a> {
        let columns = [
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
        ];
        Summary {
            args,
            table: (!args.json).then(|| table::new(&context.console, &columns)),
            complaints: Complaints::default(),
            exit: Exit::Fine,
        }
    }

    fn tell(
        &mut self,
        context: &mut Context,
        item: &Item,
        rating: Option<Result<Option<Result<Rating, Unrated>>, Panicked>>,
    ) -> Result<(), Abort> {
        match (&item.level, rating) {
            (Err(_), _) => {
                self.exit = self.exit.max(Exit::Bad);
                self.complaints.tell(item, self.args.json, context)
            }
            (Ok(_), Some(Ok(Some(Ok(rating))))) => self.tell_rating(context, item, &rating),
            (Ok(_), Some(Ok(Some(Err(unrated))))) => self.tell_failure(context, item, unrated),
            (Ok(_), Some(Err(panicked))) => {
                self.exit = self.exit.max(Exit::Bug);
                item.tell(Fault::new(panicked.to_string()), self.args.json, context)
            }
            // Skipped, since the user had enough.
            (Ok(_), _) => Ok(()),
        }
    }

    fn tell_rating(
        &mut self,
        context: &mut Context,
        item: &Item,
        rating: &Rating,
    ) -> Result<(), Abort> {
        if self.args.json {
            context.console.json(&json::Line::new(item, rating))?;
        }
        if let Some(table) = &mut self.table {
            let share = |share: f64| format!("{:.0} %", 100.0 * share);
            let parts = &rating.parts;
            table.add_row([
                harmless::line(&item.title).into_owned(),
                rating.score.to_string(),
                rating.difficulty.to_string(),
                parts.moves.to_string(),
                format!("{:.1}", parts.choices),
                share(parts.right),
                share(parts.misleading),
                share(parts.dead_ends),
                parts.plans.map_or("many".to_string(), |plans| plans.to_string()),
                share(parts.board),
            ]);
        }
        Ok(())
    }

    fn tell_failure(
        &mut self,
        context: &mut Context,
        item: &Item,
        unrated: Unrated,
    ) -> Result<(), Abort> {
        let exit = match unrated {
            Unrated::Unfit | Unrated::Costs => Exit::Bad,
            Unrated::Unsolvable => Exit::No,
            Unrated::Unsolved(Stop::Cancelled) => return Ok(()),
            Unrated::Unsolved(Stop::Limit(_)) => Exit::Limit,
        };
        self.exit = self.exit.max(exit);
        let mut fault = Fault::new(format!("no rating: {unrated}"));
        if exit == Exit::Limit {
            fault = fault.help("allow more with --max-nodes");
        }
        item.tell(fault, self.args.json, context)
    }
}
