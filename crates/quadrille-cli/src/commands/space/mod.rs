//! `quadrille space`: every position that can be reached from a level.

pub mod fields;
mod graph;
mod picture;
pub mod words;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueHint};
use quadrille::levels::Level;
use quadrille::search::{Control, Limits, Progress, Pruning, Stop, Survey};
use quadrille_lab::runner::{self, News, Order, Panicked};

use super::text_of;
use crate::Context;
use crate::args::{FILES, Selection};
use crate::console;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::harmless;
use crate::input::{self, Complaints, Item};
use crate::memory;
use crate::output::file;
use crate::output::json;
use crate::output::progress::Line;
use crate::quantities::{self, bytes, plural};
use crate::scratch::{DiskFields, ScratchArgs, ScratchSearch};
use fields::SpaceFields;

const EXAMPLES: &str = "\
Examples:
  quadrille space level.txt
  quadrille space @classics --level stopper --svg stopper.svg
  quadrille space levels.txt --json > spaces.jsonl
  quadrille space @classics --level stopper --dot stopper.dot && dot -Tsvg stopper.dot > graph.svg
  quadrille space level.txt --max-memory 8GiB --max-time 10m
  quadrille space level.txt --scratch /tmp/level --max-disk 60GiB --max-memory 4GiB

Columns:
  depth      how many moves it takes at least to come to a position
  positions  how many there are; those that differ only in the names of equal pieces are one
  solved     how many of them are solved
  stuck      how many have no move
  dead ends  from how many no solved position can be reached, whatever is moved
  moves      how many moves a position has on average

In memory there is room for some 100 million positions. With --scratch they are kept on disk; then stuck positions, dead ends
and moves are not counted.

";

const EXITS: &str = "\
Exit codes:
  0    everything was counted
  2    bad input or usage
  3    a limit of time, nodes, memory or disk was hit: the layers that were complete by then are printed
  101  a bug in Quadrille
  130  stopped by Ctrl-C (143 by SIGTERM); what was complete by then is printed";

/// Tell the whole space of a level: its positions by depth, the solved ones, dead ends, the farthest and the hardest position
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, FILES, "\n\n", EXITS]))]
pub struct SpaceArgs {
    /// Where the levels are: a path, '-', '@PACK' or a share code
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<OsString>,

    #[command(flatten)]
    selection: Selection,

    /// Count positions apart that differ only in the names of equal pieces
    #[arg(long)]
    every_name: bool,

    /// Stop after this time: 500ms, 10s, 2m, 1h30m [default: no limit]
    #[arg(short = 't', long, value_name = "TIME", value_parser = quantities::duration)]
    max_time: Option<Duration>,

    /// Stop after this many expanded positions: 1_000_000, 10k, 5M [default: no limit]
    #[arg(short = 'n', long, value_name = "COUNT", value_parser = quantities::count)]
    max_nodes: Option<u64>,

    /// Hold at most this much in memory: 64MiB, 2GiB, 500MB [default: three quarters of the memory that is free]
    #[arg(short = 'm', long, value_name = "SIZE", value_parser = quantities::size)]
    max_memory: Option<u64>,

    #[command(flatten)]
    scratch: ScratchArgs,

    /// Draw the positions by depth into this file; for one level
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,

    /// Write all positions and moves as a graph for GraphViz into this file; for one small level
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    dot: Option<PathBuf>,

    /// Print one JSON object a level a line
    #[arg(long)]
    json: bool,
}

/// What came of a level.
type Answer = Result<(Survey, Option<DiskFields>), (Fault, Exit)>;

