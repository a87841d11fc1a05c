//! `quadrille compare`: runs many methods on one level.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use quadrille::levels::Level;
use quadrille::record::{Record, Verdict};
use quadrille::search::{Cancel, Control, Cost, Limits};
use quadrille_base::memory;
use quadrille_base::quantities::{bytes, commas, counted, seconds};
use quadrille_lab::charts::ColourScheme;
use quadrille_lab::{BUG, Contender, Step};
use serde::Serialize;

use super::text_of;
use crate::Context;
use crate::args::{FILES, MethodArgs, Selection};
use crate::console;
use crate::exit::{self, Abort, Exit};
use crate::input::{self, Item};
use crate::output::json;
use crate::output::progress::{Running, StatusLine};
use crate::output::{file, table};

const EXAMPLES: &str = "\
Examples:
  quadrille compare level.txt
  quadrille compare @classics --level app-41 --max-time 2s
  quadrille compare level.txt --algorithms bfs,astar,idastar --heuristics all
  quadrille compare level.txt --svg comparison.svg
  quadrille compare level.txt --json > comparison.jsonl

";

/// Compare all search methods on one level
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, FILES, "\n\n", exit::HELP]))]
pub struct CompareArgs {
    /// Read the level from a path, '-', '@PACK' or a share code
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: OsString,

    #[command(flatten)]
    selection: Selection,

    #[command(flatten)]
    methods: MethodArgs,

    /// Print one JSON object per method and line, each when it is done
    #[arg(long)]
    json: bool,

    /// Draw the comparison to this SVG file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,
}

#[derive(Serialize)]
struct Compared<'a> {
    fingerprint: &'a str,
    #[serde(flatten)]
    record: &'a Record,
}

pub fn run(args: &CompareArgs, context: &mut Context) -> Result<Exit, Abort> {
    let (item, level) = input::load_one(&args.file, &args.selection, args.json, context)?;
    let methods = args.methods.of_level(&level)?;
    let limits = one_after_the_other(args.methods.limits());
    let cancel = context.interrupt.arm();
    let records = tried(args, context, (&item, &level), &methods, limits, &cancel);
    context.interrupt.disarm();
    let records = records?;
    let optimum = quadrille_lab::optimum(level.known, &records);
    if !args.json {
        print(context, &records, optimum)?;
    }
    if records.len() < methods.len() {
        console::remark(&format!(
            "{} not started",
            counted((methods.len() - records.len()) as u64, "method")
        ));
    }
    if let Some(path) = &args.svg {
        let title = format!("{}: {}", item.title, counted(records.len() as u64, "method"));
        let picture = quadrille_lab::picture(&title, &records, optimum, ColourScheme::Viewer);
        file::replace(path, picture.as_bytes())?;
        console::remark(&format!("drawn to {}", path.display()));
    }
    Ok(exit_of(&records))
}

/// Only one search runs at a time, so it may use all free memory.
fn one_after_the_other(limits: Limits) -> Limits {
    let free = usize::try_from(memory::budget()).unwrap_or(usize::MAX);
    Limits { max_memory: limits.max_memory.map(|memory| memory.min(free)), ..limits }
}

fn tried(
    args: &CompareArgs,
    context: &mut Context,
    (item, level): (&Item, &Level),
    methods: &[Contender],
    limits: Limits,
    cancel: &Cancel,
) -> Result<Vec<Record>, Abort> {
    let mut records = Vec::new();
    let mut summary = Ok(());
    let running = Running::default();
    let line = StatusLine::new(methods.len());
    let control = |_: usize| Control { limits, cancel: cancel.clone(), ..Control::default() };
    let begun = |number: usize, progress| {
        running.begin(number, &methods[number].to_string(), progress);
    };
    let fingerprint = quadrille_lab::fingerprint(level);
    quadrille_lab::compare(level, methods, control, begun, |step| match step {
        Step::Tick => line.set(running.summary()),
        Step::Done(number, record) => {
            running.end(number);
            line.advance();
            if args.json && summary.is_ok() {
                let body = Compared { fingerprint: &fingerprint, record: &record };
                summary =
                    line.suspend(|| context.console.json(&json::LevelResult::new(item, body)));
                if summary.is_err() {
                    // The reader closed the output: cancel the remaining work.
                    cancel.cancel();
                }
            }
            records.push(record);
        }
    });
    line.clear();
    summary.map(|()| records)
}

