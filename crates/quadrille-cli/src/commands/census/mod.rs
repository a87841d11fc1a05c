//! `quadrille census`: every board with the pieces of a level.

mod fields;
mod words;

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueHint};
use quadrille::census::{Census, Distances};
use quadrille::levels::Level;
use quadrille::search::{Control, Limits, Progress, Stop};
use quadrille_lab::runner::{self, News, Order, Panicked};

use super::text_of;
use crate::Context;
use crate::args::{FILES, Selection};
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::harmless;
use crate::input::{self, Complaints, Item};
use crate::memory;
use crate::output::json;
use crate::output::progress::Line;
use crate::quantities::{self, bytes, plural};

const EXAMPLES: &str = "\
Examples:
  quadrille census board.txt
  quadrille census board.txt --json
  quadrille census ground.txt --distances --max-memory 8GiB

The boards are those with the pieces of the level in other places, and everything else as it is: the blocks of tiles on any free cells,
the colours of squares shared out anew among the cells that hold a piece, the boxes and the player of Sokoban on any squares. Boards that are the
same but for the names of equal pieces are one. The other games do not say where their pieces may stand.

With --distances every position that can be reached may be the goal. Of tiles give each block a colour and a goal of its own;
then no level with so many blocks and these walls takes more moves than the number that is told.

";

const EXITS: &str = "\
Exit codes:
  0    every board was looked at
  2    bad input or usage
  3    a limit of time, nodes or memory was hit: what is known is printed
  101  a bug in Quadrille
  130  stopped by Ctrl-C (143 by SIGTERM); what is known is printed";

/// Look at every board with the pieces of a level: how many can be solved, and which takes most moves
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, FILES, "\n\n", EXITS]))]
pub struct CensusArgs {
    /// Where the levels are: a path, '-', '@PACK' or a share code
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<OsString>,

    #[command(flatten)]
    selection: Selection,

    /// Tell how far apart positions can be instead: the most moves from any board to anything that can be reached from it (God's number)
    #[arg(long)]
    distances: bool,

    /// Stop after this time: 500ms, 10s, 2m, 1h30m [default: no limit]
    #[arg(short = 't', long, value_name = "TIME", value_parser = quantities::duration)]
    max_time: Option<Duration>,

    /// Stop after this many expanded positions: 1_000_000, 10k, 5M [default: no limit]
    #[arg(short = 'n', long, value_name = "COUNT", value_parser = quantities::count)]
    max_nodes: Option<u64>,

    /// Hold at most this much in memory: 64MiB, 2GiB, 500MB [default: three quarters of the memory that is free]
    #[arg(short = 'm', long, value_name = "SIZE", value_parser = quantities::size)]
    max_memory: Option<u64>,

    /// Print one JSON object a level a line
    #[arg(long)]
    json: bool,
}

/// What was found out.
enum Found {
    Census(Census),
    Distances(Distances),
}

impl Found {
    fn stop(&self) -> Option<Stop> {
        match self {
            Found::Census(census) => census.stop,
            Found::Distances(distances) => distances.stop,
        }
    }
}

/// Takes every census that was asked for, one level after the other.
pub fn run(args: &CensusArgs, context: &mut Context) -> Result<Exit, Abort> {
    let items = input::load(&args.files, &args.selection);
    let cancel = context.interrupt.arm();
    let progress = Arc::new(Progress::default());
    let work = |number: usize| match &items[number].level {
        _ if cancel.is_cancelled() => None,
        Err(_) => Some(None),
        Ok(level) => {
            let progress = Arc::clone(&progress);
            let (limits, cancel) = (args.limits(), cancel.clone());
            let control = Control { limits, cancel, progress, ..Control::default() };
            Some(Some(args.found(level, &control)))
        }
    };
    let mut teller = Teller { args, complaints: Complaints::default(), exit: Exit::Fine };
    let line = Line::new(items.len());
    let doing = |number: usize| format!("looking at every board of {}", items[number].full_name());
    let mut current = 0;
    let end = runner::run((items.len(), 1, Order::Numbers), doing, work, |news| {
        let told = match news {
            News::Tick => {
                let title = items.get(current).map_or("", |item| item.title.as_str());
                line.say(format!("{}: {}", harmless::line(title), told(&progress)));
                Ok(())
            }
            News::Result(number, result) => {
                current = number + 1;
                line.advance();
                line.aside(|| teller.tell(context, &items[number], result))
            }
        };
        told.inspect_err(|_| cancel.cancel())
    });
    line.clear();
    context.interrupt.disarm();
    end?;
    teller.complaints.finish();
    Ok(teller.exit)
}

/// The live figures.
fn told(progress: &Progress) -> String {
    let held = bytes(progress.bytes());
    match progress.share() {
        Some(share) => format!(
            "{:.1} % of the boards, {held}, {} so far",
            100.0 * share,
            plural(progress.lower_bound().into(), "move")
        ),
        None => format!("{}, {held}", plural(progress.expanded(), "position")),
    }
}

impl CensusArgs {
    fn limits(&self) -> Limits {
        let bytes = self.max_memory.unwrap_or_else(memory::budget);
        Limits {
            nodes: self.max_nodes,
            time: self.max_time,
            memory: Some(usize::try_from(bytes).unwrap_or(usize::MAX)),
        }
    }

    fn found(&self, level: &Level, control: &Control) -> Result<Found, Fault> {
        let (game, grid) = (level.game, &level.grid);
        let found = if self.distances {
            game.distances(grid, control).map(|found| found.map(Found::Distances))
        } else {
            game.census(grid, control).map(|found| found.map(Found::Census))
        };
        found.map_err(|error| Fault::new(error.to_string()))?.ok_or_else(|| {
            let message = format!("{} does not say where its pieces may stand", game.id());
            Fault::new(message).help("levels of tiles, squares and sokoban have other boards")
        })
    }
}

/// Tells what was found.
struct Teller<'a> {
    args: &'a CensusArgs,
    complaints: Complaints,
    exit: Exit,
}

impl Teller<'_> {
    fn tell(
        &mut self,
        context: &mut Context,
        item: &Item,
        result: Option<Result<Option<Result<Found, Fault>>, Panicked>>,
    ) -> Result<(), Abort> {
        match (&item.level, result) {
            (Err(_), _) => {
                self.exit = self.exit.max(Exit::Bad);
                self.complaints.tell(item, self.args.json, context)
            }
            (Ok(level), Some(Ok(Some(Ok(found))))) => {
                if let Some(Stop::Limit(_)) = found.stop() {
                    self.exit = self.exit.max(Exit::Limit);
                }
                match (self.args.json, found) {
                    (true, found) => {
                        let fields = fields::of(level.game, &found);
                        context.console.json(&json::Line::new(item, fields))
                    }
                    (false, Found::Census(census)) => {
                        words::census(&mut context.console, &item.title, level, &census)
                    }
                    (false, Found::Distances(distances)) => {
                        words::distances(&mut context.console, &item.title, level, &distances)
                    }
                }
            }
            (Ok(_), Some(Ok(Some(Err(fault))))) => self.tell_fault(context, item, fault, Exit::Bad),
            (Ok(_), Some(Err(panicked))) => {
                self.tell_fault(context, item, Fault::new(panicked.to_string()), Exit::Bug)
            }
            // Skipped, since the user had enough.
            (Ok(_), _) => Ok(()),
        }
    }

    fn tell_fault(
        &mut self,
        context: &mut Context,
        item: &Item,
        fault: Fault,
        exit: Exit,
    ) -> Result<(), Abort> {
        self.exit = self.exit.max(exit);
        item.tell(fault, self.args.json, context)
    }
}
