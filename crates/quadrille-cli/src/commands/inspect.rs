//! `quadrille inspect`: reports the properties of a level that matter to designers.

use std::time::Duration;

use clap::Args;
use quadrille::desk::{self, Forbidden, LevelReport, Similar};
use quadrille::levels::{self, Level};
use quadrille::search::{Control, Limits, Stop};
use quadrille_base::quantities::{self, commas, counted};
use serde::Serialize;

use super::text_of;
use crate::Context;
use crate::args::{FILES, LevelArgs};
use crate::board;
use crate::each::Each;
use crate::exit::{self, Abort, Exit};
use crate::input::{self, Item};
use crate::output::{json, report, table};

const EXAMPLES: &str = "\
Examples:
  quadrille inspect level.txt
  quadrille inspect @classics --level stopper
  quadrille inspect level.txt --max-time 10s --json
  quadrille inspect level.txt --forbid 'D R'

A report names what it could not find out in --max-time, or because a level has more positions than --max-nodes. With --forbid, it lists
the smallest changes after which that solution fails and another one works. Cells are written as in moves: row, column, from 0.

";

/// Inspect a level for its designer: shortcuts, dead ends, traps, useless things
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, FILES, "\n\n", exit::HELP]))]
pub struct InspectArgs {
    #[command(flatten)]
    levels: LevelArgs,

    /// Examine at most this many positions: 1_000_000, 10k, 5M
    #[arg(short = 'n', long, value_name = "COUNT", default_value = "1M", value_parser = quantities::count)]
    max_nodes: u64,

    /// Stop after this time: 500ms, 10s [default: 80ms; 2s with --forbid]
    #[arg(short = 't', long, value_name = "TIME", value_parser = quantities::duration)]
    max_time: Option<Duration>,

    /// Find the smallest changes after which this solution does not work
    #[arg(long, value_name = "PLAN")]
    forbid: Option<String>,

    /// Print one JSON object per level and line
    #[arg(long)]
    json: bool,
}

/// The report of a level with similar levels, or the changes that forbid a plan.
enum Inspection {
    Report(Box<LevelReport>, Vec<Similar>),
    Forbidden(Forbidden),
}

/// The time for a report, so that the command answers in a tenth of a second; and for the changes
/// that forbid a plan.
const REPORT_TIME: Duration = Duration::from_millis(80);
const FORBID_TIME: Duration = Duration::from_secs(2);

/// The most changes listed.
const REMEDIES: usize = 10;

#[derive(Serialize)]
struct ReportFields<'a> {
    sentences: Vec<String>,
    #[serde(flatten)]
    report: &'a LevelReport,
    similar: &'a [Similar],
}

pub fn run(args: &InspectArgs, context: &mut Context) -> Result<Exit, Abort> {
    let items = args.levels.load(context)?;
    let packs = packs();
    let usual = if args.forbid.is_some() { FORBID_TIME } else { REPORT_TIME };
    let max_time = Some(args.max_time.unwrap_or(usual));
    let limits = Limits { max_nodes: Some(args.max_nodes), max_time, max_memory: None };
    let work = |number: usize, level: &Level, control: Control| {
        if let Some(plan) = &args.forbid {
            let plan = level.game.notation().read(plan)?;
            return Ok(Inspection::Forbidden(desk::forbid(level, &plan, REMEDIES, &control)?));
        }
        let report = desk::inspect(level, &control)?;
        let own = format!("{}, {}", items[number].source.name, items[number].title);
        let others = packs.iter().map(|(name, level)| (name.as_str(), level));
        let others = others.filter(|(name, _)| **name != own);
        Ok(Inspection::Report(Box::new(report), desk::similar(level, others)))
    };
    let print = |context: &mut Context, item: &Item, level: &Level, found: Inspection| match found {
        Inspection::Report(found, similar) => args.report(context, item, level, &found, &similar),
        Inspection::Forbidden(found) => args.forbidden(context, item, level, &found),
    };
    let each = Each { items: &items, doing: "inspecting", jobs: 1, limits, json: args.json };
    each.run(context, |_| String::new(), work, &mut { print })
}

