//! `quadrille census`: every board with the pieces of a level.

mod fields;
mod words;

use std::ffi::OsString;
use std::sync::Arc;

use clap::{Args, ValueHint};
use quadrille::census::{Census, Distances};
use quadrille::levels::Level;
use quadrille::search::{Cancel, Control, Progress, Stop};
use quadrille_base::quantities::{bytes, counted};

use super::text_of;
use crate::Context;
use crate::args::{FILES, LimitArgs, Selection};
use crate::each::{Each, Reporter};
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::input::{self, Item};
use crate::output::json;

const EXAMPLES: &str = "\
Examples:
  quadrille census board.txt
  quadrille census board.txt --json
  quadrille census ground.txt --distances --max-memory 8GiB

The boards are those with the pieces of the level in other places, and everything else as it is: the blocks of tiles on any free cells,
the colours of squares shared out anew among the cells that hold a piece, the boxes and the player of Sokoban on any squares. Boards that are the
same but for the names of equal pieces are one. The other games do not say where their pieces may stand.

With --distances every position that can be reached may be the goal. Of tiles give each block a colour and a goal of its own;
then no level with so many blocks and these walls takes more moves than the number that is shown.

";

const EXITS: &str = "\
Exit codes:
  0    every board was looked at
  2    bad input or usage
  3    a limit on time, nodes or memory was reached: what is known is printed
  101  a bug in Quadrille
  130  stopped by Ctrl-C (143 by SIGTERM); what is known is printed";

/// Look at every board with the pieces of a level: how many can be solved, and which takes most
/// moves
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, FILES, "\n\n", EXITS]))]
pub struct CensusArgs {
    /// Read levels from a path, '-', '@PACK' or a share code
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<OsString>,

    #[command(flatten)]
    selection: Selection,

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

/// Takes every census that was asked for, one level after the other.
pub fn run(args: &CensusArgs, context: &mut Context) -> Result<Exit, Abort> {
    let items = input::load(&mut context.puzzles, &args.files, &args.selection)?;
    let each = Each { items: &items, doing: "looking at every board of", jobs: 1, json: args.json };
    let progress = Arc::new(Progress::default());
    let live = |title: &str| format!("{title}: {}", summary(&progress));
    let work = |_, level: &Level, cancel: &Cancel| {
        let (limits, progress) = (args.limits.limits(1), Arc::clone(&progress));
        let control = Control { limits, cancel: cancel.clone(), progress, ..Control::default() };
        Ok(args.take(level, &control)?)
    };
    each.run(context, live, work, &mut Words(args))
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
        found.map_err(|error| Fault::new(error.to_string()))?.ok_or_else(|| {
            let message = format!("{} does not say where its pieces may stand", game.id());
            Fault::new(message).help("levels of tiles, squares and sokoban have other boards")
        })
    }
}

struct Words<'a>(&'a CensusArgs);

impl Reporter<CensusResult> for Words<'_> {
    fn answer(
        &mut self,
        context: &mut Context,
        item: &Item,
        level: &Level,
        found: CensusResult,
    ) -> Result<Exit, Abort> {
        let console = &mut context.console;
        match &found {
            _ if self.0.json => {
                console.json(&json::LevelResult::new(item, fields::of(level.game, &found)))?
            }
            CensusResult::Census(census) => words::census(console, &item.title, level, census)?,
            CensusResult::Distances(distances) => {
                words::distances(console, &item.title, level, distances)?
            }
        }
        Ok(Exit::of_stop(found.stop()))
    }
}
