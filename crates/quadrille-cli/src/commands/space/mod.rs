//! `quadrille space`: counts all positions that can be reached from a level.

pub mod fields;
mod graph;
mod picture;
pub mod words;

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueHint};
use quadrille::levels::Level;
use quadrille::search::{Control, Progress, Pruning, Survey};
use quadrille_base::quantities::{bytes, counted};

use super::text_of;
use crate::Context;
use crate::args::{FILES, LevelArgs, LimitArgs};
use crate::console;
use crate::each::{Each, Reporter};
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
    #[command(flatten)]
    levels: LevelArgs,

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
    let items = args.levels.load(context)?;
    if args.svg.is_some() || args.dot.is_some() {
        input::check_single(&items, "a picture")?;
    }
    let limits = args.limits.limits(1);
    let external = args.scratch.search(limits);
    if external.is_none() && args.scratch.threads.is_some() {
        let fault = Fault::new("positions in memory are counted by one thread");
        return Err(fault.help("name a folder with --scratch, or leave --threads out").into());
    }
    if external.is_some() {
        input::check_single(&items, "a search on disk")?;
    }
    let doing = "counting the positions of";
    let each = Each { items: &items, doing, jobs: 1, limits, json: args.json };
    let external = external.as_ref();
    let progress = Arc::new(Progress::default());
    let live = |title: &str| {
        let summary = external.map_or_else(|| summary(&progress), ScratchSearch::summary);
        format!("{title}: {summary}")
    };
    let work = |_, level: &Level, control: Control| {
        args.survey(level, &Control { progress: Arc::clone(&progress), ..control }, external)
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
    ) -> Result<Measured<Survey>, Fault> {
        let pruning = Pruning { canonical: !self.every_name, dead_ends: false };
        if let Some(external) = external {
            return external.explore(level, pruning, control);
        }
        let result = level.game.survey(&level.grid, pruning, control)?;
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