fn print(context: &mut Context, records: &[Record], optimum: Option<Cost>) -> Result<(), Abort> {
    let columns = [
        ("method", false),
        ("moves", true),
        ("result", false),
        ("expanded", true),
        ("generated", true),
        ("memory", true),
        ("time", true),
    ];
    let mut table = table::new(&context.console, &columns);
    for record in records {
        let moves = match (record.cost, record.outcome) {
            (Some(cost), _) => cost.to_string(),
            (None, Verdict::Unsolvable | Verdict::Claimed) => "none".to_string(),
            (None, _) => record.lower_bound.map_or(String::new(), |bound| format!("≥ {bound}")),
        };
        let shown =
            |value: Option<u64>, write: fn(u64) -> String| value.map_or("–".to_string(), write);
        // The tables of an external program are unknown.
        let tables = Some(record.stats.peak_bytes).filter(|&b| b > 0 || record.peak_rss.is_none());
        table.add_row([
            record.method.clone(),
            moves,
            quadrille_lab::summary(record, optimum),
            shown(record.counts().map(|stats| stats.expanded), commas),
            shown(record.generated(), commas),
            shown(tables, bytes),
            seconds(record.stats.seconds),
        ]);
    }
    table::print(&mut context.console, &table)?;
    let finding = context.console.wrap(&finding(records, optimum), 0);
    context.console.line(&finding)
}

/// The result in a sentence.
fn finding(records: &[Record], optimum: Option<Cost>) -> String {
    let proved = |record: &&Record| record.is_proved();
    let by_time = |a: &&Record, b: &&Record| a.stats.seconds.total_cmp(&b.stats.seconds);
    let by_work = |a: &&Record, b: &&Record| a.stats.expanded.cmp(&b.stats.expanded);
    let count = records.iter().filter(proved).count();
    let Some(fastest) = records.iter().filter(proved).min_by(by_time) else {
        let short =
            records.iter().filter(|record| record.cost.is_some()).min_by_key(|record| record.cost);
        return match (short, optimum) {
            (Some(record), _) => format!(
                "no method proved its answer; the shortest plan has {} ({})",
                counted(record.cost.unwrap_or(0).into(), "move"),
                record.method
            ),
            (None, Some(moves)) => {
                format!(
                    "no method found a plan; the shortest has {}",
                    counted(moves.into(), "move")
                )
            }
            (None, None) => "no method found an answer".to_string(),
        };
    };
    let mut text = format!(
        "{count} of {} proved their answer; fastest proof: {} ({})",
        counted(records.len() as u64, "method"),
        fastest.method,
        seconds(fastest.stats.seconds)
    );
    let any = records.iter().filter(|record| record.outcome.is_answer()).min_by(by_time);
    if let Some(any) = any.filter(|any| !any.is_proved()) {
        let time = seconds(any.stats.seconds);
        text += &format!("; fastest plan, not proved: {} ({time})", any.method);
    }
    let answers = || records.iter().filter(|record| record.outcome.is_answer());
    let fewest = |least: &Record| format!("{} ({})", least.method, commas(least.stats.expanded));
    if let Some(least) = answers().filter(proved).min_by(by_work) {
        text += &format!("; fewest expansions of a proof: {}", fewest(least));
        let any = answers().filter(|any| any.counts().is_some()).min_by(by_work);
        if let Some(any) = any.filter(|any| any.stats.expanded < least.stats.expanded) {
            text += &format!("; fewest of all, not proved: {}", fewest(any));
        }
    }
    text
}

fn exit_of(records: &[Record]) -> Exit {
    let any = |verdict: Verdict| records.iter().any(|record| record.outcome == verdict);
    let bug = |record: &Record| record.error.as_ref().is_some_and(|error| error.code() == BUG);
    if records.iter().any(bug) {
        Exit::Bug
    } else if any(Verdict::Solved) {
        Exit::Fine
    } else if any(Verdict::Unsolvable) {
        Exit::No
    } else {
        Exit::Limit
    }
}