/// Surveys everything that was asked for, one level after the other.
pub fn run(args: &SpaceArgs, context: &mut Context) -> Result<Exit, Abort> {
    let items = input::load(&args.files, &args.selection);
    let levels = items.iter().filter(|item| item.level.is_ok()).count();
    if (args.svg.is_some() || args.dot.is_some()) && levels > 1 {
        let message = format!("there are {levels} levels, and one picture to draw them in");
        return Err(Fault::new(message).help("choose one of them with --level").into());
    }
    let external = args.scratch.search(args.limits());
    if external.is_some() && levels > 1 {
        let message = format!("there are {levels} levels, and a search on disk is of one");
        return Err(Fault::new(message).help("choose one of them with --level").into());
    }
    let cancel = context.interrupt.arm();
    let progress = Arc::new(Progress::default());
    let work = |number: usize| match &items[number].level {
        _ if cancel.is_cancelled() => None,
        Err(_) => Some(None),
        Ok(level) => {
            let progress = Arc::clone(&progress);
            let (limits, cancel) = (args.limits(), cancel.clone());
            let control = Control { limits, cancel, progress, ..Control::default() };
            Some(Some(args.survey(level, &control, external.as_ref())))
        }
    };
    let external = external.as_ref();
    let mut teller = Teller { args, external, complaints: Complaints::default(), exit: Exit::Fine };
    let line = Line::new(items.len());
    let doing = |number: usize| format!("counting the positions of {}", items[number].full_name());
    let mut current = 0;
    let end = runner::run((items.len(), 1, Order::Numbers), doing, work, |news| {
        let told = match news {
            News::Tick => {
                let title = items.get(current).map_or("", |item| item.title.as_str());
                let told = external.map_or_else(|| told(&progress), ScratchSearch::told);
                line.say(format!("{}: {told}", harmless::line(title)));
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

/// The live figures of a survey.
fn told(progress: &Progress) -> String {
    format!(
        "{}, {}, depth {}",
        plural(progress.expanded(), "position"),
        bytes(progress.bytes()),
        progress.lower_bound()
    )
}

impl SpaceArgs {
    fn limits(&self) -> Limits {
        let bytes = self.max_memory.unwrap_or_else(memory::budget);
        Limits {
            nodes: self.max_nodes,
            time: self.max_time,
            memory: Some(usize::try_from(bytes).unwrap_or(usize::MAX)),
        }
    }

    fn survey(
        &self,
        level: &Level,
        control: &Control,
        external: Option<&ScratchSearch<'_>>,
    ) -> Answer {
        let canonical = !self.every_name;
        if let Some(external) = external {
            let pruning = Pruning { canonical, dead_ends: false };
            let explored = external.explore(level, pruning, control);
            return explored.map(|(survey, disk)| (survey, Some(disk)));
        }
        let survey = level.game.survey(&level.grid, canonical, control);
        survey
            .map(|survey| (survey, None))
            .map_err(|error| (Fault::new(error.to_string()), Exit::Bad))
    }
}

/// Tells what was found.
struct Teller<'a> {
    args: &'a SpaceArgs,
    external: Option<&'a ScratchSearch<'a>>,
    complaints: Complaints,
    exit: Exit,
}

impl Teller<'_> {
    fn tell(
        &mut self,
        context: &mut Context,
        item: &Item,
        result: Option<Result<Option<Answer>, Panicked>>,
    ) -> Result<(), Abort> {
        match (&item.level, result) {
            (Err(_), _) => {
                self.exit = self.exit.max(Exit::Bad);
                self.complaints.tell(item, self.args.json, context)
            }
            (Ok(level), Some(Ok(Some(Ok((survey, disk)))))) => {
                self.tell_survey(context, item, level, &survey, disk)
            }
            (Ok(_), Some(Ok(Some(Err((fault, exit)))))) => {
                self.tell_fault(context, item, fault, exit)
            }
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

    fn tell_survey(
        &mut self,
        context: &mut Context,
        item: &Item,
        level: &Level,
        survey: &Survey,
        disk: Option<DiskFields>,
    ) -> Result<(), Abort> {
        if let Some(Stop::Limit(_)) = survey.stop {
            self.exit = self.exit.max(Exit::Limit);
        }
        if self.args.json {
            let fields = SpaceFields::new(level.game.notation(), survey, disk);
            context.console.json(&json::Line::new(item, fields))?;
        } else {
            words::whole(&mut context.console, &item.title, level, survey, disk.as_ref())?;
        }
        if let (Some(external), Some(disk)) = (self.external, &disk) {
            console::remark(&external.remains(disk, survey.stop.is_some()));
        }
        if let Some(path) = &self.args.svg {
            file::replace(path, picture::draw(&item.title, survey).as_bytes())?;
        }
        if let Some(path) = &self.args.dot {
            let control = Control::with_limits(self.args.limits());
            let graph = graph::dot(&item.title, level, &control)?;
            file::replace(path, graph.as_bytes())?;
        }
        Ok(())
    }
}
