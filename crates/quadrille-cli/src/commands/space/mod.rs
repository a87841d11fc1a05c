//! `quadrille space`: counts all positions that can be reached from a level.

pub mod fields;
mod graph;
mod picture;
pub mod words;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueHint};
use quadrille::levels::Level;
use quadrille::search::{Cancel, Control, Progress, Pruning, Survey};
use quadrille_base::quantities::{bytes, counted};

use super::text_of;
use crate::Context;
use crate::args::{FILES, LimitArgs, Selection};
use crate::console;
use crate::each::{Each, LevelError, Reporter};
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::input::{self, Item};
use crate::output::file;
use crate::output::json;
use crate::scratch::{Measured, ScratchArgs, ScratchSearch};
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
  depth      fewest moves from the start
  positions  number of positions; those that differ only in the names of equal pieces count once
  solved     solved positions
  stuck      positions without a move
  dead ends  positions from which no solved one can be reached
  moves      mean number of moves per position

Memory holds about 100 million positions. With --scratch they are kept on disk; then stuck positions, dead ends and moves are
not counted.

";

const EXITS: &str = "\
Exit codes:
  0    everything was counted
  2    bad input or usage
  3    a limit on time, nodes, memory or disk was reached; complete layers are printed
  101  a bug in Quadrille
  130  stopped by Ctrl-C (143 by SIGTERM); complete layers are printed";

/// Count all positions of a level: by depth, solved ones, dead ends, the farthest
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, FILES, "\n\n", EXITS]))]
pub struct SpaceArgs {
    /// Read levels from a path, '-', '@PACK' or a share code
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<OsString>,

    #[command(flatten)]
    selection: Selection,

    /// Count positions separately that differ only in the names of equal pieces
    #[arg(long)]
    every_name: bool,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    scratch: ScratchArgs,

    /// Draw the positions of one level by depth to this SVG file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,

    /// Write all positions and moves of one small level to this file, for GraphViz
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    dot: Option<PathBuf>,

    /// Print one JSON object per level and line
    #[arg(long)]
    json: bool,
}

pub fn run(args: &SpaceArgs, context: &mut Context) -> Result<Exit, Abort> {
    let items = input::load(&mut context.puzzles, &args.files, &args.selection)?;
    let levels = items.iter().filter(|item| item.level.is_ok()).count();
    if (args.svg.is_some() || args.dot.is_some()) && levels > 1 {
        let message = format!("there are {levels} levels, but a picture is of one level");
        return Err(Fault::new(message).help("choose one of them with --level").into());
    }
    let external = args.scratch.search(args.limits.limits(1));
    if external.is_none() && args.scratch.threads.is_some() {
        let fault = Fault::new("positions in memory are counted by one thread");
        return Err(fault.help("name a folder with --scratch, or leave --threads out").into());
    }
    if external.is_some() && levels > 1 {
        let message = format!("there are {levels} levels, but a search on disk is of one");
        return Err(Fault::new(message).help("choose one of them with --level").into());
    }
    let each = Each { items: &items, doing: "counting the positions of", jobs: 1, json: args.json };
    let external = external.as_ref();
    let progress = Arc::new(Progress::default());
    let live = |title: &str| {
        let summary = external.map_or_else(|| summary(&progress), ScratchSearch::summary);
        format!("{title}: {summary}")
    };
    let work = |_, level: &Level, cancel: &Cancel| {
        let (limits, progress) = (args.limits.limits(1), Arc::clone(&progress));
        let control = Control { limits, cancel: cancel.clone(), progress, ..Control::default() };
        args.survey(level, &control, external)
    };
    each.run(context, live, work, &mut Words { args, external })
}

fn summary(progress: &Progress) -> String {
    format!(
        "{}, {}, depth {}",
        counted(progress.expanded(), "position"),
        bytes(progress.bytes()),
        progress.lower_bound()
    )
}

impl SpaceArgs {
    fn survey(
        &self,
        level: &Level,
        control: &Control,
        external: Option<&ScratchSearch<'_>>,
    ) -> Result<Measured<Survey>, LevelError> {
        let pruning = Pruning { canonical: !self.every_name, dead_ends: false };
        if let Some(external) = external {
            return external.explore(level, pruning, control);
        }
        let survey = level.game.survey(&level.grid, pruning, control);
        let result = survey.map_err(|error| Fault::new(error.to_string()))?;
        Ok(Measured { result, disk: None })
    }
}

struct Words<'a> {
    args: &'a SpaceArgs,
    external: Option<&'a ScratchSearch<'a>>,
}

impl Reporter<Measured<Survey>> for Words<'_> {
    fn answer(
        &mut self,
        context: &mut Context,
        item: &Item,
        level: &Level,
        Measured { result: survey, disk }: Measured<Survey>,
    ) -> Result<Exit, Abort> {
        if self.args.json {
            let fields = SpaceFields::new(level.game.notation(), &survey, disk);
            context.console.json(&json::LevelResult::new(item, fields))?;
        } else {
            words::whole(&mut context.console, &item.title, level, &survey, disk.as_ref())?;
        }
        if let (Some(external), Some(disk)) = (self.external, &disk) {
            console::remark(&external.remains(disk, survey.stop.is_some()));
        }
        if let Some(path) = &self.args.svg {
            file::replace(path, picture::draw(&item.title, &survey).as_bytes())?;
        }
        if let Some(path) = &self.args.dot {
            let control = Control::with_limits(self.args.limits.limits(1));
            let graph = graph::dot(&item.title, level, &control)?;
            file::replace(path, graph.as_bytes())?;
        }
        Ok(Exit::of_stop(survey.stop))
    }
}
