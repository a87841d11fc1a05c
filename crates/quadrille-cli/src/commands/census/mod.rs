//! `quadrille census`: every board with the pieces of a level.

mod fields;
mod words;

use std::sync::Arc;

use clap::Args;
use quadrille::census::{Census, Distances};
use quadrille::levels::Level;
use quadrille::search::{Control, Progress, Stop};
use quadrille_base::quantities::{bytes, counted};

use super::text_of;
use crate::Context;
use crate::args::{FILES, LevelArgs, LimitArgs};
use crate::each::Each;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::input::Item;
use crate::output::json;

const EXAMPLES: &str = "\
Examples:
  quadrille census board.txt
  quadrille census board.txt --json
  quadrille census ground.txt --distances --max-memory 8GiB

The boards have the pieces of the level in all other places, and everything else unchanged: in tiles the blocks on any free cells, in
squares the colours in any order, in sokoban the boxes and the player on any squares. Boards that differ only in the names of equal
pieces count once. Other games are not supported.

With --distances every reachable position can be the goal. In tiles, give each block its own colour and goal; then no level with this
many blocks and these walls takes more moves than the number shown.

";

const EXITS: &str = "\
Exit codes:
  0    every board was examined
  2    bad input or usage
  3    a limit on time, nodes or memory was reached; results so far are printed
  101  a bug in Quadrille
  130  stopped by Ctrl-C (143 by SIGTERM); results so far are printed";

/// Examine every board with the pieces of a level: which can be solved, and the hardest
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, FILES, "\n\n", EXITS]))]
pub struct CensusArgs {
    #[command(flatten)]
    levels: LevelArgs,

    /// Find the largest distance between positions instead (God's number)
    ///
    /// The distance is the number of moves from any board to any position that can be reached from
    /// it.
    #[arg(long)]
    distances: bool,

    #[command(flatten)]
    limits: LimitArgs,

    /// Print one JSON object per level and line
    #[arg(long)]
    json: bool,
}

enum CensusResult {
    Census(Census),
    Distances(Distances),
}

impl CensusResult {
    fn stop(&self) -> Option<Stop> {
        match self {
            CensusResult::Census(census) => census.stop,
            CensusResult::Distances(distances) => distances.stop,
        }
    }
}

pub fn run(args: &CensusArgs, context: &mut Context) -> Result<Exit, Abort> {
    let items = args.levels.load(context)?;
    let each = Each {
        items: &items,
        doing: "examining every board of",
        jobs: 1,
        limits: args.limits.limits(1),
        json: args.json,
    };
    let progress = Arc::new(Progress::default());
    let live = |title: &str| format!("{title}: {}", summary(&progress));
    let work = |_, level: &Level, control: Control| {
        args.take(level, &Control { progress: Arc::clone(&progress), ..control })
    };
    let print = |context: &mut Context, item: &Item, level: &Level, found: CensusResult| {
        args.print(context, item, level, &found)
    };
    each.run(context, live, work, &mut { print })
}

fn summary(progress: &Progress) -> String {
    let held = bytes(progress.bytes());
    match progress.share() {
        Some(share) => format!(
            "{:.1} % of the boards, {held}, {} so far",
            100.0 * share,
            counted(progress.lower_bound().into(), "move")
        ),
        None => format!("{}, {held}", counted(progress.expanded(), "position")),
    }
}

impl CensusArgs {
    fn take(&self, level: &Level, control: &Control) -> Result<CensusResult, Fault> {
        let (game, grid) = (level.game, &level.grid);
        let found = if self.distances {
            game.distances(grid, control).map(|found| found.map(CensusResult::Distances))
        } else {
            game.census(grid, control).map(|found| found.map(CensusResult::Census))
        };
        found?.ok_or_else(|| {
            let message = format!("census does not support {}", game.id());
            Fault::new(message).help("it supports tiles, squares and sokoban")
        })
    }

    fn print(
        &self,
        context: &mut Context,
        item: &Item,
        level: &Level,
        found: &CensusResult,
    ) -> Result<Exit, Abort> {
        let console = &mut context.console;
        match found {
            _ if self.json => {
                console.json(&json::LevelResult::new(item, fields::of(level.game, found)))?
            }
            CensusResult::Census(census) => words::census(console, &item.title, level, census)?,
            CensusResult::Distances(distances) => {
                words::distances(console, &item.title, level, distances)?
            }
        }
        Ok(Exit::of_stop(found.stop()))
    }
}