/// The levels of all packs with their names.
pub fn packs() -> Vec<(String, Level)> {
    let named = |(pack, text): (&str, &str)| {
        let document = levels::read(text, None);
        let entries = document.entries.into_iter();
        let levels = entries.filter_map(|entry| {
            let name = format!("{}{pack}, {}", input::PACK_SIGN, entry.label);
            Some((name, entry.level.ok()?))
        });
        levels.collect::<Vec<_>>()
    };
    input::packs().flat_map(named).collect()
}

impl InspectArgs {
    fn report(
        &self,
        context: &mut Context,
        item: &Item,
        level: &Level,
        found: &LevelReport,
        similar: &[Similar],
    ) -> Result<Exit, Abort> {
        let console = &mut context.console;
        if self.json {
            let sentences = found.sentences();
            let fields = ReportFields { sentences, report: found, similar };
            console.json(&json::LevelResult::new(item, fields))?;
        } else {
            report::heading(console, &item.title, level)?;
            console.line("")?;
            console.text(&board::draw(console, level.game, &level.grid))?;
            console.line("")?;
            let like = similar.iter().take(3).map(|similar| match similar.cells {
                0 => format!("It is {} but for turning, mirroring and names.", similar.name),
                cells => {
                    format!(
                        "It is like {}: {} differ.",
                        similar.name,
                        counted(cells as u64, "cell")
                    )
                }
            });
            for sentence in found.sentences().into_iter().chain(like) {
                let text = console.wrap(&sentence, 0);
                console.line(&text)?;
            }
            if !found.open.is_empty() {
                let more = match found.stop {
                    Some(Stop::Nodes) => "--max-nodes 10M --max-time 10s examines more positions.",
                    _ => "--max-time 10s searches longer.",
                };
                console.line(more)?;
            }
            console.line("")?;
            numbers(context, found)?;
        }
        Ok(match (found.solvable, found.stop) {
            (Some(false), _) => Exit::No,
            (None, Some(Stop::Cancelled)) => Exit::Fine,
            (None, _) => Exit::Limit,
            _ => Exit::Fine,
        })
    }

    fn forbidden(
        &self,
        context: &mut Context,
        item: &Item,
        level: &Level,
        found: &Forbidden,
    ) -> Result<Exit, Abort> {
        let console = &mut context.console;
        let exit = if found.remedies.is_empty() { Exit::No } else { Exit::Fine };
        if self.json {
            console.json(&json::LevelResult::new(item, found))?;
            return Ok(exit);
        }
        report::heading(console, &item.title, level)?;
        console.line("")?;
        if found.remedies.is_empty() {
            console.line("No change of one wall, one goal or one piece forbids this solution and keeps the level solvable.")?;
            return Ok(exit);
        }
        let columns = [("change", false), ("moves", true), ("others kept", true), ("code", false)];
        let mut rows = table::new(console, &columns);
        for remedy in &found.remedies {
            rows.add_row([
                remedy.what(),
                remedy.optimum.to_string(),
                format!("{} of {}", remedy.kept, remedy.others),
                levels::to_code(&remedy.level),
            ]);
        }
        table::print(console, &rows)?;
        Ok(exit)
    }
}

/// The figures of a report.
fn numbers(context: &mut Context, found: &LevelReport) -> Result<(), Abort> {
    let console = &mut context.console;
    let mut table = table::new(console, &[("figure", false), ("value", true)]);
    let mut add = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            table.add_row([name.to_string(), value]);
        }
    };
    let count = |count: usize| Some(commas(count as u64));
    add("shortest solution", found.optimum.map(|moves| moves.to_string()));
    add("shortest solutions", found.plans.map(|plans| plans.to_string()));
    if let Some(positions) = found.positions {
        add("positions", count(positions.all));
        add("solved positions", count(positions.solved));
        add("dead positions", count(positions.dead));
        add("points of no return", count(positions.points_of_no_return));
        add("from where the start can be reached", count(positions.returning));
    }
    add("traps", found.trap_count.and_then(count));
    let forced = found.forced.iter().map(|stretch| stretch.moves).sum();
    add("forced moves", found.positions.and_then(|_| count(forced)));
    if let Some(rating) = &found.rating {
        let share = |share: f64| Some(format!("{:.0} %", 100.0 * share));
        add("rating", Some(rating.score.to_string()));
        add("moves to choose from", Some(format!("{:.1}", rating.parts.choices)));
        add("right moves", share(rating.parts.right));
        add("misleading moves", share(rating.parts.misleading));
    }
    table::print(console, &table)
}
