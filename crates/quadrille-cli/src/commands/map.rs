//! `quadrille map`: draws the positions of a level.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueHint};
use quadrille::desk::Map;
use quadrille::levels::Level;
use quadrille::search::{Control, Progress};
use quadrille_base::quantities::{bytes, counted};
use serde::Serialize;

use super::text_of;
use crate::Context;
use crate::args::{FILES, LevelArgs, LimitArgs};
use crate::each::Each;
use crate::exit::{self, Abort, Exit};
use crate::input::{self, Item};
use crate::output::{file, json};

const EXAMPLES: &str = "\
Examples:
  quadrille map level.txt --output map.svg
  quadrille map @classics --level stopper --output stopper.svg
  quadrille map level.txt --json > map.json

A dot is a position: to the right by the moves from the start, upwards by the moves to a solution. Dead ends are below all others.
A level with more than a million positions (or --max-nodes) is drawn along one solution, and the map says so.

";

/// Draw all positions of a level by their distances from the start and to a solution
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, FILES, "\n\n", exit::HELP]))]
pub struct MapArgs {
    #[command(flatten)]
    levels: LevelArgs,

    #[command(flatten)]
    limits: LimitArgs,

    /// Write the picture to this SVG file
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, required_unless_present = "json")]
    output: Option<PathBuf>,

    /// Print the map as a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct MapFields<'a> {
    sentences: Vec<String>,
    #[serde(flatten)]
    map: &'a Map,
}

pub fn run(args: &MapArgs, context: &mut Context) -> Result<Exit, Abort> {
    let items = args.levels.load(context)?;
    input::check_single(&items, "a map")?;
    let progress = Arc::new(Progress::default());
    let live = |title: &str| {
        let positions = counted(progress.expanded(), "position");
        format!("{title}: {positions}, {}", bytes(progress.bytes()))
    };
    let work = |_, level: &Level, control: Control| {
        let control = Control { progress: Arc::clone(&progress), ..control };
        Ok(Map::draw(level, &control)?)
    };
    let limits = args.limits.limits(1);
    let each = Each { items: &items, doing: "drawing", jobs: 1, limits, json: args.json };
    each.run(context, live, work, &mut |context: &mut Context, item: &Item, _: &Level, map| {
        print(args, context, item, &map)
    })
}

fn print(args: &MapArgs, context: &mut Context, item: &Item, map: &Map) -> Result<Exit, Abort> {
    if let Some(path) = &args.output {
        file::replace(path, map.svg(&item.title).as_bytes())?;
    }
    if args.json {
        let fields = MapFields { sentences: map.sentences(), map };
        context.console.json(&json::LevelResult::new(item, fields))?;
    } else {
        for sentence in map.sentences() {
            let text = context.console.wrap(&sentence, 0);
            context.console.line(&text)?;
        }
    }
    Ok(Exit::Fine)
}
